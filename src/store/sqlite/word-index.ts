/** The word indexes of a snapshot read as one: entities that bear all words of a query, in order of prominence. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { ENTITY_TYPES, type EntityType } from '../../model/entity.ts';
import type { QueryWord, QueryWords } from '../query-words.ts';
import type { Candidate } from '../ranking.ts';
import { INDEXED_PREFIX, wordTable, yearWord } from './schema.ts';
import type { Vocabulary } from './vocabulary.ts';

/** What ranking reads of a row of `hit`. */
export interface CandidateRow extends Candidate {
  readonly rank: number;
  readonly prominence: number;
}

/** A query in the language of FTS5. */
export interface Match {
  readonly text: string;
  /** The same among entities of the years wished for; undefined without such a wish. */
  readonly ofYears?: string;
  /** False when a beginning stands for more words than are looked for, so that there may be more entities. */
  readonly complete: boolean;
}

const COLUMNS = 'hit.rank, type, prominence, first_year, last_year, names';

export function openWordIndex(search: DatabaseSync, vocabulary: Vocabulary) {
  const byRank = search.prepare(`SELECT ${COLUMNS} FROM hit WHERE rank = ?`);
  const prepared = new Map<string, { readonly candidates: StatementSync; readonly count: StatementSync }>();

  /** Each set of types has its own statements: there is an index for each type. */
  function statementsFor(types: readonly EntityType[] = ENTITY_TYPES) {
    const key = types.join();
    const known = prepared.get(key);
    if (known !== undefined) return known;
    const arms = types.map((type) => `SELECT rowid AS rank FROM ${wordTable(type)} WHERE ${wordTable(type)} MATCH ?1`);
    const all = arms.join(' UNION ALL ');
    const made = {
      // Each arm comes in order of rank, so that SQLite merges them and stops at the limit.
      candidates: search.prepare(`SELECT ${COLUMNS} FROM (${all} ORDER BY 1 LIMIT ?2) AS found
        JOIN hit ON hit.rank = found.rank ORDER BY found.rank`),
      count: search.prepare(`SELECT count(*) AS n FROM (${all} LIMIT ?2)`),
    };
    prepared.set(key, made);
    return made;
  }

  return {
    /** Undefined when a query has no words, or one that no entity bears. */
    match(query: QueryWords): Match | undefined {
      const terms = query.words.map((word) => termOf(word, vocabulary));
      if (terms.length === 0 || terms.some(({ text }) => text === '')) return undefined;
      const text = terms.map((term) => term.text).join(' AND ');
      const years = query.years.map((year) => `("${year}" OR "${yearWord(year)}")`);
      return {
        text,
        ...(years.length > 0 && { ofYears: [text, ...years].join(' AND ') }),
        complete: terms.every(({ complete }) => complete),
      };
    },
    candidates(match: string, types: readonly EntityType[] | undefined, limit: number): CandidateRow[] {
      return statementsFor(types).candidates.all(match, limit).map(readCandidate);
    },
    count(match: string, types: readonly EntityType[] | undefined, limit: number): number {
      return statementsFor(types).count.get(match, limit)?.['n'] as number;
    },
    candidate(rank: number): CandidateRow | undefined {
      const row = byRank.get(rank);
      return row === undefined ? undefined : readCandidate(row);
    },
  };
}

function readCandidate(row: Record<string, unknown>): CandidateRow {
  const [start, end] = [row['first_year'] as number | null, row['last_year'] as number | null];
  return {
    rank: row['rank'] as number,
    type: ENTITY_TYPES[row['type'] as number] as EntityType,
    prominence: row['prominence'] as number,
    names: row['names'] as string,
    years: { ...(start !== null && { start }), ...(end !== null && { end }) },
  };
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
