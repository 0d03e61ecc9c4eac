/** What a snapshot answers, put together of its records and its search engine: the same whatever keeps them. */
import type { Attributes } from '../model/entity.ts';
import type { GndId } from '../model/gnd-id.ts';
import type { SearchEngine } from '../search/engine.ts';
import { inboundOf } from '../search/inbound.ts';
import { createMatcher } from '../search/match.ts';
import { createSearch } from '../search/search.ts';
import { inflateAnswer } from './inflate-answer.ts';
import { type Coverage, type Deleted, type Found, type Redirected, type Store, StoreReadError } from './store.ts';

type Soon<T> = T | Promise<T>;

/** Answers and coverage rows by identifier. */
export interface Records {
  entity(id: GndId): Soon<Found | Redirected | Deleted | undefined>;
  coverage(ids: readonly GndId[]): Soon<readonly Coverage[]>;
  survivorOf(id: GndId): Soon<GndId | undefined>;
  entityIds(from: GndId | undefined, limit: number): Soon<readonly GndId[]>;
}

export interface AnswersOptions {
  readonly engine: SearchEngine;
  readonly records: Records;
  readonly identify: Store['identify'];
  /** Everything is read through it: it makes a {@link StoreReadError} of what the engine throws. */
  readonly reading: <T>(read: () => Soon<T>) => Promise<T>;
  /** Milliseconds, of any epoch. */
  readonly clock: () => number;
}

type Asking = 'entity' | 'coverage' | 'search' | 'match' | 'identify' | 'resolve' | 'inbound' | 'entityIds';

/** @returns the answers, and a probe of all kinds of them that takes as long as it says */
export function answersOf({ engine, records, identify, reading, clock }: AnswersOptions) {
  const survivorOf = async (id: GndId) => records.survivorOf(id);
  const search = createSearch({ engine, identify, survivorOf });
  const attributesOf = async (id: GndId) => attributesIn(await records.entity(id));
  const matcher = createMatcher({ engine, identify, survivorOf, attributesOf });
  const answers: Pick<Store, Asking> = {
    entity: (id) => reading(() => records.entity(id)),
    coverage: (ids) => reading(() => records.coverage(ids)),
    search: (query) => reading(() => search.page(query)),
    match: (queries) => reading(() => matcher.match(queries)),
    identify,
    resolve: (texts) => reading(() => search.resolve(texts)),
    inbound: (id, limit) => reading(() => inboundOf(engine, id, limit)),
    entityIds: (from, limit) => reading(() => records.entityIds(from, limit)),
  };
  let last: { readonly at: number; readonly took: Promise<number> } | undefined;
  return {
    answers,
    probe: (): Promise<number> => {
      if (last === undefined || clock() - last.at >= PROBE_MS) last = { at: clock(), took: probeAll(answers) };
      return last.took;
    },
  };
}

/** A probe costs as much as a search: it is done at most once in so many milliseconds. */
const PROBE_MS = 1000;
/** Any word and any identifier do: what counts is that the data can be read. */
const PROBE_WORD = 'a';
const PROBE = '118540238' as GndId;

async function probeAll(store: Pick<Store, Asking>): Promise<number> {
  const begin = performance.now();
  const { items } = await store.search({ q: PROBE_WORD, limit: 1, offset: 0 });
  const gnd = items[0]?.gnd ?? PROBE;
  const entity = await store.entity(gnd);
  const [coverage] = await store.coverage([gnd]);
  if (items.length > 0 && (entity?.kind !== 'found' || coverage?.kind !== 'found')) {
    throw new StoreReadError(`${gnd} is found by search only`);
  }
  return performance.now() - begin;
}

function attributesIn(found: Awaited<ReturnType<Store['entity']>>): Attributes {
  if (found?.kind !== 'found') return {};
  return (
    JSON.parse(inflateAnswer(found.answer).toString()) as { readonly entity: { readonly attributes: Attributes } }
  ).entity.attributes;
}
