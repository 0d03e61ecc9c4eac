/** Lengths of windows after failures. */
import { expect, it } from 'vitest';
import { DAY_MS } from '../../../src/core/model/days.ts';
import { createWindows } from '../../../src/build/sources/harvest/window.ts';

it('a single unit that fails says nothing about the length of windows', () => {
  const range = { granularity: 'YYYY-MM-DD', target: Date.parse('2026-12-31') } as const;
  const windows = createWindows(range, 28 * DAY_MS, 28 * DAY_MS);
  const failed = { reason: 'http_500', items: 0 };
  const half = windows.firstPart({ from: '2026-10-01', until: '2026-10-28', ...failed });
  expect(half).toEqual({ from: '2026-10-01', until: '2026-10-14' });
  const unit = windows.firstPart({ ...half, ...failed });
  expect(unit).toEqual({ from: '2026-10-01', until: '2026-10-01' });
  const next = { from: '2026-10-02', until: '2026-10-02' };
  expect(windows.after(unit)).toEqual(next);
  windows.grow(next);
  expect(windows.after(next)).toEqual({ from: '2026-10-03', until: '2026-10-04' });
});
