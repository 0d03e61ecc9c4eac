/** The limiter of several worker processes: the contract with a real cluster, and what happens when the primary is silent. */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Decision, Limiter, LimiterHealth } from '../../src/limit/limiter.ts';
import { createMemoryLimiter } from '../../src/limit/memory-limiter.ts';
import { answerWorkers } from '../../src/limit/primary-limiter.ts';
import { limiterContract } from './limiter.contract.ts';
import type { Order } from './limiter-worker.ts';

const POLICY = { name: 'links', quota: 3, windowSeconds: 60 };

let workers: Worker[];
beforeAll(async () => {
  cluster.setupPrimary({ exec: join(import.meta.dirname, 'limiter-worker.ts'), execArgv: [], args: [] });
  workers = [cluster.fork(), cluster.fork()];
  await Promise.all(workers.map((worker) => once(worker, 'online')));
});
afterAll(() => {
  for (const worker of workers) worker.process.kill('SIGKILL');
});

type Message<T> = T extends unknown ? Omit<T, 'id'> : never;
let orders = 0;
function order<T>(worker: Worker | undefined, what: Message<Order>): Promise<T> {
  const id = (orders += 1);
  return new Promise((resolve) => {
    worker?.on('message', function hear(message: { reply?: number; value: T } | null) {
      if (message?.reply !== id) return;
      worker.off('message', hear);
      resolve(message.value);
    });
    worker?.send({ ...what, id });
  });
}
const takeIn = (worker: Worker | undefined, ...keys: string[]) =>
  order<Decision[]>(worker, { order: 'take', takes: keys.map((key) => [key, POLICY]) });
const healthOf = (worker: Worker | undefined) => order<LimiterHealth>(worker, { order: 'health' });

/** Asks the workers in turn, so that it shows whether they count together. */
function limiterOfWorkers(): Limiter {
  let turn = 0;
  const next = () => workers[(turn += 1) % workers.length];
  return {
    async take(key, policy, cost) {
      const takes = [cost === undefined ? ([key, policy] as const) : ([key, policy, cost] as const)];
      const [decision] = await order<Decision[]>(next(), { order: 'take', takes });
      if (decision === undefined) throw new Error('The worker did not decide.');
      return decision;
    },
    health: () => healthOf(next()),
    close: async () => {},
  };
}

/** A primary process that answers until it is stopped. */
function startPrimary(): () => Promise<void> {
  const limiter = createMemoryLimiter();
  const stop = answerWorkers(limiter);
  return async () => {
    stop();
    await limiter.close();
  };
}

limiterContract('two workers of a primary process', async () => {
  const stop = startPrimary();
  return { limiter: limiterOfWorkers(), pass: (seconds) => delay(seconds * 1000 + 20), cleanUp: stop };
});

describe('a worker', () => {
  const stops: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
  });

  it('asks in one message for all that one turn of the event loop brings', async () => {
    stops.push(startPrimary());
    const questions: unknown[] = [];
    const listener = (_: Worker, message: object) => void ('takes' in message && questions.push(message.takes));
    cluster.on('message', listener);
    const decisions = await takeIn(workers[0], ...Array.from({ length: 20 }, (_, i) => `client-${i}`), 'client-7');
    cluster.off('message', listener);
    expect(decisions.map(({ remaining }) => remaining)).toEqual([...Array.from({ length: 20 }, () => 2), 1]);
    expect(questions).toEqual([expect.objectContaining({ length: 21 })]);
  });

  it('is not led astray by messages that are no questions and no answers', async () => {
    stops.push(startPrimary());
    const channel = 'gnd-links/limiter';
    const take = { key: 'a', policy: POLICY, cost: 1 };
    const messages = [
      null,
      'hello',
      { channel },
      { channel, id: 1, takes: 'all' },
      { channel, id: 'one', takes: [take] },
      { channel, id: 1, takes: [{ ...take, cost: -5 }] },
      { channel, id: 1, takes: [{ ...take, policy: { ...POLICY, windowSeconds: 0 } }] },
      { channel: 'another', id: 1, takes: [take] },
    ];
    await order(workers[0], { order: 'send', messages });
    for (const message of [
      { channel, id: 1, decisions: 'none' },
      { channel, id: 987_654, decisions: [] },
      { channel },
    ]) {
      workers[0]?.send(message);
    }
    expect(await takeIn(workers[0], 'a')).toEqual([{ allowed: true, remaining: 2, resetSeconds: 60 }]);
    expect(await healthOf(workers[0])).toEqual({ status: 'pass' });
  });

  it('counts alone when the primary does not answer in time, at once from then on, and together again later', async () => {
    const begin = performance.now();
    expect(await takeIn(workers[0], 'a')).toEqual([{ allowed: true, remaining: 2, resetSeconds: 60 }]);
    expect(performance.now() - begin).toBeGreaterThanOrEqual(249);
    expect(await healthOf(workers[0])).toMatchObject({ status: 'warn', output: expect.any(String) });
    const alone = performance.now();
    expect(await takeIn(workers[0], 'a')).toMatchObject([{ remaining: 1 }]);
    expect(performance.now() - alone).toBeLessThan(200);

    stops.push(startPrimary());
    await vi.waitFor(async () => expect(await healthOf(workers[0])).toEqual({ status: 'pass' }), { timeout: 5000 });
    expect(await takeIn(workers[0], 'a')).toMatchObject([{ remaining: 2 }]);
    expect(await takeIn(workers[1], 'a')).toMatchObject([{ remaining: 1 }]);
  });

  it('that dies with questions under way leaves the others in peace', async () => {
    stops.push(startPrimary());
    const mortal = cluster.fork();
    await once(mortal, 'online');
    await takeIn(mortal, 'a');
    void takeIn(mortal, ...Array.from({ length: 5000 }, (_, i) => `client-${i}`));
    mortal.process.kill('SIGKILL');
    await once(mortal, 'exit');
    expect(await takeIn(workers[0], 'a')).toMatchObject([{ remaining: 1 }]);
  });
});
