/** Limits the number of connections, closes idle ones for new ones, and knows whether a connection waits for an answer. */
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { IdentifyClient } from '../quotas/client.ts';
import { createCountsByKey } from '../quotas/counts-by-key.ts';

interface ConnectionLimits {
  /** Connections of all clients together. */
  readonly total: number;
  /** Connections of one client (IPv6: /64); trusted proxies and exempt networks have no such limit. */
  readonly perClient: number;
}

export type Connections = ReturnType<typeof guardConnections>;

/** @param identify returns `exempt` for clients that may have any number of connections, such as proxies */
export function guardConnections(server: Server, limits: ConnectionLimits, identify: IdentifyClient) {
  const clients = createCountsByKey();
  /** The newest answer of each connection, in the order of their requests; undefined before the first request. */
  const answers = new Map<Duplex, ServerResponse | undefined>();

  server.on('connection', (socket: Socket) => {
    const { key, exempt } = identify(socket.remoteAddress, undefined);
    if ((!exempt && clients.of(key) >= limits.perClient) || (answers.size >= limits.total && !makeRoom())) {
      socket.destroy();
      return;
    }
    answers.set(socket, undefined);
    clients.add(key, 1);
    socket.once('close', () => {
      answers.delete(socket);
      clients.add(key, -1);
    });
  });

  /** Closes the idle connection whose newest request is the oldest. Unlike in Node, one that never sent anything counts as idle. */
  function makeRoom(): boolean {
    for (const [socket, answer] of answers) {
      if (answer?.closed === false) continue;
      answers.delete(socket);
      socket.destroy();
      return true;
    }
    return false;
  }

  /** Resolves when all requests of a connection so far have been answered; undefined when they have been already. */
  function settled(socket: Duplex): Promise<void> | undefined {
    const answer = answers.get(socket);
    if (answer === undefined || answer.closed) return undefined;
    return new Promise((resolve) => answer.once('close', () => resolve()));
  }

  return {
    /** Call this for every request before it is handled. @returns false when the request will not be answered */
    enter(response: ServerResponse): boolean {
      const { socket } = response.req;
      // The connection becomes the last one.
      if (!answers.delete(socket) || socket.destroyed) return false;
      answers.set(socket, response);
      return true;
    },
    /** The newest request of a connection; its body may still be on its way. */
    newest: (socket: Duplex) => answers.get(socket)?.req,
    /**
     * Resolves when the next bytes of a connection may be parsed: those of a new request after all answers. Undefined when
     * they may be parsed now, like those of a body.
     */
    ready: (socket: Duplex) => (answers.get(socket)?.req.complete === false ? undefined : settled(socket)),
    settled,
  };
}
