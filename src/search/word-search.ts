/** Entities whose names and descriptions have the words of a query, in their order: the best fits, then by prominence. */
import type { Budget } from './budget.ts';
import { COSTS, LIMITS, SIGNALS } from './dials.ts';
import { type EntityCard, type IndexedCandidate, type Next, NOBODY, type Question, type SearchEngine, type Total } from './engine.ts'; // prettier-ignore
import { describedQuery, type QueryWords } from './query-words.ts';
import { type Description, fitCandidate, rankCandidate, type Ranked } from './ranking.ts';
import { searchWords } from './search-text.ts';

/** Which part of the results is wanted. */
export interface Part {
  readonly types: Question['types'];
  readonly from: number;
  readonly to: number;
  /** Of the whole query. */
  readonly budget: Budget;
}

export type RankedCandidate = Ranked & { readonly candidate: IndexedCandidate };

export interface Findings {
  /** Up to the end of the part that is wanted; what stands before it and is not among the best has no fit. */
  readonly entries: readonly (RankedCandidate | { readonly candidate: IndexedCandidate })[];
  /** The first of them. */
  readonly best: RankedCandidate | undefined;
  /** How many there are in all; to be asked only of what is answered, since it takes counting. */
  total(): Promise<Total>;
}

export const NOTHING: Findings = { entries: [], best: undefined, total: () => NOBODY.total(0) };

/** More about a query of words. */
export interface WordOptions {
  /** Keys of the full names that are the whole query. */
  readonly nameKeys?: readonly number[];
  /** The query of which some words are left out: who meets all of it comes first. */
  readonly whole?: QueryWords;
  /** As of `SearchEngine.find`, if nobody is found or words are left out. */
  readonly next?: () => Next;
}

const RANKED = LIMITS.rankedCandidates.value;

/** What is asked for a query: who has the words in names, and who has them there or in the description. */
export function questionsOf({ words, years }: QueryWords, { types, to, budget }: Part): readonly [Question, Question] {
  const all = { by: 'words', types, limit: Math.max(RANKED, to), budget } as const;
  return [
    { ...all, words },
    { ...all, words: describedQuery({ words, years }).words },
  ];
}

/** A word alone is looked for in descriptions only if no name has it. */
export function likelyQuestionsOf(query: QueryWords, part: Part): readonly Question[] {
  return questionsOf(query, part).slice(0, query.words.length);
}

export function createWordSearch(engine: SearchEngine) {
  /** The most prominent entities with all words in names; more of them when hardly any has all in one name and none is left out. */
  async function named(query: QueryWords, part: Part, { nameKeys = [], whole, next }: WordOptions) {
    const { types, to, budget } = part;
    const all = { by: 'words', words: query.words, types, budget } as const;
    const rank = (candidate: IndexedCandidate): RankedCandidate => ({ ...rankCandidate(candidate, query), candidate });
    // None of several words that are near or some of many makes a description needless.
    const isVague = whole !== undefined || query.words.some(({ distances }) => distances !== undefined);
    const later = (): Next => ({
      questions: [...likelyQuestionsOf(query, part).slice(1), ...(next?.().questions ?? [])],
    });
    const [first, ...others] = await engine.find(
      [
        { ...all, limit: Math.max(RANKED, to) },
        ...nameKeys.map((key): Question => ({ by: 'fullName', key, types, limit: RANKED })),
        ...(query.years.length > 0 ? [{ ...all, years: query.years, limit: RANKED }] : []),
      ],
      isVague ? later : undefined,
    );
    // What is known to be so named keeps that.
    const special = others.flatMap(({ candidates }, place) =>
      place < nameKeys.length ? candidates.map((candidate) => ({ ...candidate, isNamed: true })) : candidates,
    );
    budget.take(special.length, COSTS.row.value);
    const matching = first ?? NOBODY;
    let { candidates } = matching;
    let size = budget.take(RANKED, COSTS.row.value);
    let head = distinct([...special, ...candidates.slice(0, size)]).map(rank);
    const isFew = head.filter(({ match }) => match !== 'acrossNames').length < LIMITS.few.value;
    // Whether there are more must not depend on the page that is wanted: the order is the same on all of them.
    const mayBeMore = size === RANKED && candidates.length >= RANKED && matching.isSifted !== true;
    if (isFew && whole === undefined && mayBeMore) {
      size += budget.take(LIMITS.moreCandidates.value - RANKED, COSTS.row.value);
      if (candidates.length === Math.max(RANKED, to) && to < size) {
        const [more = NOBODY] = await engine.find([{ ...all, limit: size, after: candidates.at(-1)?.rank ?? 0 }]);
        candidates = distinct([...candidates, ...more.candidates]).slice(0, size);
      }
      const known = new Set(head.map(({ candidate }) => candidate.rank));
      const more = candidates.slice(RANKED, size);
      head = [...head, ...more.filter(({ rank: one }) => !known.has(one)).map(rank)];
    }
    const isAll = candidates.length < Math.max(size, to);
    return { head, rest: candidates.slice(size), matching, isAll };
  }

  async function descriptionsOf(candidates: readonly IndexedCandidate[]): Promise<Map<number, Description>> {
    const hits = candidates.length === 0 ? [] : await engine.hits(candidates.map(({ rank }) => rank));
    return new Map([...hits].map(([rank, { card }]) => [rank, descriptionWords(card)]));
  }

  /** Those who meet the whole query after all come first, the others lack a word. */
  async function againstWhole(head: readonly RankedCandidate[], part: QueryWords, whole: QueryWords) {
    const descriptions = await descriptionsOf(head.map(({ candidate }) => candidate));
    const lacking = whole.words.length - part.words.length;
    return head.map((one): RankedCandidate => {
      const fit = fitCandidate(one.candidate, whole, descriptions.get(one.candidate.rank));
      if (fit !== undefined) return { ...fit, candidate: one.candidate };
      const score = Math.round(one.score * SIGNALS.ignored.score ** lacking * 1000) / 1000;
      return { ...one, tier: one.tier + SIGNALS.ignored.tier * lacking, score };
    });
  }

  /** The most prominent entities that have the words in names or description, of those that are not among the first. */
  async function described(query: QueryWords, part: Part, head: readonly RankedCandidate[], next?: () => Next) {
    const question = questionsOf(query, part)[1];
    const [matching = NOBODY] = await engine.find([question], head.length === 0 ? next : undefined);
    const known = new Set(head.map(({ candidate }) => candidate.rank));
    const size = part.budget.take(RANKED, 2 * COSTS.row.value);
    const others = matching.candidates.slice(0, size).filter(({ rank }) => !known.has(rank));
    const isAll = matching.candidates.length < question.limit;
    return { head: await rankAll(others, query), rest: matching.candidates.slice(size), matching, isAll };
  }

  async function rankAll(candidates: readonly IndexedCandidate[], query: QueryWords): Promise<RankedCandidate[]> {
    const descriptions = await descriptionsOf(candidates);
    return candidates.map((candidate) => ({
      ...rankCandidate(candidate, query, descriptions.get(candidate.rank)),
      candidate,
    }));
  }

  return async (query: QueryWords, part: Part, options: WordOptions = {}): Promise<Findings> => {
    const { whole, next } = options;
    if (query.words.length === 0) return NOTHING;
    let { head, rest, matching, isAll } = await named(query, part, options);
    const mayBeDescribed = isDescriptionOfUse(query, head);
    if (mayBeDescribed) {
      const more = await described(query, part, head, next);
      head = [...head, ...more.head];
      rest = [...rest, ...more.rest];
      matching = more.matching;
      isAll &&= more.isAll;
    }
    if (whole !== undefined) head = await againstWhole(head, query, whole);
    head = head.toSorted(byFit);
    const known = new Set(head.map(({ candidate }) => candidate.rank));
    const behind = distinct(rest.filter(({ rank }) => !known.has(rank)));
    const tail = behind.slice(0, Math.max(0, part.to - head.length));
    const shown = Math.max(0, part.from - head.length);
    const last = mayBeDescribed
      ? await rankAll(tail.slice(shown), query)
      : tail.slice(shown).map((candidate) => ({ ...rankCandidate(candidate, query), candidate }));
    const entries = [...head, ...tail.slice(0, shown).map((candidate) => ({ candidate })), ...last];
    const total = async (): Promise<Total> => {
      // Fewer candidates than asked for: they are all there is, nothing to count.
      const counted = await (isAll ? NOBODY : matching).total(LIMITS.countLimit.value + 1);
      return { value: Math.max(counted.value, entries.length), isExact: counted.isExact && matching.isComplete };
    };
    return { entries, best: head[0], total };
  };
}

/** By tier, within it by weighed prominence. */
export function byFit(a: RankedCandidate, b: RankedCandidate): number {
  const weighed = ({ candidate, weight }: RankedCandidate) => candidate.prominence * weight;
  return a.tier - b.tier || weighed(b) - weighed(a) || a.candidate.rank - b.candidate.rank;
}

/** Who bears the words as a whole name needs no description, nor does a word that is still being typed. */
function isDescriptionOfUse({ words }: QueryWords, head: readonly RankedCandidate[]): boolean {
  if (head.length === 0) return true;
  return words.length > 1 && !head.every(({ isPrefix }) => isPrefix) && !head.some(({ tier }) => tier < 1);
}

export function descriptionWords({ description = '' }: EntityCard): Description {
  return new Set(searchWords(description));
}

/** The first of each entity. */
export function distinct<T extends { readonly rank: number }>(items: readonly T[]): T[] {
  const first = new Map<number, T>();
  for (const item of items) if (!first.has(item.rank)) first.set(item.rank, item);
  return [...first.values()];
}
