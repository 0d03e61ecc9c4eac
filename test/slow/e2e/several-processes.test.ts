/** Several processes on one port: connections are distributed, quotas are shared, and processes can be replaced. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { freePort } from '../../free-port.ts';
import { createRedisServer, HAS_REDIS, type RedisServer } from '../../core/quotas/redis-server.ts';
import { endProcesses, FEW, type Serving, startProcess } from '../../e2e/process.ts';
import { GOETHE } from '../../e2e/snapshots.ts';

afterEach(endProcesses);

function start(port: number, ...more: readonly string[]): Promise<Serving> {
  const ports = ['--port', String(port), '--reuse-port', '--admin-port', '0'];
  return startProcess(['serve', '--snapshot', inject('sample'), ...FEW, ...ports, ...more]);
}

/** Requests on a new connection, which the kernel gives to one of the processes; repeated while a busy machine answers 503. */
async function ask(url: string, client = '192.0.2.1'): Promise<Response> {
  const headers = { connection: 'close', 'x-forwarded-for': client };
  const answer = await fetch(`${url}/api/v1/gnd/${GOETHE}/links`, { headers });
  return answer.status === 503 ? ask(url, client) : answer;
}

/** Number of requests that the process has answered. */
async function answeredBy(server: Serving): Promise<number> {
  const metrics = await (await fetch(`${await server.adminUrl()}/metrics`)).text();
  const counts = metrics.matchAll(/^http_server_request_duration_seconds_count\{.*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

describe('two processes on one port', () => {
  it('both answer, refuse no connection while they are replaced in turn, and one continues when the other is killed', async () => {
    const port = await freePort();
    const quotas = ['--links-quota', '1000000', '--links-burst', '1000000'];
    const running = [await start(port, ...quotas), await start(port, ...quotas)];
    const url = running[0]?.url ?? '';
    await vi.waitFor(
      async () => {
        expect((await ask(url)).status).toBe(200);
        for (const server of running) expect(await answeredBy(server)).toBeGreaterThan(0);
      },
      { timeout: 240_000, interval: 1 },
    );
    let isReplacing = true;
    const statuses = new Set<number>();
    const failures: unknown[] = [];
    const client = async () => {
      // A pause leaves the processors to the starting processes.
      for (; isReplacing; await pause(5)) {
        // The kernel resets connections that wait to be accepted when a process stops listening. The client then asks
        // again; a connection is never refused.
        const answer = await ask(url).catch((error: Error) => error.cause as NodeJS.ErrnoException);
        if (answer instanceof Response) statuses.add(answer.status);
        else failures.push(answer.code);
      }
    };
    const clients = Promise.all([client(), client()]);
    const replaced: Serving[] = [];
    for (const former of running) {
      expect(await former.stop()).toBe(0);
      replaced.push(await start(port, ...quotas));
    }
    isReplacing = false;
    await clients;
    expect([...statuses]).toEqual([200]);
    expect(failures.filter((code) => !['ECONNRESET', 'UND_ERR_SOCKET'].includes(String(code)))).toEqual([]);
    await replaced[0]?.stop('SIGKILL');
    for (let asked = 0; asked < 20; asked += 1) expect((await ask(url)).status).toBe(200);
  });

  describe.skipIf(!HAS_REDIS)('with a Valkey or Redis (needs redis-server)', () => {
    let limiter: RedisServer;
    beforeAll(async () => {
      limiter = await createRedisServer();
      await limiter.start();
    });
    afterAll(() => limiter?.remove());

    it('share one quota', async () => {
      const port = await freePort();
      const quotas = ['--limiter-url', limiter.url, '--links-quota', '30', '--links-burst', '30', '--trusted-proxies', '127.0.0.1/32']; // prettier-ignore
      const [one, other] = [await start(port, ...quotas), await start(port, ...quotas)];
      // Each request has a new connection, which either process may accept.
      const isCounting = async () => {
        const answer = await fetch(`${one.url}/api/v1/status`, { headers: { connection: 'close' } });
        const { checks } = (await answer.json()) as { checks: { name: string; status: string }[] };
        return checks.find(({ name }) => name === 'limiter')?.status === 'pass';
      };
      await vi.waitFor(
        async () => {
          for (let asked = 0; asked < 20; asked += 1) expect(await isCounting()).toBe(true);
        },
        { timeout: 240_000 },
      );
      let clients = 0;
      // On a busy machine, a process that waits too long for Valkey counts alone for a moment: then another client is
      // tried.
      await vi.waitFor(
        async () => {
          clients += 1;
          const statuses: number[] = [];
          for (let asked = 0; asked < 60; asked += 1) statuses.push((await ask(one.url, `192.0.2.${clients}`)).status);
          expect(statuses).toEqual([...Array<number>(30).fill(200), ...Array<number>(30).fill(429)]);
        },
        { timeout: 240_000 },
      );
      expect(await answeredBy(one)).toBeGreaterThan(0);
      expect(await answeredBy(other)).toBeGreaterThan(0);
    });
  });
});
