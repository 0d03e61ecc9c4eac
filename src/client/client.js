/** A client of the service for browsers, Node and Deno: typed answers, lists of any length, waiting where it is told to. */
import { createRequests, ProblemError } from './client-requests.js';

export { ProblemError } from './client-requests.js';

/** @import { CallOptions, RequestOptions } from './client-requests.js' */
/** @import { CoverageAnswer } from '../api/coverage-schema.ts' */
/** @import { SourcesAnswer, StatusAnswer } from '../api/register-schemas.ts' */
/** @import { LinksAnswer } from '../api/schemas.ts' */
/** @import { SearchAnswer } from '../api/search-schema.ts' */
/** @typedef {CoverageAnswer['items'][number]} CoverageItem */
/** @typedef {CoverageAnswer['snapshot']} Snapshot */
/** @typedef {{ readonly type?: string, readonly limit?: number, readonly offset?: number } & CallOptions} SearchOptions */

/**
 * `onSnapshot` hears which data answered a batch.
 * @typedef {CallOptions & { readonly onSnapshot?: ((snapshot: Snapshot) => void) | undefined }} CoverageOptions
 */

/** Identifiers in a request, and characters of them: of a target some 8,000 are read. */
const MAX_IDS = 100;
const MAX_CHARACTERS = 6000;

/**
 * Every method throws `ProblemError` when the service refuses, what `fetch` throws when the network does not come back, and
 * the reason of `signal` when that is set.
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
      if (items.length !== batch.length) throw new Error(`${batch.length} identifiers got ${items.length} answers`);
      onSnapshot?.(snapshot);
      return items;
    } catch (error) {
      // A proxy between takes less than the service.
      const isTooLong = error instanceof ProblemError && error.status === 414 && batch.length > 1;
      if (!isTooLong) throw error;
      const half = Math.ceil(batch.length / 2);
      const first = await itemsOf(batch.slice(0, half), { signal, onSnapshot });
      return [...first, ...(await itemsOf(batch.slice(half), { signal, onSnapshot }))];
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
     * What the data hold for each identifier of a list of any length: one item each, in its order, asked for in batches.
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

    /** @param {CallOptions} [call] @returns {Promise<SourcesAnswer>} */
    sources: (call) => get('/sources', call),

    /** @param {CallOptions} [call] @returns {Promise<StatusAnswer>} */
    status: (call) => get('/status', call),
  };
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

/** What stands between identifiers in a request must not stand in one; what is none of any length is none cut short.
 * @param {string} input */
function asOne(input) {
  return input.replace(/\s+/g, '').replace(/[,;]/g, '_').slice(0, 500).toWellFormed() || '_';
}
