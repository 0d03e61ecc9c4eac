/** Publishes a snapshot into a cluster: loaded, verified there, merged, copied, and only then current. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { shareFolder } from '../../files/lock.ts';
import { readBuildNotes } from '../build-notes.ts';
import { readHeader, type SnapshotHeader, UnusableSnapshot } from '../header.ts';
import { ENTITIES_FILE, openDatabase, SEARCH_FILE } from '../sqlite/schema.ts';
import { warmUp } from '../verify-files.ts';
import { writeBulk } from './bulk.ts';
import { type Client, ClusterFailure } from './client.ts';
import { entityLines, recordLines, wordLines } from './documents.ts';
import { definitionOf, HEADER, type Kind, namesOf, NOTES, sealedSettings } from './indices.ts';
import { type PublisherLock, takePublisherLock } from './publisher-lock.ts';
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
  /** Asked of the finished indices before anybody sees them; throws when they do not answer. */
  readonly probe: (id: string) => Promise<void>;
  /** Milliseconds: for which the cluster may refuse to write, be without a copy, and those for {@link pruneSnapshots}. */
  readonly patience?: { readonly write: number; readonly copies: number; readonly watched: number };
}

export interface Published {
  readonly id: string;
  readonly removed: readonly string[];
  /** Would have been removed, but somebody reads them. */
  readonly used: readonly string[];
}

const PATIENCE = { write: 600_000, copies: 1_800_000, watched: 15_000 } as const;
/** A merge of ten million takes half an hour. */
const MERGE_TIMEOUT = 6 * 3_600_000;

/**
 * Whatever ends it, the current snapshot stays; begun again it keeps the indices that are complete.
 * @param directory of a snapshot
 * @throws UnusableSnapshot, Locked, ClusterFailure, StoreOverloaded
 */
export async function publishToCluster(client: Client, directory: string, options: PublishOptions): Promise<Published> {
  const { progress, keep, patience = PATIENCE } = options;
  const share = shareFolder(directory);
  let lock: PublisherLock | undefined;
  try {
    const header = await readHeader(directory);
    lock = await takePublisherLock(client);
    const before = await readPublishedHeader(client, header.id).catch(ifIncomplete);
    if (before === undefined) await load(client, directory, header, lock.signal, options);
    else if (before.contentHash !== header.contentHash)
      throw new UnusableSnapshot(`the cluster has another snapshot by the name of ${header.id}`);
    // Only what was sealed becomes current.
    if ((await currentSnapshot(client)) !== header.id) {
      await seal(client, header.id, options, lock.signal);
      await options.probe(header.id);
      lock.signal.throwIfAborted();
      await switchTo(client, header.id);
    }
    progress.stage('tidy up');
    return { id: header.id, ...(await pruneSnapshots(client, keep, patience.watched)) };
  } finally {
    progress.end();
    await lock?.release();
    share.release();
  }
}

function ifIncomplete(error: unknown): undefined {
  if (!(error instanceof UnusableSnapshot)) throw error;
}

/** The header comes last: what has none is not complete. */
async function load(
  client: Client,
  directory: string,
  header: SnapshotHeader,
  signal: AbortSignal,
  options: PublishOptions,
): Promise<void> {
  const { progress, shards, patience = PATIENCE } = options;
  const { counts, id } = header;
  progress.stage('check files');
  await warmUp(directory, { files: [ENTITIES_FILE, SEARCH_FILE], room: Infinity, signal });
  const entities = openDatabase(join(directory, ENTITIES_FILE));
  const search = openDatabase(join(directory, SEARCH_FILE));
  try {
    const words = search.prepare('SELECT count(*) AS n FROM vocabulary').get()?.['n'] as number;
    const parts: readonly (readonly [Kind, number, () => Iterable<string>])[] = [
      ['entities', counts.entities + counts.redirects + counts.deletions, () => recordLines(entities)],
      ['search', counts.entities, () => entityLines(search, entities)],
      ['words', words, () => wordLines(search)],
    ];
    for (const [kind, expected, lines] of parts) {
      const index = namesOf(client.prefix).index(id, kind);
      progress.stage(`load ${kind}`, expected);
      if (await isLoaded(client, index, expected)) continue;
      await client.ask('DELETE', `/${index}`, { query: { ignore_unavailable: true }, timeout: 60_000 });
      await client.ask('PUT', `/${index}`, { body: definitionOf(kind, shards), timeout: 60_000 });
      await writeBulk(client, index, lines(), { advance: progress.advance, patience: patience.write, signal });
      const found = await countDocuments(client, index);
      if (found !== expected)
        throw new UnusableSnapshot(`${index} has ${found} documents, and should have ${expected}`);
    }
  } finally {
    entities.close();
    search.close();
  }
  const index = namesOf(client.prefix).index(id, 'entities');
  progress.stage('verify answers', counts.entities + counts.redirects + counts.deletions);
  await verifyContent(client, index, header, progress.advance);
  const notes = await readBuildNotes(directory);
  if (notes !== undefined) await client.ask('PUT', `/${index}/_doc/${NOTES}`, { body: packed(notes) });
  await client.ask('PUT', `/${index}/_doc/${HEADER}`, { body: packed(header) });
}

/** What was cut off is begun anew: it has fewer documents. */
async function isLoaded(client: Client, index: string, expected: number): Promise<boolean> {
  try {
    return (await countDocuments(client, index)) === expected;
  } catch (error) {
    if (error instanceof ClusterFailure && error.status === 404) return false;
    throw error;
  }
}

/** In this order: copies are made of the one merged segment, and the segments before it do not stay on the disk. */
async function seal(
  { ask, prefix }: Client,
  id: string,
  { progress, replicas, patience = PATIENCE }: PublishOptions,
  signal: AbortSignal,
): Promise<void> {
  const indices = namesOf(prefix).indices(id).join();
  progress.stage('merge');
  await ask('POST', `/${indices}/_refresh`, { timeout: MERGE_TIMEOUT });
  await ask('POST', `/${indices}/_forcemerge`, { query: { max_num_segments: 1 }, timeout: MERGE_TIMEOUT });
  await ask('POST', `/${indices}/_refresh`, { timeout: MERGE_TIMEOUT });
  await ask('POST', `/${indices}/_flush`, { timeout: MERGE_TIMEOUT });
  progress.stage('copy');
  await ask('PUT', `/${indices}/_settings`, { body: sealedSettings(replicas), timeout: 60_000 });
  for (const begun = performance.now(); ; await pause(500, undefined, { signal })) {
    const { status } = await ask<{ status: string }>('GET', `/_cluster/health/${indices}`, { timeout: 30_000 });
    if (status === 'green') return;
    if (performance.now() - begun > patience.copies)
      throw new ClusterFailure(
        `the copies of ${id} are not made (${status}); _cluster/allocation/explain says why`,
        0,
        status,
      );
  }
}
