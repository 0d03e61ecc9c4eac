/** The three indices of a snapshot in a cluster, their names, mappings and settings; `docs/cluster.md` describes them for others. */

import { LIMITS } from '../../search/dials.ts';

/** Changes with whatever is mapped or kept in a document; indices of another version are not read. */
export const INDEX_VERSION = 3;

export const KINDS = ['entities', 'search', 'words'] as const;
export type Kind = (typeof KINDS)[number];

/** Found, never sorted by, counted or shown: that takes a third of the room. */
const KEY = { type: 'keyword', doc_values: false, norms: false } as const;
/** Stored by itself, since `_source` would keep what is only searched as well. No keyword: these are limited to 32 KB in Elasticsearch. */
const KEPT = { type: 'text', index: false, store: true } as const;
/** What is found, with blanks between them: numbers too, since as numbers they would be trees and not lists. */
const TOKENS = { type: 'text', analyzer: 'whitespace', index_options: 'docs', norms: false } as const;

/** Everything is folded and cut into words before it gets here. */
const PROPERTIES = {
  /** By GND ID: `answer` (gzip in base64) and `coverage`, or `target`, or `successors`. */
  entities: { id: { type: 'long' } },
  /** By GND ID: what finds an entity, and what ranking and a hit show of it. */
  search: {
    id: { type: 'long' },
    rank: { type: 'integer' },
    type: KEY,
    /** Folded, so that its words are in `words` without being written twice. */
    names: { ...KEPT, copy_to: 'words' },
    shown: KEPT,
    words: { ...TOKENS, index_prefixes: { min_chars: 1, max_chars: LIMITS.indexedPrefix.value } },
    fullName: TOKENS,
    identifier: TOKENS,
  },
  /** By word: how many entities have it, how it sounds, whether it is near to others. By {@link HEADER} and {@link NOTES}: those. */
  words: { word: { type: 'keyword' }, entities: { type: 'integer' }, sound: KEY, isNear: { type: 'boolean' } },
} as const;

/** In this order documents lie in each segment, so that the first that fit are the first that are wanted. */
const ORDER = {
  entities: { 'sort.field': 'id' },
  search: { 'sort.field': 'rank' },
  words: { 'sort.field': ['entities', 'word'], 'sort.order': ['desc', 'asc'] },
} as const satisfies Record<Kind, object>;

/** Identifiers of the documents beside the words, in the index that is written last. */
export const HEADER = 'header';
export const NOTES = 'notes';

/** While it is loaded an index has no copies, is not refreshed and hardly merged. */
export function definitionOf(kind: Kind, shards: number): object {
  return {
    settings: {
      number_of_shards: shards,
      number_of_replicas: 0,
      refresh_interval: '-1',
      'merge.policy.segments_per_tier': 50,
      ...ORDER[kind],
    },
    mappings: { dynamic: false, _meta: { version: INDEX_VERSION }, _source: { enabled: kind !== 'search' }, properties: PROPERTIES[kind] }, // prettier-ignore
  };
}

/** Names of what belongs to a prefix. */
export function namesOf(prefix: string) {
  const pattern = new RegExp(`^${prefix}-(\\d{8}-[0-9a-f]{8})-(?:${KINDS.join('|')})$`);
  return {
    alias: `${prefix}-current`,
    lock: `${prefix}-publishing`,
    all: `${prefix}-*`,
    index: (snapshot: string, kind: Kind) => `${prefix}-${snapshot}-${kind}`,
    last: (snapshot: string) => `${prefix}-${snapshot}-words`,
    indices: (snapshot: string) => KINDS.map((kind) => `${prefix}-${snapshot}-${kind}`),
    snapshotOf: (index: string): string | undefined => pattern.exec(index)?.[1],
  };
}
