/** The documents of a snapshot's indices, made of its files, as lines of a bulk request. */
import type { DatabaseSync } from 'node:sqlite';
import { unpackGndId } from '../../model/gnd-id.ts';
import { allRecords } from '../sqlite/records.ts';
import { walkEntities, walkWords } from '../sqlite/walk-search.ts';

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

/**
 * What is kept of a document of `search`: the names as `WalkedEntity` has them, and in lines what a hit shows: rank,
 * packed identifier, prominence, type, first and last year or nothing, card, variant names.
 */
export type EntityDocument = Readonly<Record<'names' | 'shown', readonly [string]>>;

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
  for (const { id, rank, type, names, words, nameKeys, identifierKeys, ...row } of walkEntities(search)) {
    const shown = [rank, id, row.prominence, type, ...row.years, row.card, row.variants].join('\n');
    const more = words.difference(new Set(names.split(/[ \n]/)));
    const keys = { fullName: nameKeys, identifier: identifierKeys };
    yield lineOf(unpackGndId(id), { id, rank, type, names, shown, words: [...more].join(' '), ...keys });
  }
}

export function* wordLines(search: DatabaseSync): Iterable<string> {
  for (const { sound, ...row } of walkWords(search))
    yield lineOf(row.word, { ...row, ...(sound !== null && { sound: String(sound) }) });
}
