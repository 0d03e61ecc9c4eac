/** Search in names and descriptions: the most prominent entities that have the words in either. */
import { type IndexedCandidate, NO_RESULT, type Prefetch, type SearchEngine } from '../engine.ts';
import { type Fit, rankCandidate } from '../names/ranking.ts';
import type { Query } from '../query/query.ts';
import type { QueryWords } from '../query/query-words.ts';
import { COSTS } from '../tuning.ts';
import type { AttemptContext, RankedEntity } from './attempt.ts';
import { descriptionsOf } from './descriptions.ts';
import type { FoundEntities } from './named-entities.ts';
import { RANKED, wordQuestions } from './word-questions.ts';

/** @param named entities found by their names alone, which are left out */
export async function findDescribed(
  words: QueryWords,
  query: Query,
  { engine, budget }: AttemptContext,
  named: readonly RankedEntity[],
  prefetch?: () => Prefetch,
): Promise<FoundEntities> {
  const question = { ...wordQuestions(words, query)[1], budget };
  const [matching = NO_RESULT] = await engine.find([question], named.length === 0 ? prefetch : undefined);
  const known = new Set(named.map(({ candidate }) => candidate.rank));
  const size = budget.take(RANKED, 2 * COSTS.row.value);
  const others = matching.candidates.slice(0, size).filter(({ rank }) => !known.has(rank));
  return {
    head: await rankWithDescriptions(others, words, engine),
    rest: matching.candidates.slice(size),
    matching,
    isAll: matching.candidates.length < question.limit,
  };
}

export async function rankWithDescriptions(
  candidates: readonly IndexedCandidate[],
  words: QueryWords,
  engine: SearchEngine,
): Promise<RankedEntity[]> {
  const descriptions = await descriptionsOf(candidates, engine);
  return candidates.map((candidate) => ({
    candidate,
    fit: rankCandidate(candidate, words, descriptions.get(candidate.rank)),
  }));
}

/** Whether descriptions are useful: not if the words are the whole name of an entity, or if a word is still being typed. */
export function isDescriptionOfUse({ words }: QueryWords, named: readonly RankedEntity[]): boolean {
  if (named.length === 0) return true;
  const isNamed = ({ fit }: RankedEntity) =>
    fit.tier < 1 || (fit.isPrefix && WHOLE.has(fit.match) && !fit.isOfOtherYear);
  return words.length > 1 && !named.every(({ fit }) => fit.isPrefix) && !named.some(isNamed);
}

const WHOLE: ReadonlySet<Fit['match']> = new Set(['fullName', 'fullVariant', 'surname']);
