import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkCharacter,
  type GndId,
  hasValidCheckCharacter,
  isGndId,
  packGndId,
  parseGndId,
  unpackGndId,
  withValidCheckCharacter,
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

/** Any identifier with valid form and check character. */
const gndIds = fc
  .oneof(
    fc.integer({ min: 0, max: 9_999_999 }).map((n) => `1${String(n).padStart(7, '0')}`),
    fc.integer({ min: 0, max: 99_999_999 }).map((n) => `1${String(n).padStart(8, '0')}`),
    fc.integer({ min: 0, max: 9_999_999 }).map((n) => `3${String(n).padStart(7, '0')}`),
  )
  .map((digits) => `${digits}${checkCharacter(digits, false)}` as GndId);
const hyphenatedIds = fc
  .integer({ min: 1, max: 99_999_999 })
  .map((digits) => `${digits}-${checkCharacter(String(digits), true)}` as GndId);

describe('a GND identifier', () => {
  it.each(REAL)('like %s has the right check character', (id) => {
    expect(isGndId(id)).toBe(true);
    expect(hasValidCheckCharacter(id)).toBe(true);
  });

  it('with a wrong check character gives the corrected one', () => {
    expect(hasValidCheckCharacter('118540239' as GndId)).toBe(false);
    expect(withValidCheckCharacter('118540239' as GndId)).toBe('118540238');
  });

  it.each([
    [' 118540238 ', '118540238'],
    ['11853677x', '11853677X'],
    ['https://d-nb.info/gnd/118540238', '118540238'],
    ['http://d-nb.info/gnd/118540238/', '118540238'],
    ['http://d-nb.info/gnd/118540238/about/html', '118540238'],
    ['https://d-nb.info/gnd/118540238/about/lds#x', '118540238'],
    ['(DE-588)118540238', '118540238'],
    ['(de-588) 118540238', '118540238'],
    ['gnd:118540238', '118540238'],
    ['GND: 4074335-4', '4074335-4'],
    ['4074335\u20134', '4074335-4'],
    ['4074335\u00AD-4', '4074335-4'],
    ['\uFEFF118540238', '118540238'],
    ['https://lobid.org/gnd/118540238.json', '118540238'],
    ['https://lobid.org/gnd/4074335-4', '4074335-4'],
    ['https://hub.culturegraph.org/entityfacts/118540238', '118540238'],
    ['https://d-nb.info/gnd/118540238?x=1', '118540238'],
    ['d-nb.info/gnd/118540238', '118540238'],
    ['<https://d-nb.info/gnd/118540238>', '118540238'],
    ['https://explore.gnd.network/gnd/118540238', '118540238'],
    ['DE-588:118540238', '118540238'],
    ['GND-118540238', '118540238'],
    ['https%3A', undefined],
  ])('written as %j is read as %s', (input, id) => {
    const parsed = parseGndId(input);
    expect(parsed.ok ? parsed.id : undefined).toBe(id);
  });

  it.each([
    ['40743354', 'missing_hyphen', ['4074335-4']],
    ['040743351', 'foreign_identifier', ['4074335-4']],
    ['Q5879', 'foreign_identifier', []],
    ['https://viaf.org/viaf/24602065', 'foreign_identifier', []],
    ['0000-0001-2345-6789', 'foreign_identifier', []],
    ['(DE-101)040743351', 'foreign_identifier', []],
    ['n79003362', 'foreign_identifier', []],
    ['11854023Y', 'bad_characters', []],
    ['118540238,', 'bad_characters', ['118540238']],
    ['Goethe', 'bad_characters', []],
    ['', 'bad_length', []],
    ['1', 'bad_length', []],
    ['118540238118540238', 'bad_length', []],
    ['418540238', 'missing_hyphen', ['41854023-8']],
    ['918540238123', 'bad_length', []],
  ])('is not %j, for the reason %s', (input, reason, candidates) => {
    expect(parseGndId(input)).toEqual({ ok: false, reason, candidates });
  });

  it('is read from any text without an exception', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const parsed = parseGndId(text);
        if (parsed.ok) expect(isGndId(parsed.id)).toBe(true);
        else for (const candidate of parsed.candidates) expect(isGndId(candidate)).toBe(true);
      }),
    );
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

  it('is read from its URI', () => {
    fc.assert(
      fc.property(fc.oneof(gndIds, hyphenatedIds), (id) => {
        expect(parseGndId(`http://d-nb.info/gnd/${id.toLowerCase()}/about`)).toEqual({ ok: true, id });
      }),
    );
  });
});
