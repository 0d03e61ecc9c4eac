/** Dates of modification as numbers, and harvested records by identifier. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  createHarvestedRecords,
  dateNumber,
  isLater,
  readHarvestedRecords,
  readNumberSet,
  writeNumbers,
} from '../../../src/build/ingest/tasks/harvested-records.ts';
import { temporaryDirectory } from '../../temporary.ts';

describe('a date of modification', () => {
  it.each([
    ['2026-08-14T11:00:01', '2026-08-14T11:00:00', true],
    ['2026-08-14T11:00:00', '2026-08-14T11:00:00', false],
    ['2026-08-14T00:00:00', '2026-08-13T23:59:59', true],
    ['2026-08-14', '2026-08-13T23:59:59', true],
    ['2026-08-14', '2026-08-14T00:00:00', false],
    ['2026-08-14T23:59:59', '2026-08-14', false],
    ['2026-08-15T00:00:00', '2026-08-14', true],
    [undefined, '2026-08-14', false],
    ['2026-08-14', undefined, false],
    [undefined, undefined, false],
  ])('%s is later than %s: %s', (date, than, later) => {
    expect(isLater(dateNumber(date), dateNumber(than))).toBe(later);
  });
});

describe('harvested records', () => {
  it('are found by identifier in several files: the newest one, and within a file the existing one', () => {
    const folder = temporaryDirectory();
    const files = ['one', 'other'].map((name) => join(folder, name));
    const [one, other] = [createHarvestedRecords(), createHarvestedRecords()];
    const day = (date: number) => dateNumber(`2026-08-0${date}`);
    for (let id = 0; id < 1_000; id += 2) one.add(id, 'redirected', day(2));
    one.add(4, 'living', day(1));
    one.add(4, 'deleted', day(3));
    one.add(6, 'redirected', day(1));
    other.add(8, 'deleted', day(3));
    other.add(10, 'deleted', day(1));
    one.write(files[0] ?? '');
    other.write(files[1] ?? '');
    const records = readHarvestedRecords(files);
    expect(records.size).toBe(502);
    expect(records.find(3)).toBeUndefined();
    expect(records.find(2_000)).toBeUndefined();
    expect(records.find(4)).toEqual({ outcome: 'living', date: day(1) });
    expect(records.find(6)).toEqual({ outcome: 'redirected', date: day(2) });
    expect(records.find(8)).toEqual({ outcome: 'deleted', date: day(3) });
    expect(records.find(10)).toEqual({ outcome: 'redirected', date: day(2) });
  });

  it('are also a set of numbers', () => {
    const file = join(temporaryDirectory(), 'numbers');
    writeNumbers(file, new Set([30, 10, 2 ** 51]));
    const numbers = readNumberSet(file);
    expect([5, 10, 25, 30, 35, 2 ** 51].filter((number) => numbers.has(number))).toEqual([10, 30, 2 ** 51]);
    writeNumbers(file, []);
    expect(readNumberSet(file).has(0)).toBe(false);
  });
});
