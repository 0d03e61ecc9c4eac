/** A cluster as the place of the current snapshot: its alias is followed, and what is served is read now and then. */
import type { FoundSnapshot, SnapshotPlace } from '../follow.ts';
import { answersOf } from '../answers.ts';
import type { BuildNotes } from '../build-notes.ts';
import { createGuard } from '../guard.ts';
import { UnusableSnapshot } from '../header.ts';
import type { OpenOptions } from '../sqlite/open.ts';
import { coverageWords } from '../sqlite/entity-row.ts';
import { type Store, StoreReadError } from '../store.ts';
import { step, VerificationError } from '../verification-error.ts';
import { type Ask, type Client, type ClusterAccess, openClient } from './client.ts';
import { HEADER, namesOf, NOTES } from './indices.ts';
import { openRecords } from './records.ts';
import { createSearchEngine } from './search-engine.ts';
import { currentSnapshot, readNoted, readPublishedHeader } from './snapshot-sets.ts';

export type ClusterPlace = SnapshotPlace & Pick<Client, 'close'>;
type Identify = NonNullable<OpenOptions['identify']>;

/** @throws UnusableSnapshot when it is not complete there, or a StoreReadError when the cluster does not answer */
export async function openClusterStore(client: Client, id: string, options: OpenOptions = {}): Promise<Store> {
  const { identify = () => [], clock = () => performance.now() } = options;
  const { ask, prefix } = client;
  const { files: _, ...snapshot } = await readPublishedHeader(client, id);
  const { index } = namesOf(prefix);
  const [entities, search, words] = [index(id, 'entities'), index(id, 'search'), index(id, 'words')];
  const engine = createSearchEngine(ask, search, words);
  const records = openRecords(ask, entities, search, coverageWords(snapshot));
  const { answers, probe } = answersOf({ engine, records, identify, reading: async (read) => read(), clock });
  let notes: Promise<BuildNotes | undefined> | undefined;
  // What could not be read is asked for again.
  const forget = (error: unknown) => ((notes = undefined), Promise.reject(error as Error));
  return {
    ...answers,
    snapshot,
    check: probe,
    notes: () => (notes ??= readNoted<BuildNotes>(ask, words, NOTES).catch(forget)),
    close: async () => undefined,
  };
}

/** @param identify asked anew for each snapshot */
export async function clusterPlace(url: string, access: ClusterAccess, identify: () => Promise<Identify>) {
  const { ask: askFreely, ...plain } = await openClient(url, access);
  const guard = createGuard(() => performance.now());
  const ask: Ask = (...asked) => guard.run(() => askFreely(...asked));
  const { nodes, prefix, deadNodes, close } = plain;
  const client: Client = { ...plain, ask };
  const { last } = namesOf(prefix);
  const served = new Set<string>();

  function warning(): string | undefined {
    if (guard.isOpen()) return 'The cluster does not answer; it is asked again every second.';
    const dead = deadNodes();
    return dead === 0 ? undefined : `${dead} of ${nodes.length} nodes of the cluster did not answer when last asked.`;
  }

  async function open(id: string): Promise<FoundSnapshot> {
    const store = await openClusterStore(client, id, { identify: await identify() });
    await store.check();
    served.add(id);
    return { store: { ...store, warning, close: async () => void served.delete(id) }, details: { cluster: prefix } };
  }

  const place: ClusterPlace = {
    close,
    async locate() {
      // Whoever tidies up sees that they are read.
      for (const id of served) await ask('HEAD', `/${last(id)}/_doc/${HEADER}`, { may: 404 });
      const id = await currentSnapshot(client);
      const located = async () => {
        if (id !== undefined) return id;
        throw new UnusableSnapshot(`there is no current snapshot in the cluster (${prefix}); publish one first`);
      };
      return {
        state: id ?? '',
        open: async () => open(await located()),
        async verify() {
          const current = await step('locate', located());
          return open(current).catch((error: unknown) => {
            throw error instanceof StoreReadError ? error : new VerificationError('header', error);
          });
        },
      };
    },
  };
  return place;
}
