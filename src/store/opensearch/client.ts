/** Requests to the nodes of a cluster: through the client of the OpenSearch project, which is loaded when there is a cluster. */
import { readFileSync } from 'node:fs';
import { StoreOverloaded, StoreReadError, StoreUnavailable } from '../store.ts';
import { type ClusterAddress, parseClusterAddress } from './address.ts';
import { connectionOver } from './connection.ts';

/** How to get in, and how long to wait. */
export interface ClusterAccess {
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  /** As the cluster issued it, in base64. */
  readonly apiKey?: string | undefined;
  /** File with the certificates (PEM) to trust, if not those of the system. */
  readonly ca?: string | undefined;
  /** For an answer of one node, in milliseconds. */
  readonly timeout: number;
}

/** What goes through many documents takes its time, in milliseconds. */
export const LONG = 120_000;

interface Request {
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: object;
  /** Lines of JSON, in place of `body`. */
  readonly lines?: string;
  /** Milliseconds, if not the usual ones. */
  readonly timeout?: number;
  /** A status that is an answer like any other. */
  readonly may?: number;
}
type Method = 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';

/** @throws StoreOverloaded, StoreUnavailable, StoreReadError when the cluster says no; none names user or password */
export type Ask = <T>(method: Method, path: string, request?: Request) => Promise<T>;

export interface Client extends ClusterAddress {
  readonly ask: Ask;
  /** Nodes that did not answer the last time they were asked. */
  readonly deadNodes: () => number;
  readonly close: () => Promise<void>;
}

/** Reading changes nothing, and whatever is written has its identifier; of three nodes two may have died at once. */
const [RETRIES, REVIVAL_MS] = [2, 1_000];

/** @throws RangeError when the address is none, or the system's error when the CA file cannot be read */
export async function openClient(url: string, access: ClusterAccess): Promise<Client> {
  const { user, password = '', apiKey, ca, timeout } = access;
  const address = parseClusterAddress(url);
  const tls = ca === undefined ? undefined : { ca: readFileSync(ca) };
  const { Client: OpenSearch, Connection } = await import('@opensearch-project/opensearch');
  const client = new OpenSearch({
    nodes: [...address.nodes],
    Connection: connectionOver(Connection, await import('undici')),
    // A search through every answer for names that JSON.parse takes as any other.
    disablePrototypePoisoningProtection: true,
    maxRetries: RETRIES,
    requestTimeout: timeout,
    resurrectStrategy: 'none',
    ...(tls && { ssl: tls }),
    ...(user !== undefined && { auth: { username: user, password } }),
    ...(apiKey !== undefined && { headers: { authorization: `ApiKey ${apiKey}` } }),
  });
  // By itself the client would wait for minutes, then ping with every request and never read what is answered.
  const dead = () => client.connectionPool.connections.filter(({ status }) => status === 'dead');
  const revival = setInterval(() => {
    for (const connection of dead())
      connection.request({ method: 'HEAD', path: '/', timeout: REVIVAL_MS } as never, (error, response) => {
        if (error === null && response?.statusCode !== 503) client.connectionPool.markAlive(connection);
      });
  }, REVIVAL_MS).unref();
  return {
    ...address,
    async ask<T>(method: Method, path: string, request: Request = {}): Promise<T> {
      const { query = {}, body, lines, timeout: requestTimeout = timeout, may } = request;
      const content = lines === undefined ? body && { body } : { bulkBody: lines };
      const options = { requestTimeout, ignore: may === undefined ? [] : [may] };
      try {
        return (await client.transport.request({ method, path, querystring: query, ...content }, options)).body as T;
      } catch (error) {
        throw failureOf(error as ResponseError, path);
      }
    },
    deadNodes: () => dead().length,
    async close() {
      clearInterval(revival);
      await client.close();
    },
  };
}

type Told = { readonly type?: string; readonly reason?: string };
type ResponseError = Error & { meta?: { statusCode?: number | null; body?: { error?: Told | string } | null } };

/** The client's own error carries the whole request, credentials included. */
function failureOf({ name, message, meta }: ResponseError, path: string): StoreReadError {
  const status = meta?.statusCode ?? 0;
  if (status === 0) return new StoreUnavailable(`the cluster does not answer (${name}: ${message}; ${path})`);
  const told = meta?.body?.error;
  return refusal(status, typeof told === 'object' ? told : { reason: told ?? name }, path);
}

/** @param what was asked */
export function refusal(status: number, { type = 'error', reason = '' }: Told, what: string): StoreReadError {
  const message = `the cluster answered ${status} to ${what} (${type}: ${reason.slice(0, 300)})`;
  // A full disk is told like a full queue, but does not pass by itself.
  if (status === 429 && type !== 'cluster_block_exception') return new StoreOverloaded(message);
  return status >= 500 ? new StoreUnavailable(message) : new StoreReadError(message);
}

/** What a search found. */
export interface Page<T> {
  readonly total?: { readonly value: number };
  readonly hits: readonly Hit<T>[];
}
/** What the index `words` is sorted by is what is read of it. */
type Hit<T> = Readonly<{ _id: string; _source: T; fields: T; sort: readonly [entities: number, word: string] }>;
/** As it is answered. */
type Answer<T> = { timed_out?: boolean; _shards?: { failed: number }; error?: Told; status?: number; hits?: Page<T> };

/** Searches of one request. */
const BATCH = 64;

export type Search = { readonly index: string; readonly body: object };

/** Each node answers from its own copies where it has them. @param timeout as of {@link Ask} */
export async function searchAll<T>(ask: Ask, searches: readonly Search[], timeout?: number): Promise<Page<T>[]> {
  const found: Page<T>[] = [];
  for (let from = 0; from < searches.length; from += BATCH) {
    const batch = searches.slice(from, from + BATCH).map(linesOf);
    const request = { lines: batch.join(''), ...(timeout !== undefined && { timeout }) };
    const { responses } = await ask<{ responses: readonly Answer<T>[] }>('POST', '/_msearch', request);
    found.push(...responses.map(whole));
  }
  return found;
}

function linesOf({ index, body }: Search): string {
  return `{"index":"${index}","preference":"_local","allow_partial_search_results":false}\n${JSON.stringify(body)}\n`;
}

/** Part of an answer is none: without a shard there would seem to be less than there is. */
function whole<T>({ error, status = 0, timed_out, _shards, hits }: Answer<T>): Page<T> {
  if (error !== undefined) throw refusal(status, error, 'a search');
  if (timed_out !== true && _shards?.failed === 0 && hits !== undefined) return hits;
  throw new StoreUnavailable('a part of the cluster does not answer');
}
