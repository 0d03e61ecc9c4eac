/** A query as the attempts read it: the text, several selections of its words, and the requested part of the results. */
import type { EntityType } from '../../model/entity.ts';
import { isAddress } from '../../model/read-identifiers.ts';
import { readDates } from './query-dates.ts';
import { type QueryWords, readQuery, withoutParticles, withoutTitles, withoutWords } from './query-words.ts';
import { repairText } from './repair.ts';
import { requestWords } from './text-parts.ts';

export interface Query {
  readonly text: string;
  /** The text repaired, with dates read as years. */
  readonly repairedText: string;
  /** Words of the text as it was typed. */
  readonly words: QueryWords;
  /** Words of the repaired text, with dates read as years; the same object where that changes nothing. */
  readonly repaired: QueryWords;
  /** Words without particles and articles; the same object where there are none. */
  readonly plain: QueryWords;
  /** Words without titles and without a question or label before a name; the same object where there are none. */
  readonly essential: QueryWords;
  /** Types of the entities; undefined means all. */
  readonly types: readonly EntityType[] | undefined;
  readonly from: number;
  readonly to: number;
}

export function createQuery(text: string, wanted: Pick<Query, 'types' | 'from' | 'to'>): Query {
  // The words of an address are no names.
  const words = readQuery(isAddress(text) ? '' : text);
  const { text: repairedText, periods } = readDates(repairText(text));
  const repaired =
    words.words.length === 0 || repairedText === text
      ? words
      : { ...readQuery(repairedText), ...(periods.length > 0 && { periods }) };
  const plain = withoutParticles(repaired);
  const asked = withoutWords(plain, requestWords(repairedText));
  const untitled = withoutTitles(asked === plain ? repaired : asked);
  const essential = untitled === repaired ? plain : withoutParticles(untitled);
  return { text, repairedText, words, repaired, plain, essential, ...wanted };
}
