/** The word indexes of a snapshot read as one: entities that bear all words of a query, in order of prominence. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { ENTITY_TYPES, type EntityType } from '../../model/entity.ts';
import type { QueryWord, QueryWords } from '../../search/query-words.ts';
import type { Candidate } from '../../search/ranking.ts';
import { ALL_TYPES, INDEXED_PREFIX, typeBit, wordTable, yearWord } from './schema.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A row of `candidate`. */
export interface CandidateRow extends Candidate {
  readonly rank: number;
  readonly prominence: number;
}

/** A query in the language of FTS5. */
export interface Match {
  readonly text: string;
  /** Of these types entities may match. */
  readonly types: readonly EntityType[];
  /** The same among entities of the years wished for; undefined without such a wish. */
  readonly ofYears?: string;
  /** False when a beginning stands for more words than are looked for, so that there may be more entities. */
  readonly complete: boolean;
  /** Entries of the index that reading all matches takes, about. */
  readonly cost: number;
  /** How many match, where that is known beforehand. */
  readonly total?: number;
}

/** So many entries are read to count matches, some five milliseconds; the rest of the entities stays uncounted. */
const COUNT_COST = 200_000;
/** To leap to an entity in the list of a word costs as much as reading so many entries of it. */
const LEAP_COST = 400;

const COLUMNS = 'candidate.rank, type, prominence, first_year, last_year, names';

export function openWordIndex(search: DatabaseSync, vocabulary: Vocabulary) {
  const byRank = search.prepare(`SELECT ${COLUMNS} FROM candidate WHERE rank = ?`);
  const variants = search.prepare('SELECT folded_variants FROM hit WHERE rank = ?');
  const last = search.prepare('SELECT coalesce(max(rank), 0) AS n FROM hit').get()?.['n'] as number;
  const prepared = new Map<string, { readonly candidates: StatementSync; readonly count: StatementSync }>();

  function readCandidate(row: Record<string, unknown>): CandidateRow {
    const rank = row['rank'] as number;
    const [start, end] = [row['first_year'] as number | null, row['last_year'] as number | null];
    return {
      rank,
      type: ENTITY_TYPES[row['type'] as number] as EntityType,
      prominence: row['prominence'] as number,
      names: row['names'] as string,
      variants: () => variants.get(rank)?.['folded_variants'] as string,
      years: { ...(start !== null && { start }), ...(end !== null && { end }) },
    };
  }

  /** Each set of types has its own statements: there is an index for each type. */
  function statementsFor(types: readonly EntityType[]) {
    const key = types.join();
    const known = prepared.get(key);
    if (known !== undefined) return known;
    const arms = types.map((type) => `SELECT rowid AS rank FROM ${wordTable(type)} WHERE ${wordTable(type)} MATCH ?1`);
    const all = arms.join(' UNION ALL ');
    const made = {
      // Each arm comes in order of rank, so that SQLite merges them and stops at the limit.
      candidates: search.prepare(`SELECT ${COLUMNS} FROM (${all} ORDER BY 1 LIMIT ?2) AS found
        JOIN candidate ON candidate.rank = found.rank ORDER BY found.rank`),
      count: search.prepare(
        `SELECT count(*) AS n FROM (${arms.map((arm) => `${arm} AND rowid <= ?3`).join(' UNION ALL ')} LIMIT ?2)`,
      ),
    };
    prepared.set(key, made);
    return made;
  }

  return {
    /** Undefined when a query has no words, or no entity of the types bears them all. */
    match({ words, years }: QueryWords, among: readonly EntityType[] = ENTITY_TYPES): Match | undefined {
      const bearers = words.map((word) => vocabulary.bearersOf(word));
      const bits = bearers.reduce((common, { types }) => common & types, ALL_TYPES);
      const types = among.filter((type) => (bits & typeBit(type)) !== 0);
      if (words.length === 0 || types.length === 0) return undefined;
      const terms = words.map((word) => termOf(word, vocabulary));
      const text = terms.map((term) => term.text).join(' AND ');
      const ofYears = years.map((year) => `("${year}" OR "${yearWord(year)}")`);
      const [only] = words;
      const total = words.length === 1 && only && among === ENTITY_TYPES ? vocabulary.countOf(only) : undefined;
      return {
        text,
        types,
        ...(years.length > 0 && { ofYears: [text, ...ofYears].join(' AND ') }),
        complete: terms.every(({ complete }) => complete),
        cost: costOf(bearers.map(({ entities }) => entities)),
        ...(total !== undefined && { total }),
      };
    },
    candidates(match: string, types: readonly EntityType[], limit: number): CandidateRow[] {
      return statementsFor(types).candidates.all(match, limit).map(readCandidate);
    },
    /** How many match, up to a limit; of those that cost too much only a part is looked through, the best known. */
    count({ text, types, cost, total }: Match, limit: number): { n: number; exact: boolean } {
      if (total !== undefined) return { n: Math.min(total, limit), exact: true };
      const part = Math.min(1, COUNT_COST / cost);
      const n = statementsFor(types).count.get(text, limit, Math.ceil(last * part))?.['n'] as number;
      return { n, exact: part === 1 };
    },
    /** An entity one of whose names is made of the query's words. */
    named(rank: number): CandidateRow | undefined {
      const row = byRank.get(rank);
      return row === undefined ? undefined : { ...readCandidate(row), isNamed: true };
    },
  };
}

/** All lists are read to their ends, or the shortest is and the others are leapt through. */
function costOf(bearers: readonly number[]): number {
  // One list is read until the counting stops.
  if (bearers.length === 1) return 0;
  const shortest = Math.min(...bearers);
  const all = bearers.reduce((sum, n) => sum + n, 0);
  return Math.min(all, shortest * (1 + LEAP_COST * (bearers.length - 1)));
}

/** Built from words of letters and digits only, each quoted, so that nothing in a query can be an operator. */
function termOf({ forms, prefix }: QueryWord, vocabulary: Vocabulary): { text: string; complete: boolean } {
  const words = new Set(forms);
  let complete = true;
  const parts: string[] = [];
  if (prefix !== undefined && Array.from(prefix).length > INDEXED_PREFIX) {
    // Without an index of its own a beginning costs as much as all its words have entities; the frequent ones will do.
    const beginnings = vocabulary.beginningWith(prefix);
    for (const word of beginnings.words) words.add(word);
    complete = beginnings.complete;
  } else if (prefix !== undefined) {
    for (const word of words) if (word.startsWith(prefix)) words.delete(word);
    parts.push(`"${prefix}" *`);
  }
  parts.push(...[...words].map((word) => `"${word}"`));
  return { text: parts.length > 1 ? `(${parts.join(' OR ')})` : (parts[0] ?? ''), complete };
}
