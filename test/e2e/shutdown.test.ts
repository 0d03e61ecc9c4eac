/** The end of a serving process: what is under way is answered, and nothing is left behind. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { descendantsOf, endProcesses, isRunning, type Serving, startProcess } from './process.ts';
import { GOETHE, type SnapshotFolder, snapshotFolder } from './snapshots.ts';

let snapshots: SnapshotFolder;

beforeAll(async () => {
  snapshots = snapshotFolder();
  await snapshots.build();
});
afterEach(endProcesses);
afterAll(() => snapshots.remove());

const argsOf = (workers: number): readonly string[] => {
  const port = ['--port', '0', '--admin-port', '0', '--workers', String(workers)];
  return ['serve', '--snapshot', snapshots.path, ...port, '--follow-seconds', '0'];
};
const allGone = (pids: readonly number[]) =>
  vi.waitFor(() => expect(pids.filter(isRunning)).toEqual([]), { timeout: 10_000 });
const processesOf = ({ pid }: Serving) => [pid, ...descendantsOf(pid)];

/** A request that has begun and is not complete: it is under way until it is finished. */
async function beginRequest(server: Serving): Promise<{ finish(): Promise<string>; socket: Socket }> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  await once(socket, 'connect');
  // The answer to the first says that the server has the connection.
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
  await vi.waitFor(() => expect(fetch(server.url)).rejects.toThrow('fetch failed'), { timeout: 5_000 });
}

describe.each([
  { what: 'one process', workers: 1, signal: 'SIGINT' },
  { what: 'two workers', workers: 2, signal: 'SIGTERM' },
] as const)('$what', ({ workers, signal }) => {
  it(`finishes what is under way at ${signal}, and ends with code 0`, async () => {
    const server = await startProcess(argsOf(workers));
    const processes = processesOf(server);
    expect(processes).toHaveLength(workers === 1 ? 1 : 1 + workers);
    const request = await beginRequest(server);
    server.signal(signal);
    await refusesConnections(server);
    const answer = await request.finish();
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer).toMatch(/^connection: close\r$/im);
    expect(await server.ended).toBe(0);
    await allGone(processes);
  });

  it('ends at once when it is told a second time', async () => {
    const server = await startProcess(argsOf(workers));
    const processes = processesOf(server);
    const { socket } = await beginRequest(server);
    socket.on('error', () => undefined);
    server.signal(signal);
    await refusesConnections(server);
    // What comes right after the first is taken for the same.
    const told = setInterval(() => server.signal(signal), 100);
    const code = await server.ended.finally(() => clearInterval(told));
    expect(code).toBe(1);
    await allGone(processes);
  });
});

it('answers on for a while, though it is no longer ready', async () => {
  const server = await startProcess([...argsOf(2), '--drain-seconds', '1']);
  const admin = await server.adminUrl();
  expect((await fetch(`${admin}/readyz`)).status).toBe(200);
  server.signal('SIGTERM');
  await vi.waitFor(async () => expect((await fetch(`${admin}/readyz`)).status).toBe(503), { timeout: 10_000 });
  expect((await fetch(`${server.url}/api/v1/status`)).status).toBe(200);
  expect(await server.ended).toBe(0);
});

it('leaves no worker behind when the primary is killed, and finishes what is under way', async () => {
  const server = await startProcess(argsOf(2));
  const processes = processesOf(server);
  const request = await beginRequest(server);
  server.signal('SIGKILL');
  await refusesConnections(server);
  expect(await request.finish()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  await allGone(processes);
});

it('takes one Ctrl+C for one, though npm passes it on to processes that have it already', async () => {
  const server = await startProcess(argsOf(2), { command: ['npm', 'run', '--silent', 'gnd-links', '--'] });
  const processes = processesOf(server);
  expect(processes.length).toBeGreaterThanOrEqual(4);
  const request = await beginRequest(server);
  server.signal('SIGINT');
  await refusesConnections(server);
  expect(await request.finish()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  await server.ended;
  await allGone(processes);
  expect(server.output()).not.toMatch(/gnd-links: /);
});
