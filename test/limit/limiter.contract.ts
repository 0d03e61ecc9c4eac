/** What every limiter must do, whatever keeps the count. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Limiter, Policy } from '../../src/limit/limiter.ts';

export interface LimiterUnderTest {
  readonly limiter: Limiter;
  /** Lets time pass for the limiter, without waiting for it. */
  advance(seconds: number): Promise<void>;
  /** Whatever the test set up beside the limiter. */
  cleanUp(): Promise<void>;
}

const POLICY: Policy = { name: 'links', quota: 3, windowSeconds: 60 };

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

    it('counts down to nothing, then refuses until the window ends', async () => {
      const transcript = [];
      for (let i = 0; i < 5; i += 1) transcript.push(await take('a'));
      expect(transcript.map(({ allowed, remaining }) => [allowed, remaining])).toEqual([
        [true, 2],
        [true, 1],
        [true, 0],
        [false, 0],
        [false, 0],
      ]);
      await subject.advance(61);
      expect(await take('a')).toMatchObject({ allowed: true, remaining: 2 });
    });

    it('tells the seconds until the window ends, at least 1', async () => {
      expect((await take('a')).resetSeconds).toBe(60);
      await subject.advance(45);
      expect((await take('a')).resetSeconds).toBe(15);
      await subject.advance(14.5);
      expect((await take('a')).resetSeconds).toBe(1);
    });

    it('keeps clients apart', async () => {
      for (let i = 0; i < 4; i += 1) await take('a');
      expect(await take('b')).toMatchObject({ allowed: true, remaining: 2 });
    });

    it('keeps policies apart', async () => {
      for (let i = 0; i < 4; i += 1) await take('a');
      expect(await take('a', { ...POLICY, name: 'search' })).toMatchObject({ allowed: true, remaining: 2 });
    });

    it('only looks at cost 0', async () => {
      expect(await take('a', POLICY, 0)).toEqual({ allowed: true, remaining: 3, resetSeconds: 60 });
      await take('a');
      expect(await take('a', POLICY, 0)).toMatchObject({ allowed: true, remaining: 2 });
      expect(await take('a', POLICY, 0)).toMatchObject({ allowed: true, remaining: 2 });
    });

    it('allows exactly the quota when requests come all at once', async () => {
      const decisions = await Promise.all(Array.from({ length: 10 }, () => take('a')));
      expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(POLICY.quota);
    });

    it('is well', async () => {
      expect(await subject.limiter.health()).toEqual({ status: 'pass' });
    });
  });
}
