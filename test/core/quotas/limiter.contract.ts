/** The contract of every limiter, in memory or in a server. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Limiter, Policy } from '../../../src/core/quotas/limiter.ts';

export interface LimiterUnderTest {
  readonly limiter: Limiter;
  /** Advances time for the limiter, by waiting if its clock cannot be faked. */
  pass(seconds: number): Promise<void>;
  /** Removes everything that the test has created. */
  cleanUp(): Promise<void>;
}

const POLICY: Policy = { name: 'links', quota: 3, windowSeconds: 60 };
/** A short window, for a test that lasts until its end. */
const SHORT: Policy = { name: 'burst', quota: 3, windowSeconds: 5 };
/** The rest of a window: a real clock goes on during a test. */
const within = (seconds: number) => expect.toSatisfy((rest: number) => rest <= seconds && rest > seconds / 2) as number;

export function limiterContract(name: string, create: () => Promise<LimiterUnderTest>): void {
  describe(`${name} as a limiter`, () => {
    let subject: LimiterUnderTest;
    beforeEach(async () => {
      subject = await create();
    });
    afterEach(async () => {
      await subject.limiter.close();
      await subject.cleanUp();
    });
    const take = (key: string, policy: Policy = POLICY, cost?: number) => subject.limiter.take(key, policy, cost);

    it('counts down to zero, then refuses until the announced end of the window', async () => {
      const transcript = [];
      for (let i = 0; i < 5; i += 1) transcript.push(await take('a', SHORT));
      expect(transcript.map(({ allowed, remaining }) => [allowed, remaining])).toEqual([
        [true, 2],
        [true, 1],
        [true, 0],
        [false, 0],
        [false, 0],
      ]);
      await subject.pass(SHORT.windowSeconds);
      expect(await take('a', SHORT)).toMatchObject({ allowed: true, remaining: 2 });
    });

    it('reports the seconds until the window ends', async () => {
      expect((await take('a')).resetSeconds).toEqual(within(60));
      expect((await take('a', { ...POLICY, name: 'search', windowSeconds: 30 })).resetSeconds).toEqual(within(30));
    });

    it('accepts any name of a client', async () => {
      for (const key of ['192.0.2.7', '2001:db8:0:1::/64', 'unknown', '', 'ä:"\n']) {
        await take(key);
        expect(await take(key)).toMatchObject({ allowed: true, remaining: 1 });
      }
    });

    it('allows exactly the quota to simultaneous requests', async () => {
      const decisions = await Promise.all(Array.from({ length: 10 }, async () => take('a')));
      expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(POLICY.quota);
    });

    it('decides like a model, for any clients, policies and order', async () => {
      let round = 0;
      const takes = fc.record({
        key: fc.constantFrom('a', 'b', 'c'),
        policy: fc.constantFrom(POLICY, { name: 'search', quota: 5, windowSeconds: 60 }),
        cost: fc.constantFrom(0, 1, 1, 1, 2),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(takes, { maxLength: 30 }), async (sequence) => {
          round += 1;
          const used = new Map<string, number>();
          for (const { key, policy, cost } of sequence) {
            const counted = (used.get(policy.name + key) ?? 0) + cost;
            used.set(policy.name + key, counted);
            expect(await take(`${round}-${key}`, policy, cost)).toMatchObject({
              allowed: counted <= policy.quota - (cost === 0 ? 1 : 0),
              remaining: Math.max(0, policy.quota - counted),
            });
          }
        }),
      );
    });

    it('reports that it is healthy', async () => {
      expect(await subject.limiter.health()).toEqual({ status: 'pass' });
    });
  });
}
