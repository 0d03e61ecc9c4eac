/** The snapshots in a cluster: which there are, which is current, the switch to another, and what is no longer to be kept. */
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { SNAPSHOT_FORMAT, type SnapshotHeader, UnusableSnapshot } from '../header.ts';
import type { Client } from './client.ts';
import { HEADER, INDEX_VERSION, namesOf } from './indices.ts';

export interface PublishedSnapshot {
  readonly id: string;
  /** When its indices were made, in milliseconds since 1970 by the clock of the cluster. */
  readonly created: number;
}

/** A document beside the entities; larger than what an index takes as text. */
export function packed(value: object): object {
  return { version: INDEX_VERSION, packed: gzipSync(JSON.stringify(value)).toString('base64') };
}

interface PackedDocument {
  readonly found?: boolean;
  readonly _source?: { readonly version: number; readonly packed: string };
}

/** Undefined where there is none. @throws UnusableSnapshot when it is of another version */
export async function readPacked<T>({ ask }: Pick<Client, 'ask'>, index: string, id: string): Promise<T | undefined> {
  const query = { realtime: false };
  const { _source } = await ask<PackedDocument>('GET', `/${index}/_doc/${id}`, { query, may: [404] });
  if (_source === undefined) return undefined;
  if (_source.version === INDEX_VERSION)
    return JSON.parse(gunzipSync(Buffer.from(_source.packed, 'base64')).toString()) as T;
  throw new UnusableSnapshot(
    `${index} has version ${_source.version}; this release reads ${INDEX_VERSION}: publish it again`,
  );
}

/**
 * The header, which is written last.
 * @throws UnusableSnapshot when the snapshot is not complete, or of another version
 */
export async function readPublishedHeader(client: Client, id: string): Promise<SnapshotHeader> {
  const header = await readPacked<SnapshotHeader>(client, namesOf(client.prefix).index(id, 'entities'), HEADER);
  if (header === undefined) throw new UnusableSnapshot(`snapshot ${id} is not complete in the cluster`);
  if (header.format === SNAPSHOT_FORMAT) return header;
  throw new UnusableSnapshot(
    `snapshot ${id} in the cluster has format ${header.format}; this release reads ${SNAPSHOT_FORMAT}: build it again`,
  );
}

/** The alias is resolved once; whoever reads uses the names of the indices. Undefined when there is none. */
export async function currentSnapshot({ ask, prefix }: Client): Promise<string | undefined> {
  const { alias, snapshotOf } = namesOf(prefix);
  const found = await ask<object>('GET', `/_alias/${alias}`, { may: [404] });
  return Object.keys(found).flatMap((index) => snapshotOf(index) ?? [])[0];
}

/** Complete or not, the newest first. */
export async function listSnapshots({ ask, prefix }: Client): Promise<readonly PublishedSnapshot[]> {
  const { all, snapshotOf } = namesOf(prefix);
  const found = await ask<Record<string, { settings: Record<string, string> }>>('GET', `/${all}/_settings/index.creation_date`, { query: { flat_settings: true } }); // prettier-ignore
  const created = new Map<string, number>();
  for (const [index, { settings }] of Object.entries(found)) {
    const id = snapshotOf(index);
    if (id !== undefined) created.set(id, Math.max(created.get(id) ?? 0, Number(settings['index.creation_date'])));
  }
  return Array.from(created, ([id, at]) => ({ id, created: at })).sort(
    (a, b) => b.created - a.created || (a.id < b.id ? 1 : -1),
  );
}

/** In one request: nobody ever sees parts of two snapshots. @throws UnusableSnapshot when it is not complete */
export async function switchTo(client: Client, id: string): Promise<void> {
  await readPublishedHeader(client, id);
  const { alias, indices, snapshotOf } = namesOf(client.prefix);
  const before = Object.keys(await client.ask<object>('GET', `/_alias/${alias}`, { may: [404] }));
  const former = before.filter((index) => snapshotOf(index) !== undefined && snapshotOf(index) !== id);
  const actions = [
    ...indices(id).map((index) => ({ add: { index, alias } })),
    ...former.map((index) => ({ remove: { index, alias } })),
  ];
  await client.ask('POST', '/_aliases', { body: { actions }, timeout: 60_000 });
}

/**
 * Removes all but the newest snapshots; the current one always stays, and so does what is read meanwhile.
 * @param watched milliseconds to look whether somebody reads them, longer than servers wait between two looks
 * @returns what was removed, and what was not because it is in use
 */
export async function pruneSnapshots(
  client: Client,
  keep: number,
  watched: number,
): Promise<{ readonly removed: readonly string[]; readonly used: readonly string[] }> {
  const current = await currentSnapshot(client);
  const others = (await listSnapshots(client)).filter(({ id }) => id !== current).slice(Math.max(0, keep - 1));
  if (others.length === 0) return { removed: [], used: [] };
  const before = await readsOf(client, others);
  await pause(watched);
  const after = await readsOf(client, others);
  const isUsed = ({ id }: PublishedSnapshot) => after.get(id) !== before.get(id);
  const unused = others.filter((one) => !isUsed(one)).map(({ id }) => id);
  for (const id of unused) await client.ask('DELETE', `/${namesOf(client.prefix).indices(id).join()}`, { query: { ignore_unavailable: true }, timeout: 60_000 }); // prettier-ignore
  return { removed: unused, used: others.filter(isUsed).map(({ id }) => id) };
}

interface ReadStatistics {
  readonly indices: Record<
    string,
    { readonly total: { readonly get: { readonly total: number }; readonly search: { readonly query_total: number } } }
  >;
}

async function readsOf(
  { ask, prefix }: Client,
  snapshots: readonly PublishedSnapshot[],
): Promise<ReadonlyMap<string, number>> {
  const { index } = namesOf(prefix);
  const names = snapshots.map(({ id }) => index(id, 'entities'));
  const { indices } = await ask<ReadStatistics>('GET', `/${names.join()}/_stats/get,search`, {
    query: { ignore_unavailable: true },
  });
  return new Map(
    snapshots.map(({ id }) => {
      const { get, search } = indices[index(id, 'entities')]?.total ?? {};
      return [id, (get?.total ?? 0) + (search?.query_total ?? 0)];
    }),
  );
}
