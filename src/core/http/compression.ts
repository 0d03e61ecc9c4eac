/** Negotiates the content coding of a body: br, zstd, gzip or none. No request is refused for its `Accept-Encoding`. */
import { memo, memoize } from '../model/memo.ts';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gzip, gzipSync, zstdCompress } from 'node:zlib';
import Negotiator from 'negotiator';
import { inflateAnswer, MAX_ANSWER_BYTES } from '../snapshot/stored-answer.ts';
import type { Answer } from './door.ts';

type Coding = 'br' | 'zstd' | 'gzip' | 'identity';

interface Coded {
  readonly body: Uint8Array;
  readonly coding: Coding;
}

/** Size in bytes below which compression gains nothing. */
const THRESHOLD = 1024;
/**
 * Stored bodies up to this size are inflated synchronously: it takes some 10 µs, and a trip to another thread 100 µs.
 */
const SMALL = 16 * 1024;
/**
 * Bodies up to this size are gzipped synchronously, in less than 0.5 ms: most take less than a trip to another thread.
 */
const SHORT = 64 * 1024;

const PREFERENCE: readonly Coding[] = ['br', 'zstd', 'gzip', 'identity'];
const STORED_PREFERENCE: readonly Coding[] = ['gzip', 'br', 'zstd', 'identity'];
const PLAIN_PREFERENCE: readonly Coding[] = ['identity', 'br', 'zstd', 'gzip'];

/** Levels of gzip. Level 3 takes half the time of the default level 6, for a sixth more bytes. */
const GZIP_LEVEL = { once: 3, kept: 6 };

const inflate = promisify(gunzip);
const encode = {
  br: (body: Uint8Array) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength },
    }),
  zstd: (body: Uint8Array) => promisify(zstdCompress)(body),
  gzip: (body: Uint8Array, level: number) => promisify(gzip)(body, { level }),
} as const;

/** The part of the negotiator's interface that its type declarations lack. */
interface Preferring {
  encodings(available: readonly Coding[], options: { readonly preferred: readonly Coding[] }): string[];
}

/** @param acceptEncoding if absent, no coding is chosen */
export function chooseCoding(acceptEncoding: string | undefined, preference: readonly Coding[]): Coding {
  if (acceptEncoding === undefined) return 'identity';
  const negotiator: Preferring = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } });
  const [first] = negotiator.encodings(preference, { preferred: preference });
  return preference.find((coding) => coding === first) ?? 'identity';
}

/** Number of remembered values of `Accept-Encoding`; clients send a few dozen different ones. */
const MAX_REMEMBERED = 400;

/** A choice that is remembered: the negotiator takes ten microseconds. */
function codingFor(acceptEncoding: string | undefined, preference: readonly Coding[]): Coding {
  if (acceptEncoding === undefined) return 'identity';
  const choose = () => memoize(MAX_REMEMBERED, (field: string) => chooseCoding(field, preference));
  return memo(preference, 'choices', choose)(acceptEncoding);
}

/** Passes a body stored as gzip through to clients that accept gzip. Returns a promise only for slow codings. */
export function codeBody(
  { body, coded, shared }: Pick<Answer, 'coded' | 'shared'> & { readonly body: Uint8Array },
  acceptEncoding: string | undefined,
): Coded | Promise<Coded> {
  if (coded === 'gzip') {
    const coding = codingFor(acceptEncoding, STORED_PREFERENCE);
    if (coding === 'gzip') return { body, coding };
    if (body.byteLength <= SMALL) return compress(inflateAnswer(body), coding);
    return inflate(body, { maxOutputLength: MAX_ANSWER_BYTES }).then((plain) => compress(plain, coding));
  }
  if (body.byteLength < THRESHOLD && codingFor(acceptEncoding, PLAIN_PREFERENCE) === 'identity') {
    return { body, coding: 'identity' };
  }
  const coding = codingFor(acceptEncoding, PREFERENCE);
  return shared ? memo(body, coding, () => compress(body, coding, GZIP_LEVEL.kept)) : compress(body, coding);
}

function compress(body: Uint8Array, coding: Coding, level = GZIP_LEVEL.once): Coded | Promise<Coded> {
  if (coding === 'identity') return { body, coding };
  if (coding === 'gzip' && body.byteLength <= SHORT) return { body: gzipSync(body, { level }), coding };
  return encode[coding](body, level).then((compressed) => ({ body: compressed, coding }));
}
