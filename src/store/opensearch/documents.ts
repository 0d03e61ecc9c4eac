/** The documents of a snapshot's indices, made of its files, as lines of a bulk request. */
import type { DatabaseSync } from 'node:sqlite';
import { unpackGndId } from '../../model/gnd-id.ts';
import { allRecords } from '../sqlite/records.ts';
import { walkEntities, type WalkedEntity, type WalkedWord, walkWords } from '../sqlite/walk-search.ts';

/** A document of `entities`; exactly one of `answer`, `target` and `successors` has a value. */
export interface RecordDocument {
  readonly id: number;
  /** Gzip in base64. */
  readonly answer?: string;
  /** Of an entity: its row, as `createCoverageEncoder` has it. */
  readonly coverage?: string;
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

export function* recordLines(entities: DatabaseSync): Iterable<string> {
  const coverage = entities.prepare('SELECT entry FROM coverage WHERE id = ?');
  for (const { id, answer, target, successors } of allRecords(entities)) {
    const former = target === null ? { successors } : { target };
    const own = answer && { answer: Buffer.from(answer).toString('base64'), coverage: coverage.get(id)?.['entry'] };
    yield lineOf(unpackGndId(id), { id, ...(own ?? former) });
  }
}

export function* entityLines(search: DatabaseSync): Iterable<string> {
  for (const { words, nameKeys, identifierKeys, ...row } of walkEntities(search)) {
    const more = words.difference(new Set(row.names.split(/[ \n]/)));
    const keys = { fullName: nameKeys, identifier: identifierKeys };
    yield lineOf(unpackGndId(row.id), { ...row, words: [...more].join(' '), ...keys });
  }
}

export function* wordLines(search: DatabaseSync): Iterable<string> {
  for (const { sound, ...row } of walkWords(search))
    yield lineOf(row.word, { ...row, ...(sound !== null && { sound: String(sound) }) });
}
