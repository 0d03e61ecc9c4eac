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

/** A server that keeps its requests until the test answers them. */
async function pacedServer() {
  const server = createNodeServer();
  const identify = createClientIdentifier({ trustedProxies: [], exemptNetworks: [] });
  const connections = guardConnections(server, { total: 10, perClient: 10 }, identify);
  paceInput(server, connections);
  const parsed: ServerResponse[] = [];
  server.on('request', (request, response) => {
    parsed.push(response);
    void connections.enter(request, response);
  });
  return { server, parsed, port: await listenAnywhere(server) };
}

it.each([
  ['of a client that stays', BURST],
  ['with bodies', 'POST / HTTP/1.1\r\nHost:x\r\nContent-Length:1\r\n\r\nx'.repeat(1000)],
])('pipelined requests are not parsed before their turn: %s', async (_, bytes) => {
  const { server, parsed, port } = await pacedServer();
  const first = once(server, 'request');
  const socket = await flood(port, '127.0.0.1', bytes);
  await first;
  expect(parsed).toHaveLength(1);
  parsed[0]?.end();
  await once(server, 'request');
  expect(parsed).toHaveLength(2);
  socket.destroy();
  server.close();
});

it.each([1, 2, 3])(
  'nor is the second one where the head of the first arrives in two pieces, %d bytes before its end',
  async (cut) => {
    const { server, parsed, port } = await pacedServer();
    const arrived = once(server, 'connection') as Promise<[Socket]>;
    const client = await flood(port, '127.0.0.1', '');
    const [socket] = await arrived;
    const end = BURST.indexOf('\r\n\r\n') + 4 - cut;
    for (const piece of [BURST.slice(0, end), BURST.slice(end)]) socket.emit('data', Buffer.from(piece));
    expect(parsed).toHaveLength(1);
    client.destroy();
    server.close();
  },
);
