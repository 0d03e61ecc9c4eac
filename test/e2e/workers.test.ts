/** Several processes behind one port: one that dies is replaced, and an operator is told what an operator is told by one. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { run } from '../cli/command.ts';
import { descendantsOf, endProcesses, isRunning, type Serving, startProcess } from './process.ts';
import { type SnapshotFolder, snapshotFolder, snapshotOfAnswer } from './snapshots.ts';

let snapshots: SnapshotFolder;
let first: string;

beforeAll(async () => {
  snapshots = snapshotFolder();
  first = await snapshots.build();
});
afterAll(() => {
  endProcesses();
  snapshots.remove();
});

const argsFor = (port: number, path = snapshots.path): readonly string[] => {
  const where = ['serve', '--snapshot', path, '--port', String(port)];
  return [...where, '--workers', '2', '--follow-seconds', '0', '--admin-port', '0'];
};

describe('two workers', () => {
  let server: Serving;
  beforeAll(async () => {
    server = await startProcess(argsFor(0));
  });

  it('share a port, and the primary sums up what they measure', async () => {
    const admin = await server.adminUrl();
    expect(server.output()).toMatch(new RegExp(`^Serving ${first} on http://127\\.0\\.0\\.1:\\d+$`, 'm'));
    for (let asked = 0; asked < 4; asked += 1) expect(await snapshotOfAnswer(server.url)).toBe(first);
    expect((await fetch(`${admin}/readyz`)).status).toBe(200);
    const metrics = await (await fetch(`${admin}/metrics`)).text();
    expect(metrics).toMatch(/^cluster_workers 2$/m);
    expect(metrics).toMatch(/^http_server_request_duration_seconds_count\{.*links.*\} 4$/m);
  });

  it('are replaced when they die, with what the primary last found good, while the other answers', async () => {
    /** By what the log says. */
    const begun = () => server.output().split('"a worker serves"').length - 1;
    const next = await snapshots.build();
    server.signal('SIGHUP');
    await vi.waitFor(async () => expect(await snapshotOfAnswer(server.url)).toBe(next), { timeout: 10_000 });
    await snapshots.spoil();
    const former = descendantsOf(server.pid);
    for (const [index, pid] of former.entries()) {
      process.kill(pid, 'SIGKILL');
      await vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 10_000 });
      // What the primary hands to a worker in the moment in which it dies is lost with it.
      await vi.waitFor(async () => expect(await snapshotOfAnswer(server.url)).toBe(next), { timeout: 10_000 });
      await vi.waitFor(() => expect(begun()).toBe(former.length + index + 1), { timeout: 10_000 });
    }
    expect(descendantsOf(server.pid)).toHaveLength(2);
    expect(await snapshotOfAnswer(server.url)).toBe(next);
  });

  it('have all answered when they end', async () => {
    expect(await server.stop()).toBe(0);
    await vi.waitFor(() => {
      const answered = [...server.output().matchAll(/"worker":(\d+),"reqId"/g)].map(([, pid]) => pid);
      expect(new Set(answered).size).toBeGreaterThanOrEqual(2);
      expect(server.output().match(/a worker ended, another takes its place/g)).toHaveLength(2);
    });
  });
});

describe('workers that cannot start', () => {
  it('end it with one sentence', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const ran = await run(argsFor((taken.address() as AddressInfo).port));
    taken.close();
    const sentence = 'gnd-links: the port is in use by another program; choose another with --port\n';
    expect(ran).toMatchObject({ code: 1, err: sentence });
  });

  it('are not even begun without a snapshot', async () => {
    const ran = await run(argsFor(0, '/nowhere'));
    expect(ran).toEqual({ code: 1, out: '', err: 'gnd-links: there is no directory /nowhere\n' });
  });
});
