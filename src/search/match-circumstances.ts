/** What a query says beside the name, compared with a record: years and properties. */
import type { Attributes } from '../model/entity.ts';
import type { Weight } from './match-table.ts';
import { isDispensable, searchWords } from './search-text.ts';

export interface PropertyQuestion {
  /** Any of them may have the value. */
  readonly attributes: readonly string[];
  /** Any of these: identifiers of GND entities, or words, of which `*` leaves the ending open. */
  readonly values: readonly string[];
}

export type YearRange = readonly [start: number | undefined, end: number | undefined];

/** Sources differ by so many years. */
const TOLERANCE = 1;
/** Words with so many letters are the same when one is the other with an ending: "Maler", "Malerin". */
const STEM = { minimum: 5, ending: 3 } as const;

/** @param free years that may be either of both */
export function compareYears([start, end]: YearRange, free: readonly number[], known: YearRange): Weight | undefined {
  const asked = [[start, known[0]], [end, known[1]], ...free.map((year) => [year, ...known])];
  const distances = asked.flatMap(([year, ...ends]) => {
    if (year === undefined) return [];
    return Math.min(...ends.map((one) => (one === undefined ? Infinity : Math.abs(year - one))));
  });
  const said = distances.filter((distance) => distance < Infinity);
  const same = said.filter((distance) => distance === 0).length;
  if (distances.length === 0) return undefined;
  if (said.some((distance) => distance > TOLERANCE)) return 'yearsDiffer';
  if (said.length === 0) return 'yearsUnknown';
  return same === 0 ? 'yearsNear' : same === 1 ? 'yearsConfirmed' : 'bothYearsConfirmed';
}

/** @param described words of the line that tells namesakes apart; undefined when the record says nothing of it */
export function compareProperty(
  { attributes: keys, values }: PropertyQuestion,
  attributes: Attributes,
  described: readonly string[],
): Weight | undefined {
  const known = keys
    .flatMap((key) => attributes[key] ?? [])
    .map((value) => (typeof value === 'string' ? { label: value } : 'longitude' in value ? {} : value));
  const texts = known.flatMap(({ label }) => (label === undefined ? [] : [searchWords(label)]));
  const isConfirmed = values.some(
    (value) =>
      known.some((one) => 'gnd' in one && one.gnd === value) ||
      [...texts, described].some((words) => hasWords(words, value)),
  );
  if (isConfirmed) return 'propertyConfirmed';
  // A value without a name could be the same.
  return texts.length > 0 && texts.length === known.length ? 'propertyDiffers' : undefined;
}

function hasWords(words: readonly string[], value: string): boolean {
  const wanted = searchWords(value).filter((word) => !isDispensable(word));
  const isOpen = value.endsWith('*');
  const isSame = (a: string, b: string) =>
    a === b ||
    (isOpen && b.startsWith(a)) ||
    (Math.min(a.length, b.length) >= STEM.minimum &&
      Math.abs(a.length - b.length) <= STEM.ending &&
      (a.startsWith(b) || b.startsWith(a)));
  return wanted.length > 0 && wanted.every((word) => words.some((other) => isSame(word, other)));
}
