/** Content coding by negotiation: br, zstd, gzip or none. Never refuses. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gzip, zstdCompress } from 'node:zlib';
import Negotiator from 'negotiator';

export type Coding = 'br' | 'zstd' | 'gzip' | 'identity';

export interface Coded {
  readonly body: Uint8Array;
  readonly coding: Coding;
}

export interface Uncoded {
  readonly body: Uint8Array;
  /** The body is stored compressed. */
  readonly coded?: 'gzip';
  /** The same body object is sent many times. */
  readonly shared?: boolean;
}

/** Smaller bodies gain nothing. */
const THRESHOLD = 1024;
/** What a stored body may inflate to, in bytes. */
const MAX_BODY = 64 * 1024 * 1024;

const PREFERENCE: readonly Coding[] = ['br', 'zstd', 'gzip', 'identity'];
const STORED_PREFERENCE: readonly Coding[] = ['gzip', 'br', 'zstd', 'identity'];

const inflate = promisify(gunzip);
const encode = {
  br: (body: Uint8Array) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength },
    }),
  zstd: (body: Uint8Array) => promisify(zstdCompress)(body),
  gzip: (body: Uint8Array) => promisify(gzip)(body),
} as const;

/** The part of the negotiator's interface that its type declarations lack. */
interface Preferring {
  encodings(available: readonly Coding[], options: { readonly preferred: readonly Coding[] }): string[];
}

/** @param acceptEncoding absent means that nothing but the plain body is asked for */
export function chooseCoding(acceptEncoding: string | undefined, preference: readonly Coding[]): Coding {
  if (acceptEncoding === undefined) return 'identity';
  const negotiator: Preferring = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } });
  const [first] = negotiator.encodings(preference, { preferred: preference });
  return preference.find((coding) => coding === first) ?? 'identity';
}

/** A body stored as gzip is passed through to whoever takes gzip. */
export async function codeBody(reply: Uncoded, acceptEncoding: string | undefined): Promise<Coded> {
  if (reply.coded === 'gzip') {
    const coding = chooseCoding(acceptEncoding, STORED_PREFERENCE);
    if (coding === 'gzip') return { body: reply.body, coding };
    return compress(await inflate(reply.body, { maxOutputLength: MAX_BODY }), coding);
  }
  const coding = chooseCoding(acceptEncoding, PREFERENCE);
  if (reply.body.byteLength < THRESHOLD && chooseCoding(acceptEncoding, ['identity', ...PREFERENCE]) === 'identity') {
    return { body: reply.body, coding: 'identity' };
  }
  return reply.shared ? compressOnce(reply.body, coding) : compress(reply.body, coding);
}

async function compress(body: Uint8Array, coding: Coding): Promise<Coded> {
  if (coding === 'identity') return { body, coding };
  return { body: await encode[coding](body), coding };
}

const kept = new WeakMap<Uint8Array, Map<Coding, Promise<Coded>>>();

function compressOnce(body: Uint8Array, coding: Coding): Promise<Coded> {
  const codings = kept.get(body) ?? new Map<Coding, Promise<Coded>>();
  kept.set(body, codings);
  const coded = codings.get(coding) ?? compress(body, coding);
  codings.set(coding, coded);
  return coded;
}
