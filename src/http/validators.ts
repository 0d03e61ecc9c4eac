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
  { release, baseUrl, clock, contact = '' }: Service,
): Validators | undefined {
  if (endpoint.changesWith === 'moment') return undefined;
  const now = clock();
  const day = endpoint.changesWith === 'day' ? now.toISOString().slice(0, 10) : '';
  const { tag, changed, lastModified } = versionOf(
    snapshot,
    day,
    `${endpoint.operationId} ${day} ${release} ${baseUrl()} ${contact}`,
  );
  return {
    etag: `W/"${snapshot.id}.${tag}${crc32(normalised).toString(36)}"`,
    // A date in the future must not be sent. RFC 9110 §8.8.2.1
    lastModified: changed <= now.getTime() ? lastModified : now.toUTCString(),
  };
}

const known = new WeakMap<Data, Map<string, Version>>();
/** Endpoints, and days of those that change with the day. */
const MAX_KNOWN = 100;

function versionOf(snapshot: Data, day: string, key: string): Version {
  const versions = known.get(snapshot) ?? new Map<string, Version>();
  const found = versions.get(key);
  if (found !== undefined) return found;
  if (versions.size >= MAX_KNOWN) versions.clear();
  const made = createVersion(snapshot, key, day);
  known.set(snapshot, versions.set(key, made));
  return made;
}

function createVersion({ id, builtAt, sources }: Data, key: string, day: string): Version {
  const isDaily = day !== '';
  // The same data may come from other files, and be issued again with news of its sources, under the same identifier.
  const observations = isDaily && sources.map((source) => [source.key, source.observation, source.import]);
  const dates = isDaily ? [day, ...sources.flatMap(({ observation }) => observation.checkedAt ?? [])] : [];
  const changed = Math.max(...[builtAt, ...dates].map((date) => Date.parse(date)));
  const tag = hash('sha256', JSON.stringify([id, key, observations]), 'base64url').slice(0, 12);
  return { tag, changed, lastModified: new Date(changed).toUTCString() };
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
