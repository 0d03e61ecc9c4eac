/** The age of a source, and whether it is too high. */
import { describe, expect, it } from 'vitest';
import { ageInDays, freshnessOf, needsAttention, type NotFresh } from '../../../src/core/model/freshness.ts';
import type { Cadence, SourceObservation } from '../../../src/core/model/source.ts';
import { FRESH_SOURCE } from './fixture.ts';

const NOW = new Date('2026-11-20T23:59:59Z');
const judged = (cadence: Cadence, observation: Partial<SourceObservation>) =>
  freshnessOf({ ...FRESH_SOURCE, cadence, observation: { ...FRESH_SOURCE.observation, ...observation } }, NOW);

it.each<[string, Cadence, Partial<SourceObservation>, number, string]>([
  ['as old as its cadence', 'weekly', { declaredDate: '2026-11-13' }, 7, 'fresh'],
  ['a day older', 'weekly', { declaredDate: '2026-11-12' }, 8, 'stale'],
  ['of today', 'daily', { declaredDate: '2026-11-20' }, 0, 'fresh'],
  ['of the day before yesterday', 'daily', { declaredDate: '2026-11-18' }, 2, 'stale'],
  ['without a rhythm, ages old', 'irregular', { declaredDate: '1999-01-01' }, 10_185, 'unscheduled'],
  ['of unknown rhythm, of today', 'unknown', { declaredDate: '2026-11-20' }, 0, 'unscheduled'],
  ['finished', 'never', { declaredDate: '2009-01-01' }, 6532, 'fresh'],
  [
    'dated in the future, so by first sight',
    'weekly',
    { declaredDate: '2026-11-21', observedSince: '2026-11-01' },
    19,
    'stale',
  ],
  ['held, though young', 'weekly', { declaredDate: '2026-11-20', problem: { state: 'held', reason: 'x' } }, 0, 'held'],
  [
    'failing, and old',
    'daily',
    { declaredDate: '2026-10-01', problem: { state: 'failing', reason: 'x' } },
    50,
    'failing',
  ],
])('a source is %s', (_, cadence, observation, ageDays, state) => {
  expect(judged(cadence, observation)).toMatchObject({ ageDays, state });
});

it.each<[string, Cadence, Partial<SourceObservation>, string | undefined]>([
  ['fresh', 'weekly', { declaredDate: '2026-11-13' }, undefined],
  ['stale since today', 'weekly', { declaredDate: '2026-11-12' }, '2026-11-20'],
  ['stale since long', 'daily', { declaredDate: '2026-10-01' }, '2026-10-03'],
  ['held', 'daily', { problem: { state: 'held', reason: 'x', since: '2026-11-02T03:00:00.000Z' } }, '2026-11-02'],
  ['failing, nobody knows since when', 'daily', { problem: { state: 'failing', reason: 'x' } }, undefined],
])('a source has the first day of its state: %s', (_, cadence, observation, since) => {
  expect(judged(cadence, observation).since).toBe(since);
});

it.each<[string, Cadence, Partial<SourceObservation>, string | undefined]>([
  ['stale since today', 'weekly', { declaredDate: '2026-11-12' }, '1 day behind its weekly schedule'],
  ['stale since long', 'daily', { declaredDate: '2026-10-01' }, '49 days behind its daily schedule'],
  ['held', 'daily', { problem: { state: 'held', reason: 'shrunk_by_half' } }, 'shrunk_by_half'],
  ['fresh', 'daily', { declaredDate: '2026-11-20' }, undefined],
  ['without a rhythm', 'unknown', { declaredDate: '1999-01-01' }, undefined],
])('a source that is not fresh says why: %s', (_, cadence, observation, reason) => {
  expect(judged(cadence, observation).reason).toBe(reason);
});

it('an age is counted in calendar days of UTC, and is 0 for the future', () => {
  expect(ageInDays('2026-11-19T23:59:59Z', new Date('2026-11-20T00:00:01Z'))).toBe(1);
  expect(ageInDays('2026-12-01', NOW)).toBe(0);
  expect(ageInDays('soon', NOW)).toBe(0);
});

describe('freshness', () => {
  const list = (since?: string, kind: NotFresh['source']['kind'] = 'links'): NotFresh => ({
    source: { key: 'x', kind },
    state: 'stale',
    reason: '9 days behind its weekly schedule',
    ...(since !== undefined && { since }),
  });

  it.each<[string, readonly NotFresh[], number, boolean]>([
    ['nothing is old', [], 4, false],
    ['one list has been old for long', [list('2026-01-01')], 1, false],
    ['one list has been failing, nobody knows since when', [list()], 1, false],
    ['one list turned a week ago', [list('2026-11-13')], 100, false],
    ['one list turned six days ago', [list('2026-11-14')], 100, true],
    ['records have been old for long', [list('2026-01-01', 'entities')], 100, true],
    ['a quarter of the lists have been old for long', [list('2026-01-01'), list('2026-01-01')], 8, false],
    ['more than a quarter have been old for long', [list('2026-01-01'), list('2026-01-01')], 7, true],
  ])('needs attention, or not, when %s', (_, notFresh, sources, expected) => {
    expect(needsAttention(notFresh, sources, NOW)).toBe(expected);
  });
});
