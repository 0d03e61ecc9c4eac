/** The documents of a snapshot's indices, made of its files, as lines of a bulk request. */
import type { DatabaseSync } from 'node:sqlite';
import { unpackGndId } from '../../model/gnd-id.ts';
import { allRecords } from '../sqlite/records.ts';
import { walkEntities, type WalkedEntity, type WalkedWord, walkWords } from '../sqlite/walk-search.ts';

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
export type EntityDocument = Omit<WalkedEntity, 'words' | 'nameKeys' | 'identifierKeys'>;

/** A document of `words` as far as it is read. */
export type WordDocument = Pick<WalkedWord, 'word' | 'entities'>;

function lineOf(id: string, document: object): string {
  return `{"create":{"_id":${JSON.stringify(id)}}}\n${JSON.stringify(document)}\n`;
}

/** The keys under which names and identifiers are found: as text they are lists, as numbers they would be trees. */
export function keyText(key: number): string {
  return key.toString(36);
}

export function* recordLines(entities: DatabaseSync): Iterable<string> {
  for (const { id, answer, target, successors } of allRecords(entities)) {
    const told =
      answer === null
        ? target === null
          ? { successors }
          : { target }
        : { answer: Buffer.from(answer).toString('base64') };
    yield lineOf(unpackGndId(id), { id, ...told });
  }
}

export function* entityLines(search: DatabaseSync, entities: DatabaseSync): Iterable<string> {
  for (const { words, nameKeys, identifierKeys, ...row } of walkEntities(search, entities)) {
    const keys = { fullName: Array.from(nameKeys, keyText), identifier: identifierKeys.map(keyText) };
    yield lineOf(unpackGndId(row.id), { ...row, words: [...words].join(' '), ...keys });
  }
}

export function* wordLines(search: DatabaseSync): Iterable<string> {
  for (const { sound, ...row } of walkWords(search))
    yield lineOf(row.word, { ...row, ...(sound !== null && { sound: String(sound) }) });
}
