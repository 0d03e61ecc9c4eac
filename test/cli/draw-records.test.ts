/** Records of a snapshot drawn at random: as many as asked for, from all over the snapshot. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { drawRecords } from '../../src/cli/draw-records.ts';
import { build, dump, record, registered } from '../ingest/site.ts';
import { MAX_ENTITY_IDS } from '../../src/snapshot/store.ts';
import { temporaryDirectory } from '../temporary.ts';

it('are as many as asked for, although most numbers that an identifier may have are not in use', async () => {
  const folder = temporaryDirectory();
  const ids = Array.from({ length: 60 }, (_, index) => String(118_500_000 + 7 * index));
  const content = dump(ids.map((id) => record(id, `Person, ${id}`)));
  await build(folder, [registered(folder, { key: 'persons', content })]);
  const drawn = await drawRecords(join(folder, 'snapshots'), 10);
  expect(drawn).toHaveLength(10);
  expect(new Set(drawn.map(({ gnd }) => gnd)).size).toBe(10);
});

it('are all where more are asked for: each may be drawn, those far from all others as well', async () => {
  const folder = temporaryDirectory();
  const ids = ['4000003-5', ...Array.from({ length: 40 }, (_, index) => String(118_500_000 + index)), '1300000004'];
  const content = dump(ids.map((id) => record(id, `Person, ${id}`)));
  await build(folder, [registered(folder, { key: 'persons', content })]);
  const drawn = await drawRecords(join(folder, 'snapshots'), 1_000);
  expect(drawn.map(({ gnd }) => gnd).toSorted()).toEqual(ids.toSorted());
});

it('are as many as asked for of more entities than a store lists at a time', async () => {
  const folder = temporaryDirectory();
  const count = MAX_ENTITY_IDS + 100;
  const content = dump(Array.from({ length: count }, (_, index) => record(String(118_500_000 + index), `${index}`)));
  await build(folder, [registered(folder, { key: 'persons', content })]);
  const drawn = await drawRecords(join(folder, 'snapshots'), 300);
  expect(new Set(drawn.map(({ gnd }) => gnd)).size).toBe(300);
});

it('are none where there is no snapshot', async () => {
  expect(await drawRecords(join(temporaryDirectory(), 'snapshots'), 10)).toEqual([]);
});
