import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkDigit,
  type GndId,
  hasValidCheckDigit,
  isGndId,
  packGndId,
  toGndId,
  unpackGndId,
  withValidCheckDigit,
} from '../../../src/core/model/gnd-id.ts';

const REAL = [
  '118540238',
  '11853677X',
  '1010346326',
  '1416275754',
  '4074335-4',
  '4034724-2',
  '1001205-9',
  '16139261-1',
  '7749153-1',
  '300126603',
  '38325-9',
] as GndId[];

/** Any identifier with valid form and check digit. */
const gndIds = fc
  .oneof(
    fc.integer({ min: 0, max: 9_999_999 }).map((n) => `1${String(n).padStart(7, '0')}`),
    fc.integer({ min: 0, max: 99_999_999 }).map((n) => `1${String(n).padStart(8, '0')}`),
    fc.integer({ min: 0, max: 9_999_999 }).map((n) => `3${String(n).padStart(7, '0')}`),
  )
  .map((digits) => `${digits}${checkDigit(digits, false)}` as GndId);
const hyphenatedIds = fc
  .integer({ min: 1, max: 99_999_999 })
  .map((digits) => `${digits}-${checkDigit(String(digits), true)}` as GndId);

describe('a GND identifier', () => {
  it.each(REAL)('like %s has the right check digit', (id) => {
    expect(isGndId(id)).toBe(true);
    expect(hasValidCheckDigit(id)).toBe(true);
  });

  it('with a wrong check digit gives the corrected one', () => {
    expect(hasValidCheckDigit('118540239' as GndId)).toBe(false);
    expect(withValidCheckDigit('118540239' as GndId)).toBe('118540238');
  });

  it.each([
    [' 118540238 ', '118540238'],
    ['11853677x', '11853677X'],
    ['http://d-nb.info/gnd/118540238/', '118540238'],
    ['http://d-nb.info/gnd/118540238/about/html', '118540238'],
    ['https://d-nb.info/gnd/118540238/about/lds#x', '118540238'],
    ['(de-588) 118540238', '118540238'],
    ['4074335\u20134', '4074335-4'],
    ['(DE-588a)118540238', undefined],
    ['(DE-101)118540238', undefined],
    ['https://d-nb.info/118540238', undefined],
    ['118540238 118607626', undefined],
    ['', undefined],
  ])('that a record states as %j is %s', (text, id) => {
    expect(toGndId(text)).toBe(id);
  });

  it('is packed into a unique integer and back', () => {
    fc.assert(
      fc.property(fc.oneof(gndIds, hyphenatedIds), fc.oneof(gndIds, hyphenatedIds), (a, b) => {
        expect(unpackGndId(packGndId(a))).toBe(a);
        expect(packGndId(a)).toBeLessThan(2 ** 36);
        expect(packGndId(a) === packGndId(b)).toBe(a === b);
      }),
    );
  });
});
