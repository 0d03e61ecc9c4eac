/**
 * Counts comments of `src` that begin with a word after which a reader looks for the noun, and fails when there are too
 * many: `node docs/check-prose.ts`.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `Of the links` is about what? `The share of the links` is a sentence. */
const OPENINGS = ['Of', 'What', 'Who', 'Whoever', 'Those', 'So many', 'Told', 'Asked', 'Hears'];
const MAX_LINES = 40;

const src = join(import.meta.dirname, '../src');
const opening = new RegExp(`^\\s*(?:/\\*\\*|//|\\*) ?(?:${OPENINGS.join('|')})\\b`);

const found = globSync('**/*.{ts,js}', { cwd: src })
  .filter((file) => !file.includes('/released/'))
  .toSorted()
  .flatMap((file) =>
    readFileSync(join(src, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (opening.test(line) ? [`src/${file}:${index + 1}: ${line.trim()}`] : [])),
  );

process.stdout.write(found.map((line) => `${line}\n`).join(''));
process.stdout.write(
  `${found.length} comment lines begin with one of: ${OPENINGS.join(', ')}; at most ${MAX_LINES} may.\n`,
);
process.exitCode = found.length > MAX_LINES ? 1 : 0;
