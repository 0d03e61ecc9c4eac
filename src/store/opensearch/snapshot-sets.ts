/** The snapshots in a cluster: which there are, which is current, the switch to another, and what is no longer to be kept. */
import { setTimeout as pause } from 'node:timers/promises';
import { SNAPSHOT_FORMAT, type SnapshotHeader, UnusableSnapshot } from '../header.ts';
import type { Ask, Client } from './client.ts';
import { HEADER, INDEX_VERSION, namesOf } from './indices.ts';

/** A document beside the words, of which nothing is mapped. */
export const noted = (value: object): object => ({ version: INDEX_VERSION, value });
type Noted<T> = { readonly _source?: { readonly version?: number; readonly value: T } };

/** Undefined where there is none. @throws UnusableSnapshot when it is of another version */
export async function readNoted<T>(ask: Ask, index: string, id: string): Promise<T | undefined> {
  const asked = { query: { realtime: false }, may: 404 };
  const { _source } = await ask<Noted<T>>('GET', `/${index}/_doc/${id}`, asked);
  const { version, value } = _source ?? {};
  if (version === undefined || version === INDEX_VERSION) return value;
  throw new UnusableSnapshot(`${index} has version ${version}; this release reads ${INDEX_VERSION}: publish it again`);
}

/** The header, which is written last. @throws UnusableSnapshot when there is none, or it is of another version */
export async function readPublishedHeader({ ask, prefix }: Client, id: string): Promise<SnapshotHeader> {
  const header = await readNoted<SnapshotHeader>(ask, namesOf(prefix).last(id), HEADER);
  if (header === undefined) throw new UnusableSnapshot(`snapshot ${id} is not complete in the cluster`);
  if (header.format === SNAPSHOT_FORMAT) return header;
  throw new UnusableSnapshot(
    `snapshot ${id} in the cluster has format ${header.format}; this release reads ${SNAPSHOT_FORMAT}: build it again`,
  );
}

/** Names of the indices to which the alias leads. */
async function currentIndices({ ask, prefix }: Client): Promise<readonly string[]> {
  const { alias, all, snapshotOf } = namesOf(prefix);
  const found = await ask<object>('GET', `/${all}/_alias/${alias}`, { may: 404 });
  return Object.keys(found).filter((index) => snapshotOf(index) !== undefined);
}

/** The alias is resolved once; whoever reads uses the names of the indices. Undefined when there is none. */
export async function currentSnapshot(client: Client): Promise<string | undefined> {
  const [index = ''] = await currentIndices(client);
  return namesOf(client.prefix).snapshotOf(index);
}

/** In one request: nobody ever sees parts of two snapshots. @throws UnusableSnapshot when it is not complete */
export async function switchTo(client: Client, id: string): Promise<void> {
  await readPublishedHeader(client, id);
  const { alias, indices } = namesOf(client.prefix);
  const next = indices(id);
  const former = (await currentIndices(client)).filter((index) => !next.includes(index));
  const remove = former.map((index) => ({ remove: { index, alias } }));
  const actions = [...next.map((index) => ({ add: { index, alias } })), ...remove];
  await client.ask('POST', '/_aliases', { body: { actions } });
}

type Settings = Readonly<Record<string, { readonly settings: { readonly 'index.creation_date': string } }>>;

/** Identifiers, the newest first by the clock of the cluster; those that were never finished apart. */
export async function listSnapshots({ ask, prefix }: Client) {
  const { all, last, snapshotOf } = namesOf(prefix);
  const query = { flat_settings: true };
  const found = await ask<Settings>('GET', `/${all}/_settings/index.creation_date`, { query });
  const created = new Map<string, number>();
  for (const [name, { settings }] of Object.entries(found)) {
    const id = snapshotOf(name);
    if (id !== undefined) created.set(id, Math.max(created.get(id) ?? 0, Number(settings['index.creation_date'])));
  }
  const lists = { complete: [] as string[], unfinished: [] as string[] };
  for (const [id] of [...created].sort(([x, a], [y, b]) => b - a || (x < y ? 1 : -1))) {
    const isComplete = await ask<boolean>('HEAD', `/${last(id)}/_doc/${HEADER}`, { may: 404 });
    lists[isComplete ? 'complete' : 'unfinished'].push(id);
  }
  return lists;
}

/**
 * Removes all but the newest snapshots, and what was never finished; the current one always stays, and so does what is
 * read meanwhile. To be called by whoever holds the lock.
 * @param watched milliseconds to look whether somebody reads them, longer than servers wait between two looks
 * @returns what was removed, and what was not because it is in use
 */
export async function pruneSnapshots(client: Client, keep: number, watched: number) {
  const current = await currentSnapshot(client);
  const { complete, unfinished } = await listSnapshots(client);
  const old = complete.filter((id) => id !== current).slice(Math.max(0, keep - 1));
  const reads = () => Promise.all(old.map((id) => readsOf(client, id)));
  const before = await reads();
  if (old.length > 0) await pause(watched);
  const after = await reads();
  const used = old.filter((_, place) => after[place] !== before[place]);
  const removed = [...old.filter((id) => !used.includes(id)), ...unfinished];
  for (const id of removed) {
    const indices = namesOf(client.prefix).indices(id).join();
    await client.ask('DELETE', `/${indices}`, { query: { ignore_unavailable: true } });
  }
  return { removed, used };
}

type Statistics = { readonly _all: { readonly total: { get?: { total: number }; search?: { query_total: number } } } };

/** Of its answers, by anybody, since the nodes were started. */
async function readsOf({ ask, prefix }: Client, id: string): Promise<number> {
  const { _all } = await ask<Statistics>('GET', `/${namesOf(prefix).indices(id).join()}/_stats/get,search`);
  const { get, search } = _all.total;
  return (get?.total ?? 0) + (search?.query_total ?? 0);
}
