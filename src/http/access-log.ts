/** One JSON line per request, without what the client asked or who exactly the client is. */
import { type Logger, symbols } from 'pino';
import type { ObservedRequest, RequestObserver } from './observer.ts';

/** What a logger has beside its interface: where its lines go, and the members that it was made with, as text. */
interface Inside {
  readonly [symbols.streamSym]: { write(line: string): void };
  readonly [symbols.chindingsSym]: string;
}

/**
 * The lines are written by hand into the logger's own stream: putting an object into words took pino a fifth of the time
 * that a whole request takes. Nothing in them needs escaping: a method is a token that Node knows, a route one of ours.
 */
export function createAccessLog(log: Logger): RequestObserver {
  const { [symbols.streamSym]: stream, [symbols.chindingsSym]: members } = log as unknown as Inside;
  if (!log.isLevelEnabled('info')) return { finished: () => undefined };
  return { finished: (request) => stream.write(lineOf(request, members)) };
}

/** As pino writes a line at the level `info`. @param members e.g. `,"worker":4711` */
function lineOf(
  { id, method, route, status, bytes, seconds, client, traceId }: ObservedRequest,
  members: string,
): string {
  const ms = Math.round(seconds * 10_000) / 10;
  const trace = traceId === undefined ? '' : `,"traceId":"${traceId}"`;
  return `{"level":30,"time":${Date.now()}${members},"reqId":"${id}","method":"${method}","route":"${route}","status":${status},"bytes":${bytes},"ms":${ms},"client":"${client.network}"${trace},"msg":"request"}\n`;
}
