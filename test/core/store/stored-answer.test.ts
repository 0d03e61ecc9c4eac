/** Reading of stored answers. */
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import examples from '../../../src/core/interface/examples.json' with { type: 'json' };
import { parseAnswer, readAnswer } from '../../../src/core/snapshot/stored-answer.ts';

it('a stored answer is read from a gzip member, and from its text', () => {
  const text = Buffer.from(JSON.stringify(examples.links));
  expect(readAnswer(gzipSync(text))).toEqual(examples.links);
  expect(parseAnswer(text)).toEqual(examples.links);
});

it('a stored answer that is truncated or too long is refused', () => {
  const stored = gzipSync(JSON.stringify(examples.links));
  expect(() => readAnswer(stored.subarray(0, -20))).toThrow(/incorrect|unexpected end/);
  expect(() => readAnswer(gzipSync(Buffer.alloc(64 * 1024 ** 2 + 1)))).toThrow(/larger than/);
});
