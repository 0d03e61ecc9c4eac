/** The completeness of harvested changes in `/api/v1/status`. */
import { describe, expect, it } from 'vitest';
import { checkCompleteness, completenessReport } from '../../../src/core/interface/completeness.ts';
import type { Source } from '../../../src/core/model/source.ts';
import type { Snapshot } from '../../../src/core/snapshot/store.ts';
import type { Completeness } from '../../../src/core/snapshot/completeness.ts';

const NOW = new Date('2026-11-21T06:00:00Z');
const NONE: Completeness = { missed: 0, pending: 0, held: [] };
const HARVESTED: Completeness = { ...NONE, harvestedThrough: '2026-11-21T03:00:00Z', auditedThrough: '2026-11-18' };

const snapshotOf = (...through: (string | undefined)[]): Snapshot =>
  ({
    sources: through.map((harvestedThrough) => ({
      observation: harvestedThrough === undefined ? {} : { harvestedThrough },
    })) as unknown as Source[],
  }) as unknown as Snapshot;

describe('completeness', () => {
  it.each([
    ['nothing is harvested', snapshotOf(undefined), undefined, undefined],
    ['nothing was harvested yet', snapshotOf(undefined), NONE, undefined],
    [
      'the snapshot has all that was harvested',
      snapshotOf(undefined, '2026-11-21T03:00:00Z'),
      HARVESTED,
      {
        harvestedThrough: '2026-11-21T03:00:00Z',
        auditedThrough: '2026-11-18T00:00:00Z',
        missed: 0,
        held: 0,
        lagMinutes: 180,
      },
    ],
    [
      'more was harvested since the snapshot',
      snapshotOf('2026-11-20T03:00:00Z'),
      { ...HARVESTED, missed: 7, checkedAt: '2026-11-21T03:01:00Z' },
      { harvestedThrough: '2026-11-20T03:00:00Z', lagMinutes: 27 * 60, missed: 7, checkedAt: '2026-11-21T03:01:00Z' },
    ],
    [
      'a day that is in the snapshot turned out to be held',
      snapshotOf('2026-11-20T03:00:00Z'),
      { ...HARVESTED, harvestedThrough: '2026-11-18T23:59:59Z', held: ['2026-11-19'] },
      { harvestedThrough: '2026-11-18T23:59:59Z', held: 1, lagMinutes: 54 * 60 },
    ],
    [
      'the repository keeps only days',
      snapshotOf('2026-11-20'),
      { ...HARVESTED, harvestedThrough: '2026-11-20' },
      { harvestedThrough: '2026-11-20T00:00:00Z', lagMinutes: 30 * 60 },
    ],
  ])('is reported, or absent, when %s', (_, snapshot, completeness, report) => {
    const told = completenessReport(snapshot, completeness, NOW);
    if (report === undefined) expect(told).toBeUndefined();
    else expect(told).toMatchObject(report);
  });

  it.each([
    [0, 2 * 1440, 'pass', undefined],
    [0, 2 * 1440 + 1, 'warn', 'Changes are complete only up to 2026-11-19T06:00:00Z.'],
    [2, 60, 'warn', 'Days that will be requested again: 2.'],
  ])('with %d held days and a lag of %d minutes is %s', (held, lagMinutes, status, output) => {
    const report = { harvestedThrough: '2026-11-19T06:00:00Z', missed: 0, held, lagMinutes };
    expect(checkCompleteness(report)).toEqual({
      name: 'completeness',
      observedValue: held,
      observedUnit: 'days held',
      status,
      ...(output !== undefined && { output }),
    });
  });
});
