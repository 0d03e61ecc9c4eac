/** The limiter in Valkey or Redis: its contract with a real server, and its behaviour without the server. */
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Limiter } from '../../../src/core/quotas/limiter.ts';
import { createSharedLimiter } from '../../../src/core/quotas/shared-limiter.ts';
import { limiterContract } from './limiter.contract.ts';
import { createRedisServer, HAS_REDIS, type RedisServer } from './redis-server.ts';

/** Longer than any answer on a slow machine; shorter for a server that hangs. */
const [PATIENT_MS, IMPATIENT_MS] = [60_000, 1_000];
const POLICY = { name: 'links', quota: 3, windowSeconds: 60 };
const AWAY = { status: 'warn', output: expect.not.stringContaining('127.0.0.1') };

describe.skipIf(!HAS_REDIS)('a limiter in Redis (needs redis-server)', () => {
  let server: RedisServer;
  let admin: Redis;
  beforeAll(async () => {
    server = await createRedisServer();
    await server.start();
    admin = new Redis(server.url, { retryStrategy: () => 50 });
    admin.on('error', () => {});
  });
  afterAll(async () => {
    admin?.disconnect();
    await server?.remove();
  });

  let prefixes = 0;
  /** A connected limiter, with the changes that it reports afterwards. */
  async function connect(prefix = `test-${(prefixes += 1)}`, deadlineMs = PATIENT_MS): Promise<Watched> {
    const watched = watch(server.url, prefix, deadlineMs);
    open.push(watched.limiter);
    await watched.becomes(true);
    return watched;
  }
  const open: Limiter[] = [];
  afterEach(async () => {
    for (const limiter of open.splice(0)) await limiter.close();
  });

  limiterContract('Redis', async () => ({
    limiter: (await connect()).limiter,
    // Timers can fire slightly early, and the server counts whole milliseconds.
    pass: (seconds) => delay(seconds * 1000 + 20),
    cleanUp: async () => {},
  }));

  it('shares its counts with other processes of the same prefix', async () => {
    const [one, other, stranger] = [await connect('same'), await connect('same'), await connect('another')];
    await one.limiter.take('a', POLICY);
    expect(await other.limiter.take('a', POLICY)).toMatchObject({ remaining: 1 });
    expect(await stranger.limiter.take('a', POLICY)).toMatchObject({ remaining: 2 });
  });

  it('stores nothing after the window', async () => {
    const { limiter } = await connect('tidy');
    for (let i = 0; i < 5; i += 1) await limiter.take('192.0.2.7', POLICY);
    await limiter.take('192.0.2.8', POLICY, 0);
    const keys = await admin.keys('tidy:links:*');
    expect(keys).toEqual(['tidy:links:192.0.2.7']);
    expect(await admin.ttl('tidy:links:192.0.2.7')).toBeLessThanOrEqual(60);
    expect(await admin.ttl('tidy:links:192.0.2.7')).toBeGreaterThan(50);
  });

  it('counts alone when the server is killed, and together when it is back', async () => {
    const { limiter, becomes, changes } = await connect();
    await limiter.take('a', POLICY);
    const underWay = Array.from({ length: 20 }, async (_, i) => limiter.take(`under-way-${i}`, POLICY));
    await server.signal('SIGKILL');
    for (const decision of await Promise.all(underWay)) expect(decision).toMatchObject({ allowed: true });
    await becomes(false);
    expect(await limiter.health()).toEqual(AWAY);
    const alone = [];
    for (let i = 0; i < 4; i += 1) alone.push(await limiter.take('a', POLICY));
    expect(alone.map(({ allowed, remaining }) => [allowed, remaining])).toEqual([
      [true, 2],
      [true, 1],
      [true, 0],
      [false, 0],
    ]);
    await server.start();
    await becomes(true);
    expect(await limiter.health()).toEqual({ status: 'pass' });
    expect(await limiter.take('a', POLICY)).toMatchObject({ allowed: true, remaining: 2 });
    expect(changes).toEqual([true, false, true]);
  });

  it('waits once for a hanging server, and then counts alone', async () => {
    const { limiter, becomes } = await connect('hanging', IMPATIENT_MS);
    await limiter.take('a', POLICY);
    await server.signal('SIGSTOP');
    for (const key of ['b', 'c', 'd']) {
      expect(await limiter.take(key, POLICY)).toMatchObject({ allowed: true, remaining: 2 });
      expect(await limiter.health()).toEqual(AWAY);
    }
    await server.signal('SIGCONT');
    await becomes(true);
    expect(await limiter.take('a', POLICY)).toMatchObject({ remaining: 1 });
  });

  it('counts alone when the server answers but cannot count', async () => {
    const { limiter, becomes } = await connect();
    await admin.config('SET', 'min-replicas-to-write', '1');
    expect(await limiter.take('a', POLICY)).toMatchObject({ allowed: true, remaining: 2 });
    await becomes(false);
    expect(await limiter.health()).toEqual(AWAY);
    await admin.config('SET', 'min-replicas-to-write', '0');
    await becomes(true);
    expect(await limiter.health()).toEqual({ status: 'pass' });
  });

  it('reports the cause when it is not authorised', async () => {
    const causes: unknown[] = [];
    const refused = Promise.withResolvers<void>();
    const limiter = createSharedLimiter({
      url: server.url.replace('//', '//nobody:wrong@'),
      onChange(connected, cause) {
        causes.push(connected, cause);
        refused.resolve();
      },
    });
    open.push(limiter);
    await refused.promise;
    expect(causes).toEqual([false, expect.objectContaining({ message: expect.stringContaining('WRONGPASS') })]);
    expect(await limiter.take('a', POLICY)).toMatchObject({ allowed: true, remaining: 2 });
    expect(await limiter.health()).toEqual(AWAY);
  });

  it('can be closed while the server hangs', async () => {
    const { limiter } = await connect('closed', IMPATIENT_MS);
    await server.signal('SIGSTOP');
    const underWay = limiter.take('a', POLICY);
    await limiter.close();
    expect(await underWay).toMatchObject({ allowed: true });
    await server.signal('SIGCONT');
  });
});

it('a limiter without a server counts alone, reports that, and can be closed', async () => {
  const { limiter, becomes, changes } = watch('redis://127.0.0.1:1/0', 'never');
  expect(await limiter.take('a', POLICY)).toMatchObject({ allowed: true, remaining: 2 });
  await becomes(false);
  expect(await limiter.take('a', POLICY)).toMatchObject({ allowed: true, remaining: 1 });
  expect(await limiter.health()).toEqual(AWAY);
  await limiter.close();
  expect(changes).toEqual([false]);
});

interface Watched {
  readonly limiter: Limiter;
  /** All reported changes so far. */
  readonly changes: readonly boolean[];
  /** Resolves when the last report is that the limiter is, or is not, connected. */
  readonly becomes: (connected: boolean) => Promise<void>;
}

function watch(url: string, prefix: string, deadlineMs = PATIENT_MS): Watched {
  const changes: boolean[] = [];
  let changed = Promise.withResolvers<void>();
  const limiter = createSharedLimiter({
    url,
    prefix,
    deadlineMs,
    onChange(connected) {
      changes.push(connected);
      changed.resolve();
      changed = Promise.withResolvers();
    },
  });
  return {
    limiter,
    changes,
    async becomes(connected) {
      while (changes.at(-1) !== connected) await changed.promise;
    },
  };
}
