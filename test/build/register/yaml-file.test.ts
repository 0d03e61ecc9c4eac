/** Values of YAML that cannot be configuration are refused with a sentence. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { readYamlFile } from '../../../src/build/sources/register/yaml-file.ts';
import { temporaryDirectory } from '../../temporary.ts';

it.each([
  ['an alias of itself', 'a: &a [*a]\n'],
  ['a binary value', 'a: !!binary aGVsbG8=\n'],
])('%s is refused with the name of the file', async (_, yaml) => {
  const file = join(temporaryDirectory(), 'file.yaml');
  writeFileSync(file, yaml);
  await expect(readYamlFile(file, Type.Unknown())).rejects.toMatchObject({
    name: 'InvalidConfiguration',
    message: expect.stringContaining('file.yaml') as string,
  });
});
