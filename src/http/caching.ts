/** Validators and conditional requests: what a client already has is not sent again. */
import { hash } from 'node:crypto';
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
  const facts = factsOf(snapshot);
  const parts = [input.release, snapshot.id, input.baseUrl, endpoint.operationId, input.normalised];
  let changed = facts.built;
  if (endpoint.changesWith === 'day') {
    const today = now.toISOString().slice(0, 10);
    parts.push(today, facts.observations());
    changed = Math.max(changed, Date.parse(today));
  }
  const etag = `W/"${snapshot.id}.${hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 16)}"`;
  // A date in the future must not be sent. RFC 9110 §8.8.2.1
  const isPast = changed === facts.built && changed <= now.getTime();
  const lastModified = isPast ? facts.lastModified : new Date(Math.min(changed, now.getTime())).toUTCString();
  return { etag, lastModified };
}

interface SnapshotFacts {
  /** Milliseconds since 1970. */
  readonly built: number;
  readonly lastModified: string;
  /** The same data may come from other files, and be issued again with news of its sources, under the same identifier. */
  observations(): string;
}

const known = new WeakMap<object, SnapshotFacts>();

function factsOf(snapshot: ValidatorInput['snapshot']): SnapshotFacts {
  const facts = known.get(snapshot);
  if (facts !== undefined) return facts;
  const built = Date.parse(snapshot.builtAt);
  let observations: string | undefined;
  const made: SnapshotFacts = {
    built,
    lastModified: new Date(built).toUTCString(),
    observations() {
      const text = () => snapshot.sources.map((source) => [source.key, source.observation, source.import]);
      observations ??= hash('sha256', JSON.stringify(text()), 'base64url');
      return observations;
    },
  };
  known.set(snapshot, made);
  return made;
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

/** Whether the request's condition says 304, given that the answer would be 200. RFC 9110 §13.2.2 */
export function isFresh(request: ConditionalFields, { etag, lastModified }: Validators): boolean {
  const tags = request['if-none-match'];
  const since = request['if-modified-since'];
  if (tags === undefined && since === undefined) return false;
  if (tags === etag) return true;
  // Cache-Control is left out on purpose: no-cache tells caches to ask here, and fetch() adds it to conditional requests.
  return fresh({ 'if-none-match': tags?.trim(), 'if-modified-since': since }, { etag, 'last-modified': lastModified });
}
