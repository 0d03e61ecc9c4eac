/** A client of the service for browsers, Node and Deno: typed answers, lists of any length, waits within the quota. */
import { ProblemError } from './client-attempt.js';
import { createRequests } from './client-requests.js';

export { ProblemError } from './client-attempt.js';

/** @import { CallOptions, RequestOptions } from './client-requests.js' */
/** @import { CoverageAnswer, LinksAnswer, SearchAnswer, SourcesAnswer, StatusAnswer } from './answers.js' */
/** @typedef {CoverageAnswer['items'][number]} CoverageItem */
/** @typedef {CoverageAnswer['snapshot']} Snapshot */
/** @typedef {{ readonly type?: string, readonly limit?: number, readonly offset?: number } & CallOptions} SearchOptions */

/**
 * `onSnapshot` is called with the snapshot that answered a batch.
 * @typedef {CallOptions & { readonly onSnapshot?: ((snapshot: Snapshot) => void) | undefined }} CoverageOptions
 */

/**
 * @typedef {object} Target
 * @property {string} value identifier in the scheme, or the address where a link carries none
 * @property {string} url
 * @property {string} [collection] key of the collection; for links only
 * @property {'sameAs' | 'about'} relation
 * @property {readonly string[]} assertedBy keys of sources
 * @property {true} [conflict] the entity has several identifiers but there can be only one, or shares one with another
 */
/** @typedef {{ readonly scheme: string, readonly value: string }} Reading */
/**
 * @typedef {object} EntityOfValue
 * @property {string} gnd
 * @property {string} uri
 * @property {string} type
 * @property {string} preferredName
 * @property {string} scheme
 * @property {string} value
 * @property {string} [redirectedFrom] the requested identifier, whose record was merged
 * @property {true} [conflict] set where another candidate has the same value, although only one entity can have it
 * @property {Readonly<Record<string, readonly Target[]>>} [targets]
 */
/**
 * @typedef {{ readonly input: string, readonly readings?: readonly Reading[] } & (
 *   | { readonly verdict: 'found' } & EntityOfValue
 *   | { readonly verdict: 'ambiguous', readonly candidates: readonly EntityOfValue[], readonly more?: true }
 *   | { readonly verdict: 'unknown', readonly reason?: string, readonly successors?: readonly string[], readonly suggestion?: string } & Partial<Reading>
 *   | { readonly verdict: 'unreadable', readonly reason: string, readonly suggestion?: string }
 * )} ResolvedItem
 */
/** @typedef {{ readonly to?: readonly string[], readonly relation?: readonly ('sameAs' | 'about')[] } & CoverageOptions} ResolveOptions */

/** @typedef {{ readonly group?: string, readonly limit?: number, readonly offset?: number } & CallOptions} RelationsOptions */
/**
 * @typedef {object} RelationGroup
 * @property {string} group
 * @property {'outgoing' | 'incoming'} direction
 * @property {number} total
 * @property {readonly { readonly gnd: string, readonly type?: string, readonly preferredName?: string, readonly description?: string }[]} items
 */
/**
 * @typedef {object} RelationsAnswer
 * @property {string} apiVersion
 * @property {Snapshot} snapshot
 * @property {string} gnd
 * @property {readonly string[]} [redirectedFrom]
 * @property {readonly RelationGroup[]} groups
 */
/** @typedef {{ readonly change: string, readonly linksAdded: number, readonly linksRemoved: number, readonly to?: string }} Change */
/**
 * @typedef {Change & { readonly input: string, readonly gnd?: string, readonly more?: true,
 *   readonly changes: readonly (Change & { readonly snapshot: Snapshot })[] }} ChangedItem
 */
/** @typedef {{ readonly url: string, readonly name: string, readonly bytes: number, readonly sha256: string, readonly from: Snapshot, readonly to: Snapshot }} ChangesFile */
/** @typedef {{ readonly since: Snapshot, readonly snapshot: Snapshot, readonly files: readonly ChangesFile[] }} ChangesSince */

/** Largest number of values in a request, and of their characters, because a body has at most 1 MiB. */
const MAX_VALUES = { values: 1000, characters: 250_000 };
/** Length to which values are cut, in characters: one more than the longest value that the service reads. */
const MAX_VALUE = 2001;

/** Largest number of identifiers in a request. */
const MAX_IDS = 100;
/** Largest number of characters of identifiers in a request: the service reads a target of some 8,000 characters. */
const MAX_CHARACTERS = 6000;

/**
 * Every method throws `ProblemError` when the service refuses, the error of `fetch` when the network fails for long, and the
 * reason of `signal` when that is aborted.
 * @param {RequestOptions} options
 */
export function createClient(options) {
  const ask = createRequests(options);
  /** @template T @param {string} path @param {CallOptions} [call] @returns {Promise<T>} */
  const get = (path, { signal } = {}) => /** @type {Promise<T>} */ (ask(`/api/v1${path}`, { signal }));

  /** @param {readonly Asked[]} batch @param {CoverageOptions} call @returns {Promise<readonly CoverageItem[]>} */
  async function itemsOf(batch, { signal, onSnapshot }) {
    try {
      /** @type {CoverageAnswer} */
      const { items, snapshot } = await get(`/coverage?ids=${batch.map(({ sent }) => sent).join()}`, { signal });
      if (items?.length !== batch.length) throw new Error(`${batch.length} identifiers got ${items?.length} answers`);
      onSnapshot?.(snapshot);
      return items;
    } catch (error) {
      // A proxy may have a lower limit than the service.
      const isTooLong = error instanceof ProblemError && error.status === 414 && batch.length > 1;
      if (!isTooLong) throw error;
      const half = Math.ceil(batch.length / 2);
      const first = await itemsOf(batch.slice(0, half), { signal, onSnapshot });
      return [...first, ...(await itemsOf(batch.slice(half), { signal, onSnapshot }))];
    }
  }

  /**
   * @param {readonly string[]} portion @param {Pick<ResolveOptions, 'to' | 'relation'>} more @param {CoverageOptions} call
   * @returns {Promise<readonly ResolvedItem[]>}
   */
  async function resolved(portion, more, { signal, onSnapshot }) {
    try {
      const ids = portion.map((value) => value.slice(0, MAX_VALUE).toWellFormed());
      const answer = await ask('/resolve', { signal, json: { ids, ...more } });
      const { items, snapshot } = /** @type {{ items: readonly ResolvedItem[], snapshot: Snapshot }} */ (answer);
      if (items?.length !== portion.length) throw new Error(`${portion.length} values got ${items?.length} answers`);
      onSnapshot?.(snapshot);
      return items.map((item, place) => ({ ...item, input: portion[place] ?? item.input }));
    } catch (error) {
      // The targets of long lists may be too large for one answer.
      const isTooMuch =
        error instanceof ProblemError && (error.status === 413 || error.code === 'too_many_ids') && portion.length > 1;
      if (!isTooMuch) throw error;
      const half = Math.ceil(portion.length / 2);
      const first = await resolved(portion.slice(0, half), more, { signal, onSnapshot });
      return [...first, ...(await resolved(portion.slice(half), more, { signal, onSnapshot }))];
    }
  }

  return {
    /**
     * An entity with all its links.
     * @param {string} gnd in any spelling @param {CallOptions} [call] @returns {Promise<LinksAnswer>}
     */
    links: (gnd, call) => get(`/gnd/${encodeURIComponent(gnd)}/links`, call),

    /** @param {string} q @param {SearchOptions} [search] @returns {Promise<SearchAnswer>} */
    search(q, { signal, ...parameters } = {}) {
      const query = new URLSearchParams();
      for (const [name, value] of Object.entries({ q, ...parameters }))
        if (value !== undefined) query.set(name, `${value}`);
      return get(`/search?${query.toString()}`, { signal });
    },

    /**
     * Yields one item for each identifier of a list of any length, in the order of the list.
     * @param {Iterable<string> | AsyncIterable<string>} ids
     * @param {CoverageOptions} [call]
     * @returns {AsyncGenerator<CoverageItem, void, undefined>}
     */
    async *coverage(ids, { signal, onSnapshot } = {}) {
      for await (const batch of batchesOf(ids)) {
        const items = await itemsOf(batch, { signal, onSnapshot });
        for (const [index, item] of items.entries()) yield { ...item, input: batch[index]?.input ?? item.input };
      }
    },

    /**
     * Yields the entities that identifiers and addresses of any kind stand for, with `to` also their identifiers in
     * other schemes: one item for each value of a list of any length, in the order of the list.
     * @param {Iterable<string> | AsyncIterable<string>} values
     * @param {ResolveOptions} [options]
     * @returns {AsyncGenerator<ResolvedItem, void, undefined>}
     */
    async *resolve(values, { to, relation, signal, onSnapshot } = {}) {
      const more = { ...(to && { to }), ...(relation && { relation }) };
      for await (const portion of portionsOf(values)) yield* await resolved(portion, more, { signal, onSnapshot });
    },

    /**
     * References from and to an entity: one page of a group, or the beginning of all groups.
     * @param {string} gnd in any spelling @param {RelationsOptions} [options] @returns {Promise<RelationsAnswer>}
     */
    relations(gnd, { signal, ...parameters } = {}) {
      const query = new URLSearchParams();
      for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, `${value}`);
      const path = `/relations/${encodeURIComponent(gnd)}${query.size > 0 ? `?${query.toString()}` : ''}`;
      return /** @type {Promise<RelationsAnswer>} */ (ask(path, { signal }));
    },

    /**
     * The files that lead from a state to the newest, in the order in which they are applied.
     * @param {string} since identifier of a snapshot, or a date @param {CallOptions} [call] @returns {Promise<ChangesSince>}
     */
    changes: (since, call) =>
      /** @type {Promise<ChangesSince>} */ (ask(`/changes?since=${encodeURIComponent(since)}&format=json`, call)),

    /**
     * Yields the changes of identifiers since a state: one item for each identifier of a list of any length, in order.
     * @param {Iterable<string> | AsyncIterable<string>} ids
     * @param {{ readonly since: string } & CoverageOptions} options
     * @returns {AsyncGenerator<ChangedItem, void, undefined>}
     */
    async *changesFor(ids, { since, signal, onSnapshot }) {
      for await (const portion of portionsOf(ids)) {
        const sent = portion.map((id) => id.slice(0, MAX_VALUE).toWellFormed());
        const answer = await ask('/changes/for', { signal, json: { ids: sent, since } });
        const { items, snapshot } = /** @type {{ items: readonly ChangedItem[], snapshot: Snapshot }} */ (answer);
        if (items?.length !== portion.length)
          throw new Error(`${portion.length} identifiers got ${items?.length} answers`);
        onSnapshot?.(snapshot);
        for (const [place, item] of items.entries()) yield { ...item, input: portion[place] ?? item.input };
      }
    },

    /** @param {CallOptions} [call] @returns {Promise<SourcesAnswer>} */
    sources: (call) => get('/sources', call),

    /** @param {CallOptions} [call] @returns {Promise<StatusAnswer>} */
    status: (call) => get('/status', call),
  };
}

/** @param {Iterable<string> | AsyncIterable<string>} values */
async function* portionsOf(values) {
  /** @type {string[]} */
  let portion = [];
  let characters = 0;
  for await (const value of values) {
    const length = Math.min(value.length, MAX_VALUE);
    if (portion.length === MAX_VALUES.values || characters + length > MAX_VALUES.characters) {
      yield portion;
      [portion, characters] = [[], 0];
    }
    portion.push(value);
    characters += length;
  }
  if (portion.length > 0) yield portion;
}

/** @typedef {{ readonly input: string, readonly sent: string }} Asked */

/** @param {Iterable<string> | AsyncIterable<string>} ids */
async function* batchesOf(ids) {
  /** @type {Asked[]} */
  let batch = [];
  let characters = 0;
  for await (const input of ids) {
    const sent = encodeURIComponent(asOne(input));
    if (batch.length === MAX_IDS || (batch.length > 0 && characters + sent.length >= MAX_CHARACTERS)) {
      yield batch;
      [batch, characters] = [[], 0];
    }
    batch.push({ input, sent });
    characters += sent.length + 1;
  }
  if (batch.length > 0) yield batch;
}

/** Replaces separators and shortens texts, but not so far that they could become valid. @param {string} input */
function asOne(input) {
  return input.replace(/\s+/g, '').replace(/[,;]/g, '_').slice(0, 500).toWellFormed() || '_';
}
