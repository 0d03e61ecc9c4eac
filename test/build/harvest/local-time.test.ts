/** Instants are written in the local time of the DNB. */
import { expect, it } from 'vitest';
import { localTime } from '../../../src/build/sources/harvest/local-time.ts';

it.each([
  ['2026-08-14T09:00:03Z', '2026-08-14T11:00:03'],
  ['2026-01-14T09:00:03Z', '2026-01-14T10:00:03'],
  ['2026-03-29T00:59:59Z', '2026-03-29T01:59:59'],
  ['2026-03-29T01:00:00Z', '2026-03-29T03:00:00'],
  ['2026-10-25T00:30:00Z', '2026-10-25T02:30:00'],
  ['2026-12-31T23:30:00Z', '2027-01-01T00:30:00'],
])('%s is %s at the DNB', (instant, local) => {
  expect(localTime(Date.parse(instant))).toBe(local);
});
