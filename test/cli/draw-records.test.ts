/** Random records of a snapshot: the requested number, from the whole range of identifiers. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { drawRecords } from '../../src/cli/draw-records.ts';
import { build, dump, record, registered } from '../build/ingest/site.ts';
import { MAX_ENTITY_IDS } from '../../src/core/snapshot/store.ts';
import { temporaryDirectory } from '../temporary.ts';

it('records are drawn in the requested number, although most possible identifiers are unused', async () => {
  const folder = temporaryDirectory();
  const ids = Array.from({ length: 60 }, (_, index) => String(118_500_000 + 7 * index));
  const content = dump(ids.map((id) => record(id, `Person, ${id}`)));
  await build(folder, [registered(folder, { key: 'persons', content })]);
  const drawn = await drawRecords(join(folder, 'snapshots'), 10);
  expect(drawn).toHaveLength(10);
  expect(new Set(drawn.map(({ gnd }) => gnd)).size).toBe(10);
});

it('all records are drawn when more are requested, even those with distant identifiers', async () => {
  const folder = temporaryDirectory();
  const ids = ['4000003-5', ...Array.from({ length: 40 }, (_, index) => String(118_500_000 + index)), '1300000004'];
  const content = dump(ids.map((id) => record(id, `Person, ${id}`)));
  await build(folder, [registered(folder, { key: 'persons', content })]);
  const drawn = await drawRecords(join(folder, 'snapshots'), 1_000);
  expect(drawn.map(({ gnd }) => gnd).toSorted()).toEqual(ids.toSorted());
});

it('records are drawn from more entities than a store lists at a time', async () => {
  const folder = temporaryDirectory();
  const count = MAX_ENTITY_IDS + 100;
  const content = dump(Array.from({ length: count }, (_, index) => record(String(118_500_000 + index), `${index}`)));
  await build(folder, [registered(folder, { key: 'persons', content })]);
  const drawn = await drawRecords(join(folder, 'snapshots'), 300);
  expect(new Set(drawn.map(({ gnd }) => gnd)).size).toBe(300);
});

it('no records are drawn without a snapshot', async () => {
  expect(await drawRecords(join(temporaryDirectory(), 'snapshots'), 10)).toEqual([]);
});
