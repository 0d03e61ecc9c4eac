/** A query as the attempts read it: the text, several selections of its words, and the requested part of the results. */
import type { EntityType } from '../../model/entity.ts';
import { isAddress } from '../../model/read-identifiers.ts';
import { readDates } from './query-dates.ts';
import { type QueryWords, readQuery, withoutParticles, withoutTitles, withoutWords } from './query-words.ts';
import { repairText } from './repair.ts';
import { requestWords } from './text-parts.ts';

export interface Query {
  readonly text: string;
  /** Words of the text as it was typed. */
  readonly words: QueryWords;
  /** Other readings, which most queries do not need; they are made once. */
  readonly readings: () => Readings;
  /** Types of the entities; undefined means all. */
  readonly types: readonly EntityType[] | undefined;
  readonly from: number;
  readonly to: number;
}

interface Readings {
  /** The text repaired, with dates read as years. */
  readonly text: string;
  /** Words of this text; the words of the query where it is the same. */
  readonly repaired: QueryWords;
  /** Words without particles and articles; the same object where there are none. */
  readonly plain: QueryWords;
  /** Words without titles and without a question or label before a name; the same object where there are none. */
  readonly essential: QueryWords;
}

export function createQuery(text: string, wanted: Pick<Query, 'types' | 'from' | 'to'>): Query {
  // The words of an address are no names.
  const words = readQuery(isAddress(text) ? '' : text);
  return { text, words, readings: once(() => readingsOf(text, words)), ...wanted };
}

function readingsOf(typed: string, words: QueryWords): Readings {
  const { text, periods } = readDates(repairText(typed));
  const repaired =
    words.words.length === 0 || text === typed ? words : { ...readQuery(text), ...(periods.length > 0 && { periods }) };
  const plain = withoutParticles(repaired);
  const asked = withoutWords(plain, requestWords(text));
  const untitled = withoutTitles(asked === plain ? repaired : asked);
  return { text, repaired, plain, essential: untitled === repaired ? plain : withoutParticles(untitled) };
}

/** A function that makes its value at the first call. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
