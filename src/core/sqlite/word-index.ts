/** Finds entities by words, in order of prominence, in one FTS5 index per type; reads lists no further than needed. */
import type { DatabaseSync } from 'node:sqlite';
import { ENTITY_TYPES } from '../model/entity.ts';
import { memoize } from '../model/memo.ts';
import { type Budget, createBudget } from '../search/budget.ts';
import { COSTS, LIMITS } from '../search/tuning.ts';
import { type EngineResult, type IndexedCandidate, NO_RESULT, type Question, type Total } from '../search/engine.ts';
import { prepareRows } from './row-statement.ts';
import { typeBit, typeBits, wordTable } from './schema.ts';
import { yearWord } from '../snapshot/codec/search-row.ts';
import { openVocabulary, type Term } from './vocabulary.ts';

/** Number of candidates that the ranking of most pages reads; later candidates are lazy. */
const RANKED_CANDIDATES = LIMITS.candidates.value;

/** Entities of the rarest word up to which all are read at once, because counting the others later takes longer. */
const READ_TO_END = 3 * RANKED_CANDIDATES;

/** Where fewer entities have the two rarest words, each of them is checked for the other words, and the lists of those stay unread. */
const MOST_FILTERED = 2 * RANKED_CANDIDATES;

/** Sets of types whose statements are kept; fewer are possible. */
const MOST_SETS = 2 * 2 ** ENTITY_TYPES.length;

export type WordQuestion = Question & { readonly by: 'words' };

interface WordIndexOptions {
  readonly vocabulary: ReturnType<typeof openVocabulary>;
  /** The highest rank. */
  readonly last: number;
  /** @param isLazy reads the candidate at its first use */
  readonly candidateOf: (rank: number, isLazy?: boolean) => IndexedCandidate;
  /** Whether an entity that has some of the words has all of them. */
  readonly hasAll: (candidate: IndexedCandidate, question: WordQuestion) => boolean;
}

export function openWordIndex(search: DatabaseSync, options: WordIndexOptions) {
  const listsOf = memoize(MOST_SETS, (bits: number) => prepareLists(search, bits));
  return (question: WordQuestion): EngineResult => {
    const { words, years = [], types = ENTITY_TYPES } = question;
    const ofYears = years.map((year) => ({ forms: [String(year), yearWord(year)] }));
    const terms = [...words, ...ofYears].map((word) => options.vocabulary.termOf(word));
    const bits = terms.reduce((common, term) => common & term.types, typeBits(types));
    if (terms.length === 0 || bits === 0) return NO_RESULT;
    return findWords(
      question,
      terms.sort((a, b) => a.entities - b.entities),
      listsOf(bits),
      options,
    );
  };
}

type Lists = ReturnType<typeof prepareLists>;

function prepareLists(search: DatabaseSync, bits: number) {
  const types = ENTITY_TYPES.filter((type) => (bits & typeBit(type)) !== 0);
  // Numbers are bound as doubles, but FTS5 uses bounds of the rowid only if they are integers.
  const arms = types.map((type) => `SELECT rowid AS rank FROM ${wordTable(type)} WHERE ${wordTable(type)} MATCH ?1`);
  const counted = arms.map((arm) => `${arm} AND rowid > CAST(?3 AS INTEGER) AND rowid <= CAST(?4 AS INTEGER)`);
  return {
    /** Number of types, each of which has its own index. */
    types: types.length,
    // Each arm is in order of rank, so that SQLite merges them and stops at the limit.
    first: prepareRows<readonly [rank: number]>(
      search,
      `${arms.join(' UNION ALL ')} ORDER BY 1 LIMIT CAST(?2 AS INTEGER)`,
    ),
    count: prepareRows<readonly [n: number]>(
      search,
      `SELECT count(*) FROM (${counted.join(' UNION ALL ')} LIMIT CAST(?2 AS INTEGER))`,
    ),
  };
}

/** Entities with all words. */
interface Found {
  /** The first ones. */
  readonly candidates: readonly IndexedCandidate[];
  /** Number of all, where it is known. */
  readonly counted?: number | undefined;
  /** Set where there may be more. */
  readonly mayHaveMore?: boolean;
}

/** @param terms the rarest first */
function findWords(
  question: WordQuestion,
  terms: readonly Term[],
  lists: Lists,
  { vocabulary, last, candidateOf, hasAll }: WordIndexOptions,
): EngineResult {
  const { words, types, limit, budget = createBudget() } = question;
  const read = createReader(lists, budget, last);
  const expected = terms.reduce((entities, term) => entities * (term.entities / last), last);
  const isMany = expected >= LIMITS.countLimit.value;
  const whole = (isMany ? undefined : fromRarest()) ?? fromAll();
  const { candidates, counted, mayHaveMore = false } = whole ?? bestKnown();
  const isComplete = !mayHaveMore && terms.every((term) => term.isComplete);

  /** Reads only the lists of the two rarest of several words; undefined where too many entities have these words. */
  function fromRarest(): Found | undefined {
    const ranks = terms.length < 3 ? undefined : read(terms.slice(0, 2), MOST_FILTERED);
    if (ranks === undefined || ranks.length >= MOST_FILTERED) return undefined;
    budget.take(ranks.length, COSTS.row.value);
    const all = ranks.map((rank) => candidateOf(rank)).filter((candidate) => hasAll(candidate, question));
    return { candidates: all.slice(0, limit), counted: all.length };
  }

  function fromAll(): Found | undefined {
    // Where many entities are expected, the limit ends the reading early, and the rest of the budget is refunded.
    const isFew = (terms[0]?.entities ?? 0) <= READ_TO_END;
    const ranks = read(terms, limit, isMany, isFew ? READ_TO_END : limit);
    const candidates = ranks?.slice(0, limit).map((rank, index) => candidateOf(rank, index >= RANKED_CANDIDATES));
    return candidates && { candidates, counted: isFew ? ranks?.length : undefined };
  }

  /** Reads the lists of as many rare words as the budget allows, and filters the best known entities by the others. */
  function bestKnown(): Found {
    const maximum = budget.take(LIMITS.moreCandidates.value, COSTS.row.value);
    let best: readonly number[] | undefined;
    for (let n = terms.length; n > 0 && best === undefined; n -= 1) best = read(terms.slice(0, n), maximum);
    const first = (best ?? []).values().map((rank) => candidateOf(rank));
    const matching = first.filter((candidate) => hasAll(candidate, question)).take(limit);
    return { candidates: [...matching], mayHaveMore: best === undefined || best.length >= maximum };
  }

  async function total(maximum: number): Promise<Total> {
    const single = types === undefined && terms.length === 1 ? words[0] : undefined;
    const exact = counted ?? (single && vocabulary.exactFrequencyOf(single));
    if (exact !== undefined) return { value: Math.min(exact, maximum), isExact: true };
    if (single && (terms[0]?.least ?? 0) >= maximum) return { value: maximum, isExact: true };
    if (whole === undefined) return { value: candidates.length, isExact: isComplete && candidates.length < limit };
    // Where counting would cost too much, only the best known entities are counted.
    const part = Math.min(1, LIMITS.scanned.value / readingCost(terms));
    const [from, to] = [candidates.at(-1)?.rank ?? 0, Math.ceil(last * part)];
    const more = maximum - candidates.length;
    const [n = 0] = more > 0 && from < to ? (lists.count.get(textOf(terms), more, from, to) ?? []) : [];
    return { value: candidates.length + n, isExact: part === 1 };
  }

  return { candidates, isComplete, isOfBestKnown: whole === undefined, total };
}

function createReader({ types, first }: Lists, budget: Budget, last: number) {
  /** Share of the lists that stays unread up to the last page, because the refund must not depend on the page. */
  function unread(ranks: readonly number[], maximum: number): number {
    const pages = maximum < RANKED_CANDIDATES ? 1 : LIMITS.countLimit.value / RANKED_CANDIDATES;
    const farthest = ranks[Math.min(maximum, RANKED_CANDIDATES) - 1] ?? last;
    return Math.max(0, 1 - (farthest / last) * LIMITS.bestKnown.value * pages);
  }

  /**
   * The first entities with some of the words; undefined if the budget is too small.
   * @param least number that is read even if fewer are wanted; it is small, so it is not paid for
   */
  return (
    some: readonly Term[],
    maximum: number,
    mayTakeAll = false,
    least = maximum,
  ): readonly number[] | undefined => {
    const cost = costOf(some, types);
    if (budget.take(1, cost, mayTakeAll) === 0) return undefined;
    const ranks = first.all(textOf(some), Math.max(maximum, least)).map(([rank]) => rank);
    budget.refund(Math.floor(cost * unread(ranks, maximum)));
    return ranks;
  };
}

function textOf(terms: readonly Term[]): string {
  return terms.map(({ text }) => text).join(' AND ');
}

/** Cost of finding entities with all words: to open the list of each word in the index of each type, and to read them. */
function costOf(terms: readonly Term[], types: number): number {
  const lists = terms.reduce((sum, term) => sum + term.lists, 0);
  return lists * types * COSTS.list.value + readingCost(terms);
}

/** Cost of reading: all lists or, if cheaper, the shortest one with a leap into the others for each entry; 0 for a single list. */
function readingCost(terms: readonly Term[]): number {
  if (terms.length === 1) return 0;
  const entries = terms.map(({ entities }) => entities);
  const all = entries.reduce((sum, n) => sum + n, 0);
  return Math.min(all, Math.min(...entries) * (1 + COSTS.leap.value * (entries.length - 1)));
}
