/** Search in names: the most prominent entities with all words, and more of them where hardly any has all words in one name. */
import { distinctRanks } from '../distinct.ts';
import { type EngineResult, type IndexedCandidate, NO_RESULT, type Prefetch, type Question } from '../engine.ts';
import { rankCandidate } from '../names/ranking.ts';
import type { Query } from '../query/query.ts';
import type { QueryWords } from '../query/query-words.ts';
import { COSTS, LIMITS } from '../tuning.ts';
import type { AttemptContext, RankedEntity } from './attempt.ts';
import { likelyQuestions, RANKED, type WordOptions } from './word-questions.ts';

/** Entities that the engine found for one question. */
export interface FoundEntities {
  /** Ranked entities, in any order. */
  readonly head: readonly RankedEntity[];
  /** Less prominent entities, in order of rank. */
  readonly rest: readonly IndexedCandidate[];
  /** The answer of the engine, which can count. */
  readonly matching: EngineResult;
  /** The engine has no more entities. */
  readonly isAll: boolean;
}

export interface NamedEntities extends FoundEntities {
  /** Entities of the year of the query, if there is just one. */
  readonly ofYear: readonly IndexedCandidate[];
}

export async function findNamed(
  words: QueryWords,
  query: Query,
  { engine, budget }: AttemptContext,
  { nameKeys = [], whole, prefetch }: WordOptions,
): Promise<NamedEntities> {
  const { types, to } = query;
  const all = { by: 'words', words: words.words, types, budget } as const;
  const rank = (candidate: IndexedCandidate): RankedEntity => ({ candidate, fit: rankCandidate(candidate, words) });
  // Where words are near spellings, or only some of many, descriptions matter beside a full name.
  const isVague = whole !== undefined || words.words.some(({ distances }) => distances !== undefined);
  const later = (): Prefetch => ({
    questions: [...likelyQuestions(words, query).slice(1), ...(prefetch?.().questions ?? [])],
  });
  const [matching = NO_RESULT, ...others] = await engine.find(
    [
      { ...all, limit: Math.max(RANKED, to) },
      ...nameKeys.map((key): Question => ({ by: 'fullName', key, types, limit: RANKED })),
      ...(words.years.length > 0 ? [{ ...all, years: words.years, limit: RANKED }] : []),
    ],
    isVague ? later : undefined,
  );
  // Entities found by their full name are marked as such.
  const special = others.flatMap(({ candidates }, place) =>
    place < nameKeys.length ? candidates.map((candidate) => ({ ...candidate, isNamed: true })) : candidates,
  );
  budget.take(special.length, COSTS.row.value);
  let { candidates } = matching;
  let size = budget.take(RANKED, COSTS.row.value);
  const first = candidates.slice(0, size);
  let head = (special.length === 0 ? first : distinctRanks([...special, ...first])).map(rank);
  const isFew = head.filter(({ fit }) => fit.match !== 'acrossNames').length < LIMITS.few.value;
  // Whether there are more must not depend on the requested page, because the order must be the same on all pages.
  const mayBeMore = size === RANKED && candidates.length >= RANKED && matching.isPartial !== true;
  if (isFew && whole === undefined && mayBeMore) {
    size += budget.take(LIMITS.moreCandidates.value - RANKED, COSTS.row.value);
    if (candidates.length === Math.max(RANKED, to) && to < size) {
      const [more = NO_RESULT] = await engine.find([{ ...all, limit: size, after: candidates.at(-1)?.rank ?? 0 }]);
      candidates = distinctRanks([...candidates, ...more.candidates]).slice(0, size);
    }
    const known = new Set(head.map(({ candidate }) => candidate.rank));
    const more = candidates.slice(RANKED, size);
    head = [...head, ...more.filter(({ rank: one }) => !known.has(one)).map(rank)];
  }
  const isAll = candidates.length < Math.max(size, to);
  const ofYear = words.years.length === 1 ? (others.at(-1)?.candidates ?? []) : [];
  return { head, rest: candidates.slice(size), matching, isAll, ofYear };
}
