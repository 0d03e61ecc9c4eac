/** Validators and conditional requests: what a client already has is not sent again. */
import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import fresh from 'fresh';
import type { Dependencies, Endpoint } from '../api/endpoint.ts';
import type { Snapshot } from '../store/store.ts';

export interface Validators {
  readonly etag: string;
  /** HTTP-date. */
  readonly lastModified: string;
}

/** What all requests to an endpoint have in common, on one day if it changes with the day. */
interface Version {
  /** Empty for what does not change with the day. */
  readonly day: string;
  readonly service: Service;
  readonly tag: string;
  /** Milliseconds since 1970. */
  readonly changed: number;
  readonly lastModified: string;
}

type Data = Pick<Snapshot, 'id' | 'builtAt' | 'sources'>;
type Service = Pick<Dependencies, 'release' | 'baseUrl' | 'clock' | 'contact'>;

/**
 * A weak tag over software, data and request, so that whoever shows it was answered 200 to the same request;
 * undefined for responses that change with the moment.
 * @param normalised the request without its spelling
 */
export function validatorsOf(
  endpoint: Pick<Endpoint, 'operationId' | 'changesWith'>,
  normalised: string,
  snapshot: Data,
  service: Service,
): Validators | undefined {
  if (endpoint.changesWith === 'moment') return undefined;
  const now = service.clock();
  const day = endpoint.changesWith === 'day' ? now.toISOString().slice(0, 10) : '';
  const versions = known.get(snapshot) ?? new Map<string, Version>();
  let version = versions.get(endpoint.operationId);
  if (version === undefined || version.day !== day || version.service !== service) {
    version = createVersion(snapshot, endpoint.operationId, day, service);
    known.set(snapshot, versions.set(endpoint.operationId, version));
  }
  const { tag, changed, lastModified } = version;
  return {
    etag: `W/"${snapshot.id}.${tag}${crc32(normalised).toString(36)}"`,
    // A date in the future must not be sent. RFC 9110 §8.8.2.1
    lastModified: changed <= now.getTime() ? lastModified : now.toUTCString(),
  };
}

/** By `operationId`. */
const known = new WeakMap<Data, Map<string, Version>>();

function createVersion({ id, builtAt, sources }: Data, operationId: string, day: string, service: Service): Version {
  const { release, baseUrl, contact = '' } = service;
  const isDaily = day !== '';
  // The same data may come from other files, and be issued again with news of its sources, under the same identifier.
  const observations = isDaily && sources.map((source) => [source.key, source.observation, source.import]);
  const dates = isDaily ? [day, ...sources.flatMap(({ observation }) => observation.checkedAt ?? [])] : [];
  const changed = Math.max(...[builtAt, ...dates].map((date) => Date.parse(date)));
  const tag = hash(
    'sha256',
    JSON.stringify([id, `${operationId} ${day} ${release} ${baseUrl()} ${contact}`, observations]),
    'base64url',
  ).slice(0, 12);
  return { day, service, tag, changed, lastModified: new Date(changed).toUTCString() };
}

export interface ConditionalFields {
  readonly 'if-none-match'?: string | undefined;
  readonly 'if-modified-since'?: string | undefined;
}

/** Whether the client's copy is named by its tag: proof that the request is one that is answered 200. */
export function hasCurrentTag(request: ConditionalFields, { etag }: Validators): boolean {
  const tags = request['if-none-match'];
  if (tags === undefined || tags.trim() === '*') return false;
  return tags === etag || fresh({ 'if-none-match': tags }, { etag });
}

/** Whether the request's condition says 304, given that the response would be 200. RFC 9110 §13.2.2 */
export function isFresh(request: ConditionalFields, { etag, lastModified }: Validators): boolean {
  const tags = request['if-none-match'];
  const since = request['if-modified-since'];
  if (tags === undefined && since === undefined) return false;
  if (tags === etag) return true;
  // Cache-Control is left out on purpose: no-cache tells caches to ask here, and fetch() adds it to conditional requests.
  return fresh({ 'if-none-match': tags?.trim(), 'if-modified-since': since }, { etag, 'last-modified': lastModified });
}
