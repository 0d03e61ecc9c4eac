/** One JSON line per request, without what the client asked or who the client is. */
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ClientKey } from '../limit/client-key.ts';

/** The client is a salted hash that means nothing after a restart; the route is a pattern, never a query. */
export function logRequests(app: FastifyInstance, clientKey: ClientKey): void {
  const salt = randomBytes(16);
  app.addHook('onResponse', async (request, reply) => {
    const key = clientKey(request.socket.remoteAddress, request.headers['x-forwarded-for']);
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        bytes: Number(reply.getHeader('content-length') ?? 0),
        ms: Math.round(reply.elapsedTime * 10) / 10,
        client: createHash('sha256').update(salt).update(key).digest('base64url').slice(0, 12),
      },
      'request',
    );
  });
}
