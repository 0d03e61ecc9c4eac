/** Answers where there is no response object, only a socket: what is no HTTP, too slow or too long, and CONNECT. */
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Problem, problem } from '../api/problems.ts';
import type { IdentifyClient } from '../limit/client.ts';
import type { Connections } from './connections.ts';
import { problemOfClientError, type ProblemSource, type SocketAnswer, writeProblem } from './errors.ts';
import { ALLOW } from './gate.ts';
import type { RequestObserver } from './observer.ts';

export function refuseOnSockets(
  server: Server,
  problems: ProblemSource,
  identify: IdentifyClient,
  observers: readonly RequestObserver[],
  connections: Connections,
): void {
  function refuse(socket: Duplex, method: string, occurrence: Problem, answer: SocketAnswer): void {
    const { remoteAddress } = socket as { readonly remoteAddress?: string };
    const client = identify(remoteAddress, undefined);
    const { id, bytes } = writeProblem(socket, occurrence, problems, answer);
    for (const observer of observers) {
      observer.started?.();
      observer.finished({ id, method, route: 'none', status: occurrence.status, bytes, seconds: 0, client });
    }
  }
  server.on('clientError', (error: ClientError, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const answer = () => refuse(socket, 'unknown', problemOfClientError(error.code), { isBodiless: isHead(error) });
    const before = connections.settled(socket);
    // What was asked before is answered before. RFC 9112 §9.3.2
    if (before === undefined) answer();
    else void before.then(() => socket.writable && answer());
  });
  server.on('connect', (_, socket) => {
    socket.on('error', () => socket.destroy());
    refuse(socket, 'CONNECT', problem('method_not_allowed'), { fields: { allow: ALLOW } });
  });
}

interface ClientError extends NodeJS.ErrnoException {
  /** What the parser was reading. */
  readonly rawPacket?: Buffer;
}

/** A client that asked with HEAD would take a body for another answer. */
function isHead({ rawPacket }: ClientError): boolean {
  return rawPacket?.subarray(0, 5).toString('latin1') === 'HEAD ';
}
