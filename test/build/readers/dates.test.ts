import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDeclaredDate } from '../../../src/build/sources/readers/dates.ts';

describe('readDeclaredDate', () => {
  it.each([
    ['2025-03-31', '2025-03-31'],
    ['2025-03-31T15:32:00', '2025-03-31'],
    ['2023-04-27 15:04:43', '2023-04-27'],
    ['2012-04-20T10:00', '2012-04-20'],
    ['2026-02-08T19:32:22+0100', '2026-02-08'],
    ['2025-11-27T11:49:05.761218+00:00', '2025-11-27'],
    ['2025-12-04+01:00', '2025-12-04'],
    ['2023/07/20T02:40:04Z', '2023-07-20'],
    ['2026-3-08', '2026-03-08'],
    ['Fri, 30 Jan 2026 01:43:27 +0000', '2026-01-30'],
    ['4 March 2014', '2014-03-04'],
    ['Fri Jan 13 13:12:24 CET 2012', '2012-01-13'],
    ['Tue Mar  4 15:47:28 2014', '2014-03-04'],
    ['Mon Jul 25 11:18:37 AM CEST 2022', '2022-07-25'],
    ['1770630386', '2026-02-09'],
    ['1770630386000', '2026-02-09'],
    ['20260209_025311', '2026-02-09'],
    ['20260209', '2026-02-09'],
    ['09.02.2026', '2026-02-09'],
    ['2026-09-02', '2026-09-02'],
    ['2022-13-04', undefined],
    ['2023-02-29', undefined],
    ['0099-01-01', undefined],
    ['12345', undefined],
    ['August 2023', undefined],
    ['on request', undefined],
    ['', undefined],
  ])('reads "%s" as %s', (text, day) => {
    expect(readDeclaredDate(text)).toBe(day);
  });

  it('yields a day of the calendar or nothing', () => {
    const written = fc.oneof(
      fc.string(),
      fc.stringMatching(/^\d{4}[-/]\d{1,2}[-/]\d{1,2}$/),
      fc.stringMatching(/^\d{8,13}$/),
    );
    fc.assert(
      fc.property(written, (text) => {
        const day = readDeclaredDate(text);
        if (day !== undefined) expect(new Date(day).toISOString().slice(0, 10)).toBe(day);
      }),
    );
  });
});
