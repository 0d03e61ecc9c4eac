/** Validators and conditional requests: an answer that a client already has is neither made nor sent again. */
import { dayOf } from '../model/days.ts';
import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import fresh from 'fresh';
import type { Snapshot } from '../snapshot/store.ts';
import type { Context, Door } from './door.ts';

export interface Validators {
  readonly etag: string;
  /** HTTP-date; absent for answers that depend on no snapshot. */
  readonly lastModified?: string;
}

/** The state that all answers of a service depend on. */
interface Edition {
  readonly baseUrl: () => string;
  readonly common: Pick<Context, 'release' | 'clock' | 'operator' | 'limits' | 'doors'>;
}

type Data = Pick<Snapshot, 'id' | 'builtAt' | 'sources' | 'collections'>;

/** @param input of the door: the same for all spellings of a request */
type FindValidators = (input: unknown, snapshot: Data | undefined) => Validators;

/** The state that the tags of a door are made from. */
interface Version {
  readonly snapshot: Data | undefined;
  /** Empty where answers do not change with the day. */
  readonly day: string;
  readonly baseUrl: string;
  /** Beginning of the tag. */
  readonly tag: string;
  /** Milliseconds since 1970. */
  readonly changed: number;
  readonly lastModified: string;
}

/**
 * Weak tags over software, settings, data and request: a client that sends one got a 200 to the same request.
 * @returns undefined for a door whose validators are not known before the work
 */
export function createValidators(door: Pick<Door, 'path' | 'dependsOn'>, edition: Edition): FindValidators | undefined {
  const { dependsOn } = door;
  if (dependsOn === 'moment' || dependsOn === 'file') return undefined;
  let last: Version | undefined;
  return (input, current) => {
    const now = edition.common.clock();
    const snapshot = dependsOn === 'release' ? undefined : current;
    const day = dependsOn === 'day' ? dayOf(now) : '';
    const baseUrl = edition.baseUrl();
    if (last === undefined || last.snapshot !== snapshot || last.day !== day || last.baseUrl !== baseUrl) {
      last = createVersion(door.path, edition.common, { snapshot, day, baseUrl });
    }
    const etag = `${last.tag}${crc32(JSON.stringify(input)).toString(36)}"`;
    if (snapshot === undefined) return { etag };
    // A date in the future must not be sent. RFC 9110 §8.8.2.1
    return { etag, lastModified: last.changed <= now.getTime() ? last.lastModified : now.toUTCString() };
  };
}

function createVersion(
  path: string,
  { release, operator, limits, doors }: Edition['common'],
  state: Pick<Version, 'snapshot' | 'day' | 'baseUrl'>,
): Version {
  const { snapshot, day, baseUrl } = state;
  const { id = '', builtAt = '1970-01-01T00:00:00Z', sources = [], collections = [] } = snapshot ?? {};
  const settings = { operator, limits, doors: doors.map((door) => door.path) };
  const isDaily = day !== '';
  // A snapshot may be issued again under the same identifier, with other files and observations of its sources.
  const observations = isDaily && [
    ...sources.map((source) => [source.key, source.observation, source.import]),
    ...collections.map(({ key, health }) => [key, health]),
  ];
  const looks = [
    ...sources.flatMap(({ observation }) => observation.checkedAt ?? []),
    ...collections.flatMap(({ health }) => health?.checkedAt ?? []),
  ];
  const dates = isDaily ? [day, ...looks] : [];
  const changed = Math.max(...[builtAt, ...dates].map((date) => Date.parse(date)));
  const state64 = hash(
    'sha256',
    JSON.stringify([id, path, day, release, baseUrl, settings, observations]),
    'base64url',
  ).slice(0, 12);
  const tag = `W/"${id === '' ? '' : `${id}.`}${state64}`;
  return { ...state, tag, changed, lastModified: new Date(changed).toUTCString() };
}

interface ConditionalFields {
  readonly 'if-none-match'?: string | undefined;
  readonly 'if-modified-since'?: string | undefined;
}

/** Whether the client sent the current tag, which proves that the same request was answered 200. */
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
  // `Cache-Control` is left out on purpose: `no-cache` only tells caches to ask here, and fetch() adds it to
  // conditional requests.
  if (tags === undefined && lastModified === undefined) return false;
  return fresh({ 'if-none-match': tags?.trim(), 'if-modified-since': since }, { etag, 'last-modified': lastModified });
}
