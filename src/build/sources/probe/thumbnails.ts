/** Fills the operator's folder of thumbnails: slowly, a bounded number in a run, those of the entities with the most links first. */
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readAnswer } from '../../../core/snapshot/stored-answer.ts';
import type { Store } from '../../../core/snapshot/store.ts';
import { replaceFile } from '../../../shared/files/durable-file.ts';
import { freeThumbnail, imageType, THUMBNAIL_BYTES, thumbnailFile } from '../../../shared/files/thumbnails.ts';
import { DownloadFailed, failureOfStatus, tooLarge } from '../download/download-failure.ts';
import { beginningOf, type HttpClient } from '../download/http-client.ts';
import { type Clock, createPace } from '../download/pace.ts';
import { THUMBNAIL_LIMITS } from './limits.ts';

const TOTAL_MS = 30_000;
/** Failures that say something about the host, not about the picture. */
const REFUSED: ReadonlySet<string> = new Set(['http_401', 'http_403', 'timeout']);
/** Names of thumbnails, and of one whose writing was cut off: the folder may have other files. */
const OWN_FILE = /^[\da-f]{32}(?:\.new)?$/;
/** Number of entities that are read at a time. */
const SLICE = 1_000;

export interface ThumbnailOptions {
  readonly folder: string;
  readonly store: Pick<Store, 'entityIds' | 'entity'>;
  readonly http: HttpClient;
  readonly clock: Clock;
  readonly signal?: AbortSignal;
  readonly limits?: Readonly<Record<keyof typeof THUMBNAIL_LIMITS, number>>;
}

export interface ThumbnailCounts {
  fetched: number;
  /** Numbers of pictures that cannot be used, by reason; they are not requested again. */
  readonly unusable: Record<string, number>;
  /** Hosts that refused or did not answer; the next run asks them again. */
  readonly refusing: Set<string>;
}

/** An interrupted run keeps what it fetched. @throws the reason of the signal; errors of the disk and of the snapshot */
export async function fillThumbnails(options: ThumbnailOptions): Promise<ThumbnailCounts> {
  const { folder, store, http, clock, signal, limits = THUMBNAIL_LIMITS } = options;
  const wanted = await wantedThumbnails(store, limits.kept, signal);
  await mkdir(folder, { recursive: true });
  const kept = new Set(await readdir(folder));
  // Pictures that no entity has any more, among them those of entities that the operator withholds.
  for (const name of kept) if (OWN_FILE.test(name) && !wanted.has(name)) await rm(join(folder, name), { force: true });
  const counts: ThumbnailCounts = { fetched: 0, unusable: {}, refusing: new Set() };
  const pace = createPace(clock, limits.pauseMs);
  const missing = [...wanted].filter(([name]) => !kept.has(name)).slice(0, limits.perRun);
  for (const [name, url] of missing) {
    const { host } = new URL(url);
    if (counts.refusing.has(host)) continue;
    try {
      await replaceFile(join(folder, name), await pace.ask(host, () => fetchThumbnail(url, http, signal), signal));
      counts.fetched += 1;
    } catch (error) {
      if (!(error instanceof DownloadFailed)) throw error;
      if (error.transient || REFUSED.has(error.reason)) {
        counts.refusing.add(host);
        continue;
      }
      counts.unusable[error.reason] = (counts.unusable[error.reason] ?? 0) + 1;
      // An empty file says that the picture cannot be used.
      await replaceFile(join(folder, name), '');
    }
  }
  return counts;
}

/** Names and addresses of the thumbnails of the entities with most links. */
async function wantedThumbnails(
  store: ThumbnailOptions['store'],
  most: number,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, string>> {
  let best: (readonly [links: number, url: string])[] = [];
  const cut = () => void (best = best.toSorted(([a], [b]) => b - a).slice(0, most));
  let ids = await store.entityIds(undefined, SLICE);
  while (ids.length > 0) {
    for (const gnd of ids) {
      const record = await store.entity(gnd);
      if (record === undefined || !('answer' in record)) continue;
      const { entity, links } = readAnswer(record.answer);
      const url = freeThumbnail(entity);
      if (url !== undefined) best.push([links.total, url]);
    }
    signal?.throwIfAborted();
    if (best.length > 2 * most) cut();
    const last = ids.at(-1);
    ids = (await store.entityIds(last, SLICE + 1)).slice(1);
  }
  cut();
  return new Map(best.map(([, url]) => [thumbnailFile(url), url]));
}

/** @throws DownloadFailed, also for a file that is too large or no picture */
async function fetchThumbnail(url: string, http: HttpClient, signal: AbortSignal | undefined): Promise<Uint8Array> {
  const response = await http.get(url, { fields: { accept: 'image/*' }, totalMs: TOTAL_MS, signal });
  try {
    if (response.status !== 200) throw failureOfStatus(response.status, response.field('retry-after'));
    const picture = await beginningOf(response.body, THUMBNAIL_BYTES + 1);
    if (picture.length > THUMBNAIL_BYTES) throw tooLarge(THUMBNAIL_BYTES);
    if (imageType(picture) === undefined)
      throw new DownloadFailed('no_picture', 'The file is not a JPEG, PNG, GIF or WebP picture.');
    return picture;
  } finally {
    response.close();
  }
}
