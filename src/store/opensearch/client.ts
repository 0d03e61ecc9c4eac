/** Requests to the nodes of a cluster: through the client of the OpenSearch project, which is loaded when there is a cluster. */
import { readFileSync } from 'node:fs';
import { StoreOverloaded, StoreReadError } from '../store.ts';
import { type ClusterAddress, parseClusterAddress } from './address.ts';

/** How to get in, and how long to wait. From the environment, so that no list of processes shows it. */
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

/** The cluster said no, or nothing. Its message names neither user nor password. */
export class ClusterFailure extends StoreReadError {
  /** Of the response; 0 when there was none. */
  readonly status: number;
  /** As the cluster calls it: `index_not_found_exception`. */
  readonly type: string;

  constructor(what: string, status: number, type: string, options?: ErrorOptions) {
    super(what, options);
    [this.status, this.type] = [status, type];
  }
}

export interface Request {
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: object;
  /** Lines of JSON, in place of `body`. */
  readonly lines?: string;
  /** Milliseconds, if not the usual ones. */
  readonly timeout?: number;
  /** An answer like any other. */
  readonly may?: readonly number[];
}

/** @throws ClusterFailure, StoreOverloaded */
export type Ask = <T>(
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE',
  path: string,
  request?: Request,
) => Promise<T>;

export interface Client extends ClusterAddress {
  readonly ask: Ask;
  /** Nodes that did not answer the last time they were asked. */
  readonly deadNodes: () => number;
  close(): Promise<void>;
}

/** What is asked may be asked again: reading changes nothing, and whatever is written has its identifier. */
const RETRIES = 1;

/** @throws RangeError when the address is none, or the system's error when the CA file cannot be read */
export async function openClient(url: string, { user, password, apiKey, ca, timeout }: ClusterAccess): Promise<Client> {
  const address = parseClusterAddress(url);
  const tls = ca === undefined ? undefined : { ca: readFileSync(ca) };
  const { Client: OpenSearch } = await import('@opensearch-project/opensearch');
  const client = new OpenSearch({
    nodes: [...address.nodes],
    maxRetries: RETRIES,
    requestTimeout: timeout,
    ...(tls && { ssl: tls }),
    ...(user !== undefined && { auth: { username: user, password: password ?? '' } }),
    ...(apiKey !== undefined && { headers: { authorization: `ApiKey ${apiKey}` } }),
  });
  return {
    ...address,
    async ask<T>(
      method: string,
      path: string,
      { query, body, lines, timeout: most, may = [] }: Request = {},
    ): Promise<T> {
      const parameters = { method, path, ...(query && { querystring: query }), ...(body && { body }) };
      const options = { ...(most !== undefined && { requestTimeout: most }), ignore: [...may] };
      const sent = lines === undefined ? parameters : { ...parameters, bulkBody: lines };
      return client.transport.request(sent, options).then(
        (response) => response.body as T,
        (error: unknown) => {
          throw failureOf(error, path);
        },
      );
    },
    deadNodes: () => client.connectionPool.connections.filter(({ status }) => status === 'dead').length,
    close: () => client.close(),
  };
}

interface ResponseError extends Error {
  readonly meta?: { readonly statusCode?: number | null; readonly body?: { readonly error?: unknown } | null };
}

/** The client's own error carries the whole request, credentials included. */
function failureOf(error: unknown, path: string): StoreReadError {
  const { name, message, meta } = error as ResponseError;
  const status = meta?.statusCode ?? 0;
  const [place = ''] = path.split('?');
  if (status === 429) return new StoreOverloaded(`the cluster has too much to do (${place})`);
  if (status === 0) return new ClusterFailure(`the cluster does not answer (${name}: ${message}; ${place})`, 0, name);
  const told = meta?.body?.error as { readonly type?: string; readonly reason?: string } | string | undefined;
  const { type = 'error', reason = '' } = typeof told === 'object' ? told : { reason: told };
  return new ClusterFailure(
    `the cluster answered ${status} to ${place} (${type}: ${reason.slice(0, 300)})`,
    status,
    type,
  );
}

/** A page of a search or a `_msearch` as far as it is read. */
export interface Hits<T> {
  readonly timed_out?: boolean;
  readonly _shards?: { readonly failed: number };
  readonly error?: { readonly type?: string; readonly reason?: string };
  readonly status?: number;
  readonly hits?: {
    readonly total?: { readonly value: number };
    readonly hits: readonly { readonly _id: string; readonly _source: T; readonly sort?: readonly unknown[] }[];
  };
}

/** Part of an answer is none: without a shard there would seem to be less than there is. */
export function whole<T>(answer: Hits<T>): NonNullable<Hits<T>['hits']> {
  const { error, status, timed_out, _shards, hits } = answer;
  if (status === 429) throw new StoreOverloaded('the cluster has too much to do');
  if (error !== undefined)
    throw new ClusterFailure(
      `the cluster cannot search (${error.type}: ${error.reason})`,
      status ?? 0,
      error.type ?? '',
    );
  if (timed_out === true || _shards?.failed !== 0 || hits === undefined)
    throw new ClusterFailure('a part of the cluster does not answer', 0, 'partial');
  return hits;
}
