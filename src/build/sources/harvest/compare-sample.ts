/** Compares sampled records with the publisher's own records. Only this finds changes that no OAI-PMH list contains. */
import { HOUR_MS } from '../../../core/model/days.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { formatDatestamp, instantOf } from '../../../core/model/datestamp.ts';
import type { GndId } from '../../../core/model/gnd-id.ts';
import { instantOfLocal } from '../../../core/model/local-time.ts';
import { DownloadFailed, failureOfStatus } from '../download/download-failure.ts';
import type { HttpClient } from '../download/http-client.ts';
import { gndMarcxmlReader } from '../readers/gnd-marcxml.ts';
import { type EntityStatement, UnusableSource } from '../readers/reader.ts';
import type { RecordStore } from './record-store.ts';

/** A record in the current snapshot. */
export interface ServedRecord {
  readonly gnd: GndId;
  /** Day of its last change. */
  readonly modified?: string | undefined;
}

export interface SampleOptions {
  /** Number of records per day; 0 for none. */
  readonly perDay: number;
  /** Milliseconds between two requests. */
  readonly pauseMs: number;
  /** Draws records at random from the current snapshot. */
  readonly draw: (count: number) => Promise<readonly ServedRecord[]>;
}

const MINUTE = 60_000;
const MAX_BYTES = 2 * 1024 * 1024;
const REQUEST_MS = 60_000;
/** Number of failures in a row after which no further requests are sent. */
const MAX_FAILURES = 3;

/**
 * Counts the compared records, and the outdated ones: newer at the publisher, or missing there. The next harvest lists
 * the windows of newer records again.
 * @param address address of a record at the publisher, with `{gnd}`
 * @param harvestedThrough datestamp; later changes need not be known
 * @throws the reason of the signal
 */
export async function compareSample(
  records: readonly ServedRecord[],
  {
    address,
    store,
    harvestedThrough,
    http,
    pauseMs,
    signal,
  }: {
    readonly address: string;
    readonly store: RecordStore;
    readonly harvestedThrough: string;
    readonly http: HttpClient;
    readonly pauseMs: number;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<{ readonly sampled: number; readonly outdated: number }> {
  let [sampled, outdated, failures] = [0, 0, 0];
  for (const record of records) {
    if (failures >= MAX_FAILURES) break;
    await pause(pauseMs, undefined, signal && { signal });
    try {
      const published = await readPublished(http, address.replace('{gnd}', record.gnd), record.gnd, signal);
      sampled += 1;
      failures = 0;
      if (!isKnown(published, record, store, instantOf(harvestedThrough) - HOUR_MS)) outdated += 1;
    } catch (error) {
      if (!(error instanceof DownloadFailed) && !(error instanceof UnusableSource)) throw error;
      failures += 1;
    }
  }
  return { sampled, outdated };
}

/** @param published undefined when the publisher no longer has the record */
function isKnown(
  published: EntityStatement | undefined,
  { modified: served = '' }: ServedRecord,
  store: RecordStore,
  expectedThrough: number,
): boolean {
  if (published === undefined) return false;
  const { gnd, modified } = published;
  if (modified === undefined || modified.slice(0, 10) <= served) return true;
  const instant = modified.includes('T') ? instantOfLocal(modified) : instantOf(modified);
  const granularity = store.state()?.granularity ?? 'YYYY-MM-DDThh:mm:ssZ';
  const around = (offset: number) => formatDatestamp(instant + offset, granularity);
  const window = { from: around(-MINUTE), until: around(MINUTE) };
  // A harvested record is served only after the next build.
  if (instant > expectedThrough || store.hasRecord(gnd, window.from)) return true;
  store.relistLater([{ ...window, reason: 'missed' }]);
  return false;
}

/** @throws DownloadFailed, or UnusableSource for an answer that is no record */
async function readPublished(
  http: HttpClient,
  url: string,
  gnd: GndId,
  signal: AbortSignal | undefined,
): Promise<EntityStatement | undefined> {
  const response = await http.get(url, { fields: { accept: 'application/xml' }, totalMs: REQUEST_MS, signal });
  try {
    if (response.status === 404 || response.status === 410) return undefined;
    if (response.status !== 200) throw failureOfStatus(response.status, undefined);
    for await (const batch of gndMarcxmlReader.read(bounded(response.body), {})) {
      for (const statement of batch) if (statement.kind === 'entity' && statement.gnd === gnd) return statement;
    }
    return undefined;
  } finally {
    response.close();
  }
}

async function* bounded(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new DownloadFailed('too_large', 'The record is larger than any real one.');
    yield chunk;
  }
}
