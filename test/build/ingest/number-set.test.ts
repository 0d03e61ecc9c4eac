/** Dates of modification as numbers, and files of numbers. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  dateNumber,
  harvestedVersions,
  isLater,
  type Version,
} from '../../../src/build/ingest/tasks/compare-records.ts';
import { readNumberSet, writeNumbers } from '../../../src/build/ingest/tasks/number-set.ts';
import { temporaryDirectory } from '../../temporary.ts';

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

it('of the versions in a harvest the existing one counts, then the newest', () => {
  const [living, old, late] = (['living', 'deleted', 'deleted'] as const).map((outcome, index) => ({
    source: index === 0 ? 1 : 2,
    outcome,
    date: dateNumber(`2026-08-0${index + 1}`),
  })) as [Version, Version, Version];
  const newer = { ...late, source: 1 };
  expect(harvestedVersions([living, newer, old, late])).toEqual([living, late]);
  expect(harvestedVersions([newer, late, living, old])).toEqual([living, late]);
});

it('a number is found in a file of numbers', () => {
  const file = join(temporaryDirectory(), 'numbers');
  writeNumbers(file, [30, 10, 2 ** 51]);
  const numbers = readNumberSet(file);
  expect([5, 10, 25, 30, 35, 2 ** 51].filter((number) => numbers.has(number))).toEqual([10, 30, 2 ** 51]);
  writeNumbers(file, []);
  expect(readNumberSet(file).has(0)).toBe(false);
});
