/** Reads the search tables of a snapshot in one pass: the keys and words of each entity, and the vocabulary. */
import type { DatabaseSync } from 'node:sqlite';
import { ENTITY_TYPES } from '../../../core/model/entity.ts';
import { readFoldedName } from '../../../core/search/names/folded-name.ts';
import { DELETION_PREFIX } from '../../../core/search/query/near-spelling.ts';
import { indexedWords } from '../../../core/search/index-fields.ts';
import { hash32 } from '../../../core/model/text.ts';
import { unpackGndId } from '../../../core/model/gnd-id.ts';
import type { IndexedEntity, IndexedWord } from '../../../shared/snapshot-rows.ts';
import { decodeCard } from '../../../core/snapshot/codec/card.ts';
import { yearWords } from '../../../core/snapshot/codec/search-row.ts';

interface Row extends Pick<IndexedEntity, 'id' | 'rank' | 'prominence' | 'names' | 'variants' | 'card'> {
  readonly type: number;
  readonly start: number | null;
  readonly end: number | null;
}

/** All entities by rank. SQLite first sorts their keys, on the disk and not in memory. */
export function* readIndexedEntities(search: DatabaseSync): Iterable<IndexedEntity> {
  const fullNames = keysByRank(search, 'full_name');
  const identifiers = keysByRank(search, 'identifier');
  const rows = search.prepare(`SELECT rank, id, type, prominence, first_year AS start, last_year AS "end", names, card,
    variants FROM candidate JOIN hit USING (rank) ORDER BY rank`);
  for (const { start, end, type, ...row } of rows.iterate() as Iterable<Row>) {
    const folded = row.names.split('\n').map(readFoldedName);
    yield {
      ...row,
      type: ENTITY_TYPES[type] ?? 'AuthorityResource',
      years: [start, end],
      words: indexedWords(folded, decodeCard(unpackGndId(row.id), row.card)).union(yearWords([start, end])),
      nameKeys: fullNames(row.rank),
      identifierKeys: identifiers(row.rank),
    };
  }
}

/** @returns a function that has to be called with the ranks in ascending order */
function keysByRank(search: DatabaseSync, table: string): (rank: number) => string {
  const sql = `SELECT rank, group_concat(key, ' ') AS keys FROM ${table} GROUP BY rank ORDER BY rank`;
  const rows = search.prepare(sql).iterate()[Symbol.iterator]();
  let next = rows.next();
  return (rank) => {
    if (next.done === true || next.value['rank'] !== rank) return '';
    const keys = next.value['keys'] as string;
    next = rows.next();
    return keys;
  };
}

export function* readIndexedWords(search: DatabaseSync): Iterable<IndexedWord> {
  const near = search.prepare('SELECT 1 FROM symmetric_delete WHERE key = ? AND prefix = ?');
  const rows = search.prepare('SELECT word, entities, sound FROM vocabulary ORDER BY word');
  // Words with the same prefix follow one another, so that one look-up serves them all.
  let [known, isNear] = ['', false];
  for (const row of rows.iterate() as Iterable<Omit<IndexedWord, 'isNear'>>) {
    const prefix = Array.from(row.word).slice(0, DELETION_PREFIX).join('');
    if (prefix !== known) [known, isNear] = [prefix, near.get(hash32(prefix), prefix) !== undefined];
    yield { ...row, isNear };
  }
}
