/** Entities by their words, in order of prominence: an FTS5 index per type, and as little of its lists as will do. */
import type { DatabaseSync } from 'node:sqlite';
import { ENTITY_TYPES, type EntityType } from '../../model/entity.ts';
import { LIMITS } from '../../search/dials.ts';
import { type Found, type IndexedCandidate, NOBODY, type Question } from '../../search/engine.ts';
import { prepareRows, type RowStatement } from './rows.ts';
import { ALL_TYPES, typeBit, wordTable } from './schema.ts';
import { yearWord } from './search-row.ts';
import { openVocabulary, type Term } from './vocabulary.ts';

/** To leap to an entity in the list of a word costs as much as reading so many entries of it. */
const LEAP_COST = 400;
/** Of so many words or more the rarest are looked for first, as many as that less one. */
const MANY_WORDS = 3;
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
    const arms = types.map((type) => `SELECT rowid AS rank FROM ${wordTable(type)} WHERE ${wordTable(type)} MATCH ?1`);
    // A number is bound as a double, and FTS5 keeps to bounds of a rowid only if they are integers.
    const counted = arms.map((arm) => `${arm} AND rowid > CAST(?3 AS INTEGER) AND rowid <= CAST(?4 AS INTEGER)`);
    const made: TypeStatements = {
      // Each arm comes in order of rank, so that SQLite merges them and stops at the limit.
      first: prepareRows(search, `${arms.join(' UNION ALL ')} ORDER BY 1 LIMIT CAST(?2 AS INTEGER)`),
      count: prepareRows(search, `SELECT count(*) FROM (${counted.join(' UNION ALL ')} LIMIT CAST(?2 AS INTEGER))`),
    };
    prepared.set(bits, made);
    return made;
  }

  return (question: WordQuestion): Found => {
    const { words, years = [], types: among = ENTITY_TYPES, limit } = question;
    const terms = words.map((word) => vocabulary.termOf(word));
    const common = terms.reduce((bits, { types }) => bits & types, ALL_TYPES);
    const types = among.filter((type) => (common & typeBit(type)) !== 0);
    if (terms.length === 0 || types.length === 0) return NOBODY;
    const statements = statementsFor(types, common & bitsOf(types));
    const sorted = terms.toSorted((a, b) => a.entities - b.entities);
    const ofYears = years.map((year) => `("${year}" OR "${yearWord(year)}")`);
    const ranks = (some: readonly string[], most: number) =>
      statements.first.all(some.join(' AND '), most).map(([rank]) => rank);
    const asked = [...sorted.map(({ text }) => text), ...ofYears];
    const candidates = fromRarest() ?? ranks(asked, limit).map((rank, place) => candidateOf(rank, place >= RANKED));

    /** With many words the lists of the rarest will do, unless too many entities have these. */
    function fromRarest(): readonly IndexedCandidate[] | undefined {
      if (asked.length < MANY_WORDS) return undefined;
      const found = ranks(asked.slice(0, MANY_WORDS - 1), Math.min(limit, RANKED));
      if (found.length >= Math.min(limit, RANKED)) return undefined;
      return found.map((rank) => candidateOf(rank)).filter((candidate) => hasAll(candidate, question));
    }

    const [only] = words;
    const isSingle = words.length === 1 && years.length === 0 && among === ENTITY_TYPES;
    return {
      candidates,
      isComplete: terms.every(({ isComplete }) => isComplete),
      async total(most) {
        const known = isSingle && only !== undefined ? vocabulary.exactFrequencyOf(only) : undefined;
        if (known !== undefined) return { value: Math.min(known, most), isExact: true };
        if (isSingle && (sorted[0]?.least ?? 0) >= most) return { value: most, isExact: true };
        // Of those that cost too much only a part is looked through, the best known.
        const part = Math.min(1, LIMITS.countedEntries.value / costOf(terms));
        const [from, to] = [candidates.at(-1)?.rank ?? 0, Math.ceil(last * part)];
        const more = most - candidates.length;
        const [n = 0] = more > 0 && from < to ? (statements.count.get(asked.join(' AND '), more, from, to) ?? []) : [];
        return { value: candidates.length + n, isExact: part === 1 };
      },
    };
  };
}

function bitsOf(types: readonly EntityType[]): number {
  return types.reduce((bits, type) => bits | typeBit(type), 0);
}

/** Entries that are read: all lists to their ends, or the shortest, and the others are leapt through. */
function costOf(terms: readonly Term[]): number {
  // One list is read until the counting stops.
  if (terms.length === 1) return 0;
  const frequencies = terms.map(({ entities }) => entities);
  const shortest = Math.min(...frequencies);
  const all = frequencies.reduce((sum, n) => sum + n, 0);
  return Math.min(all, shortest * (1 + LEAP_COST * (frequencies.length - 1)));
}
