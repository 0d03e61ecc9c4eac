/** Reading of stored answers. */
import { gzipSync } from 'node:zlib';
import { expect, inject, it } from 'vitest';
import examples from '../../../src/core/interface/examples.json' with { type: 'json' };
import { openSqliteStore } from '../../../src/core/sqlite/open.ts';
import { locateSnapshot } from '../../../src/core/snapshot/directory.ts';
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

it('the stored answer of every entity of the sample names this entity', async () => {
  const store = await openSqliteStore(await locateSnapshot(inject('sample')));
  try {
    for (const id of await store.entityIds(undefined, 5_000)) {
      const found = await store.entity(id);
      expect(found?.kind === 'found' && readAnswer(found.answer)).toMatchObject({ requested: id, entity: { gnd: id } });
    }
  } finally {
    await store.close();
  }
});
