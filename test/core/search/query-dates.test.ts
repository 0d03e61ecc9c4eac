/** Dates and centuries in a query are separated from its words, and become preferences. */
import { describe, expect, it } from 'vitest';
import { isOfPeriod, readDates } from '../../../src/core/search/query/query-dates.ts';

const read = (text: string) => {
  const { text: left, periods } = readDates(text);
  return [left.replace(/\s+/gu, ' ').trim(), ...periods.map(({ from, to }) => [from, to])];
};

it.each([
  ['Lehmann (geb. 1856)', 'Lehmann (1856)'],
  ['Goethe, geboren am 28. August 1749', 'Goethe, 1749'],
  ['Goethe * 28.8.1749', 'Goethe * 1749'],
  ['Schiller gest. 1805', 'Schiller 1805'],
  ['Paul born 1801 died 1850', 'Paul 1801 1850'],
  ['Homer 8. Jh. v. Chr.', 'Homer', [-800, -701]],
  ['Philo v. Chr.', 'Philo', [-5000, 0]],
  ['Plotin 3. Jahrhundert n. Chr.', 'Plotin', [201, 300]],
  ['Fugger 14. Jh.', 'Fugger', [1301, 1400]],
  ['Smith 18th century', 'Smith', [1701, 1800]],
  ['19. Jahrhundert', '19. Jahrhundert'],
  ['6th World Conference', '6th World Conference'],
  ['E. v. Chrzanowski', 'E. v. Chrzanowski'],
  ['Carl C. Meyer', 'Carl C. Meyer'],
  ['Goethe', 'Goethe'],
])('dates are read in %s', (text, ...expected) => {
  expect(read(text)).toEqual(expected);
});

describe('an entity of a century', () => {
  const period = { typed: '18. Jh.', from: 1701, to: 1800 };
  it.each([
    [1749, 1832, true],
    [1650, 1710, true],
    [1650, 1850, true],
    [1750, undefined, true],
    [undefined, 1799, true],
    [1801, 1850, false],
    [undefined, undefined, false],
  ])('lived from %s to %s: %s', (start, end, isOf) => {
    expect(isOfPeriod(period, start, end)).toBe(isOf);
  });
});
