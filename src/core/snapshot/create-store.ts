/** Makes a store from an engine, so that a snapshot gives the same answers in every engine. */
import type { Attributes } from '../model/entity.ts';
import type { GndId } from '../model/gnd-id.ts';
import type { SearchEngine } from '../search/engine.ts';
import { cardsOf, relationPages } from '../search/inbound.ts';
import { namesakesOf } from '../search/namesakes.ts';
import { createMatcher } from '../search/match.ts';
import { createResolver, sharedKeys } from '../search/resolve.ts';
import { createSearch } from '../search/search.ts';
import type { BuildNotes } from './build-notes.ts';
import { createRefute } from './refute-identifiers.ts';
import { readAnswer } from './stored-answer.ts';
import {
  type Coverage,
  type Deleted,
  type Found,
  type Redirected,
  type Snapshot,
  type Store,
  StoreReadError,
  type Withheld,
} from './store.ts';

export type MaybePromise<T> = T | Promise<T>;

/** Answers and coverage rows by identifier. */
interface Records {
  entity(id: GndId): MaybePromise<Found | Redirected | Deleted | Withheld | undefined>;
  /** Stored answers of the identifiers that are entities. */
  answers(ids: readonly GndId[]): MaybePromise<ReadonlyMap<GndId, Uint8Array>>;
  coverage(ids: readonly GndId[]): MaybePromise<readonly Coverage[]>;
  survivorOf(id: GndId): MaybePromise<GndId | undefined>;
  entityIds(from: GndId | undefined, limit: number): MaybePromise<readonly GndId[]>;
}

/** One snapshot in an engine, open for reading. */
interface SnapshotEngine {
  readonly snapshot: Snapshot;
  readonly records: Records;
  readonly search: SearchEngine;
  /** Runs `work` and turns errors of the engine into a {@link StoreReadError}; all reads go through this function. */
  readonly read: <T>(work: () => MaybePromise<T>) => Promise<T>;
  /** @throws StoreReadError when the data are known to be unreadable before anything is read */
  assertReadable?(): void;
  notes(): Promise<BuildNotes | undefined>;
  close(): Promise<void>;
}

/** Readers of foreign identifiers; without them a search recognises only GND identifiers. */
export type IdentifierReaders = Pick<Store, 'identify' | 'schemes'>;

export interface StoreOptions extends Partial<IdentifierReaders> {
  /** Milliseconds since any fixed time. */
  readonly clock?: () => number;
}

export function createStore(engine: SnapshotEngine, options: StoreOptions = {}): Store {
  const { records, snapshot, read } = engine;
  const { identify = () => [], schemes = [], clock = () => performance.now() } = options;
  const survivorOf = async (id: GndId) => records.survivorOf(id);
  const attributesOf = async (id: GndId) => {
    const record = await records.entity(id);
    return record?.kind === 'found' ? (readAnswer(record.answer).entity.attributes as Attributes) : {};
  };
  const refute = createRefute((ids) => records.answers(ids), identify);
  const search = createSearch({ engine: engine.search, identify, refute, survivorOf });
  const resolve = createResolver({ engine: engine.search, identify, refute });
  const match = createMatcher({ engine: engine.search, identify, refute, survivorOf, attributesOf });
  let notes: ReturnType<Store['notes']> | undefined;
  let probe: { readonly at: number; readonly took: Promise<number> } | undefined;
  const store: Store = {
    snapshot,
    identify,
    schemes,
    entity: (id) => read(() => records.entity(id)),
    coverage: (ids) => read(() => records.coverage(ids)),
    search: (query) => read(() => search(query)),
    match: (queries) => read(() => match(queries)),
    resolve: (texts) => read(() => resolve(texts)),
    sharedKeys: (keys) => read(() => sharedKeys(keys, { engine: engine.search, refute })),
    namesakes: (entity, limit) => read(() => namesakesOf(engine.search, entity, limit)),
    relations: (id, groups, page) => read(() => relationPages(engine.search, id, groups, page)),
    cards: (ids) => read(() => (ids.length === 0 ? new Map() : cardsOf(engine.search, ids))),
    entityIds: (from, limit) => read(() => records.entityIds(from, limit)),
    async check() {
      engine.assertReadable?.();
      if (probe === undefined || clock() - probe.at >= PROBE_INTERVAL_MS)
        probe = { at: clock(), took: probeAll(store) };
      return probe.took;
    },
    // After an error the notes are read again.
    notes: () =>
      (notes ??= engine.notes().catch((error: unknown) => {
        notes = undefined;
        throw error;
      })),
    close: () => engine.close(),
  };
  return store;
}

/** A probe costs as much as a search. */
const PROBE_INTERVAL_MS = 1000;
/** Any word and any identifier will do: the probe only shows that the data can be read. */
const PROBE_WORD = 'a';
const PROBE_ID = '118540238' as GndId;

/** @returns milliseconds for one question of each kind */
async function probeAll(store: Pick<Store, 'search' | 'entity' | 'coverage'>): Promise<number> {
  const begin = performance.now();
  const { items } = await store.search({ q: PROBE_WORD, limit: 1, offset: 0 });
  const gnd = items[0]?.gnd ?? PROBE_ID;
  const entity = await store.entity(gnd);
  const [coverage] = await store.coverage([gnd]);
  if (items.length > 0 && (entity?.kind !== 'found' || coverage?.kind !== 'found')) {
    throw new StoreReadError(`${gnd} is found only by search`);
  }
  return performance.now() - begin;
}
