/** Goes through the search tables of a snapshot in one pass: what finds each entity, and every word. */
import type { DatabaseSync } from 'node:sqlite';
import { ENTITY_TYPES, type EntityType } from '../../model/entity.ts';
import { readFoldedName } from '../../search/folded-name.ts';
import { indexedWords, nameKeys } from '../../search/index-fields.ts';
import { LIMITS } from '../../search/dials.ts';
import { deletionKeys } from '../../search/near-spelling.ts';
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
  /** As `createCoverageEncoder` has it. */
  readonly coverage: string;
  readonly words: ReadonlySet<string>;
  readonly nameKeys: ReadonlySet<number>;
  readonly identifierKeys: readonly number[];
}

type Row = StoredEntity & { readonly type: number; readonly start: number | null; readonly end: number | null };

/** By rank. The identifiers are sorted first, which takes room on the disk, not in memory. */
export function* walkEntities(search: DatabaseSync, entities: DatabaseSync): Iterable<WalkedEntity> {
  const coverage = entities.prepare('SELECT entry FROM coverage WHERE id = ?');
  const identifiers = search.prepare('SELECT rank, key FROM identifier ORDER BY rank').iterate()[Symbol.iterator]();
  const rows = search.prepare(`SELECT rank, id, type, prominence, first_year AS start, last_year AS "end", names, card,
    variants FROM candidate JOIN hit USING (rank) ORDER BY rank`);
  let next = identifiers.next();
  for (const { start, end, type, ...row } of rows.iterate() as Iterable<Row>) {
    const identifierKeys: number[] = [];
    for (; next.done !== true && next.value['rank'] === row.rank; next = identifiers.next())
      identifierKeys.push(next.value['key'] as number);
    const folded = row.names.split('\n').map(readFoldedName);
    const { description } = decodeCard(unpackGndId(row.id), row.card);
    yield {
      ...row,
      type: ENTITY_TYPES[type] ?? 'AuthorityResource',
      years: [start, end],
      coverage: coverage.get(row.id)?.['entry'] as string,
      words: indexedWords(folded, description).union(yearWords([start, end])),
      nameKeys: nameKeys(folded),
      identifierKeys,
    };
  }
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
  for (const row of rows.iterate() as Iterable<Omit<WalkedWord, 'isNear'>>) {
    const prefix = Array.from(row.word).slice(0, LIMITS.deletionPrefix.value).join('');
    // Of the keys of a prefix the first is its own.
    const [key = 0] = deletionKeys(prefix);
    yield { ...row, isNear: near.get(key, prefix) !== undefined };
  }
}
