/** A query as the attempts read it: the text, several selections of its words, and the requested part of the results. */
import type { EntityType } from '../../model/entity.ts';
import { isAddress } from '../../model/read-identifiers.ts';
import { readDates } from './query-dates.ts';
import { type QueryWords, readQuery, withoutParticles, withoutTitles } from './query-words.ts';
import { repairText } from './repair.ts';

export interface Query {
  readonly text: string;
  /** Words of the text as it was typed. */
  readonly words: QueryWords;
  /** Words of the repaired text, with dates read as years; the same object where that changes nothing. */
  readonly repaired: QueryWords;
  /** Words without particles and articles; the same object where there are none. */
  readonly plain: QueryWords;
  /** Words without titles as well; the same object where there are none. */
  readonly essential: QueryWords;
  /** Types of the entities; undefined means all. */
  readonly types: readonly EntityType[] | undefined;
  readonly from: number;
  readonly to: number;
}

export function createQuery(text: string, wanted: Pick<Query, 'types' | 'from' | 'to'>): Query {
  // The words of an address are no names.
  const words = readQuery(isAddress(text) ? '' : text);
  const repaired = words.words.length === 0 ? words : repairedWords(text, words);
  const plain = withoutParticles(repaired);
  const untitled = withoutTitles(repaired);
  return {
    text,
    words,
    repaired,
    plain,
    essential: untitled === repaired ? plain : withoutParticles(untitled),
    ...wanted,
  };
}

function repairedWords(text: string, words: QueryWords): QueryWords {
  const { text: repaired, periods } = readDates(repairText(text));
  return repaired === text ? words : { ...readQuery(repaired), ...(periods.length > 0 && { periods }) };
}
