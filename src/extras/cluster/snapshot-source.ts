/** A cluster as the source of the current snapshot: follows the alias, and signals which snapshots are in use. */
import { once } from 'node:events';
import type { FoundSnapshot, SnapshotSource } from '../../core/snapshot/follow.ts';
import {
  createStore,
  type MaybePromise,
  type IdentifierReaders,
  type StoreOptions,
} from '../../core/snapshot/create-store.ts';
import type { BuildNotes } from '../../core/snapshot/build-notes.ts';
import { createGuard } from './guard.ts';
import { UnusableSnapshot } from '../../core/snapshot/header.ts';
import { coverageWords } from '../../core/snapshot/codec/entity-row.ts';
import { type Store, StoreReadError } from '../../core/snapshot/store.ts';
import { step, VerificationError } from '../../core/snapshot/verification-error.ts';
import { type Ask, type ClusterClient, type ClusterAccess, openClient } from './client.ts';
import { namesOf, NOTES_DOCUMENT } from './indices.ts';
import { openRecords } from './records.ts';
import { createSearchEngine } from './search-engine.ts';
import { currentSnapshot, readMetadata, readPublishedHeader, showReading } from './snapshot-sets.ts';

export type ClusterSource = SnapshotSource & Pick<ClusterClient, 'close'>;

/** @throws UnusableSnapshot when the snapshot is incomplete, or a StoreReadError when the cluster does not answer */
export async function openClusterStore(client: ClusterClient, id: string, options: StoreOptions = {}): Promise<Store> {
  const { ask, prefix } = client;
  const { files: _, ...snapshot } = await readPublishedHeader(client, id);
  const { index } = namesOf(prefix);
  const [entities, search, words] = [index(id, 'entities'), index(id, 'search'), index(id, 'words')];
  const engine = {
    snapshot,
    records: openRecords(ask, entities, search, coverageWords(snapshot)),
    search: createSearchEngine(ask, { search, words, entities: snapshot.counts.entities }),
    read: async <T>(work: () => MaybePromise<T>) => work(),
    notes: () => readMetadata<BuildNotes>(ask, words, NOTES_DOCUMENT),
    close: async () => undefined,
  };
  return createStore(engine, options);
}

/** @param readings called for each snapshot, since the configuration may have changed */
export async function clusterSource(url: string, access: ClusterAccess, readings: () => Promise<IdentifierReaders>) {
  const { ask: askUnguarded, ...plain } = await openClient(url, access);
  const guard = createGuard(() => performance.now());
  const ask: Ask = (...call) => guard.run(() => askUnguarded(...call));
  const { nodes, prefix, deadNodes, close } = plain;
  const client: ClusterClient = { ...plain, ask };
  // Stores, not identifiers: two stores of one snapshot may be open.
  const served = new Set<Store>();
  const reading = showReading(client, () => new Set([...served].map(({ snapshot }) => snapshot.id)));

  function warning(): string | undefined {
    if (guard.isOpen()) return 'The cluster does not answer; the service tries again every second.';
    const dead = deadNodes();
    return dead === 0 ? undefined : `${dead} of ${nodes.length} nodes of the cluster did not answer the last request.`;
  }

  async function open(id: string): Promise<FoundSnapshot> {
    const store = await openClusterStore(client, id, await readings());
    await store.check();
    served.add(store);
    return { store: { ...store, warning, close: async () => void served.delete(store) }, details: { cluster: prefix } };
  }

  const source: ClusterSource = {
    async close() {
      reading[Symbol.dispose]();
      await close();
    },
    async locate() {
      const id = await currentSnapshot(client);
      const located = async () => {
        if (id !== undefined) return id;
        throw new UnusableSnapshot(`there is no current snapshot in the cluster (${prefix}); publish one first`);
      };
      return {
        version: id ?? '',
        open: async () => open(await located()),
        async verify(signal) {
          const current = await step('locate', located());
          const stopped = once(signal, 'abort').then(() => {
            throw signal.reason;
          });
          signal.throwIfAborted();
          return Promise.race([open(current), stopped]).catch((error: unknown) => {
            throw error instanceof StoreReadError || signal.aborted ? error : new VerificationError('header', error);
          });
        },
      };
    },
  };
  return source;
}
