/** Entities by their words, in order of prominence: an FTS5 index per type, and as little of its lists as will do. */
import type { DatabaseSync } from 'node:sqlite';
import { ENTITY_TYPES, type EntityType } from '../../model/entity.ts';
import { createBudget } from '../../search/budget.ts';
import { COSTS, LIMITS } from '../../search/dials.ts';
import { type Found, type IndexedCandidate, NOBODY, type Question } from '../../search/engine.ts';
import { prepareRows, type RowStatement } from './rows.ts';
import { ALL_TYPES, typeBit, wordTable } from './schema.ts';
import { yearWord } from './search-row.ts';
import { openVocabulary, type Term } from './vocabulary.ts';

/** Those behind are passed over on most pages. */
const RANKED = LIMITS.rankedCandidates.value;

export type WordQuestion = Question & { readonly by: 'words' };

interface TypeStatements {
  readonly first: RowStatement<readonly [rank: number]>;
  readonly count: RowStatement<readonly [n: number]>;
}

export interface WordIndexOptions {
  readonly vocabulary: ReturnType<typeof openVocabulary>;
  /** The highest rank. */
  readonly last: number;
  /** @param isLate read only when it is looked at */
  readonly candidateOf: (rank: number, isLate?: boolean) => IndexedCandidate;
  /** Whether an entity that has some of the words has all of them. */
  readonly hasAll: (candidate: IndexedCandidate, question: WordQuestion) => boolean;
}

export function openWordIndex(search: DatabaseSync, { vocabulary, last, candidateOf, hasAll }: WordIndexOptions) {
  const prepared = new Map<number, TypeStatements>();

  /** Each set of types has its own statements: there is an index for each type. */
  function statementsFor(types: readonly EntityType[], bits: number): TypeStatements {
    const known = prepared.get(bits);
    if (known !== undefined) return known;
    // A number is bound as a double, and FTS5 keeps to bounds of a rowid only if they are integers.
    const arms = types.map(
      (type) =>
        `SELECT rowid AS rank FROM ${wordTable(type)} WHERE ${wordTable(type)} MATCH ?1 AND rowid > CAST(?3 AS INTEGER)`,
    );
    const counted = arms.map((arm) => `${arm} AND rowid <= CAST(?4 AS INTEGER)`);
    const made: TypeStatements = {
      // Each arm comes in order of rank, so that SQLite merges them and stops at the limit.
      first: prepareRows(search, `${arms.join(' UNION ALL ')} ORDER BY 1 LIMIT CAST(?2 AS INTEGER)`),
      count: prepareRows(search, `SELECT count(*) FROM (${counted.join(' UNION ALL ')} LIMIT CAST(?2 AS INTEGER))`),
    };
    prepared.set(bits, made);
    return made;
  }

  return (question: WordQuestion): Found => {
    const { words, years = [], types: among = ENTITY_TYPES, limit, after = 0, budget = createBudget() } = question;
    const ofYears = years.map((year) => ({ forms: [String(year), yearWord(year)] }));
    const terms = [...words, ...ofYears].map((word) => vocabulary.termOf(word)).sort((a, b) => a.entities - b.entities);
    const common = terms.reduce((bits, { types }) => bits & types, ALL_TYPES);
    const types = among.filter((type) => (common & typeBit(type)) !== 0);
    if (terms.length === 0 || types.length === 0) return NOBODY;
    const statements = statementsFor(types, common & bitsOf(types));
    let isComplete = terms.every((term) => term.isComplete);
    let [isRead, isSifted] = [false, false];
    const candidates = fromRarest() ?? fromAll() ?? sifted();

    /** The first of those who have some of the words; undefined when the budget does not last for it. To go on was paid for before. */
    function read(some: readonly Term[], most: number, mayTakeAll = false): readonly number[] | undefined {
      const cost = costOf(some, types.length);
      const isPaid = after > 0 || budget.take(1, cost) > 0 || (mayTakeAll && budget.take(1, cost, true) > 0);
      if (!isPaid) return undefined;
      const found = statements.first.all(textOf(some), most, after).map(([rank]) => rank);
      if (after === 0) budget.refund(Math.floor(cost * unread(found, most)));
      return found;
    }

    /** What was found is not the same for every page, so it is reckoned as if the last one had been asked for. */
    function unread(found: readonly number[], most: number): number {
      const pages = most < RANKED ? 1 : LIMITS.countLimit.value / RANKED;
      const farthest = found[Math.min(most, RANKED) - 1] ?? last;
      return Math.max(0, 1 - (farthest / last) * LIMITS.bestKnown.value * pages);
    }

    /** With many words the lists of the rarest will do, unless too many entities have these. */
    function fromRarest(): readonly IndexedCandidate[] | undefined {
      const some = terms.slice(0, LIMITS.rarestFirst.value - 1);
      const most = Math.min(limit, RANKED);
      const found = some.length === terms.length || after > 0 ? undefined : read(some, most);
      if (found === undefined || found.length >= most) return undefined;
      budget.take(found.length, COSTS.sift.value);
      return found.map((rank) => candidateOf(rank)).filter((candidate) => hasAll(candidate, question));
    }

    function fromAll(): readonly IndexedCandidate[] | undefined {
      // Where so many are to be expected the lists are read to their ends only if they are not there after all.
      const expected = terms.reduce((entities, term) => entities * (term.entities / last), last);
      const found = read(terms, limit, expected >= LIMITS.countLimit.value);
      isRead = found !== undefined;
      return found?.map((rank, place) => candidateOf(rank, place >= RANKED));
    }

    /** Of those who have as many of the rarest words as can be paid for the best known are looked through, once. */
    function sifted(): readonly IndexedCandidate[] {
      isSifted = true;
      const most = budget.take(LIMITS.sifted.value, COSTS.sift.value);
      let best: readonly number[] | undefined;
      for (let n = terms.length; n > 0 && best === undefined; n -= 1) best = read(terms.slice(0, n), most);
      isComplete &&= best !== undefined && best.length < most;
      const met = (best ?? []).values().map((rank) => candidateOf(rank)).filter((candidate) => hasAll(candidate, question)); // prettier-ignore
      return met.take(limit).toArray();
    }

    const [only] = words;
    const isSingle = words.length === 1 && years.length === 0 && among === ENTITY_TYPES;
    return {
      candidates,
      isComplete,
      isSifted,
      async total(most) {
        const known = isSingle && only !== undefined ? vocabulary.exactFrequencyOf(only) : undefined;
        if (known !== undefined) return { value: Math.min(known, most), isExact: true };
        if (isSingle && (terms[0]?.least ?? 0) >= most) return { value: most, isExact: true };
        if (!isRead) return { value: candidates.length, isExact: isComplete && candidates.length < limit };
        // Of those that cost too much only a part is looked through, the best known.
        const part = Math.min(1, LIMITS.countedEntries.value / readingCost(terms));
        const [from, to] = [candidates.at(-1)?.rank ?? 0, Math.ceil(last * part)];
        const more = most - candidates.length;
        const [n = 0] = more > 0 && from < to ? (statements.count.get(textOf(terms), more, from, to) ?? []) : [];
        return { value: candidates.length + n, isExact: part === 1 };
      },
    };
  };
}

function bitsOf(types: readonly EntityType[]): number {
  return types.reduce((bits, type) => bits | typeBit(type), 0);
}

function textOf(terms: readonly Term[]): string {
  return terms.map(({ text }) => text).join(' AND ');
}

/** Of reading the lists of all words in the indexes of so many types to their ends; a single one is read as far as is wanted. */
function costOf(terms: readonly Term[], types: number): number {
  const lists = terms.reduce((sum, term) => sum + term.lists, 0);
  return lists * types * COSTS.list.value + readingCost(terms);
}

/** Entries that are read: all lists to their ends, or the shortest, and the others are leapt through. */
function readingCost(terms: readonly Term[]): number {
  if (terms.length === 1) return 0;
  const entries = terms.map(({ entities }) => entities);
  const all = entries.reduce((sum, n) => sum + n, 0);
  return Math.min(all, Math.min(...entries) * (1 + COSTS.leap.value * (entries.length - 1)));
}
