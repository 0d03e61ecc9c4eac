/** Goes through the search tables of a snapshot in one pass: what finds each entity, and every word. */
import type { DatabaseSync } from 'node:sqlite';
import { ENTITY_TYPES, type EntityType } from '../../model/entity.ts';
import { readFoldedName } from '../../search/folded-name.ts';
import { LIMITS } from '../../search/dials.ts';
import { indexedWords } from '../../search/index-fields.ts';
import { hash32 } from '../../search/near-spelling.ts';
import { unpackGndId } from '../../model/gnd-id.ts';
import { decodeCard } from './card.ts';
import { yearWords } from './search-row.ts';

interface StoredEntity {
  /** Packed. */
  readonly id: number;
  readonly rank: number;
  readonly prominence: number;
  /** Folded, one per line: preferred name, display name, variants. */
  readonly names: string;
  /** As they are shown, one per line. */
  readonly variants: string;
  /** As `encodeCard` has it. */
  readonly card: string;
}

/** As it is stored, and under what it is found. */
export interface WalkedEntity extends StoredEntity {
  readonly type: EntityType;
  readonly years: readonly [start: number | null, end: number | null];
  readonly words: ReadonlySet<string>;
  /** Decimal, with blanks between them; so are the next. */
  readonly nameKeys: string;
  readonly identifierKeys: string;
}

type Row = StoredEntity & { readonly type: number; readonly start: number | null; readonly end: number | null };

/** By rank. The keys are sorted first, which takes room on the disk, not in memory. */
export function* walkEntities(search: DatabaseSync): Iterable<WalkedEntity> {
  const fullNames = keysByRank(search, 'full_name');
  const identifiers = keysByRank(search, 'identifier');
  const rows = search.prepare(`SELECT rank, id, type, prominence, first_year AS start, last_year AS "end", names, card,
    variants FROM candidate JOIN hit USING (rank) ORDER BY rank`);
  for (const { start, end, type, ...row } of rows.iterate() as Iterable<Row>) {
    const folded = row.names.split('\n').map(readFoldedName);
    const { description } = decodeCard(unpackGndId(row.id), row.card);
    yield {
      ...row,
      type: ENTITY_TYPES[type] ?? 'AuthorityResource',
      years: [start, end],
      words: indexedWords(folded, description).union(yearWords([start, end])),
      nameKeys: fullNames(row.rank),
      identifierKeys: identifiers(row.rank),
    };
  }
}

/** To be asked for the keys of each rank in their order. */
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

export interface WalkedWord {
  readonly word: string;
  readonly entities: number;
  readonly sound: number | null;
  /** It may be meant by a word that differs from it in two letters. */
  readonly isNear: boolean;
}

export function* walkWords(search: DatabaseSync): Iterable<WalkedWord> {
  const near = search.prepare('SELECT 1 FROM symmetric_delete WHERE key = ? AND prefix = ?');
  const rows = search.prepare('SELECT word, entities, sound FROM vocabulary ORDER BY word');
  // Words with the same prefix follow one another.
  let [known, isNear] = ['', false];
  for (const row of rows.iterate() as Iterable<Omit<WalkedWord, 'isNear'>>) {
    const prefix = Array.from(row.word).slice(0, LIMITS.deletionPrefix.value).join('');
    if (prefix !== known) [known, isNear] = [prefix, near.get(hash32(prefix), prefix) !== undefined];
    yield { ...row, isNear };
  }
}
