/** Keeps one client from taking all connections, and idle connections from keeping others out. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { IdentifyClient } from '../limit/client.ts';

export interface ConnectionLimits {
  /** Of all clients together. */
  readonly total: number;
  /** Of one address (IPv6: /64) that speaks for itself only. */
  readonly perClient: number;
}

/** @param identify says `exempt` of whoever may have any number of connections, such as proxies */
export function guardConnections(server: Server, limits: ConnectionLimits, identify: IdentifyClient): void {
  const byClient = new Map<string, number>();
  let total = 0;
  server.on('connection', (socket: Socket) => {
    const { key, exempt } = identify(socket.remoteAddress, undefined);
    const own = byClient.get(key) ?? 0;
    if (total >= limits.total) server.closeIdleConnections();
    if (total >= limits.total || (!exempt && own >= limits.perClient)) {
      socket.destroy();
      return;
    }
    total += 1;
    byClient.set(key, own + 1);
    socket.once('close', () => {
      total -= 1;
      const left = (byClient.get(key) ?? 1) - 1;
      if (left === 0) byClient.delete(key);
      else byClient.set(key, left);
    });
  });
}
