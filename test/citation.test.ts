/** `CITATION.cff` agrees with package.json. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import packageFile from '../package.json' with { type: 'json' };

it('CITATION.cff has version and licence of the package, and the fields that its format requires', () => {
  const citation = parse(readFileSync(new URL('../CITATION.cff', import.meta.url), 'utf8')) as Record<string, unknown>;
  expect(citation).toMatchObject({
    'cff-version': '1.2.0',
    type: 'software',
    version: packageFile.version,
    license: packageFile.license,
  });
  // Required: https://github.com/citation-file-format/citation-file-format/blob/main/schema-guide.md
  for (const key of ['message', 'title', 'authors']) expect(citation).toHaveProperty(key);
});
