/** Constraints of a query beside the name, compared with a record: years and properties. */
import { type Attributes, referenceOf } from '../../model/entity.ts';
import { LIMITS, type Weight } from '../tuning.ts';
import { isDispensable, searchWords } from '../names/search-text.ts';

export interface PropertyQuestion {
  /** Properties, one of which must have a value. */
  readonly attributes: readonly string[];
  /** Accepted values: identifiers of GND entities, or words, in which `*` leaves the ending open. */
  readonly values: readonly string[];
  /** Whether other values in the record do not contradict: it names only some of the places of a person. */
  readonly onlyConfirms?: boolean;
}

export type YearRange = readonly [start: number | undefined, end: number | undefined];

/** @param free years that may be the beginning or the end @param life years of the record */
export function compareYears([start, end]: YearRange, free: readonly number[], life: YearRange): Weight | undefined {
  // This runs for every name of a match, and most have no years.
  if (start === undefined && end === undefined && free.length === 0) return undefined;
  const pairs = [[start, life[0]], [end, life[1]], ...free.map((year) => [year, ...life])];
  const distances = pairs.flatMap(([year, ...ends]) => {
    if (year === undefined) return [];
    return Math.min(...ends.map((one) => (one === undefined ? Infinity : Math.abs(year - one))));
  });
  const finite = distances.filter((distance) => distance < Infinity);
  const same = finite.filter((distance) => distance === 0).length;
  if (finite.some((distance) => distance > 1)) return 'yearsDiffer';
  if (finite.length === 0) return 'yearsUnknown';
  return same === 0 ? 'yearsNear' : same === 1 ? 'yearsConfirmed' : 'bothYearsConfirmed';
}

/** Compares a property of candidates; the values of the question are read once. */
export function propertyComparer({ attributes: keys, values, onlyConfirms = false }: PropertyQuestion) {
  const wanted = values.map((value) => ({
    words: searchWords(value).filter((word) => !isDispensable(word)),
    isOpen: value.endsWith('*'),
  }));
  const isIn = (words: readonly string[]) =>
    wanted.some((value) => value.words.length > 0 && value.words.every((word) => hasWord(words, word, value.isOpen)));
  /** @param described words of the description; undefined when the record does not have the property */
  return (attributes: Attributes, described: readonly string[]): Weight | undefined => {
    const all = keys.flatMap((key) => attributes[key] ?? []);
    const labels = all.flatMap((one) => (typeof one === 'string' ? one : 'label' in one ? (one.label ?? []) : []));
    const isNamed = all.some((one) => {
      const reference = referenceOf(one);
      return reference !== undefined && values.includes(reference.gnd);
    });
    if (isNamed || [...labels.map(searchWords), described].some(isIn)) return 'propertyConfirmed';
    // A value without a label may be the wanted one.
    return !onlyConfirms && labels.length > 0 && labels.length === all.length ? 'propertyDiffers' : undefined;
  };
}

/** @param isOpen whether the word may have any ending */
function hasWord(words: readonly string[], word: string, isOpen: boolean): boolean {
  const isStem = (a: string, b: string) =>
    a.length >= LIMITS.stem.value && b.length - a.length <= LIMITS.shortWord.value && b.startsWith(a);
  return words.some(
    (other) => other === word || (isOpen && other.startsWith(word)) || isStem(word, other) || isStem(other, word),
  );
}
