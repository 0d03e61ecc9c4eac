/** A cluster as the place of the current snapshot: its alias is followed, and what is served is read now and then. */
import type { FoundSnapshot, SnapshotPlace } from '../follow.ts';
import { UnusableSnapshot } from '../header.ts';
import type { OpenOptions } from '../sqlite/open.ts';
import { StoreReadError } from '../store.ts';
import { step, VerificationError } from '../verification-error.ts';
import { type Client, type ClusterAccess, openClient } from './client.ts';
import { guardClient } from './guard.ts';
import { HEADER, namesOf } from './indices.ts';
import { openClusterStore } from './open.ts';
import { currentSnapshot } from './snapshot-sets.ts';

export interface ClusterPlace extends SnapshotPlace {
  close(): Promise<void>;
}

/** @param identify asked anew for each snapshot */
export async function clusterPlace(
  url: string,
  access: ClusterAccess,
  identify: () => Promise<NonNullable<OpenOptions['identify']>>,
): Promise<ClusterPlace> {
  const plain = await openClient(url, access);
  const client: Client & ReturnType<typeof guardClient> = { ...plain, ...guardClient(plain, () => performance.now()) };
  const { index } = namesOf(client.prefix);
  const served = new Set<string>();

  async function open(id: string): Promise<FoundSnapshot> {
    const store = await openClusterStore(client, id, { identify: await identify() });
    await store.check();
    served.add(id);
    const close = async () => void served.delete(id);
    return { store: { ...store, close }, details: { cluster: client.prefix } };
  }

  /** Whoever tidies up sees that they are read. */
  const touch = () =>
    Promise.all(
      Array.from(served, (id) => client.ask('HEAD', `/${index(id, 'entities')}/_doc/${HEADER}`, { may: [404] })),
    );

  return {
    async locate() {
      await touch();
      const id = await currentSnapshot(client);
      const located = async () => {
        if (id === undefined)
          throw new UnusableSnapshot(
            `there is no current snapshot in the cluster (${client.prefix}); publish one first`,
          );
        return id;
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
    close: () => client.close(),
  };
}
