/** Events of a source, derived from its history of checks. */
import { expect, it } from 'vitest';
import { eventsOf } from '../../../src/build/sources/fetch/source-events.ts';
import type { Observed } from '../../../src/build/sources/fetch/source-folder.ts';

const on = (day: number, verdict: Observed['verdict'], more: Partial<Observed> = {}): Observed => ({
  at: `2026-11-${String(day).padStart(2, '0')}T03:00:00Z`,
  verdict,
  ...more,
});
const told = async (history: readonly Observed[]) =>
  (await eventsOf(history)).map(({ at, kind, ...rest }) => [Number(at.slice(8, 10)), kind, rest]);

it('events are changes of the state of a source, not single checks', async () => {
  const history = [
    on(1, 'accepted', { unreadable: 0 }),
    on(2, 'unchanged'),
    on(3, 'held', { reason: 'html', sentence: 'It is a web page.' }),
    on(4, 'held', { reason: 'html', sentence: 'It is a web page.' }),
    on(5, 'failed', { reason: 'timeout' }),
    on(6, 'unchanged'),
    on(7, 'unchanged'),
  ];
  expect(await told(history)).toEqual([
    [6, 'back', {}],
    [5, 'failing', { code: 'timeout', reason: 'timeout' }],
    [3, 'held', { code: 'html', reason: 'It is a web page.' }],
  ]);
});

it('events name gains and losses of a new copy, and an increase of unusable lines', async () => {
  const history = [
    on(1, 'accepted', { unreadable: 2 }),
    on(2, 'accepted', { unreadable: 2, added: 5, removed: 1 }),
    on(3, 'accepted', { unreadable: 9, added: 0, removed: 0 }),
    on(4, 'accepted', { unreadable: 4, added: 1, removed: 0 }),
  ];
  expect(await told(history)).toEqual([
    [4, 'changed', { added: 1, removed: 0 }],
    [3, 'rejected', { before: 2, now: 9 }],
    [2, 'changed', { added: 5, removed: 1 }],
  ]);
});

it('events are the newest twenty at most', async () => {
  const history = Array.from({ length: 100 }, (_, n) => on(1 + (n % 28), n % 2 === 0 ? 'failed' : 'unchanged'));
  expect(await eventsOf(history)).toHaveLength(20);
});
