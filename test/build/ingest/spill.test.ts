/** Records spilled to disk are read back complete and in order, and damage is noticed. */
import fc from 'fast-check';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startPool } from '../../../src/build/ingest/pool.ts';
import { chooseRecords } from '../../../src/build/ingest/tasks/choose-records.ts';
import { createClaims, reduceClaims } from '../../../src/build/ingest/tasks/claims.ts';
import { openTaskContext } from '../../../src/build/ingest/tasks/task.ts';
import { groupByKey } from '../../../src/build/ingest/tasks/group-records.ts';
import { MAX_SOURCES } from '../../../src/build/sources/register/register.ts';
import type { GndId } from '../../../src/core/model/gnd-id.ts';
import { createSpill, openSpills, type SpilledRecord } from '../../../src/shared/files/spill.ts';
import { openFiles } from '../../open-files.ts';
import { temporaryDirectory } from '../../temporary.ts';
import { SHIPPED_CONFIG } from './site.ts';

interface Given {
  readonly key: number;
  readonly related: number;
  readonly tag: number;
  readonly body: string;
}

const given = fc.record({
  key: fc.oneof(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 2 ** 36 - 1 })),
  related: fc.integer({ min: 0, max: 2 ** 36 - 1 }),
  tag: fc.integer({ min: 0, max: 65_535 }),
  body: fc.oneof(
    { weight: 9, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
    { weight: 1, arbitrary: fc.constant('ö'.repeat(70_000)) },
  ),
});

function spilled(records: readonly Given[], folder = temporaryDirectory(), name = 'spill'): string {
  const path = join(folder, name);
  const spill = createSpill(path);
  for (const { key, related, tag, body } of records) spill.add(key, related, tag, body);
  spill.finish();
  return path;
}

function read(paths: readonly string[], from?: number, to?: number): Given[] {
  using spills = openSpills(paths);
  return Array.from(spills.records(from, to), (found) => ({ ...found, body: found.body.toString() }));
}

describe('spilled records', () => {
  it('are read by key, and by insertion within a key, in any ranges', () => {
    const files = fc.array(fc.array(given, { maxLength: 30 }), { maxLength: 3 });
    const border = fc.oneof(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 2 ** 36 }));
    fc.assert(
      fc.property(files, fc.array(border, { maxLength: 4 }), (contents, borders) => {
        const folder = temporaryDirectory();
        const paths = contents.map((records, index) => spilled(records, folder, String(index)));
        const expected = contents.flat().toSorted((a, b) => a.key - b.key);
        expect(read(paths)).toEqual(expected);
        const cuts = [0, ...borders.toSorted((a, b) => a - b), 2 ** 36];
        const inRanges = cuts.slice(1).flatMap((to, index) => read(paths, cuts[index], to));
        expect(inRanges).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it('are read in order from many runs and blocks', () => {
    const count = 300_000;
    const key = (index: number): number => (index * 7919) % count;
    const path = join(temporaryDirectory(), 'spill');
    const spill = createSpill(path);
    for (let index = 0; index < count; index += 1) spill.add(key(index), index, 7, String(index));
    spill.finish();
    expect(read([path], 100_000, 100_003)).toEqual(
      [100_000, 100_001, 100_002].map((wanted) => {
        const index = Array.from({ length: count }, (_, at) => at).find((at) => key(at) === wanted) ?? -1;
        return { key: wanted, related: index, tag: 7, body: String(index) };
      }),
    );
    let next = 0;
    using spills = openSpills([path]);
    for (const record of spills.records()) if (record.key === next) next += 1;
    expect(next).toBe(count);
  });

  it.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, -20)],
    ['cut off at its beginning', (bytes: Buffer) => bytes.subarray(20)],
    ['empty', () => Buffer.alloc(0)],
    ['overwritten in a block', (bytes: Buffer) => Buffer.from(bytes).fill(7, 0, 30)],
  ])('in a file that is %s are an error', (_, damage) => {
    const path = spilled([1, 2, 3].map((key) => ({ key, related: 0, tag: 0, body: `body ${key} `.repeat(50) })));
    writeFileSync(path, damage(readFileSync(path)));
    const whole = spilled([]);
    expect(() => read([whole, path])).toThrow(expect.objectContaining({ name: 'DamagedSpill' }));
    expect(openFiles().filter((file) => [whole, path].includes(file))).toEqual([]);
  });

  it('are in files that are closed with their reader', () => {
    const path = spilled([{ key: 1, related: 0, tag: 0, body: '' }]);
    const spills = openSpills([path]);
    expect(openFiles()).toContain(path);
    spills[Symbol.dispose]();
    expect(openFiles()).not.toContain(path);
  });
});

describe('groups of records', () => {
  const grouped = (records: readonly Given[], limit: number) => {
    using spills = openSpills([spilled(records)]);
    const dropped: number[] = [];
    const views = spills.records() as Iterable<SpilledRecord>;
    const groups = Array.from(
      groupByKey(views, limit, (tag) => dropped.push(tag)),
      (group) => ({
        key: group.key,
        records: group.records.map(({ tag, body, related }) => `${tag} ${body.toString()} ${related}`),
      }),
    );
    return { groups, dropped };
  };
  const few = fc.record({
    key: fc.integer({ min: 0, max: 5 }),
    related: fc.integer({ min: 0, max: 3 }),
    tag: fc.integer({ min: 0, max: 3 }),
    body: fc.string({ maxLength: 3 }),
  });

  it('do not depend on the order of insertion, and are cut off at a limit', () => {
    fc.assert(
      fc.property(fc.array(few, { maxLength: 40 }), fc.integer({ min: 1, max: 9 }), (records, limit) => {
        const here = grouped(records, limit);
        const there = grouped(records.toReversed(), limit);
        expect(there.groups).toEqual(here.groups);
        expect(here.groups.map(({ key }) => key)).toEqual(
          [...new Set(records.map(({ key }) => key))].sort((a, b) => a - b),
        );
        const whole = grouped(records, 100).groups;
        expect(here.groups).toEqual(whole.map((group) => ({ ...group, records: group.records.slice(0, limit) })));
        expect(here.dropped).toHaveLength(records.length - here.groups.flatMap((group) => group.records).length);
      }),
      { numRuns: 100 },
    );
  });
});

it('a claim names its source, also the last of as many as a register may have', () => {
  const path = join(temporaryDirectory(), 'claims');
  const spill = createSpill(path);
  const claims = createClaims(spill, MAX_SOURCES - 1);
  claims.relation('118540238' as GndId, '118607626' as GndId);
  spill.finish();
  using spills = openSpills([path]);
  const sources: number[] = [];
  const isOutdated = (source: number) => sources.push(source) === 0;
  expect([...reduceClaims(spills.records(), isOutdated)]).toMatchObject([{ relations: 1 }]);
  expect(sources).toEqual([MAX_SOURCES - 1]);
});

it('damage found by a thread keeps its error type', async () => {
  const path = spilled([]);
  writeFileSync(path, 'nothing of it');
  const pool = startPool(1, SHIPPED_CONFIG, await openTaskContext(SHIPPED_CONFIG));
  const chosen = temporaryDirectory();
  chooseRecords({ sources: [], directory: chosen });
  const task = {
    claims: [path],
    outdatedFolder: chosen,
    recordOrigins: [],
    day: '2026-11-20',
    ranges: 1,
    directory: temporaryDirectory(),
  };
  await expect(pool.run('identify', task, () => undefined)).rejects.toMatchObject({ name: 'DamagedSpill' });
  await pool.close();
});
