/** Publishes a snapshot into a cluster: loaded, verified there, merged, copied, and only then current. */
import { join } from 'node:path';
import { shareFolder } from '../../files/lock.ts';
import { readBuildNotes } from '../build-notes.ts';
import { readHeader, type SnapshotHeader, UnusableSnapshot } from '../header.ts';
import type { Lease } from '../lease.ts';
import { ENTITIES_FILE, openDatabase, SEARCH_FILE } from '../sqlite/schema.ts';
import { StoreUnavailable } from '../store.ts';
import { warmUp } from '../verify-files.ts';
import { writeBulk } from './bulk.ts';
import { type Client, LONG } from './client.ts';
import { entityLines, recordLines, wordLines } from './documents.ts';
import { definitionOf, HEADER, INDEX_VERSION, type Kind, namesOf, NOTES } from './indices.ts';
import { takePublisherLock } from './publisher-lock.ts';
import { currentSnapshot, noted, pruneSnapshots, readPublishedHeader, switchTo } from './snapshot-sets.ts';
import { countDocuments, verifyContent } from './verify.ts';

export interface PublishOptions {
  readonly shards: number;
  /** Copies beside the first, as far as there are nodes. */
  readonly replicas: number | 'all';
  /** Snapshots to keep, the current one included. */
  readonly keep: number;
  readonly progress: Readonly<{ stage: (name: string, total?: number) => void; advance: (documents: number) => void; end: () => void }>; // prettier-ignore
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
    if (before === undefined) await load(client, directory, header, lock, options);
    else if (before.contentHash !== contentHash)
      throw new UnusableSnapshot(`the cluster has another snapshot by the name of ${id}`);
    // Only what was sealed becomes current.
    if (before === undefined || (await currentSnapshot(client)) !== id) {
      options.progress.stage('merge');
      for (const index of namesOf(client.prefix).indices(id)) await seal(client, index, options);
      await waitForCopies(client, id, options);
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

type Mappings = Readonly<Record<string, { readonly mappings: { readonly _meta: { readonly version: number } } }>>;

/** The header comes last: what has none is not complete. */
async function load(client: Client, directory: string, header: SnapshotHeader, lock: Lease, options: PublishOptions) {
  const [{ ask, prefix }, { counts, id }, { signal }, { progress, shards }] = [client, header, lock, options];
  const { index, last } = namesOf(prefix);
  const records = counts.entities + counts.redirects + counts.deletions;
  progress.stage('check files');
  await warmUp(directory, { files: [ENTITIES_FILE, SEARCH_FILE], room: Infinity, signal });
  using entities = openDatabase(join(directory, ENTITIES_FILE));
  using search = openDatabase(join(directory, SEARCH_FILE));

  async function loadIndex(kind: Kind, expected: number, lines: () => Iterable<string>): Promise<void> {
    const name = index(id, kind);
    progress.stage(`load ${kind}`, expected);
    // What was cut off is begun anew, which has fewer documents, and what another release has left.
    const { [name]: there } = await ask<Mappings>('GET', `/${name}/_mapping`, { may: 404 });
    if (there?.mappings._meta.version === INDEX_VERSION && (await countDocuments(ask, name)) === expected) return;
    await ask('DELETE', `/${name}`, { query: { ignore_unavailable: true } });
    await ask('PUT', `/${name}`, { body: definitionOf(kind, shards) });
    await writeBulk(ask, name, lines(), { advance: progress.advance, patience: PATIENCE.write, signal });
    const found = await countDocuments(ask, name);
    if (found !== expected) throw new UnusableSnapshot(`${name} has ${found} documents, and should have ${expected}`);
  }

  const words = search.prepare('SELECT count(*) AS n FROM vocabulary').get()?.['n'] as number;
  await loadIndex('entities', records, () => recordLines(entities));
  // Copies take their time: they are made while the next index is loaded.
  const sealed = (kind: Kind) => seal(client, index(id, kind), options);
  await Promise.all([sealed('entities'), loadIndex('search', counts.entities, () => entityLines(search))]);
  await Promise.all([sealed('search'), loadIndex('words', words, () => wordLines(search))]);
  progress.stage('verify answers', records);
  await verifyContent(ask, index(id, 'entities'), header.contentHash, progress.advance);
  const notes = await readBuildNotes(directory);
  if (notes !== undefined) await ask('PUT', `/${last(id)}/_doc/${NOTES}`, { body: noted(notes) });
  await ask('PUT', `/${last(id)}/_doc/${HEADER}`, { body: noted(header) });
}

/** Flushed operations need not be kept for recovery, so merging drops them; copies are then made of one segment. */
async function seal({ ask }: Client, index: string, { replicas }: PublishOptions): Promise<void> {
  for (const step of ['_flush', '_forcemerge?max_num_segments=1', '_refresh', '_flush'])
    await ask('POST', `/${index}/${step}`, { timeout: PATIENCE.merge });
  // Copies on so many other nodes as there are, at most so many as wanted; never written again.
  await ask('PUT', `/${index}/_settings`, { body: { auto_expand_replicas: `0-${replicas}`, 'blocks.write': true } });
}

async function waitForCopies({ ask, prefix }: Client, id: string, { progress }: PublishOptions): Promise<void> {
  progress.stage('copy');
  const path = `/_cluster/health/${namesOf(prefix).indices(id).join()}`;
  const query = { wait_for_status: 'green', timeout: `${PATIENCE.copies}ms` };
  const { status } = await ask<{ status: string }>('GET', path, { query, timeout: PATIENCE.copies + LONG, may: 408 });
  if (status !== 'green')
    throw new StoreUnavailable(`the copies of ${id} are not made (${status}); _cluster/allocation/explain says why`);
}
