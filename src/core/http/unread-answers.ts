/** Limits the memory of answers that clients have not read yet, for one client and for all together. */
import type { ServerResponse } from 'node:http';
import type { Client } from '../quotas/client.ts';
import { createCountsByKey } from '../quotas/counts-by-key.ts';
import { problem } from './problems.ts';
import type { HttpRequest } from './request.ts';
import { type HttpResponse, problemResponse, type ProblemSource, RETRY_SECONDS } from './response.ts';

export interface UnreadLimits {
  /** Bytes that one client may leave unread; a single answer may be larger. */
  readonly perClient: number;
  /** Bytes that all clients together may leave unread. */
  readonly total: number;
}

const MIB = 1024 * 1024;
const UNREAD_LIMITS: UnreadLimits = { perClient: 16 * MIB, total: 128 * MIB };

/** Answers up to this size, in bytes, are always sent: a connection holds only one at a time. */
const SMALL = 16 * 1024;

export type UnreadAnswers = ReturnType<typeof createUnreadAnswers>;

export function createUnreadAnswers({ perClient, total }: UnreadLimits = UNREAD_LIMITS) {
  const held = createCountsByKey();
  /** Responses in the order in which they began to wait. */
  const waiting = new Map<ServerResponse, { readonly key: string; readonly bytes: number }>();

  function release(outgoing: ServerResponse): void {
    const entry = waiting.get(outgoing);
    if (entry === undefined) return;
    waiting.delete(outgoing);
    held.add(entry.key, -entry.bytes);
  }

  function makeRoom(bytes: number): void {
    for (const outgoing of waiting.keys()) {
      if (held.total() + bytes <= total) return;
      release(outgoing);
      outgoing.destroy();
    }
  }

  return {
    /**
     * Call this before an answer is written. Its bytes count until it has been sent or its connection is closed. When all
     * clients together exceed `total`, connections are closed, beginning with the answer that has waited longest.
     * @returns false when the client must first read earlier answers
     */
    admit({ key, exempt }: Client, bytes: number, outgoing: ServerResponse): boolean {
      if (bytes <= SMALL) return true;
      const own = held.of(key);
      if (!exempt && own > 0 && own + bytes > perClient) return false;
      makeRoom(bytes);
      held.add(key, bytes);
      waiting.set(outgoing, { key, bytes });
      outgoing.once('close', () => release(outgoing));
      return true;
    },
  };
}

const TO_BE_READ = problem('rate_limited', {
  detail: 'Earlier answers have not been read yet. Read them first, or ask for less at a time.',
});

/** Replaces an answer that was not admitted, and keeps its quota fields. */
export async function refuseUnread(
  { fields }: HttpResponse,
  request: Pick<HttpRequest, 'headers'>,
  source: ProblemSource,
): Promise<HttpResponse> {
  const kept = fields.filter((_, place) => fields[place - (place % 2)]?.startsWith('ratelimit') === true);
  const response = await problemResponse(TO_BE_READ, request, source);
  response.fields.push(...kept, 'retry-after', RETRY_SECONDS);
  return response;
}
