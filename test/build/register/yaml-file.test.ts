/** Values of YAML that cannot be configuration are refused with a sentence. */
import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { readYamlFile } from '../../../src/build/sources/register/yaml-file.ts';
import { temporaryFile } from '../../temporary.ts';

it.each([
  ['an alias of itself', 'a: &a [*a]\n'],
  ['a binary value', 'a: !!binary aGVsbG8=\n'],
])('%s is refused with the name of the file', async (_, yaml) => {
  const file = temporaryFile(yaml, 'file.yaml');
  await expect(readYamlFile(file, Type.Unknown())).rejects.toMatchObject({
    name: 'InvalidConfiguration',
    message: expect.stringContaining('file.yaml') as string,
  });
});
