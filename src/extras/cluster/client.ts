/** Requests to the nodes of a cluster, through the client of the OpenSearch project, which is loaded only for a cluster. */
import { readFileSync } from 'node:fs';
import { StoreOverloaded, StoreReadError, StoreUnavailable } from '../../core/snapshot/store.ts';
import { type ClusterAddress, parseClusterAddress } from './address.ts';
import { connectionOver } from './connection.ts';

/** Credentials, certificates and timeout. */
export interface ClusterAccess {
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  /** API key as issued by the cluster, in base64. */
  readonly apiKey?: string | undefined;
  /** File with the certificates (PEM) to trust, in place of those of the system. */
  readonly ca?: string | undefined;
  /** Milliseconds for an answer of one node. */
  readonly timeout: number;
}

/** Timeout of requests that read or write many documents, in milliseconds. */
export const LONG_TIMEOUT = 120_000;

interface Request {
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: object;
  /** Lines of JSON, in place of `body`. */
  readonly lines?: string;
  /** Timeout in milliseconds; the default is the timeout of the access. */
  readonly timeout?: number;
  /** A status ≥ 400 that is not an error for the caller. */
  readonly acceptStatus?: number;
}
type Method = 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';

/** @throws StoreOverloaded, StoreUnavailable or StoreReadError, without user and password in the message */
export type Ask = <T>(method: Method, path: string, request?: Request) => Promise<T>;

export interface ClusterClient extends ClusterAddress {
  readonly ask: Ask;
  /** Number of nodes that did not answer their last request. */
  readonly deadNodes: () => number;
  readonly close: () => Promise<void>;
}

/** Two retries, because two of three nodes may fail together. Repeating is safe: each document has its identifier. */
const [RETRIES, REVIVAL_MS] = [2, 1_000];

/** @throws RangeError when the address is malformed, or the system's error when the CA file cannot be read */
export async function openClient(url: string, access: ClusterAccess): Promise<ClusterClient> {
  const { user, password = '', apiKey, ca, timeout } = access;
  const address = parseClusterAddress(url);
  const tls = ca === undefined ? undefined : { ca: readFileSync(ca) };
  const { Client: OpenSearch, Connection } = await import('@opensearch-project/opensearch');
  const client = new OpenSearch({
    nodes: [...address.nodes],
    Connection: connectionOver(Connection, await import('undici')),
    // The protection searches every answer for member names that are harmless to JSON.parse.
    disablePrototypePoisoningProtection: true,
    maxRetries: RETRIES,
    requestTimeout: timeout,
    resurrectStrategy: 'none',
    ...(tls && { ssl: tls }),
    ...(user !== undefined && { auth: { username: user, password } }),
    ...(apiKey !== undefined && { headers: { authorization: `ApiKey ${apiKey}` } }),
  });
  // The client's own revival waits for minutes, then pings with every request and ignores the answer.
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
      const { query = {}, body, lines, timeout: requestTimeout = timeout, acceptStatus } = request;
      const content = lines === undefined ? body && { body } : { bulkBody: lines };
      const options = { requestTimeout, ignore: acceptStatus === undefined ? [] : [acceptStatus] };
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

type ClusterError = { readonly type?: string; readonly reason?: string };
type ResponseError = Error & { meta?: { statusCode?: number | null; body?: { error?: ClusterError | string } | null } };

/** Replaces an error of the client, because the error contains the whole request with credentials. */
function failureOf({ name, message, meta }: ResponseError, path: string): StoreReadError {
  const status = meta?.statusCode ?? 0;
  if (status === 0) return new StoreUnavailable(`the cluster does not answer (${name}: ${message}; ${path})`);
  const error = meta?.body?.error;
  return refusal(status, typeof error === 'object' ? error : { reason: error ?? name }, path);
}

/** @param what the request, for the message */
export function refusal(status: number, { type = 'error', reason = '' }: ClusterError, what: string): StoreReadError {
  const message = `the cluster answered ${status} to ${what} (${type}: ${reason.slice(0, 300)})`;
  // A full disk has the same status as a full queue, but is not temporary.
  if (status === 429 && type !== 'cluster_block_exception') return new StoreOverloaded(message);
  return status >= 500 ? new StoreUnavailable(message) : new StoreReadError(message);
}

/** Hits of a search. */
export interface SortedPage<T> {
  readonly total?: { readonly value: number };
  readonly hits: readonly Hit<T>[];
}
/** Hits of the index `words` are read by their sort values only. */
type Hit<T> = Readonly<{ _id: string; _source: T; fields: T; sort: readonly [entities: number, word: string] }>;
/** One answer of a multi-search. */
type Answer<T> = {
  timed_out?: boolean;
  _shards?: { failed: number };
  error?: ClusterError;
  status?: number;
  hits?: SortedPage<T>;
};

const MAX_SEARCHES_PER_REQUEST = 64;

export type Search = { readonly index: string; readonly body: object };

/** Answers several searches; each node reads its own copies where it has them. @param timeout in milliseconds */
export async function searchAll<T>(ask: Ask, searches: readonly Search[], timeout?: number): Promise<SortedPage<T>[]> {
  const pages: SortedPage<T>[] = [];
  for (let from = 0; from < searches.length; from += MAX_SEARCHES_PER_REQUEST) {
    const batch = searches.slice(from, from + MAX_SEARCHES_PER_REQUEST).map(linesOf);
    const request = { lines: batch.join(''), ...(timeout !== undefined && { timeout }) };
    const { responses } = await ask<{ responses: readonly Answer<T>[] }>('POST', '/_msearch', request);
    pages.push(...responses.map(completeOrThrow));
  }
  return pages;
}

function linesOf({ index, body }: Search): string {
  return `{"index":"${index}","preference":"_local","allow_partial_search_results":false}\n${JSON.stringify(body)}\n`;
}

/** Refuses partial answers: the data of a missing shard would seem not to exist. */
function completeOrThrow<T>({ error, status = 0, timed_out, _shards, hits }: Answer<T>): SortedPage<T> {
  if (error !== undefined) throw refusal(status, error, 'a search');
  if (timed_out !== true && _shards?.failed === 0 && hits !== undefined) return hits;
  throw new StoreUnavailable('a part of the cluster does not answer');
}
