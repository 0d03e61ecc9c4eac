/** Several processes on one port: the kernel spreads connections, Valkey counts for all, and one at a time may end. */
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { programOf } from '../debian-package.ts';
import { freePort } from '../free-port.ts';
import { createRedisServer, type RedisServer } from '../limit/redis-server.ts';
import { endProcesses, type Serving, startProcess } from './process.ts';
import { GOETHE } from './snapshots.ts';

const redis = await programOf('redis-server');
afterEach(endProcesses);

function start(port: number, ...more: readonly string[]): Promise<Serving> {
  const ports = ['--port', String(port), '--reuse-port', '--admin-port', '0'];
  return startProcess(['serve', '--snapshot', inject('sample'), '--warm-up', 'off', ...ports, ...more]);
}

/** Each on a connection of its own, which the kernel gives to one process or the other. */
const ask = (url: string, client = '192.0.2.1') =>
  fetch(`${url}/api/v1/gnd/${GOETHE}/links`, { headers: { connection: 'close', 'x-forwarded-for': client } });

/** How many requests it has answered. */
async function answeredBy(server: Serving): Promise<number> {
  const metrics = await (await fetch(`${await server.adminUrl()}/metrics`)).text();
  const counts = metrics.matchAll(/^http_server_request_duration_seconds_count\{.*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

describe('two processes on one port', () => {
  it('answer both, refuse no connection while one after the other is replaced, and one goes on when the other is killed', async () => {
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
      while (isReplacing) {
        // A connection that waits to be accepted at the moment when a process stops listening is reset by the kernel, before
        // anything was answered; a client asks again. It is never refused.
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

  describe.skipIf('reason' in redis)('with a Valkey or Redis (skipped where neither can be had)', () => {
    let limiter: RedisServer;
    beforeAll(async () => {
      if ('reason' in redis) return;
      limiter = await createRedisServer(redis);
      await limiter.start();
    });
    afterAll(() => limiter?.remove());

    it('have one quota', async () => {
      const port = await freePort();
      const quotas = ['--limiter-url', limiter.url, '--links-quota', '30', '--links-burst', '30', '--trusted-proxies', '127.0.0.1/32']; // prettier-ignore
      const [one, other] = [await start(port, ...quotas), await start(port, ...quotas)];
      // A new connection each time: either process may take it, and both must count together.
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
      // A process that waits too long for the common count, on a busy machine, counts alone for a moment: then another client asks.
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
