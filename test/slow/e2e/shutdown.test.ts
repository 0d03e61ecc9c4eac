/** Start and end of a serving process: requests under way are answered. Ends with all kinds of output are in `ends.test.ts`. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, cpSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { root } from '../../cli/command.ts';
import { freePort } from '../../free-port.ts';
import { temporaryDirectory } from '../../temporary.ts';
import {
  descendantsOf,
  endProcesses,
  FEW,
  isRunning,
  type Serving,
  spawnProcess,
  startProcess,
} from '../../e2e/process.ts';
import { GOETHE } from '../../e2e/snapshots.ts';

afterEach(endProcesses);

function argsWith(...more: readonly string[]): readonly string[] {
  const ports = ['--port', '0', '--admin-port', '0'];
  return ['serve', '--snapshot', inject('sample'), ...ports, '--follow-seconds', '0', ...FEW, ...more];
}
const statusOf = async (url: string) => (await fetch(url)).status;

/** A request that has begun and stays incomplete until `finish`. */
async function beginRequest(server: Serving): Promise<{ finish(): Promise<string>; socket: Socket }> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  await once(socket, 'connect');
  // The first answer shows that the server has accepted the connection.
  const ask = `GET /api/v1/gnd/${GOETHE}/links HTTP/1.1\r\nHost: localhost\r\n`;
  socket.write(`${ask}\r\n`);
  await once(socket, 'data');
  socket.write(ask);
  return {
    socket,
    finish() {
      socket.write('\r\n');
      return text(socket);
    },
  };
}

async function refusesConnections(server: Serving): Promise<void> {
  await vi.waitFor(() => expect(fetch(server.url)).rejects.toThrow('fetch failed'), { timeout: 240_000 });
}

describe('a start', () => {
  /** A start that waits until `release` writes into the pipe that replaces a configuration file. */
  async function heldStart() {
    const config = join(temporaryDirectory(), 'config');
    cpSync(join(root, 'config'), config, { recursive: true });
    const pipe = join(config, 'categories.yaml');
    rmSync(pipe);
    execFileSync('mkfifo', [pipe]);
    const admin = `http://127.0.0.1:${await freePort()}`;
    const server = spawnProcess(
      argsWith('--config', config, '--admin-port', new URL(admin).port, '--contact', 'a@b.org'),
    );
    await vi.waitFor(async () => expect(await statusOf(`${admin}/livez`)).toBe(200), { timeout: 240_000 });
    // Opening fails until the server reads; earlier bytes would be lost.
    const writing = () => openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
    const end = await vi.waitFor(writing, { timeout: 240_000 });
    const release = () => {
      try {
        writeFileSync(end, readFileSync(join(root, 'config/categories.yaml')));
      } catch (error) {
        // The server has ended, so nobody reads the pipe.
        expect(error).toMatchObject({ code: 'EPIPE' });
      }
      closeSync(end);
    };
    return { server, admin, release };
  }

  it('is alive, and not ready until it serves', async () => {
    const { server, admin, release } = await heldStart();
    expect(await statusOf(`${admin}/readyz`)).toBe(503);
    release();
    const url = await server.printed(/on (http:\/\/\S+)/);
    expect([await statusOf(`${admin}/readyz`), await statusOf(`${url}/api/v1/status`)]).toEqual([200, 200]);
  });

  it('ends with code 0 after a signal', async () => {
    const { server, admin, release } = await heldStart();
    server.signal('SIGTERM');
    await vi.waitFor(() => expect(fetch(admin)).rejects.toThrow('fetch failed'), { timeout: 240_000 });
    release();
    expect(await server.ended).toBe(0);
    expect(server.output()).toBe('');
  });
});

describe('a signal', () => {
  it('lets the process answer during the drain time, but no longer be ready', async () => {
    const server = await startProcess(argsWith('--drain-seconds', '10'));
    const admin = await server.adminUrl();
    expect(await statusOf(`${admin}/readyz`)).toBe(200);
    server.signal('SIGTERM');
    await vi.waitFor(async () => expect(await statusOf(`${admin}/readyz`)).toBe(503), { timeout: 240_000 });
    expect(await statusOf(`${server.url}/api/v1/status`)).toBe(200);
    expect(await server.ended).toBe(0);
  });

  it('from the terminal lets requests under way finish, and counts once, although npm forwards it to processes that already have it', async () => {
    const server = await startProcess(argsWith(), { command: ['npm', 'run', '--silent', 'gnd-links', '--'] });
    const processes = [server.pid, ...descendantsOf(server.pid)];
    const request = await beginRequest(server);
    server.signal('SIGINT');
    await refusesConnections(server);
    expect(await request.finish()).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*^connection: close\r$/im);
    await server.ended;
    await vi.waitFor(() => expect(processes.filter(isRunning)).toEqual([]), { timeout: 240_000 });
    expect(server.output()).not.toMatch(/gnd-links: /);
  });
});
