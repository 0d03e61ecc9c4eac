/** Publishes a snapshot into a cluster: loaded, verified there, merged, copied, and only then current. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { shareFolder } from '../../files/lock.ts';
import { readBuildNotes } from '../build-notes.ts';
import { readHeader, type SnapshotHeader, UnusableSnapshot } from '../header.ts';
import type { Lease } from '../lease.ts';
import { ENTITIES_FILE, openDatabase, SEARCH_FILE } from '../sqlite/schema.ts';
import { StoreUnavailable } from '../store.ts';
import { warmUp } from '../verify-files.ts';
import { writeBulk } from './bulk.ts';
import type { Client } from './client.ts';
import { entityLines, recordLines, wordLines } from './documents.ts';
import { definitionOf, HEADER, type Kind, namesOf, NOTES, sealedSettings } from './indices.ts';
import { takePublisherLock } from './publisher-lock.ts';
import { currentSnapshot, packed, pruneSnapshots, readPublishedHeader, switchTo } from './snapshot-sets.ts';
import { countDocuments, verifyContent } from './verify.ts';

export interface PublishOptions {
  readonly shards: number;
  /** Copies beside the first, as far as there are nodes. */
  readonly replicas: number | 'all';
  /** Snapshots to keep, the current one included. */
  readonly keep: number;
  readonly progress: {
    readonly stage: (name: string, total?: number) => void;
    readonly advance: (documents: number) => void;
    readonly end: () => void;
  };
  /** Asked of the finished indices before anybody sees them; throws when they do not answer as the files do. */
  readonly probe: (id: string) => Promise<void>;
}

/** Milliseconds for which the cluster may refuse to write, be without a copy, be merging; and of {@link pruneSnapshots}. */
const PATIENCE = { write: 600_000, copies: 1_800_000, merge: 6 * 3_600_000, watched: 15_000 } as const;

/**
 * Whatever ends it, the current snapshot stays; begun again it keeps the indices that are complete.
 * @param directory of a snapshot
 * @returns what {@link pruneSnapshots} does
 * @throws UnusableSnapshot, Locked, StoreReadError
 */
export async function publishToCluster(client: Client, directory: string, options: PublishOptions) {
  const share = shareFolder(directory);
  let lock: Lease | undefined;
  try {
    const header = await readHeader(directory);
    const { id, contentHash } = header;
    lock = await takePublisherLock(client);
    const before = await readPublishedHeader(client, id).catch((error: unknown) => {
      if (!(error instanceof UnusableSnapshot)) throw error;
    });
    if (before === undefined) await load(client, directory, header, lock.signal, options);
    else if (before.contentHash !== contentHash)
      throw new UnusableSnapshot(`the cluster has another snapshot by the name of ${id}`);
    // Only what was sealed becomes current.
    if ((await currentSnapshot(client)) !== id) {
      await seal(client, id, lock.signal, options);
      await options.probe(id);
      lock.signal.throwIfAborted();
      await switchTo(client, id);
    }
    options.progress.stage('tidy up');
    return { id, ...(await pruneSnapshots(client, options.keep, PATIENCE.watched)) };
  } finally {
    options.progress.end();
    await lock?.release();
    share.release();
  }
}

/** The header comes last: what has none is not complete. */
async function load(
  { ask, prefix }: Client,
  directory: string,
  header: SnapshotHeader,
  signal: AbortSignal,
  { progress, shards }: PublishOptions,
): Promise<void> {
  const { counts, id } = header;
  const { index } = namesOf(prefix);
  const records = counts.entities + counts.redirects + counts.deletions;
  progress.stage('check files');
  await warmUp(directory, { files: [ENTITIES_FILE, SEARCH_FILE], room: Infinity, signal });
  const entities = openDatabase(join(directory, ENTITIES_FILE));
  const search = openDatabase(join(directory, SEARCH_FILE));

  async function loadIndex(kind: Kind, expected: number, lines: () => Iterable<string>): Promise<void> {
    const name = index(id, kind);
    progress.stage(`load ${kind}`, expected);
    // What was cut off is begun anew: it has fewer documents.
    if ((await countDocuments(ask, name)) === expected) return;
    await ask('DELETE', `/${name}`, { query: { ignore_unavailable: true } });
    await ask('PUT', `/${name}`, { body: definitionOf(kind, shards) });
    await writeBulk(ask, name, lines(), { advance: progress.advance, patience: PATIENCE.write, signal });
    const found = await countDocuments(ask, name);
    if (found !== expected) throw new UnusableSnapshot(`${name} has ${found} documents, and should have ${expected}`);
  }

  try {
    const words = search.prepare('SELECT count(*) AS n FROM vocabulary').get()?.['n'] as number;
    await loadIndex('entities', records, () => recordLines(entities));
    await loadIndex('search', counts.entities, () => entityLines(search, entities));
    await loadIndex('words', words, () => wordLines(search));
  } finally {
    entities.close();
    search.close();
  }
  progress.stage('verify answers', records);
  await verifyContent(ask, index(id, 'entities'), header.contentHash, progress.advance);
  const notes = await readBuildNotes(directory);
  if (notes !== undefined) await ask('PUT', `/${index(id, 'entities')}/_doc/${NOTES}`, { body: packed(notes) });
  await ask('PUT', `/${index(id, 'entities')}/_doc/${HEADER}`, { body: packed(header) });
}

/** In this order: copies are made of the one merged segment, and the segments before it do not stay on the disk. */
async function seal({ ask, prefix }: Client, id: string, signal: AbortSignal, { progress, replicas }: PublishOptions) {
  const indices = namesOf(prefix).indices(id).join();
  progress.stage('merge');
  for (const step of ['_refresh', '_forcemerge?max_num_segments=1', '_refresh', '_flush'])
    await ask('POST', `/${indices}/${step}`, { timeout: PATIENCE.merge });
  progress.stage('copy');
  await ask('PUT', `/${indices}/_settings`, { body: sealedSettings(replicas) });
  for (const begun = performance.now(); ; await pause(500, undefined, { signal })) {
    const { status } = await ask<{ status: string }>('GET', `/_cluster/health/${indices}`);
    if (status === 'green') return;
    if (performance.now() - begun > PATIENCE.copies)
      throw new StoreUnavailable(`the copies of ${id} are not made (${status}); _cluster/allocation/explain says why`);
  }
}
