/** Reads the bodies of requests, bounded in size, in time, and in the memory that all of them hold together. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Client } from '../quotas/client.ts';
import { createCountsByKey } from '../quotas/counts-by-key.ts';
import { type Problem, problem } from './problems.ts';

export interface BodyLimits {
  /** Bytes of one body. */
  readonly maxBytes: number;
  /** Bytes of all bodies together while they are read and processed. */
  readonly maxHeldBytes: number;
  /** The same for the bodies of one client. */
  readonly maxHeldPerClient: number;
  /** Milliseconds within which a body must arrive. The server's time-out, which begins with the head, also applies. */
  readonly timeoutMs: number;
}

const MIB = 1024 * 1024;
export const BODY_LIMITS: BodyLimits = {
  maxBytes: MIB,
  maxHeldBytes: 32 * MIB,
  maxHeldPerClient: 8 * MIB,
  timeoutMs: 10_000,
};

/** Reads a body and passes it to `use`; its memory counts until the promise of `use` settles. */
export type ReadBody = <T extends object>(use: (bytes: Buffer) => Promise<T>) => Promise<T | Problem>;

export type BodyReader = ReturnType<typeof createBodyReader>;

export function createBodyReader({ maxBytes, timeoutMs, ...limits }: BodyLimits = BODY_LIMITS) {
  const failing = new WeakMap<Duplex, (why: Problem) => boolean>();
  /** Problems of connections whose door has not begun to read the body. */
  const failed = new WeakMap<Duplex, Problem>();
  const held = createBodyMemory(limits);

  /** @param hold reserves memory */
  function read(request: IncomingMessage, response: ServerResponse, hold: (bytes: number) => Problem | undefined) {
    return new Promise<Buffer | Problem>((resolve) => {
      let body: GrowingBuffer | undefined = createGrowingBuffer(maxBytes, hold);
      const settle = (outcome: Buffer | Problem) => {
        body = undefined;
        clearTimeout(deadline);
        failing.delete(request.socket);
        resolve(outcome);
      };
      const breakOff = (why: Problem) => {
        response.shouldKeepAlive = false;
        settle(why);
      };
      const deadline = setTimeout(() => breakOff(problem('request_timeout')), timeoutMs);
      const why = failed.get(request.socket);
      if (why !== undefined && !request.complete) return breakOff(why);
      failing.set(request.socket, (why) => {
        if (!request.complete) breakOff(why);
        return !request.complete;
      });
      // Bytes after a refusal are read and discarded: a client whose connection is closed while it sends would not see
      // the answer.
      request.on('data', (chunk: Buffer) => {
        const refusal = body?.add(chunk);
        if (refusal !== undefined) settle(refusal);
      });
      request.on('end', () => settle(body?.bytes() ?? Buffer.alloc(0)));
      // The client has gone, so nobody sees this problem.
      request.on('close', () => settle(problem('invalid_request')));
      if (isContinueExpected(request.headers)) response.writeContinue();
    });
  }

  return {
    of:
      (request: IncomingMessage, response: ServerResponse, client: Client): ReadBody =>
      async (use) => {
        const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
        if (length === undefined && coding === undefined) return use(Buffer.alloc(0));
        if (Number(length ?? 0) > maxBytes) return problem('body_too_large');
        let ownBytes = 0;
        try {
          const bytes = await read(request, response, (more) => {
            const refusal = held.take(client, more);
            if (refusal === undefined) ownBytes += more;
            return refusal;
          });
          return Buffer.isBuffer(bytes) ? await use(bytes) : bytes;
        } finally {
          held.give(client, ownBytes);
        }
      },
    /**
     * Ends the reading of a body when its connection sends malformed HTTP or times out.
     * @returns whether a body was being read: the problem is then the answer to its request
     */
    fail(socket: Duplex, why: Problem): boolean {
      failed.set(socket, why);
      return failing.get(socket)?.(why) ?? false;
    },
  };
}

type GrowingBuffer = ReturnType<typeof createGrowingBuffer>;

/** One buffer for all chunks, because clients may send a byte at a time. @param hold reserves memory */
function createGrowingBuffer(maxBytes: number, hold: (bytes: number) => Problem | undefined) {
  let buffer = Buffer.alloc(0);
  let length = 0;
  return {
    bytes: () => buffer.subarray(0, length),
    add(chunk: Buffer): Problem | undefined {
      const needed = length + chunk.length;
      if (needed > maxBytes) return problem('body_too_large');
      if (needed > buffer.length) {
        const size = Math.min(maxBytes, Math.max(needed, 2 * buffer.length));
        const refusal = hold(size - buffer.length);
        if (refusal !== undefined) return refusal;
        const larger = Buffer.allocUnsafeSlow(size);
        buffer.copy(larger, 0, 0, length);
        buffer = larger;
      }
      chunk.copy(buffer, length);
      length = needed;
      return undefined;
    },
  };
}

const CLIENT_SHARE_EXCEEDED = problem('overloaded', {
  detail: 'Other request bodies from you are still being read or processed. Send fewer at a time.',
});

/** Counts the memory that bodies hold, in total and by client. */
function createBodyMemory({ maxHeldBytes, maxHeldPerClient }: Omit<BodyLimits, 'maxBytes' | 'timeoutMs'>) {
  const held = createCountsByKey();
  return {
    take({ key, exempt }: Client, bytes: number): Problem | undefined {
      if (!exempt && held.of(key) + bytes > maxHeldPerClient) return CLIENT_SHARE_EXCEEDED;
      if (held.total() + bytes > maxHeldBytes) return problem('overloaded');
      held.add(key, bytes);
      return undefined;
    },
    give: ({ key }: Client, bytes: number) => held.add(key, -bytes),
  };
}

/** RFC 9110 §10.1.1 */
function isContinueExpected({ expect }: IncomingHttpHeaders): boolean {
  return expect?.toLowerCase() === '100-continue';
}

/** @returns the media type in lower case and without parameters, or the refusal of such a body (RFC 9110 §15.5.16) */
export function readMediaType(headers: IncomingHttpHeaders, accepted: readonly string[]): string | Problem {
  const refuse = (detail: string) => problem('unsupported_media_type', { detail });
  const coding = headers['content-encoding'];
  if (coding !== undefined && coding.trim().toLowerCase() !== 'identity') {
    return refuse('“Content-Encoding” must be absent: the service does not unpack bodies.');
  }
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const mediaType = type.trim();
  if (!accepted.includes(mediaType)) return refuse(`“Content-Type” must be ${accepted.join(' or ')}.`);
  const charset = parameters.map((text) => /^charset\s*=\s*"?([^"\s]*)"?$/.exec(text.trim())?.[1]).find(Boolean);
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8' && charset !== 'us-ascii') {
    return refuse('The body must be UTF-8.');
  }
  return mediaType;
}
