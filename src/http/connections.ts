/** Limits on connections: their number, which one is closed in favour of a new one, and answers in the order of the requests. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { IdentifyClient } from '../quotas/client.ts';

export interface ConnectionLimits {
  /** Connections of all clients together. */
  readonly total: number;
  /** Connections of one address (IPv6: /64) that is no trusted proxy. */
  readonly perClient: number;
}

export interface Connections {
  /**
   * To be called for every request before it is handled.
   * @returns false when the request will not be answered; a promise when earlier requests of its connection come first
   */
  enter(request: IncomingMessage, response: ServerResponse): boolean | Promise<boolean>;
  /** To be called when an answer has been written, for each request that `enter` did not refuse. */
  leave(socket: Duplex): void;
  /** The last request of a connection, whose body may not have come yet. */
  newest(socket: Duplex): IncomingMessage | undefined;
  /** Resolves when the next input of a connection may be parsed: a body, or a request when all others have been answered; undefined when it may be. */
  ready(socket: Duplex): Promise<void> | undefined;
  /** Resolves when all requests so far of a connection have been answered; undefined when they are. */
  settled(socket: Duplex): Promise<void> | undefined;
}

interface Connection {
  unanswered: number;
  request: IncomingMessage | undefined;
  /** The answer to the newest request. */
  response: ServerResponse | undefined;
  /** The answer to the request before the newest. */
  before: ServerResponse | undefined;
}

/** @param identify returns `exempt` for clients that may have any number of connections, such as proxies */
export function guardConnections(server: Server, limits: ConnectionLimits, identify: IdentifyClient): Connections {
  const byClient = new Map<string, number>();
  const connections = new Map<Duplex, Connection>();
  /** Connections without a request under way, the longest idle first. */
  const waiting = new Set<Duplex>();

  server.on('connection', (socket: Socket) => {
    const { key, exempt } = identify(socket.remoteAddress, undefined);
    const own = byClient.get(key) ?? 0;
    if ((!exempt && own >= limits.perClient) || (connections.size >= limits.total && !makeRoom())) {
      socket.destroy();
      return;
    }
    connections.set(socket, { unanswered: 0, request: undefined, response: undefined, before: undefined });
    waiting.add(socket);
    byClient.set(key, own + 1);
    socket.once('close', () => {
      forget(socket);
      const left = (byClient.get(key) ?? 1) - 1;
      if (left === 0) byClient.delete(key);
      else byClient.set(key, left);
    });
  });

  function forget(socket: Duplex): void {
    connections.delete(socket);
    waiting.delete(socket);
  }

  /** Closes the connection that is idle longest, also one that never sent anything, which Node does not count as idle. */
  function makeRoom(): boolean {
    for (const socket of waiting) {
      if (isBeingRead(connections.get(socket))) continue;
      forget(socket);
      socket.destroy();
      return true;
    }
    return false;
  }

  return {
    enter(request, response) {
      const { socket } = request;
      const connection = connections.get(socket);
      if (connection === undefined || socket.destroyed) return false;
      const before = connection.response;
      const isFirst = connection.unanswered === 0 && !isBeingRead(connection);
      waiting.delete(socket);
      connection.unanswered += 1;
      connection.request = request;
      connection.response = response;
      connection.before = before;
      if (isFirst || before === undefined) return true;
      return closed(before).then(() => !socket.destroyed);
    },
    leave(socket) {
      const connection = connections.get(socket);
      if (connection === undefined) return;
      connection.unanswered -= 1;
      if (connection.unanswered === 0) waiting.add(socket);
    },
    newest: (socket) => connections.get(socket)?.request,
    ready(socket) {
      const { request, response, before } = connections.get(socket) ?? {};
      const last = request?.complete === false ? before : response;
      return last === undefined || last.closed ? undefined : closed(last);
    },
    settled(socket) {
      const connection = connections.get(socket);
      if (connection?.response === undefined) return undefined;
      return connection.unanswered > 0 || isBeingRead(connection) ? closed(connection.response) : undefined;
    },
  };
}

/** Whether the last answer of a connection is written but not sent yet. */
function isBeingRead(connection: Connection | undefined): boolean {
  return connection?.response?.closed === false;
}

function closed(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (response.closed) resolve();
    else response.once('close', () => resolve());
  });
}
