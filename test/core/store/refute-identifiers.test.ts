/** Identifiers are compared with the stored answers of many entities, of which only some are in memory at a time. */
import { expect, it } from 'vitest';
import type { GndId } from '../../../src/core/model/gnd-id.ts';
import { createRefute } from '../../../src/core/snapshot/refute-identifiers.ts';

it('reads the answers of many entities some at a time', async () => {
  const asked: (readonly GndId[])[] = [];
  const refute = createRefute(
    (ids) => {
      asked.push(ids);
      return new Map();
    },
    () => [],
  );
  const ids = Array.from({ length: 500 }, (_, n) => String(n) as GndId);
  expect(await refute(new Map(ids.map((id) => [id, ['viaf:1']])))).toEqual(new Map());
  expect(asked.flat()).toEqual(ids);
  expect(Math.max(...asked.map((some) => some.length))).toBeLessThanOrEqual(20);
});
