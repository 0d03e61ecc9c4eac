/** Finds entities by words, in order of prominence, in one FTS5 index per type; reads lists no further than needed. */
import type { DatabaseSync } from 'node:sqlite';
import { ENTITY_TYPES, type EntityType } from '../model/entity.ts';
import { createBudget } from '../search/budget.ts';
import { COSTS, LIMITS } from '../search/tuning.ts';
import { type EngineResult, type IndexedCandidate, NO_RESULT, type Question } from '../search/engine.ts';
import { prepareRows, type RowStatement } from './row-statement.ts';
import { ALL_TYPES, typeBit, typeBits, wordTable } from './schema.ts';
import { yearWord } from '../snapshot/codec/search-row.ts';
import { openVocabulary, type Term } from './vocabulary.ts';

/** Number of candidates that the ranking of most pages reads; later candidates are lazy. */
const RANKED_CANDIDATES = LIMITS.candidates.value;

/** Entities of the rarest word up to which all are read at once, because counting the others later takes longer. */
const READ_TO_END = 3 * RANKED_CANDIDATES;

/** Entities with the two rarest words up to which the other words are looked for in each of them. */
const MOST_FILTERED = 2 * RANKED_CANDIDATES;

export type WordQuestion = Question & { readonly by: 'words' };

interface TypeStatements {
  readonly first: RowStatement<readonly [rank: number]>;
  readonly count: RowStatement<readonly [n: number]>;
}

interface WordIndexOptions {
  readonly vocabulary: ReturnType<typeof openVocabulary>;
  /** The highest rank. */
  readonly last: number;
  /** @param isLazy reads the candidate at its first use */
  readonly candidateOf: (rank: number, isLazy?: boolean) => IndexedCandidate;
  /** Whether an entity that has some of the words has all of them. */
  readonly hasAll: (candidate: IndexedCandidate, question: WordQuestion) => boolean;
}

export function openWordIndex(search: DatabaseSync, { vocabulary, last, candidateOf, hasAll }: WordIndexOptions) {
  const prepared = new Map<number, TypeStatements>();

  /** Each set of types has its own statements, because each type has its own index. */
  function statementsFor(types: readonly EntityType[], bits: number): TypeStatements {
    const known = prepared.get(bits);
    if (known !== undefined) return known;
    // Numbers are bound as doubles, but FTS5 uses bounds of the rowid only if they are integers.
    const arms = types.map((type) => `SELECT rowid AS rank FROM ${wordTable(type)} WHERE ${wordTable(type)} MATCH ?1`);
    const counted = arms.map((arm) => `${arm} AND rowid > CAST(?3 AS INTEGER) AND rowid <= CAST(?4 AS INTEGER)`);
    const made: TypeStatements = {
      // Each arm is in order of rank, so that SQLite merges them and stops at the limit.
      first: prepareRows(search, `${arms.join(' UNION ALL ')} ORDER BY 1 LIMIT CAST(?2 AS INTEGER)`),
      count: prepareRows(search, `SELECT count(*) FROM (${counted.join(' UNION ALL ')} LIMIT CAST(?2 AS INTEGER))`),
    };
    prepared.set(bits, made);
    return made;
  }

  return (question: WordQuestion): EngineResult => {
    const { words, years = [], types: among = ENTITY_TYPES, limit, budget = createBudget() } = question;
    const ofYears = years.map((year) => ({ forms: [String(year), yearWord(year)] }));
    const terms = [...words, ...ofYears].map((word) => vocabulary.termOf(word)).sort((a, b) => a.entities - b.entities);
    const common = terms.reduce((bits, { types }) => bits & types, ALL_TYPES);
    const types = among.filter((type) => (common & typeBit(type)) !== 0);
    if (terms.length === 0 || types.length === 0) return NO_RESULT;
    const statements = statementsFor(types, common & typeBits(types));
    let isComplete = terms.every((term) => term.isComplete);
    let [isRead, isPartial] = [false, false];
    let counted: number | undefined;
    const expected = terms.reduce((entities, term) => entities * (term.entities / last), last);
    const isMany = expected >= LIMITS.countLimit.value;
    const candidates = (isMany ? undefined : fromRarest()) ?? fromAll() ?? filterBestKnown();

    /**
     * The first entities with some of the words; undefined if the budget is too small.
     * @param least number that is read even if fewer are wanted; it is small, so it is not paid for
     */
    function read(
      some: readonly Term[],
      maximum: number,
      mayTakeAll = false,
      least = maximum,
    ): readonly number[] | undefined {
      const cost = costOf(some, types.length);
      if (budget.take(1, cost, mayTakeAll) === 0) return undefined;
      const found = statements.first.all(textOf(some), Math.max(maximum, least)).map(([rank]) => rank);
      budget.refund(Math.floor(cost * unread(found, maximum)));
      return found;
    }

    /** Share of the lists that stays unread up to the last page, because the refund must not depend on the page. */
    function unread(found: readonly number[], maximum: number): number {
      const pages = maximum < RANKED_CANDIDATES ? 1 : LIMITS.countLimit.value / RANKED_CANDIDATES;
      const farthest = found[Math.min(maximum, RANKED_CANDIDATES) - 1] ?? last;
      return Math.max(0, 1 - (farthest / last) * LIMITS.bestKnown.value * pages);
    }

    /** Reads only the lists of the two rarest of several words; undefined where too many entities have these words. */
    function fromRarest(): readonly IndexedCandidate[] | undefined {
      const some = terms.slice(0, 2);
      const found = some.length === terms.length ? undefined : read(some, MOST_FILTERED);
      if (found === undefined || found.length >= MOST_FILTERED) return undefined;
      budget.take(found.length, COSTS.row.value);
      const all = found.map((rank) => candidateOf(rank)).filter((candidate) => hasAll(candidate, question));
      counted = all.length;
      return all.slice(0, limit);
    }

    function fromAll(): readonly IndexedCandidate[] | undefined {
      // Where many entities are expected, the limit ends the reading early, and the rest of the budget is refunded.
      const isFew = (terms[0]?.entities ?? 0) <= READ_TO_END;
      const found = read(terms, limit, isMany, isFew ? READ_TO_END : limit);
      isRead = found !== undefined;
      if (isFew) counted = found?.length;
      return found?.slice(0, limit).map((rank, index) => candidateOf(rank, index >= RANKED_CANDIDATES));
    }

    /** Reads the lists of as many rare words as the budget allows, and filters the best known entities by the others. */
    function filterBestKnown(): readonly IndexedCandidate[] {
      isPartial = true;
      const maximum = budget.take(LIMITS.moreCandidates.value, COSTS.row.value);
      let best: readonly number[] | undefined;
      for (let n = terms.length; n > 0 && best === undefined; n -= 1) best = read(terms.slice(0, n), maximum);
      isComplete &&= best !== undefined && best.length < maximum;
      const candidates = (best ?? []).values().map((rank) => candidateOf(rank));
      return candidates
        .filter((candidate) => hasAll(candidate, question))
        .take(limit)
        .toArray();
    }

    const [only] = words;
    const isSingle = words.length === 1 && years.length === 0 && among === ENTITY_TYPES;
    return {
      candidates,
      isComplete,
      isPartial,
      async total(maximum) {
        const known = isSingle && only !== undefined ? vocabulary.exactFrequencyOf(only) : undefined;
        if (known !== undefined) return { value: Math.min(known, maximum), isExact: true };
        if (isSingle && (terms[0]?.least ?? 0) >= maximum) return { value: maximum, isExact: true };
        if (counted !== undefined) return { value: Math.min(counted, maximum), isExact: true };
        if (!isRead) return { value: candidates.length, isExact: isComplete && candidates.length < limit };
        // Where counting would cost too much, only the best known entities are counted.
        const part = Math.min(1, LIMITS.scanned.value / readingCost(terms));
        const [from, to] = [candidates.at(-1)?.rank ?? 0, Math.ceil(last * part)];
        const more = maximum - candidates.length;
        const [n = 0] = more > 0 && from < to ? (statements.count.get(textOf(terms), more, from, to) ?? []) : [];
        return { value: candidates.length + n, isExact: part === 1 };
      },
    };
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
