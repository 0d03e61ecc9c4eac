/** Requests to the nodes of a cluster: through the client of the OpenSearch project, which is loaded when there is a cluster. */
import { readFileSync } from 'node:fs';
import { StoreOverloaded, StoreReadError, StoreUnavailable } from '../store.ts';
import { type ClusterAddress, parseClusterAddress } from './address.ts';

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

/** The cluster said no. Its message names neither user nor password. */
export class ClusterRefusal extends StoreReadError {}

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

/** @throws ClusterRefusal, StoreOverloaded, StoreUnavailable */
export type Ask = <T>(method: Method, path: string, request?: Request) => Promise<T>;

export interface Client extends ClusterAddress {
  readonly ask: Ask;
  /** Nodes that did not answer the last time they were asked. */
  readonly deadNodes: () => number;
  readonly close: () => Promise<void>;
}

/** Reading changes nothing, and whatever is written has its identifier; of three nodes two may have died at once. */
const RETRIES = 2;
const REVIVAL_MS = 1_000;

/** @throws RangeError when the address is none, or the system's error when the CA file cannot be read */
export async function openClient(url: string, access: ClusterAccess): Promise<Client> {
  const { user, password = '', apiKey, ca, timeout } = access;
  const address = parseClusterAddress(url);
  const tls = ca === undefined ? undefined : { ca: readFileSync(ca) };
  const { Client: OpenSearch } = await import('@opensearch-project/opensearch');
  const client = new OpenSearch({
    nodes: [...address.nodes],
    maxRetries: RETRIES,
    requestTimeout: timeout,
    resurrectStrategy: 'none',
    ...(tls && { ssl: tls }),
    ...(user !== undefined && { auth: { username: user, password } }),
    ...(apiKey !== undefined && { headers: { authorization: `ApiKey ${apiKey}` } }),
  });
  // By itself the client would wait for minutes, then ping with every request and never read what is answered.
  const pool = client.connectionPool;
  const dead = () => pool.connections.filter(({ status }) => status === 'dead');
  const revival = setInterval(() => {
    for (const connection of dead())
      connection.request({ method: 'HEAD', path: '/', timeout: REVIVAL_MS } as never, (error, response) => {
        response?.resume();
        if (error === null && response?.statusCode !== 503) pool.markAlive(connection);
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
interface ResponseError extends Error {
  readonly meta?: { readonly statusCode?: number | null; readonly body?: { readonly error?: Told | string } | null };
}

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
  return status >= 500 ? new StoreUnavailable(message) : new ClusterRefusal(message);
}

/** What a search found. */
export interface Page<T> {
  readonly total?: { readonly value: number };
  readonly hits: readonly { readonly _id: string; readonly _source: T }[];
}
/** As it is answered. */
export interface Hits<T> {
  readonly timed_out?: boolean;
  readonly _shards?: { readonly failed: number };
  readonly error?: Told;
  readonly status?: number;
  readonly hits?: Page<T>;
}

/** Part of an answer is none: without a shard there would seem to be less than there is. */
export function whole<T>({ error, status = 0, timed_out, _shards, hits }: Hits<T>): Page<T> {
  if (error !== undefined) throw refusal(status, error, 'a search');
  if (timed_out !== true && _shards?.failed === 0 && hits !== undefined) return hits;
  throw new StoreUnavailable('a part of the cluster does not answer');
}
