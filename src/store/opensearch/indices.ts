/** The three indices of a snapshot in a cluster, their names, mappings and settings; `docs/cluster.md` describes them for others. */

/** Changes with whatever is mapped or kept in a document; indices of another version are not read. */
export const INDEX_VERSION = 1;

export const KINDS = ['entities', 'search', 'words'] as const;
export type Kind = (typeof KINDS)[number];

/** Prefixes up to so many characters have an index of their own. */
const INDEXED_PREFIX = 8;
/** Found, never sorted by, counted or shown: that takes a third of the room. */
const KEY = { type: 'keyword', doc_values: false, norms: false } as const;

/** Everything is folded and cut into words before it gets here; whatever is not mapped is only kept. */
const PROPERTIES = {
  /** By GND ID: `answer` (gzip in base64), or `target`, or `successors`. By {@link HEADER} and {@link NOTES}: those. */
  entities: { id: { type: 'long' } },
  /** By GND ID: what finds an entity, and what ranking, a hit and coverage show of it. */
  search: {
    id: { type: 'long' },
    rank: { type: 'integer' },
    type: KEY,
    words: {
      type: 'text',
      analyzer: 'whitespace',
      index_options: 'docs',
      norms: false,
      index_prefixes: { min_chars: 1, max_chars: INDEXED_PREFIX },
    },
    fullName: KEY,
    identifier: KEY,
  },
  /** By word: how many entities have it, how it sounds, whether it is near to others. */
  words: { word: { type: 'keyword' }, entities: { type: 'integer' }, sound: KEY, isNear: { type: 'boolean' } },
} as const;

/** In this order documents lie in each segment, so that the first that fit are the first that are wanted. */
const ORDER = {
  entities: { field: 'id' },
  search: { field: 'rank' },
  words: { field: ['entities', 'word'], order: ['desc', 'asc'] },
} as const satisfies Record<Kind, object>;

/** Identifiers of the documents beside the entities. */
export const HEADER = 'header';
export const NOTES = 'notes';

/** While it is loaded an index has no copies and is not refreshed. */
export function definitionOf(kind: Kind, shards: number): object {
  return {
    settings: {
      number_of_shards: shards,
      number_of_replicas: 0,
      refresh_interval: '-1',
      'translog.durability': 'async',
      ...Object.fromEntries(Object.entries(ORDER[kind]).map(([key, value]) => [`sort.${key}`, value])),
    },
    mappings: { dynamic: false, _meta: { version: INDEX_VERSION }, properties: PROPERTIES[kind] },
  };
}

/** When it is complete: copies on so many other nodes as there are, at most so many as wanted; never written again. */
export function sealedSettings(replicas: number | 'all'): object {
  return { index: { auto_expand_replicas: `0-${replicas}`, 'blocks.write': true } };
}

/** Names of what belongs to a prefix. */
export function namesOf(prefix: string) {
  const pattern = new RegExp(`^${prefix}-(\\d{8}-[0-9a-f]{8})-(?:${KINDS.join('|')})$`);
  return {
    alias: `${prefix}-current`,
    lock: `${prefix}-publishing`,
    all: `${prefix}-*`,
    index: (snapshot: string, kind: Kind) => `${prefix}-${snapshot}-${kind}`,
    indices: (snapshot: string) => KINDS.map((kind) => `${prefix}-${snapshot}-${kind}`),
    snapshotOf: (index: string): string | undefined => pattern.exec(index)?.[1],
  };
}
