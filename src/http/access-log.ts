/** One JSON line per request, without what the client asked or who exactly the client is. */
import type { Logger } from 'pino';
import type { RequestObserver } from './observer.ts';

export function createAccessLog(log: Logger): RequestObserver {
  return {
    finished({ id, method, route, status, bytes, seconds, client, traceId }) {
      const ms = Math.round(seconds * 10_000) / 10;
      log.info({ reqId: id, method, route, status, bytes, ms, client: client.network, traceId }, 'request');
    },
  };
}
