/** Many pipelined requests on many connections: each is parsed in its turn, and other clients are served. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { createNodeServer } from '../../../src/core/http/node-server.ts';
import { guardConnections } from '../../../src/core/http/connections.ts';
import { paceInput } from '../../../src/core/http/paced-input.ts';
import { createClientIdentifier } from '../../../src/core/quotas/client.ts';
import { BURST, flood } from './flood.ts';
import { listenAnywhere } from './serving.ts';

it.each([
  ['of a client that stays', BURST],
  ['with bodies', 'POST / HTTP/1.1\r\nHost:x\r\nContent-Length:1\r\n\r\nx'.repeat(1000)],
])('pipelined requests are not parsed before their turn: %s', async (_, bytes) => {
  const server = createNodeServer();
  const identify = createClientIdentifier({ trustedProxies: [], exemptNetworks: [] });
  const connections = guardConnections(server, { total: 10, perClient: 10 }, identify);
  paceInput(server, connections);
  const first = Promise.withResolvers<ServerResponse>();
  let parsed = 0;
  server.on('request', (request, response) => {
    parsed += 1;
    void connections.enter(request, response);
    if (parsed === 1) first.resolve(response);
  });
  const port = await listenAnywhere(server);
  const socket = await flood(port, '127.0.0.1', bytes);
  const response = await first.promise;
  expect(parsed).toBe(1);
  response.end();
  await once(server, 'request');
  expect(parsed).toBe(2);
  socket.destroy();
  server.close();
});

it.each([1, 2, 3])(
  'nor is the second one where the head of the first arrives in two pieces, %d bytes before its end',
  async (cut) => {
    const server = createNodeServer();
    const identify = createClientIdentifier({ trustedProxies: [], exemptNetworks: [] });
    const connections = guardConnections(server, { total: 10, perClient: 10 }, identify);
    paceInput(server, connections);
    let parsed = 0;
    server.on('request', (request, response) => {
      parsed += 1;
      void connections.enter(request, response);
    });
    const arrived = once(server, 'connection') as Promise<[Socket]>;
    const client = await flood(await listenAnywhere(server), '127.0.0.1', '');
    const [socket] = await arrived;
    const end = BURST.indexOf('\r\n\r\n') + 4 - cut;
    for (const piece of [BURST.slice(0, end), BURST.slice(end)]) socket.emit('data', Buffer.from(piece));
    expect(parsed).toBe(1);
    client.destroy();
    server.close();
  },
);
