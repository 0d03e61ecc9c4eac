/** Validators and conditional requests: what a client already has is not sent again. */
import { createHash } from 'node:crypto';
import fresh from 'fresh';
import type { Endpoint } from '../api/endpoint.ts';
import type { Snapshot } from '../store/store.ts';

export interface Validators {
  readonly etag: string;
  /** HTTP-date. */
  readonly lastModified: string;
}

export interface ValidatorInput {
  readonly endpoint: Pick<Endpoint, 'operationId' | 'changesWith'>;
  /** The request without its spelling. */
  readonly normalised: string;
  readonly snapshot: Pick<Snapshot, 'id' | 'builtAt' | 'sources'>;
  readonly release: string;
  readonly baseUrl: string;
  readonly now: Date;
}

/**
 * A weak tag over software, data and request, so that whoever shows it was answered 200 to the same request;
 * undefined for answers that change with the moment.
 */
export function validatorsOf(input: ValidatorInput): Validators | undefined {
  const { endpoint, snapshot, now } = input;
  if (endpoint.changesWith === 'moment') return undefined;
  const today = now.toISOString().slice(0, 10);
  const parts = [
    input.release,
    snapshot.id,
    input.baseUrl,
    endpoint.operationId,
    input.normalised,
    ...(endpoint.changesWith === 'day' ? [today, observationsOf(snapshot)] : []),
  ];
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16);
  const built = Date.parse(snapshot.builtAt);
  const changed = endpoint.changesWith === 'day' ? Math.max(built, Date.parse(today)) : built;
  // A date in the future must not be sent. RFC 9110 §8.8.2.1
  const lastModified = new Date(Math.min(changed, now.getTime())).toUTCString();
  return { etag: `W/"${snapshot.id}.${hash}"`, lastModified };
}

const observations = new WeakMap<object, string>();

/** The same data may come from other files, and be issued again with news of its sources, under the same identifier. */
function observationsOf(snapshot: ValidatorInput['snapshot']): string {
  const known = observations.get(snapshot);
  if (known !== undefined) return known;
  const text = JSON.stringify(snapshot.sources.map(({ key, observation, import: made }) => [key, observation, made]));
  const hash = createHash('sha256').update(text).digest('base64url');
  observations.set(snapshot, hash);
  return hash;
}

export interface ConditionalFields {
  readonly 'if-none-match'?: string | undefined;
  readonly 'if-modified-since'?: string | undefined;
}

/** Whether the client's copy is named by its tag: proof that the request is one that is answered 200. */
export function hasCurrentTag(request: ConditionalFields, { etag }: Validators): boolean {
  const tags = request['if-none-match'];
  if (tags === undefined || tags.trim() === '*') return false;
  return fresh({ 'if-none-match': tags }, { etag });
}

/** Whether the request's condition says 304, given that the answer would be 200. RFC 9110 §13.2.2 */
export function isFresh(request: ConditionalFields, { etag, lastModified }: Validators): boolean {
  // Cache-Control is left out on purpose: no-cache tells caches to ask here, and fetch() adds it to conditional requests.
  const conditions = {
    'if-none-match': request['if-none-match']?.trim(),
    'if-modified-since': request['if-modified-since'],
  };
  return fresh(conditions, { etag, 'last-modified': lastModified });
}
