/** The snapshots in a cluster: their list, the current one, the switch to another, and the removal of old ones. */
import { setTimeout as pause } from 'node:timers/promises';
import { Locked } from '../../shared/files/lock.ts';
import { SNAPSHOT_FORMAT, type SnapshotHeader, UnusableSnapshot } from '../../core/snapshot/header.ts';
import { StoreReadError } from '../../core/snapshot/store.ts';
import type { Ask, ClusterClient } from './client.ts';
import { HEADER_DOCUMENT, INDEX_VERSION, namesOf } from './indices.ts';
import type { Lease } from './lease.ts';

/** A metadata document, which lies in the index of the words; its members are not mapped. */
export const metadataDocument = (value: object): object => ({ version: INDEX_VERSION, value });
type Metadata<T> = { readonly _source?: { readonly version?: number; readonly value: T } };

/** @returns undefined where the document is missing @throws UnusableSnapshot when it has another version */
export async function readMetadata<T>(ask: Ask, index: string, id: string): Promise<T | undefined> {
  const options = { query: { realtime: false }, acceptStatus: 404 };
  const { _source } = await ask<Metadata<T>>('GET', `/${index}/_doc/${id}`, options);
  const { version, value } = _source ?? {};
  if (version === undefined || version === INDEX_VERSION) return value;
  throw new UnusableSnapshot(
    `${index} has version ${version}, but this release needs version ${INDEX_VERSION}; publish it again`,
  );
}

/** The header, which is written last. @throws UnusableSnapshot when it is missing or has another version */
export async function readPublishedHeader({ ask, prefix }: ClusterClient, id: string): Promise<SnapshotHeader> {
  const header = await readMetadata<SnapshotHeader>(ask, namesOf(prefix).last(id), HEADER_DOCUMENT);
  if (header === undefined) throw new UnusableSnapshot(`snapshot ${id} is not complete in the cluster`);
  if (header.format === SNAPSHOT_FORMAT) return header;
  throw new UnusableSnapshot(
    `snapshot ${id} in the cluster has format ${header.format}, but this release needs format ${SNAPSHOT_FORMAT}; build and publish it again`,
  );
}

/** Names of the indices to which the alias leads. */
async function currentIndices({ ask, prefix }: ClusterClient): Promise<readonly string[]> {
  const { alias, all, snapshotOf } = namesOf(prefix);
  const aliased = await ask<object>('GET', `/${all}/_alias/${alias}`, { acceptStatus: 404 });
  return Object.keys(aliased).filter((index) => snapshotOf(index) !== undefined);
}

/** Identifier of the current snapshot, if there is one. Readers use the names of its indices, not the alias. */
export async function currentSnapshot(client: ClusterClient): Promise<string | undefined> {
  const [index = ''] = await currentIndices(client);
  return namesOf(client.prefix).snapshotOf(index);
}

/**
 * Switches the alias in one request, so that readers never see parts of two snapshots. The cluster refuses the request
 * unless `from` is still current, so only one of two simultaneous switches succeeds.
 * @param from the snapshot that was current when the caller decided
 * @throws UnusableSnapshot when the snapshot `id` is not complete, Locked when another command has switched meanwhile
 */
export async function switchTo(client: ClusterClient, id: string, from: string | undefined): Promise<void> {
  await readPublishedHeader(client, id);
  const { alias, indices, snapshotOf } = namesOf(client.prefix);
  const next = indices(id);
  const current = await currentIndices(client);
  const former = current.filter((index) => !next.includes(index));
  const remove = former.map((index) => ({ remove: { index, alias, must_exist: true } }));
  const actions = [...remove, ...next.map((index) => ({ add: { index, alias } }))];
  if (snapshotOf(current[0] ?? '') === from && (await changeAliases(client, actions))) return;
  if ((await currentSnapshot(client)) === id) return;
  throw new Locked(`another command has switched ${client.prefix} to another snapshot in the meantime; try again`);
}

/** Switches to the snapshot before the current one, or to a given one. @throws as {@link switchTo} */
export async function rollBack(client: ClusterClient, id?: string) {
  const [from, { complete }] = [await currentSnapshot(client), await listSnapshots(client)];
  const to = id ?? complete[complete.indexOf(from ?? '') + 1];
  if (to === undefined) throw new UnusableSnapshot(`the cluster has no snapshot before ${from ?? 'the current one'}`);
  await switchTo(client, to, from);
  return { from, to };
}

/**
 * Removes indices in one request. The cluster refuses the request unless `current` is still current, so a snapshot to
 * which another command has switched meanwhile is never removed.
 * @param names of indices; missing ones are ignored
 * @param current the current snapshot when the caller decided; undefined where there was none
 * @returns whether the indices are removed
 */
export async function removeIndices(client: ClusterClient, names: readonly string[], current: string | undefined) {
  const { alias, snapshotOf } = namesOf(client.prefix);
  const path = `/${names.join()}/_alias`;
  const left = async () =>
    Object.keys(await client.ask<object>('GET', path, { query: { ignore_unavailable: true }, acceptStatus: 404 }));
  const remaining = await left();
  if (remaining.length === 0) return true;
  const aliased = (await currentIndices(client)).filter((index) => snapshotOf(index) === current);
  // Indices of the current snapshot itself are removed without this condition, when this release cannot read them.
  const isOther = current !== undefined && !names.some((name) => snapshotOf(name) === current);
  if (isOther && aliased.length === 0) return false;
  const unchanged = aliased.flatMap((index) => [
    { remove: { index, alias, must_exist: true } },
    { add: { index, alias } },
  ]);
  const actions = [...(isOther ? unchanged : []), ...remaining.map((index) => ({ remove_index: { index } }))];
  const isDone = await changeAliases(client, actions).catch(async (error: unknown) => {
    if (!(error instanceof StoreReadError && error.message.includes('cluster_block_exception'))) throw error;
    // With a full disk, a cluster still removes indices but changes no alias.
    await client.ask('DELETE', `/${remaining.join()}`);
    return true;
  });
  return isDone || (await left()).length === 0;
}

/** Makes all changes or none. @returns false where an index or alias in them is missing */
async function changeAliases({ ask }: ClusterClient, actions: readonly object[]): Promise<boolean> {
  const { acknowledged } = await ask<{ acknowledged?: boolean }>('POST', '/_aliases', {
    body: { actions },
    acceptStatus: 404,
  });
  return acknowledged === true;
}

type Settings = Readonly<Record<string, { readonly settings: { readonly 'index.creation_date': string } }>>;

/** Identifiers of complete and of unfinished snapshots. In both lists the newest is first, by the clock of the cluster. */
export async function listSnapshots({ ask, prefix }: ClusterClient) {
  const { all, last, snapshotOf } = namesOf(prefix);
  const query = { flat_settings: true };
  const listed = await ask<Settings>('GET', `/${all}/_settings/index.creation_date`, { query });
  const created = new Map<string, number>();
  for (const [name, { settings }] of Object.entries(listed)) {
    const id = snapshotOf(name);
    if (id !== undefined) created.set(id, Math.max(created.get(id) ?? 0, Number(settings['index.creation_date'])));
  }
  const lists = { complete: [] as string[], unfinished: [] as string[] };
  for (const [id] of [...created].sort(([x, a], [y, b]) => b - a || (x < y ? 1 : -1))) {
    const isComplete = await ask<boolean>('HEAD', `/${last(id)}/_doc/${HEADER_DOCUMENT}`, { acceptStatus: 404 });
    lists[isComplete ? 'complete' : 'unfinished'].push(id);
  }
  return lists;
}

/** Hash of the decisions about entities with which a snapshot was built. */
async function decidedIn(client: ClusterClient, id: string): Promise<string | undefined> {
  return readPublishedHeader(client, id).then(
    ({ decided }) => decided,
    () => undefined,
  );
}

/**
 * Removes old and unfinished snapshots, but never the current one or an old one that a server reads. Snapshots that were
 * built with other decisions about entities are removed like old ones.
 * @param keep number of complete snapshots to keep
 * @param watched milliseconds for which readers are watched
 * @returns identifiers of removed snapshots, and of old snapshots that are kept because they are in use
 */
export async function pruneSnapshots(client: ClusterClient, lock: Lease, keep: number, watched?: number) {
  const current = await currentSnapshot(client);
  const { complete, unfinished } = await listSnapshots(client);
  const others = complete.filter((id) => id !== current);
  const decided = current === undefined ? undefined : await decidedIn(client, current);
  const old: string[] = [];
  let room = keep - 1;
  for (const id of others) if ((await decidedIn(client, id)) !== decided || room-- <= 0) old.push(id);
  const used = await findRead(client, old, watched);
  const removed: string[] = [];
  for (const id of [...old.filter((id) => !used.includes(id)), ...unfinished]) {
    await lock.confirm();
    if (!(await removeIndices(client, namesOf(client.prefix).indices(id), current))) break;
    removed.push(id);
  }
  return { removed, used };
}

/** Milliseconds between two signs of life of a server, and milliseconds for which a publisher watches for them. */
const TIMES = { sign: 5_000, watched: 20_000 } as const;

/**
 * Reads the header of each served snapshot regularly, even without requests, as a sign of life for publishers.
 * @param served identifiers of the snapshots that are served at the moment
 */
export function showReading(
  { ask, prefix }: Pick<ClusterClient, 'ask' | 'prefix'>,
  served: () => Iterable<string>,
): Disposable {
  const { last } = namesOf(prefix);
  const sign = () => {
    for (const id of served())
      ask('HEAD', `/${last(id)}/_doc/${HEADER_DOCUMENT}`, { acceptStatus: 404 }).catch(() => undefined);
  };
  const timer = setInterval(sign, TIMES.sign).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** Waits. @returns the snapshots that any process has read meanwhile */
async function findRead(client: ClusterClient, ids: readonly string[], watched: number = TIMES.watched) {
  const count = () => Promise.all(ids.map((id) => readsOf(client, id)));
  const before = await count();
  if (ids.length > 0) await pause(watched);
  const after = await count();
  return ids.filter((_, index) => after[index] !== before[index]);
}

type Statistics = { readonly _all: { readonly total: { get?: { total: number }; search?: { query_total: number } } } };

/** Number of reads of a snapshot since the nodes were started. */
async function readsOf({ ask, prefix }: ClusterClient, id: string): Promise<number> {
  const { _all } = await ask<Statistics>('GET', `/${namesOf(prefix).indices(id).join()}/_stats/get,search`);
  const { get, search } = _all.total;
  return (get?.total ?? 0) + (search?.query_total ?? 0);
}
