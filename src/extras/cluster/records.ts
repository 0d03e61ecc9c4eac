/** Looks identifiers up in a cluster: answers and coverage rows. */
import { type GndId, packGndId, unpackGndId } from '../../core/model/gnd-id.ts';
import { type CoverageWords, createCoverageDecoder } from '../../core/snapshot/codec/entity-row.ts';
import {
  type Coverage,
  type Deleted,
  type Found,
  type Redirected,
  StoreReadError,
  type Withheld,
} from '../../core/snapshot/store.ts';
import { type Ask, searchAll } from './client.ts';
import type { RecordDocument } from './documents.ts';

type OneDocument = { readonly found?: boolean; readonly _source: RecordDocument; readonly error?: unknown };

/** Parameters by which each node answers from its own copy, as of the last refresh. */
const LOCAL = { realtime: false, preference: '_local' } as const;

/** @param entities name of the index @param search name of the index */
export function openRecords(ask: Ask, entities: string, search: string, words: CoverageWords) {
  const decode = createCoverageDecoder(words);

  async function recordOf(id: GndId): Promise<RecordDocument | undefined> {
    const path = `/${entities}/_doc/${id}`;
    const { found, _source } = await ask<OneDocument>('GET', path, { query: LOCAL, acceptStatus: 404 });
    if (found === undefined) throw new StoreReadError(`${entities} is gone`);
    return found ? _source : undefined;
  }

  /** Existing records by packed identifier, either with nothing but their answers or without these. */
  async function allOf(ids: readonly GndId[], part: 'answer' | 'rest'): Promise<ReadonlyMap<number, RecordDocument>> {
    if (ids.length === 0) return new Map();
    const fields = part === 'rest' ? { _source_excludes: 'answer' } : { _source_includes: 'id,answer' };
    const request = { query: { ...LOCAL, ...fields }, body: { ids: [...new Set(ids)] } };
    const { docs } = await ask<{ docs: readonly OneDocument[] }>('POST', `/${entities}/_mget`, request);
    const isWhole = docs.every(({ found, error }) => error === undefined && found !== undefined);
    if (!isWhole) throw new StoreReadError(`${entities} cannot be read`);
    return new Map(docs.filter(({ found }) => found).map(({ _source }) => [_source.id, _source]));
  }

  async function survivorOf(id: GndId): Promise<GndId | undefined> {
    const record = await recordOf(id);
    if (record?.answer !== undefined) throw new StoreReadError(`${id} is not found by search`);
    return record?.target === undefined ? undefined : unpackGndId(record.target);
  }

  async function entity(id: GndId): Promise<Found | Redirected | Deleted | Withheld | undefined> {
    const record = await recordOf(id);
    if (record === undefined) return undefined;
    const { target, successors, answer } = record;
    if (answer !== undefined) return { kind: 'found', answer: Buffer.from(answer, 'base64') };
    if (successors !== undefined) return { kind: 'deleted', successors: JSON.parse(successors) as GndId[] };
    if (target === undefined) return { kind: 'withheld' };
    const to = unpackGndId(target);
    const survivor = (await recordOf(to))?.answer;
    if (survivor === undefined) throw new StoreReadError(`${id} leads to no entity`);
    return { kind: 'redirected', from: id, to, answer: Buffer.from(survivor, 'base64') };
  }

  async function answers(ids: readonly GndId[]): Promise<ReadonlyMap<GndId, Uint8Array>> {
    const records = [...(await allOf(ids, 'answer')).values()];
    return new Map(
      records.flatMap(({ id, answer }) =>
        answer === undefined ? [] : [[unpackGndId(id), Buffer.from(answer, 'base64')]],
      ),
    );
  }

  /** Sends two requests: for the records, and for the targets of redirects. */
  async function coverage(ids: readonly GndId[]): Promise<Coverage[]> {
    const records = await allOf(ids, 'rest');
    const redirected = [...records.values()].flatMap(({ target }) => target ?? []);
    const targets = await allOf(redirected.map(unpackGndId), 'rest');
    return ids.map((id) => {
      const record = records.get(packGndId(id));
      if (record === undefined) return { kind: 'unknown' };
      const { target, successors, coverage: own } = record;
      if (successors !== undefined) return { kind: 'deleted', successors: JSON.parse(successors) as GndId[] };
      if (own !== undefined) return { kind: 'found', entry: decode(id, rowOf(id, record)) };
      if (target === undefined) return { kind: 'withheld' };
      const to = unpackGndId(target);
      return { kind: 'redirected', entry: decode(to, rowOf(to, targets.get(target))) };
    });
  }

  const entityIds = (from: GndId | undefined, limit: number) => entityIdsIn(ask, search, from, limit);
  return { entity, answers, coverage, survivorOf, entityIds };
}

function rowOf(gnd: GndId, { coverage }: Partial<RecordDocument> = {}) {
  if (coverage === undefined) throw new StoreReadError(`there is no coverage row for ${gnd}`);
  return coverage;
}

async function entityIdsIn(ask: Ask, index: string, from: GndId | undefined, limit: number): Promise<readonly GndId[]> {
  const query = { range: { id: { gte: from === undefined ? 0 : packGndId(from) } } };
  const body = { query, sort: ['id'], size: limit, _source: false, track_total_hits: false };
  const [page] = await searchAll<unknown>(ask, [{ index, body }]);
  return page?.hits.map(({ _id }) => _id as GndId) ?? [];
}
