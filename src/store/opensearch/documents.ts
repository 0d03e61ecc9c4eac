/** The documents of a snapshot's indices, read from its files in one pass each, as lines of a bulk request. */
import type { DatabaseSync } from 'node:sqlite';
import { ENTITY_TYPES, type EntityType } from '../../model/entity.ts';
import { unpackGndId } from '../../model/gnd-id.ts';
import { readFoldedName } from '../../search/folded-name.ts';
import { indexedWords, nameKeys } from '../../search/index-fields.ts';
import { DELETION_PREFIX, deletionKeys } from '../../search/near-spelling.ts';
import { decodeCard } from '../sqlite/card.ts';
import { allRecords } from '../sqlite/records.ts';
import { yearWords } from '../sqlite/search-row.ts';

/** A document of `entities`; exactly one of the last three has a value. */
export interface RecordDocument {
  readonly id: number;
  /** Gzip in base64. */
  readonly answer?: string;
  readonly target?: number;
  /** JSON list. */
  readonly successors?: string;
}

/** A document of `search` as far as it is read. */
export interface EntityDocument {
  readonly id: number;
  readonly rank: number;
  readonly type: EntityType;
  readonly prominence: number;
  readonly years: readonly [start: number | null, end: number | null];
  /** Folded, one per line: preferred name, display name, variants. */
  readonly names: string;
  /** As they are shown, one per line. */
  readonly variants: string;
  /** As in SQLite: the card, the coverage row. */
  readonly card: string;
  readonly coverage: string;
}

export interface WordDocument {
  readonly word: string;
  readonly entities: number;
}

function lineOf(id: string, document: object): string {
  return `{"create":{"_id":${JSON.stringify(id)}}}\n${JSON.stringify(document)}\n`;
}

export function* recordLines(entities: DatabaseSync): Iterable<string> {
  for (const { id, answer, target, successors } of allRecords(entities)) {
    const told = answer === null ? (target === null ? { successors } : { target }) : { answer: base64(answer) };
    yield lineOf(unpackGndId(id), { id, ...told });
  }
}

function base64({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}

/** The keys under which names and identifiers are found: as text they are lists, as numbers they would be trees. */
export function keyText(key: number): string {
  return key.toString(36);
}

interface EntityRow extends Omit<EntityDocument, 'type' | 'years' | 'coverage'> {
  readonly type: number;
  readonly start: number | null;
  readonly end: number | null;
}

export function* entityLines(search: DatabaseSync, entities: DatabaseSync): Iterable<string> {
  const coverage = entities.prepare('SELECT entry FROM coverage WHERE id = ?');
  const identifiers = search.prepare('SELECT rank, key FROM identifier ORDER BY rank').iterate()[Symbol.iterator]();
  let next = identifiers.next();
  const rows =
    search.prepare(`SELECT rank, id, type, prominence, first_year AS start, last_year AS "end", names, card, variants
    FROM candidate JOIN hit USING (rank) ORDER BY rank`);
  for (const row of rows.iterate() as Iterable<EntityRow>) {
    const { start, end, ...document } = row;
    const { rank, id, type, names } = document;
    const keys: string[] = [];
    for (; next.done !== true && next.value['rank'] === rank; next = identifiers.next()) keys.push(keyText(next.value['key'] as number)); // prettier-ignore
    const gnd = unpackGndId(id);
    const folded = names.split('\n').map(readFoldedName);
    const words = indexedWords(folded, decodeCard(gnd, document.card).description).union(yearWords([start, end]));
    yield lineOf(gnd, {
      ...document,
      type: ENTITY_TYPES[type],
      years: [start, end],
      coverage: coverage.get(id)?.['entry'],
      words: [...words].join(' '),
      fullNames: Array.from(nameKeys(folded), keyText),
      identifiers: keys,
    });
  }
}

export function* wordLines(search: DatabaseSync): Iterable<string> {
  const near = search.prepare('SELECT 1 FROM symmetric_delete WHERE key = ? AND prefix = ?');
  for (const row of search.prepare('SELECT word, entities, sound FROM vocabulary ORDER BY word').iterate()) {
    const word = row['word'] as string;
    const prefix = Array.from(word).slice(0, DELETION_PREFIX).join('');
    // Of the keys of a prefix the first is its own.
    const [key = 0] = deletionKeys(prefix);
    const sound = row['sound'] === null ? {} : { sound: String(row['sound']) };
    yield lineOf(word, { word, entities: row['entities'], ...sound, isNear: near.get(key, prefix) !== undefined });
  }
}
