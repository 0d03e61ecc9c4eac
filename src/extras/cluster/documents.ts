/** The documents of a snapshot's indices: rows as lines of a bulk request, and functions that count and hash them. */
import { hash } from 'node:crypto';
import { packGndId, unpackGndId } from '../../core/model/gnd-id.ts';
import { createContentHasher } from '../../core/snapshot/codec/checksum.ts';
import type { IndexedEntity, IndexedWord, SnapshotContent, SnapshotRow } from '../../shared/snapshot-rows.ts';
import { inflateAnswer } from '../../core/snapshot/stored-answer.ts';
import { type Ask, LONG_TIMEOUT, searchAll } from './client.ts';

/** A document of `entities`; at most one of `answer`, `target` and `successors` has a value, none for a withheld identifier. */
export interface RecordDocument {
  readonly id: number;
  /** Gzip in base64. */
  readonly answer?: string;
  /** Coverage row of an entity, as `createCoverageEncoder` writes it. */
  readonly coverage?: string;
  readonly target?: number;
  /** JSON list. */
  readonly successors?: string;
}

/**
 * Stored fields of a document of `search`: `names` as in `IndexedEntity`, and `shown`, one line each: rank, packed
 * identifier, prominence, type, first and last year (empty where unknown), card, variant names.
 */
export type EntityDocument = Readonly<Record<'names' | 'shown', readonly [string]>>;

function lineOf(id: string, document: object): string {
  return `{"create":{"_id":${JSON.stringify(id)}}}\n${JSON.stringify(document)}\n`;
}

export function* recordLines(content: Pick<SnapshotContent, 'all' | 'coverageOf'>): Iterable<string> {
  for (const row of content.all()) yield lineOf(unpackGndId(row.id), recordDocument(row, content));
}

function recordDocument(row: SnapshotRow, { coverageOf }: Pick<SnapshotContent, 'coverageOf'>): RecordDocument {
  const { id } = row;
  if (row.kind === 'redirect') return { id, target: packGndId(row.target) };
  if (row.kind === 'deletion') return { id, successors: JSON.stringify(row.successors) };
  if (row.kind === 'withheld') return { id };
  return { id, answer: Buffer.from(row.answer).toString('base64'), coverage: coverageOf(id) };
}

export function* entityLines(rows: Iterable<IndexedEntity>): Iterable<string> {
  for (const { id, rank, type, names, words, nameKeys, identifierKeys, ...row } of rows) {
    const shown = [rank, id, row.prominence, type, ...row.years, row.card, row.variants].join('\n');
    const more = words.difference(new Set(names.split(/[ \n]/)));
    const keys = { fullName: nameKeys, identifier: identifierKeys };
    yield lineOf(unpackGndId(id), { id, rank, type, names, shown, words: [...more].join(' '), ...keys });
  }
}

export function* wordLines(words: Iterable<IndexedWord>): Iterable<string> {
  for (const { sound, ...row } of words)
    yield lineOf(row.word, { ...row, ...(sound !== null && { sound: String(sound) }) });
}

/** Documents per page: some two megabytes. */
const DOCUMENTS_PER_PAGE = 2_000;

/** Undefined where there is no index. */
export async function countDocuments(ask: Ask, index: string): Promise<number | undefined> {
  await ask('POST', `/${index}/_refresh`, { timeout: LONG_TIMEOUT, acceptStatus: 404 });
  return (await ask<{ count?: number }>('GET', `/${index}/_count`, { timeout: LONG_TIMEOUT, acceptStatus: 404 })).count;
}

/** Reads every answer, redirect, deletion and withheld identifier back. @returns the hash that `contentHash` of the header should state */
export async function hashContent(ask: Ask, index: string, advance: (documents: number) => void): Promise<string> {
  const content = createContentHasher();
  for await (const page of recordPages(ask, index)) {
    for (const { id, answer, target, successors } of page) {
      if (answer !== undefined) content.entity(hash('sha256', inflateAnswer(Buffer.from(answer, 'base64')), 'buffer'));
      else if (target !== undefined) content.redirect(id, target);
      else if (successors !== undefined) content.deletion(id, successors);
      else content.withheld(id);
    }
    advance(page.length);
  }
  return content.digest();
}

/** All documents by ascending identifier; the next page is requested while one is processed. */
async function* recordPages(ask: Ask, index: string): AsyncIterable<readonly RecordDocument[]> {
  const read = async (after: number) => {
    const body = {
      size: DOCUMENTS_PER_PAGE,
      query: { range: { id: { gt: after } } },
      sort: ['id'],
      track_total_hits: false,
    };
    const [page] = await searchAll<RecordDocument>(ask, [{ index, body }], LONG_TIMEOUT);
    return page?.hits.map(({ _source }) => _source) ?? [];
  };
  for (let next = read(-1); ;) {
    const page = await next;
    const last = page.at(-1);
    if (last === undefined) return;
    next = read(last.id);
    next.catch(() => undefined);
    yield page;
  }
}
