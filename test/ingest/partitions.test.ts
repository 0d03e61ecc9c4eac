import fc from 'fast-check';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareRecords, createPartitionWriter, openPartitions, partitionOf } from '../../src/ingest/partitions.ts';
import { sortedGroups } from '../../src/ingest/sorted-groups.ts';
import { temporaryDirectory } from '../temporary.ts';

interface Told {
  readonly entity: number;
  readonly stated: number;
  readonly tag: number;
  readonly body: string;
}

const told = fc.record({
  entity: fc.integer({ min: 0, max: 2 ** 36 - 1 }),
  stated: fc.integer({ min: 0, max: 2 ** 36 - 1 }),
  tag: fc.integer({ min: 0, max: 65_535 }),
  body: fc.oneof(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.constant('ö'.repeat(70_000))),
});

function written(files: readonly (readonly Told[])[], partitions: number) {
  const folder = temporaryDirectory();
  const paths = files.map((records, index) => {
    const path = join(folder, String(index));
    const writer = createPartitionWriter(path, partitions);
    for (const { entity, stated, tag, body } of records) writer.add(entity, stated, tag, body);
    writer.finish();
    return path;
  });
  return openPartitions(paths);
}

function read(opened: ReturnType<typeof openPartitions>, partition: number): Told[] {
  const records = opened.load(partition);
  return Array.from({ length: records.count }, (_, record) => ({
    entity: records.entity(record),
    stated: records.stated(record),
    tag: records.tag(record),
    body: records.body(record).toString(),
  }));
}

const sorted = (records: readonly Told[]): string[] => records.map((record) => JSON.stringify(record)).sort();

describe('partitions', () => {
  it('hold every record once, in the partition of its entity, whatever the files', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(told, { maxLength: 30 }), { maxLength: 3 }),
        fc.integer({ min: 1, max: 9 }),
        (files, partitions) => {
          const opened = written(files, partitions);
          const all = Array.from({ length: partitions }, (_, partition) => {
            const records = read(opened, partition);
            for (const { entity } of records) expect(partitionOf(entity, partitions)).toBe(partition);
            const inBlocks = [...opened.blocks(partition)].reduce((sum, { count }) => sum + count, 0);
            expect(inBlocks).toBe(records.length);
            return records;
          });
          opened.close();
          expect(sorted(all.flat())).toEqual(sorted(files.flat()));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('give the same groups in the same order, however the records came in', () => {
    const few = fc.record({
      entity: fc.integer({ min: 0, max: 5 }),
      stated: fc.integer({ min: 0, max: 3 }),
      tag: fc.integer({ min: 0, max: 3 }),
      body: fc.string({ maxLength: 3 }),
    });
    const groups = (files: readonly (readonly Told[])[]) => {
      const opened = written(files, 1);
      const records = opened.load(0);
      const found = [...sortedGroups(records, new Set([2]), 100, () => undefined)].map(({ entity, members }) => [
        entity,
        ...members.map(
          (record) => `${records.tag(record)} ${records.body(record).toString()} ${records.stated(record)}`,
        ),
      ]);
      opened.close();
      return found;
    };
    fc.assert(
      fc.property(fc.array(few, { maxLength: 40 }), fc.integer({ min: 0, max: 40 }), (records, cut) => {
        const here = groups([records]);
        const there = groups([records.slice(cut).toReversed(), records.slice(0, cut)]);
        expect(there).toEqual(here);
        expect(here.map(([entity]) => entity)).toEqual(
          [...new Set(records.map(({ entity }) => entity))].filter((entity) => entity !== 2).sort((a, b) => a - b),
        );
      }),
      { numRuns: 100 },
    );
  });

  it('keep the first records of an entity that has too many, and say which were left out, in bounded memory', () => {
    const flood = Array.from({ length: 5000 }, (_, index) => ({
      entity: 64,
      stated: 64,
      tag: 7,
      body: `link ${String((index * 7919) % 5000).padStart(5, '0')} ${'x'.repeat(200)}`,
    }));
    const other = { entity: 96, stated: 96, tag: 3, body: 'other' };
    const opened = written([flood.slice(0, 2500), [other, ...flood.slice(2500)]], 1);
    let dropped = 0;
    const bounds = { perEntity: 100, bytes: 300_000, onDropped: (tag: number) => (dropped += Number(tag === 7)) };
    const records = opened.load(0, bounds);
    expect(records.count).toBeLessThan(3000);
    const [first, second] = [...sortedGroups(records, new Set(), 100, bounds.onDropped)];
    expect(first?.members.map((record) => records.body(record).toString().slice(0, 10))).toEqual(
      Array.from({ length: 100 }, (_, index) => `link ${String(index).padStart(5, '0')}`),
    );
    expect(second?.members).toHaveLength(1);
    expect(dropped).toBe(4900);
    opened.close();
  });

  it('compare records by tag, body and identifier', () => {
    const opened = written(
      [
        [
          { entity: 0, stated: 2, tag: 1, body: 'b' },
          { entity: 0, stated: 1, tag: 1, body: 'b' },
          { entity: 0, stated: 1, tag: 1, body: 'a' },
          { entity: 0, stated: 1, tag: 0, body: 'z' },
        ],
      ],
      1,
    );
    const records = opened.load(0);
    const order = [0, 1, 2, 3].sort((a, b) => compareRecords(records, a, b));
    expect(order).toEqual([3, 2, 1, 0]);
    opened.close();
  });
});
