/** Looks identifiers up in a cluster: answers in `entities`, coverage rows in `search`. */
import { type GndId, packGndId, unpackGndId } from '../../model/gnd-id.ts';
import { type CoverageWords, createCoverageDecoder } from '../sqlite/entity-row.ts';
import { type Coverage, type Deleted, type Found, type Redirected, StoreReadError } from '../store.ts';
import { type Ask, type Hits, whole } from './client.ts';
import type { EntityDocument, RecordDocument } from './documents.ts';

interface OneDocument<T> {
  readonly found?: boolean;
  readonly _source: T;
  readonly error?: unknown;
}

/** Of whatever node is asked, its own copy; nothing is read that came after the last refresh. */
const LOCAL = { realtime: false, preference: '_local' } as const;

/** @param entities @param search names of the indices */
export function openRecords(ask: Ask, entities: string, search: string, words: CoverageWords) {
  const decodeEntry = createCoverageDecoder(words);

  async function recordOf(id: GndId): Promise<RecordDocument | undefined> {
    const path = `/${entities}/_doc/${id}`;
    const { found, _source } = await ask<OneDocument<RecordDocument>>('GET', path, { query: LOCAL, may: 404 });
    if (found === undefined) throw new StoreReadError(`${entities} is gone`);
    return found ? _source : undefined;
  }

  /** What there is of so many, by identifier. */
  async function allOf<T>(index: string, ids: Iterable<GndId>): Promise<ReadonlyMap<GndId, T>> {
    const distinct = [...new Set(ids)];
    if (distinct.length === 0) return new Map();
    const request = { query: LOCAL, body: { ids: distinct } };
    const { docs } = await ask<{ docs: readonly OneDocument<T>[] }>('POST', `/${index}/_mget`, request);
    return new Map(
      docs.flatMap(({ found, error, _source }, place) => {
        if (error !== undefined || found === undefined) throw new StoreReadError(`${index} cannot be read`);
        return found ? [[distinct[place] as GndId, _source] as const] : [];
      }),
    );
  }

  async function survivorOf(id: GndId): Promise<GndId | undefined> {
    const record = await recordOf(id);
    if (record?.answer !== undefined) throw new StoreReadError(`${id} is not found by search`);
    return record?.target === undefined ? undefined : unpackGndId(record.target);
  }

  async function entity(id: GndId): Promise<Found | Redirected | Deleted | undefined> {
    const record = await recordOf(id);
    if (record === undefined) return undefined;
    const { target, successors, answer } = record;
    if (answer !== undefined) return { kind: 'found', answer: Buffer.from(answer, 'base64') };
    if (target === undefined) return { kind: 'deleted', successors: JSON.parse(successors ?? '[]') as GndId[] };
    const to = unpackGndId(target);
    const survivor = (await recordOf(to))?.answer;
    if (survivor === undefined) throw new StoreReadError(`${id} leads to no entity`);
    return { kind: 'redirected', from: id, to, answer: Buffer.from(survivor, 'base64') };
  }

  /** Those that exist at once, then what became of the others, then those to which these lead. */
  async function coverage(ids: readonly GndId[]): Promise<Coverage[]> {
    const entries = await allOf<EntityDocument>(search, ids);
    const others = ids.filter((id) => !entries.has(id));
    const records = await allOf<RecordDocument>(entities, others);
    const targets = [...records.values()].flatMap(({ target }) => (target === undefined ? [] : unpackGndId(target)));
    const survivors = await allOf<EntityDocument>(search, targets);
    const entryOf = (gnd: GndId, found = survivors.get(gnd)) => {
      if (found === undefined) throw new StoreReadError(`there is no coverage row for ${gnd}`);
      return decodeEntry(gnd, found.coverage);
    };
    return ids.map((id) => {
      const own = entries.get(id);
      if (own !== undefined) return { kind: 'found', entry: entryOf(id, own) };
      const record = records.get(id);
      if (record === undefined) return { kind: 'unknown' };
      const { target, successors } = record;
      if (target !== undefined) return { kind: 'redirected', entry: entryOf(unpackGndId(target)) };
      if (successors === undefined) throw new StoreReadError(`there is no coverage row for ${id}`);
      return { kind: 'deleted', successors: JSON.parse(successors) as GndId[] };
    });
  }

  async function entityIds(from: GndId | undefined, limit: number): Promise<readonly GndId[]> {
    const query = { range: { id: { gte: from === undefined ? 0 : packGndId(from) } } };
    const body = { query, sort: ['id'], size: limit, _source: false, track_total_hits: false };
    const parameters = { allow_partial_search_results: false, preference: '_local' };
    const { hits } = whole(await ask<Hits<never>>('POST', `/${search}/_search`, { body, query: parameters }));
    return hits.map(({ _id }) => _id as GndId);
  }

  return { entity, coverage, survivorOf, entityIds };
}
