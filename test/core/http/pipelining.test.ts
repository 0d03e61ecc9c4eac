/** Many pipelined requests on many connections: each is parsed in its turn, and other clients are served. */
import type { ServerResponse } from 'node:http';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { createNodeServer } from '../../../src/core/http/node-server.ts';
import { guardConnections } from '../../../src/core/http/connections.ts';
import { paceInput } from '../../../src/core/http/paced-input.ts';
import { createClientIdentifier } from '../../../src/core/quotas/client.ts';
import { main } from '../../cli/command.ts';
import { endProcesses, startProcess } from '../../e2e/process.ts';
import { listenAnywhere } from './serving.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost:x\r\n\r\n';
const BURST = REQUEST.repeat(Math.floor((64 * 1024) / REQUEST.length));

/** Sends bytes without reading. */
async function flood(port: number, localAddress: string, bytes: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  await once(socket, 'connect');
  // The kernel resets connections that are closed with unread bytes.
  socket.on('error', () => undefined).write(bytes);
  return socket;
}

describe('pipelined requests', () => {
  it.each([
    ['of a client that stays', BURST],
    ['with bodies', 'POST / HTTP/1.1\r\nHost:x\r\nContent-Length:1\r\n\r\nx'.repeat(1000)],
  ])('are not parsed before their turn: %s', async (_, bytes) => {
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
});

describe('a server of 400 MB', () => {
  afterAll(endProcesses);

  const memoryOf = (pid: number, name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

  it.runIf(process.platform === 'linux')('survives bursts of two clients, and serves a third', async () => {
    const command = [process.execPath, '--max-old-space-size=256', main];
    const args = ['serve', '--snapshot', inject('sample'), '--port', '0', '--access-log', 'off', '--warm-up', 'off'];
    const service = await startProcess(args, { command });
    const port = Number(new URL(service.url).port);
    const ask = async () => (await fetch(`${service.url}/api/v1/status`)).status;
    const others: number[] = [];
    for (let burst = 0; burst < 4; burst += 1) {
      const address = `127.0.0.${2 + (burst % 2)}`;
      const attack = await Promise.all(Array.from({ length: 256 }, () => flood(port, address, BURST)));
      others.push(await ask(), await ask());
      for (const socket of attack) socket.destroy();
      others.push(await ask());
    }
    expect(others).toEqual(Array.from({ length: 12 }, () => 200));
    expect(memoryOf(service.pid, 'VmHWM')).toBeLessThan(400);
    expect(await service.stop()).toBe(0);
  });
});
