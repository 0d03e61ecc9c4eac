/** Whether a source is due for a check. */
import { describe, expect, it } from 'vitest';
import type { Cadence } from '../../../src/core/model/source.ts';
import { readRetryAfter } from '../../../src/build/sources/download/download-failure.ts';
import { isDue } from '../../../src/build/sources/fetch/due.ts';
import type { SourceState } from '../../../src/build/sources/fetch/source-folder.ts';

/** A source checked on 1 June at three, or at another instant, with content of a day. */
function state(verdict: string, contentOf: string, at = '2026-06-01T03:00:00Z'): SourceState {
  if (verdict === '') return { version: 1, key: 'list' };
  const lastCheck = { at, verdict: verdict as 'unchanged' | 'failed' | 'held' };
  const accepted = { observedSince: contentOf } as NonNullable<SourceState['accepted']>;
  return { version: 1, key: 'list', lastCheck, ...(contentOf !== '' && { accepted }) };
}

it.each<[string, Cadence, string, string, string, boolean, string?]>([
  ['never looked at', 'never', '', '', '2026-06-01T04:00Z', true],
  ['daily, an hour later', 'daily', 'unchanged', '2026-06-01', '2026-06-01T04:00Z', false],
  ['daily, a day later, the timer a little early', 'daily', 'unchanged', '2026-06-01', '2026-06-02T02:59Z', true],
  ['weekly, six days later', 'weekly', 'unchanged', '2026-06-01', '2026-06-07T03:00Z', false],
  ['weekly, seven days later', 'weekly', 'unchanged', '2026-06-01', '2026-06-08T03:00Z', true],
  ['biannual, fresh, a month later', 'biannual', 'unchanged', '2026-05-20', '2026-07-01T03:00Z', false],
  ['biannual, when a new one is expected', 'biannual', 'unchanged', '2026-05-20', '2026-11-20T03:00Z', true],
  ['biannual, overdue, a day later', 'biannual', 'unchanged', '2025-01-01', '2026-06-02T03:00Z', false],
  ['biannual, overdue, a week later', 'biannual', 'unchanged', '2025-01-01', '2026-06-08T03:00Z', true],
  ['irregular, a day later', 'irregular', 'unchanged', '2020-01-01', '2026-06-02T03:00Z', false],
  ['irregular, a week later', 'irregular', 'unchanged', '2026-05-31', '2026-06-08T03:00Z', true],
  ['unknown, a week later', 'unknown', 'unchanged', '2026-05-31', '2026-06-08T03:00Z', true],
  ['never renewed, years later', 'never', 'unchanged', '2020-01-01', '2036-06-01T03:00Z', false],
  ['failed, without a copy, at once', 'never', 'failed', '', '2026-06-01T03:00Z', true],
  ['held, without a copy, an hour later', 'never', 'held', '', '2026-06-01T04:00Z', false],
  ['annual, failed, an hour later', 'annual', 'failed', '2026-05-01', '2026-06-01T04:00Z', false],
  ['annual, failed, a day later', 'annual', 'failed', '2026-05-01', '2026-06-02T03:00Z', true],
  ['annual, held, a day later', 'annual', 'held', '2026-05-01', '2026-06-02T03:00Z', true],
  ['looked at in the future', 'annual', 'unchanged', '2026-05-01', '2026-06-02T03:00Z', true, '2027-01-01T00:00:00Z'],
  ['looked at on no day', 'annual', 'unchanged', '2026-05-01', '2026-06-02T03:00Z', true, 'yesterday'],
])('a source %s (%s)', (_, cadence, verdict, contentOf, now, due, at) =>
  expect(isDue(cadence, state(verdict, contentOf, at), new Date(now))).toBe(due),
);

describe('Retry-After', () => {
  const now = Date.parse('2026-11-21T03:00:00Z');
  it.each([
    ['120', 120_000],
    ['0', 0],
    ['Sat, 21 Nov 2026 03:01:00 GMT', 60_000],
    ['Sat, 21 Nov 2020 03:01:00 GMT', 0],
    ['soon', undefined],
  ])('%s is %s ms', (text, milliseconds) => expect(readRetryAfter(text, now)).toBe(milliseconds));
});
