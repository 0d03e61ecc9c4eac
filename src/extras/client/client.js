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
/** @typedef {{ readonly gnd: string, readonly type?: string, readonly preferredName?: string, readonly displayName?: string, readonly description?: string, readonly role?: string }} RelatedItem */
/**
 * @typedef {object} RelationGroup
 * @property {string} group
 * @property {'outgoing' | 'incoming'} direction
 * @property {number} total
 * @property {readonly RelatedItem[]} items
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

/** Between values in an address: an address among them may contain any other separator. */
const LINE_END = '%0A';
/** Lists in an address: most values, and most characters, because the service reads a target of some 8,000 characters. */
const IN_ADDRESS = {
  values: 100,
  characters: 6000,
  sentAs: (/** @type {string} */ input) => encodeURIComponent(asOne(input)),
};
/** Lists in a body, which has at most 1 MiB. Values are cut to one character more than the service reads. */
const IN_BODY = {
  values: 1000,
  characters: 250_000,
  sentAs: (/** @type {string} */ input) => input.slice(0, 2001).toWellFormed(),
};

/**
 * Every method throws `ProblemError` when the service refuses, the error of `fetch` when the network fails for long, and the
 * reason of `signal` when that is aborted.
 * @param {RequestOptions} options
 */
export function createClient(options) {
  const ask = createRequests(options);
  /** @template T @param {string} path @param {CallOptions & { readonly json?: unknown }} [call] @returns {Promise<T>} */
  const send = (path, call) => /** @type {Promise<T>} */ (ask(path, call));
  /** @template T @param {string} path @param {CallOptions} [call] @returns {Promise<T>} */
  const get = (path, call) => send(`/api/v1${path}`, call);

  return {
    /**
     * An entity with all its links.
     * @param {string} gnd in any form @param {CallOptions} [call] @returns {Promise<LinksAnswer>}
     */
    links: (gnd, call) => get(`/gnd/${encodeURIComponent(gnd)}/links`, call),

    /** @param {string} q @param {SearchOptions} [search] @returns {Promise<SearchAnswer>} */
    search: (q, { signal, ...parameters } = {}) => get(`/search${queryOf({ q, ...parameters })}`, { signal }),

    /**
     * Yields one item for each identifier of a list of any length, in the order of the list.
     * @param {Iterable<string> | AsyncIterable<string>} ids
     * @param {CoverageOptions} [call]
     * @returns {AsyncGenerator<CoverageItem, void, undefined>}
     */
    coverage: (ids, { signal, onSnapshot } = {}) =>
      itemsOf(ids, IN_ADDRESS, (sent) => get(`/coverage?ids=${sent.join(LINE_END)}`, { signal }), onSnapshot),

    /**
     * Yields the entities that identifiers and addresses of any kind stand for, with `to` also their identifiers in
     * other schemes: one item for each value of a list of any length, in the order of the list.
     * @param {Iterable<string> | AsyncIterable<string>} values
     * @param {ResolveOptions} [options]
     * @returns {AsyncGenerator<ResolvedItem, void, undefined>}
     */
    resolve: (values, { to, relation, signal, onSnapshot } = {}) =>
      itemsOf(values, IN_BODY, (ids) => send('/resolve', { signal, json: { ids, to, relation } }), onSnapshot),

    /**
     * References from and to an entity: one page of a group, or the beginning of all groups.
     * @param {string} gnd in any form @param {RelationsOptions} [options] @returns {Promise<RelationsAnswer>}
     */
    relations: (gnd, { signal, ...parameters } = {}) =>
      send(`/relations/${encodeURIComponent(gnd)}${queryOf(parameters)}`, { signal }),

    /**
     * The files that lead from a state to the newest, in the order in which they are applied.
     * @param {string} since identifier of a snapshot, or a date @param {CallOptions} [call] @returns {Promise<ChangesSince>}
     */
    changes: (since, call) => send(`/changes${queryOf({ since, format: 'json' })}`, call),

    /**
     * Yields the changes of identifiers since a state: one item for each identifier of a list of any length, in order.
     * @param {Iterable<string> | AsyncIterable<string>} ids
     * @param {{ readonly since: string } & CoverageOptions} options
     * @returns {AsyncGenerator<ChangedItem, void, undefined>}
     */
    changesFor: (ids, { since, signal, onSnapshot }) =>
      itemsOf(ids, IN_BODY, (sent) => send('/changes/for', { signal, json: { ids: sent, since } }), onSnapshot),

    /** @param {CallOptions} [call] @returns {Promise<SourcesAnswer>} */
    sources: (call) => get('/sources', call),

    /** @param {CallOptions} [call] @returns {Promise<StatusAnswer>} */
    status: (call) => get('/status', call),
  };
}

/** @param {Readonly<Record<string, string | number | undefined>>} parameters undefined ones are left out */
function queryOf(parameters) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, `${value}`);
  return query.size > 0 ? `?${query.toString()}` : '';
}

/**
 * Yields one item for each value, in the order of the list.
 * @template {{ readonly input: string }} Item
 * @param {Iterable<string> | AsyncIterable<string>} values
 * @param {typeof IN_BODY} form
 * @param {(sent: readonly string[]) => Promise<{ readonly items: readonly Item[], readonly snapshot: Snapshot }>} request
 * @param {CoverageOptions['onSnapshot']} onSnapshot
 * @returns {AsyncGenerator<Item, void, undefined>}
 */
async function* itemsOf(values, form, request, onSnapshot) {
  /** @param {readonly { readonly input: string, readonly sent: string }[]} portion @returns {Promise<readonly Item[]>} */
  async function answersTo(portion) {
    try {
      const { items, snapshot } = await request(portion.map(({ sent }) => sent));
      if (items?.length !== portion.length) throw new Error(`${portion.length} values got ${items?.length} answers`);
      onSnapshot?.(snapshot);
      return items.map((item, place) => ({ ...item, input: portion[place]?.input ?? item.input }));
    } catch (error) {
      // The answer may be too large for the service, and the request for a proxy.
      const { status = 0, code = '' } = error instanceof ProblemError ? error : {};
      const isTooMuch = status === 413 || status === 414 || code === 'too_many_ids';
      if (!isTooMuch || portion.length === 1) throw error;
      const half = Math.ceil(portion.length / 2);
      const first = await answersTo(portion.slice(0, half));
      return [...first, ...(await answersTo(portion.slice(half)))];
    }
  }

  for await (const portion of portionsOf(values, form)) yield* await answersTo(portion);
}

/** @param {Iterable<string> | AsyncIterable<string>} values @param {typeof IN_BODY} form */
async function* portionsOf(values, { values: most, characters, sentAs }) {
  /** @type {{ readonly input: string, readonly sent: string }[]} */
  let portion = [];
  let room = characters;
  for await (const input of values) {
    const sent = sentAs(input);
    if (portion.length === most || (portion.length > 0 && sent.length >= room)) {
      yield portion;
      [portion, room] = [[], characters];
    }
    portion.push({ input, sent });
    room -= sent.length + LINE_END.length;
  }
  if (portion.length > 0) yield portion;
}

/** Replaces separators and shortens texts, but not so far that they could become valid. @param {string} input */
function asOne(input) {
  return input.replace(/\s+/g, '').replace(/[,;|]/g, '_').slice(0, 500).toWellFormed() || '_';
}
