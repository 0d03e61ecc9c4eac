/** Limits the number of connections, closes idle ones for new ones, and keeps answers in the order of requests. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
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

interface Connection {
  unanswered: number;
  request: IncomingMessage | undefined;
  /** The answer to the newest request. */
  response: ServerResponse | undefined;
  /** The answer to the request before the newest one. */
  before: ServerResponse | undefined;
}

/** @param identify returns `exempt` for clients that may have any number of connections, such as proxies */
export function guardConnections(server: Server, limits: ConnectionLimits, identify: IdentifyClient) {
  const clients = createCountsByKey();
  const connections = new Map<Duplex, Connection>();
  /** Connections without an unanswered request, the longest idle first. */
  const idle = new Set<Duplex>();

  server.on('connection', (socket: Socket) => {
    const { key, exempt } = identify(socket.remoteAddress, undefined);
    if ((!exempt && clients.of(key) >= limits.perClient) || (connections.size >= limits.total && !makeRoom())) {
      socket.destroy();
      return;
    }
    connections.set(socket, { unanswered: 0, request: undefined, response: undefined, before: undefined });
    idle.add(socket);
    clients.add(key, 1);
    socket.once('close', () => {
      forget(socket);
      clients.add(key, -1);
    });
  });

  function forget(socket: Duplex): void {
    connections.delete(socket);
    idle.delete(socket);
  }

  /** Closes the connection that has been idle longest. Unlike in Node, one that never sent anything counts as idle. */
  function makeRoom(): boolean {
    for (const socket of idle) {
      if (hasOpenAnswer(connections.get(socket))) continue;
      forget(socket);
      socket.destroy();
      return true;
    }
    return false;
  }

  return {
    /**
     * Call this for every request before it is handled.
     * @returns false when the request will not be answered; a promise when earlier requests of its connection come first
     */
    enter(request: IncomingMessage, response: ServerResponse): boolean | Promise<boolean> {
      const { socket } = request;
      const connection = connections.get(socket);
      if (connection === undefined || socket.destroyed) return false;
      const before = connection.response;
      const isFirst = connection.unanswered === 0 && !hasOpenAnswer(connection);
      idle.delete(socket);
      connection.unanswered += 1;
      connection.request = request;
      connection.response = response;
      connection.before = before;
      if (isFirst || before === undefined) return true;
      return closed(before).then(() => !socket.destroyed);
    },
    /** Call this when an answer has been written, for each request that `enter` did not refuse. */
    leave(socket: Duplex): void {
      const connection = connections.get(socket);
      if (connection === undefined) return;
      connection.unanswered -= 1;
      if (connection.unanswered === 0) idle.add(socket);
    },
    /** Closes connections that never sent anything, such as those that browsers open in advance. */
    closeUnused(): void {
      for (const socket of idle) if ((socket as Socket).bytesRead === 0) socket.destroy();
    },
    /** The newest request of a connection; its body may still be on its way. */
    newest: (socket: Duplex) => connections.get(socket)?.request,
    /**
     * Resolves when the next bytes of a connection may be parsed: those of a body after the answer to the request before
     * it, those of a new request after all answers. Undefined when they may be parsed now.
     */
    ready(socket: Duplex): Promise<void> | undefined {
      const { request, response, before }: Partial<Connection> = connections.get(socket) ?? {};
      const last = request?.complete === false ? before : response;
      return last === undefined || last.closed ? undefined : closed(last);
    },
    /** Resolves when all requests of a connection so far have been answered; undefined when they have been already. */
    settled(socket: Duplex): Promise<void> | undefined {
      const connection = connections.get(socket);
      if (connection?.response === undefined) return undefined;
      return connection.unanswered > 0 || hasOpenAnswer(connection) ? closed(connection.response) : undefined;
    },
  };
}

/** Whether the newest answer of a connection has not been sent completely. */
function hasOpenAnswer(connection: Connection | undefined): boolean {
  return connection?.response?.closed === false;
}

function closed(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (response.closed) resolve();
    else response.once('close', () => resolve());
  });
}
