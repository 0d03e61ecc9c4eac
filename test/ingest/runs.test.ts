import fc from 'fast-check';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createRun, mergeRuns } from '../../src/ingest/runs.ts';
import { temporaryDirectory } from '../temporary.ts';

it('merges sorted runs into one order, every row once', () => {
  const row = fc.tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: 0, max: 20 }), fc.string({ maxLength: 5 }));
  fc.assert(
    fc.property(fc.array(fc.array(row, { maxLength: 30 }), { maxLength: 6 }), (runs) => {
      const folder = temporaryDirectory();
      const paths = runs.map((rows, index) => {
        const path = join(folder, String(index));
        const run = createRun(path);
        for (const [major, minor, text] of rows.toSorted(byKeys)) run.add(major, minor, Buffer.from(text));
        run.finish();
        return path;
      });
      const merged = [...mergeRuns(paths)].map(
        ({ major, minor, payload }) => [major, minor, payload.toString()] as const,
      );
      for (const [index, here] of merged.entries())
        if (index > 0) expect(byKeys(merged[index - 1] ?? here, here)).toBeLessThanOrEqual(0);
      const text = (rows: readonly unknown[]) => rows.map((value) => JSON.stringify(value)).sort();
      expect(text(merged)).toEqual(text(runs.flat()));
    }),
    { numRuns: 100 },
  );
});

it('spans many blocks', () => {
  const folder = temporaryDirectory();
  const paths = [0, 1].map((parity) => {
    const run = createRun(join(folder, String(parity)));
    for (let number = parity; number < 2000; number += 2) run.add(number, 0, Buffer.alloc(500, number % 251));
    run.finish();
    return join(folder, String(parity));
  });
  expect([...mergeRuns(paths)].map(({ major, payload }) => [major, payload[499]])).toEqual(
    Array.from({ length: 2000 }, (_, number) => [number, number % 251]),
  );
});

it.skipIf(!existsSync('/proc/self/fd'))('closes all runs when their reader gives up', () => {
  const folder = temporaryDirectory();
  const paths = [0, 1, 2].map((start) => {
    const run = createRun(join(folder, String(start)));
    for (let number = start; number < 3000; number += 3) run.add(number, 0, Buffer.alloc(500));
    run.finish();
    return join(folder, String(start));
  });
  const open = () =>
    readdirSync('/proc/self/fd').filter((fd) => {
      const target = join('/proc/self/fd', fd);
      return existsSync(target) && readlinkSync(target).startsWith(folder);
    });
  const [first] = mergeRuns(paths);
  expect(first?.major).toBe(0);
  expect(open()).toEqual([]);
});

type Keyed = readonly [major: number, minor: number, text: string];

function byKeys([a, b]: Keyed, [c, d]: Keyed): number {
  return a - c || b - d;
}
