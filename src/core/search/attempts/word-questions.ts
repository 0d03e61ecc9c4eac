/** The questions of a search by words, and its options. */
import type { Prefetch, Question } from '../engine.ts';
import type { Query } from '../query/query.ts';
import { describedQuery, type QueryWords } from '../query/query-words.ts';
import { LIMITS } from '../tuning.ts';

/** Number of candidates that are ranked, whatever page is requested. */
export const RANKED = LIMITS.rankedCandidates.value;

/** Options of a search by words. */
export interface WordOptions {
  /** Keys of full names that equal the whole query. */
  readonly nameKeys?: readonly number[];
  /** The whole query where some words are left out; entities that have all of its words come first. */
  readonly whole?: QueryWords;
  /** Whether the words are known to be a whole name, so that the others may stand beside it. */
  readonly isWholeName?: boolean;
  /** Whether descriptions are searched; by default where they are useful. */
  readonly withDescriptions?: boolean;
  /** Questions that come next if nothing is found or words are left out, as for `SearchEngine.find`. */
  readonly prefetch?: () => Prefetch;
}

/** The two questions of a search by words: entities that have them in names, and entities that have them in names or description. */
export function wordQuestions({ words, years }: QueryWords, { types, to }: Query): readonly [Question, Question] {
  const all = { by: 'words', types, limit: Math.max(RANKED, to) } as const;
  return [
    { ...all, words },
    { ...all, words: describedQuery({ words, years }).words },
  ];
}

/** The questions that a search by words will probably ask. A single word is searched in descriptions only if no name has it. */
export function likelyQuestions(words: QueryWords, query: Query): readonly Question[] {
  return wordQuestions(words, query).slice(0, words.words.length);
}
