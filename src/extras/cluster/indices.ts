/** The three indices of a snapshot in a cluster: their names, mappings and settings, as in `docs/cluster.md`. */

import { RELATION_WINDOW } from '../../core/search/inbound.ts';
import { INDEXED_PREFIX } from '../../core/search/index-fields.ts';

/** Raised when mappings or contents of documents change; indices of another version are not read. */
export const INDEX_VERSION = 5;

const KINDS = ['entities', 'search', 'words'] as const;
export type IndexKind = (typeof KINDS)[number];

/** A field that is only searched: without sorting, counting and display, its index needs a third of the space. */
const KEY = { type: 'keyword', doc_values: false, norms: false } as const;
/** A stored field, because `_source` would also keep fields that are only searched. A keyword is limited to 32 KB. */
const STORED = { type: 'text', index: false, store: true } as const;
/** Tokens separated by blanks. Numbers are tokens, too: a numeric field would be indexed as a tree, not as lists. */
const TOKENS = { type: 'text', analyzer: 'whitespace', index_options: 'docs', norms: false } as const;

/** Fields of the indices. Texts are folded and split into words before they are indexed. */
const PROPERTIES = {
  /** By GND ID: `answer` (gzip in base64) and `coverage`, or `target`, or `successors`; none of them for a withheld identifier. */
  entities: { id: { type: 'long' } },
  /** By GND ID: words and keys that find an entity, and stored fields for ranking and hits. */
  search: {
    id: { type: 'long' },
    rank: { type: 'integer' },
    type: KEY,
    /** Folded names. The cluster copies their words to `words`, so that they are not sent twice. */
    names: { ...STORED, copy_to: 'words' },
    shown: STORED,
    words: { ...TOKENS, index_prefixes: { min_chars: 1, max_chars: INDEXED_PREFIX } },
    fullName: TOKENS,
    identifier: TOKENS,
  },
  /** Words with the number of their entities, their sound, and use as near spellings; and the metadata documents. */
  words: { word: { type: 'keyword' }, entities: { type: 'integer' }, sound: KEY, isNear: { type: 'boolean' } },
} as const;

/** Documents are sorted in each segment, so that the first matches are the best. */
const ORDER = {
  entities: { 'sort.field': 'id' },
  search: { 'sort.field': 'rank' },
  words: { 'sort.field': ['entities', 'word'], 'sort.order': ['desc', 'asc'] },
} as const satisfies Record<IndexKind, object>;

/** Identifiers of the metadata documents, in the index that is written last. */
export const HEADER_DOCUMENT = 'header';
export const NOTES_DOCUMENT = 'notes';

/** Settings for loading: no copies, no refresh, hardly any merging. */
export function definitionOf(kind: IndexKind, shards: number): object {
  return {
    settings: {
      number_of_shards: shards,
      number_of_replicas: 0,
      refresh_interval: '-1',
      'merge.policy.segments_per_tier': 50,
      max_result_window: RELATION_WINDOW,
      ...ORDER[kind],
    },
    mappings: { dynamic: false, _meta: { version: INDEX_VERSION }, _source: { enabled: kind !== 'search' }, properties: PROPERTIES[kind] }, // prettier-ignore
  };
}

/** Names of alias, lock and indices of a prefix. */
export function namesOf(prefix: string) {
  const pattern = new RegExp(`^${prefix}-(\\d{8}-[0-9a-f]{8})-(?:${KINDS.join('|')})$`);
  return {
    alias: `${prefix}-current`,
    lock: `${prefix}-publishing`,
    all: `${prefix}-*`,
    index: (snapshot: string, kind: IndexKind) => `${prefix}-${snapshot}-${kind}`,
    last: (snapshot: string) => `${prefix}-${snapshot}-words`,
    indices: (snapshot: string) => KINDS.map((kind) => `${prefix}-${snapshot}-${kind}`),
    snapshotOf: (index: string): string | undefined => pattern.exec(index)?.[1],
  };
}
