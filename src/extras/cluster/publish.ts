/** Publishes a snapshot into a cluster: loads, verifies, merges and copies it, and only then makes it current. */
import { HOUR_MS } from '../../core/model/days.ts';
import { Locked } from '../../shared/files/lock.ts';
import { together } from '../../shared/files/together.ts';
import { readBuildNotes } from '../../core/snapshot/build-notes.ts';
import { readHeader, type SnapshotHeader, UnusableSnapshot } from '../../core/snapshot/header.ts';
import type { Lease } from './lease.ts';
import type { Stage } from '../../core/snapshot/run-log.ts';
import { StoreUnavailable } from '../../core/snapshot/store.ts';
import type { ContentEngine } from '../../shared/snapshot-rows.ts';
import { type FileEngine, warmUp } from '../../core/snapshot/verify-files.ts';
import { writeBulk } from './bulk.ts';
import { type ClusterClient, LONG_TIMEOUT } from './client.ts';
import { countDocuments, entityLines, hashContent, recordLines, wordLines } from './documents.ts';
import { definitionOf, HEADER_DOCUMENT, INDEX_VERSION, type IndexKind, namesOf, NOTES_DOCUMENT } from './indices.ts';
import {
  currentSnapshot,
  metadataDocument,
  pruneSnapshots,
  readPublishedHeader,
  removeIndices,
  switchTo,
} from './snapshot-sets.ts';

interface PublishOptions {
  /** Reads the snapshot's files. */
  readonly engine: Pick<FileEngine, 'files'> & ContentEngine;
  readonly shards: number;
  /** Number of further copies, at most one per node. */
  readonly replicas: number | 'all';
  /** Number of snapshots to keep, the current one included. */
  readonly keep: number;
  readonly progress: Readonly<{ stage: (name: string, total?: number) => void; advance: (documents: number) => void; end: () => void }>; // prettier-ignore
  /** Called before each stage of the run. */
  readonly stage: (stage: Stage<'publish'>) => Promise<void>;
  /** Compares the finished indices with the files before they become current. @throws when they answer differently */
  readonly probe: (id: string) => Promise<void>;
}

/** Longest waits in milliseconds: while the cluster refuses writes, makes copies, and merges. */
const PATIENCE = { write: 600_000, copies: 1_800_000, merge: 6 * HOUR_MS } as const;

/**
 * After any interruption the former snapshot stays current, and the next publication keeps complete indices.
 * @param directory of a snapshot, for which the caller holds a shared lock
 * @returns as {@link pruneSnapshots}
 * @throws UnusableSnapshot, Locked, StoreReadError
 */
export async function publishToCluster(client: ClusterClient, lock: Lease, directory: string, options: PublishOptions) {
  const { keep, probe, progress, stage } = options;
  try {
    const header = await readHeader(directory);
    const { id, contentHash } = header;
    const before = await readPublishedHeader(client, id).catch((error: unknown) => {
      if (!(error instanceof UnusableSnapshot)) throw error;
    });
    if (before === undefined) await load(client, lock, directory, header, options);
    else if (before.contentHash !== contentHash)
      throw new UnusableSnapshot(`the cluster has another snapshot with the identifier ${id}`);
    // A current snapshot is already merged and copied.
    if (before === undefined || (await currentSnapshot(client)) !== id) {
      await stage('merge');
      progress.stage('merge');
      for (const index of namesOf(client.prefix).indices(id)) await freeze(client, index, options, lock.signal);
      await stage('copy');
      await waitForCopies(client, id, options);
      await stage('activate');
      await probe(id);
      await lock.confirm();
      await switchTo(client, id, await currentSnapshot(client));
    }
    await stage('prune');
    progress.stage('tidy up');
    return { id, ...(await pruneSnapshots(client, lock, keep)) };
  } finally {
    progress.end();
  }
}

type Mappings = Readonly<Record<string, { readonly mappings: { readonly _meta: { readonly version: number } } }>>;

/** The header is written last: a snapshot without a header is not complete. */
async function load(
  client: ClusterClient,
  lock: Lease,
  directory: string,
  header: SnapshotHeader,
  options: PublishOptions,
) {
  const [{ ask, prefix }, { counts, id }, { progress, shards, engine }] = [client, header, options];
  const current = await currentSnapshot(client);
  const { index, last } = namesOf(prefix);
  const records = counts.entities + counts.redirects + counts.deletions + counts.withheld;
  progress.stage('check files');
  await warmUp(directory, { files: engine.files, room: Infinity, signal: lock.signal });
  using content = await engine.openContent(directory);

  async function remove(name: string): Promise<void> {
    await lock.confirm();
    if (await removeIndices(client, [name], current)) return;
    throw new Locked(`another command has switched ${prefix} to another snapshot in the meantime; publish again`);
  }

  async function loadIndex(
    kind: IndexKind,
    expected: number,
    lines: () => Iterable<string>,
    signal: AbortSignal,
  ): Promise<void> {
    const name = index(id, kind);
    progress.stage(`load ${kind}`, expected);
    // An index is loaded again if it is incomplete, which means fewer documents, or of another release.
    const { [name]: there } = await ask<Mappings>('GET', `/${name}/_mapping`, { acceptStatus: 404 });
    if (there?.mappings._meta.version === INDEX_VERSION && (await countDocuments(ask, name)) === expected) return;
    await remove(name);
    await ask('PUT', `/${name}`, { body: definitionOf(kind, shards) });
    await writeBulk(ask, name, lines(), { advance: progress.advance, patience: PATIENCE.write, signal });
    const documents = await countDocuments(ask, name);
    if (documents !== expected)
      throw new UnusableSnapshot(`${name} has ${documents} documents, but should have ${expected}`);
  }

  await loadIndex('entities', records, () => recordLines(content), lock.signal);
  // Copies are made while the next index is loaded. An error is thrown when the request under way has ended.
  const freezeAndLoad = (frozen: IndexKind, loaded: IndexKind, expected: number, lines: () => Iterable<string>) =>
    together(
      [
        (signal) => freeze(client, index(id, frozen), options, signal),
        (signal) => loadIndex(loaded, expected, lines, signal),
      ],
      lock.signal,
    );
  await freezeAndLoad('entities', 'search', counts.entities, () => entityLines(content.searchRows()));
  await freezeAndLoad('search', 'words', content.wordCount, () => wordLines(content.words()));
  progress.stage('verify answers', records);
  const hash = await hashContent(ask, index(id, 'entities'), progress.advance);
  if (hash !== header.contentHash) {
    await remove(index(id, 'entities'));
    const stated = `but the header states ${header.contentHash}`;
    throw new UnusableSnapshot(`the answers in ${index(id, 'entities')} have hash ${hash}, ${stated}`);
  }
  const notes = await readBuildNotes(directory);
  if (notes !== undefined) await ask('PUT', `/${last(id)}/_doc/${NOTES_DOCUMENT}`, { body: metadataDocument(notes) });
  await ask('PUT', `/${last(id)}/_doc/${HEADER_DOCUMENT}`, { body: metadataDocument(header) });
}

/** Merges an index into one segment and then has it copied. The first flush frees operations kept for recovery. */
async function freeze(
  { ask }: ClusterClient,
  index: string,
  { replicas }: PublishOptions,
  signal: AbortSignal,
): Promise<void> {
  for (const step of ['_flush', '_forcemerge?max_num_segments=1', '_refresh', '_flush']) {
    signal.throwIfAborted();
    await ask('POST', `/${index}/${step}`, { timeout: PATIENCE.merge });
  }
  // One copy for each further node, at most the wanted number. The index is never written again.
  await ask('PUT', `/${index}/_settings`, { body: { auto_expand_replicas: `0-${replicas}`, 'blocks.write': true } });
}

async function waitForCopies({ ask, prefix }: ClusterClient, id: string, { progress }: PublishOptions): Promise<void> {
  progress.stage('copy');
  const path = `/_cluster/health/${namesOf(prefix).indices(id).join()}`;
  const query = { wait_for_status: 'green', timeout: `${PATIENCE.copies}ms` };
  const { status } = await ask<{ status: string }>('GET', path, {
    query,
    timeout: PATIENCE.copies + LONG_TIMEOUT,
    acceptStatus: 408,
  });
  if (status !== 'green')
    throw new StoreUnavailable(
      `the copies of ${id} were not created (${status}); _cluster/allocation/explain says why`,
    );
}
