/** Years and centuries of a query that none of the found entities has; they are answered as ignored. */
import { isOfPeriod, type Period } from '../query/query-dates.ts';
import type { QueryWords } from '../query/query-words.ts';
import type { RankedEntity } from './attempt.ts';

/** As they were typed. */
export function unmetYears({ years, periods = [] }: QueryWords, head: readonly RankedEntity[]): string[] {
  if (head.length === 0 || !head.every(({ fit }) => fit.isOfOtherYear)) return [];
  const isOfYear = (year: number) =>
    head.some(
      ({ candidate: { names, years: known } }) =>
        known?.start === year || known?.end === year || names.split(/[\n ]/u).includes(String(year)),
    );
  const isMet = (period: Period) =>
    head.some(({ candidate: { years: known } }) => isOfPeriod(period, known?.start, known?.end));
  return [
    ...years.filter((year) => !isOfYear(year)).map(String),
    ...periods.filter((period) => !isMet(period)).map(({ typed }) => typed),
  ];
}
