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

interface NamedEntities extends FoundEntities {
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
  const { candidates } = matching;
  const byFullName = others.slice(0, nameKeys.length).flatMap((result) => result.candidates);
  const ofYears = others.slice(nameKeys.length).flatMap((result) => result.candidates);
  const special = [...byFullName.map((candidate) => ({ ...candidate, isNamed: true })), ...ofYears];
  budget.take(special.length, COSTS.row.value);
  const size = budget.take(RANKED, COSTS.row.value);
  const first = candidates.slice(0, size);
  const head = (special.length === 0 ? first : distinctRanks([...special, ...first])).map(rank);
  const ofYear = words.years.length === 1 ? ofYears : [];
  const found = { head, rest: candidates.slice(size), matching, isAll: candidates.length < Math.max(size, to), ofYear };

  async function withMore(): Promise<NamedEntities> {
    const more = RANKED + budget.take(LIMITS.moreCandidates.value - RANKED, COSTS.row.value);
    const isPageShorter = candidates.length === Math.max(RANKED, to) && to < more;
    const after = candidates.at(-1)?.rank ?? 0;
    const [next = NO_RESULT] = isPageShorter ? await engine.find([{ ...all, limit: more, after }]) : [];
    const together = isPageShorter ? distinctRanks([...candidates, ...next.candidates]).slice(0, more) : candidates;
    const known = new Set(head.map(({ candidate }) => candidate.rank));
    const others = together.slice(RANKED, more).filter((candidate) => !known.has(candidate.rank));
    const isAll = together.length < Math.max(more, to);
    return { ...found, head: [...head, ...others.map(rank)], rest: together.slice(more), isAll };
  }

  const isFew = head.filter(({ fit }) => fit.match !== 'acrossNames').length < LIMITS.few.value;
  // Whether there are more must not depend on the requested page, because the order must be the same on all pages.
  const mayBeMore = size === RANKED && candidates.length >= RANKED && matching.isPartial !== true;
  return isFew && whole === undefined && mayBeMore ? withMore() : found;
}
