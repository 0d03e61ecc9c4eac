import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHeaderReader, findForeignIdentifiers } from '../../../src/build/sources/readers/beacon-header.ts';
import { readSourceIds } from '../../../src/build/sources/readers/beacon-source-id.ts';
import { compilePattern } from '../../../src/build/sources/readers/beacon-link.ts';
import { anyCharacter } from '../../any-character.ts';

describe('readSourceIds', () => {
  it.each<[column: string, ids: readonly string[], repaired: boolean]>([
    ['118540238', ['118540238'], false],
    [' 4074335-4 ', ['4074335-4'], false],
    ['https://d-nb.info/gnd/118540238', ['118540238'], false],
    ['http://d-nb.info/gnd/118540238/', ['118540238'], false],
    ['http://d-nb.info/gnd/118540238/about/html', ['118540238'], false],
    ['https://d-nb.info/gnd/118540238 ', ['118540238'], false],
    ['(DE-588)118540238', ['118540238'], false],
    ['gnd:118540238', ['118540238'], false],
    ['11876439x', ['11876439X'], true],
    ['118540238,', ['118540238'], true],
    ['gnd118540238', ['118540238'], true],
    ['118540 238', ['118540238'], true],
    ['118540238.0', ['118540238'], true],
    ['https://d-nb.info/gnd/118540238?', ['118540238'], true],
    ['https://d-nb.info/gnd/118540238%20', ['118540238'], false],
    ['https://d-nb.info/gnd/118540238%E2%80%8F', ['118540238'], true],
    ['ttps://d-nb.info/gnd/118540238', ['118540238'], true],
    ['d-nb.info/gnd/118540238', ['118540238'], true],
    ['https://d-nb.info/gnd/https://d-nb.info/gnd/118540238', ['118540238'], true],
    ['118540238;11876439X', ['118540238', '11876439X'], true],
    ['118540238 ; 118540238', ['118540238'], true],
    ['118540238;', ['118540238'], true],
    ['118540238;PND', ['118540238'], true],
    ['118540237', ['118540237'], false],
  ])('reads identifiers in "%s"', (column, ids, repaired) => {
    expect(readSourceIds(column)).toEqual({ ids, repaired, partial: false });
  });

  it.each([
    ['', 'empty_id'],
    ['NULL', 'empty_id'],
    ['http://', 'empty_id'],
    [';', 'empty_id'],
    ['https://d-nb.info/gnd/', 'empty_id'],
    ['https://d-nb.info/gnd/undefined', 'empty_id'],
    ['11854023', 'no_gnd_id'],
    ['1421981', 'no_gnd_id'],
    ['102865560-6', 'no_gnd_id'],
    ['1749–1832', 'no_gnd_id'],
    ['unknown', 'no_gnd_id'],
    [`118540238${' '.repeat(60_000)}x`, 'no_gnd_id'],
    ['https://d-nb.info/gnd/Goethe, Johann', 'no_gnd_id'],
    ['079487068', 'foreign_id'],
    ['Q5879', 'foreign_id'],
    ['https://d-nb.info/gnd/Q5879', 'foreign_id'],
    ['http://viaf.org/viaf/24602065', 'foreign_id'],
    ['HP01986442', 'foreign_id'],
    ['ecod_000022', 'foreign_id'],
    ['https://d-nb.info/gnd/https://www.deutsche-biographie.de/pnd118540238.html', 'foreign_id'],
    ['https://d-nb.info/gnd/4076310-9/https://d-nb.info/gnd/116008040/', 'glued_ids'],
    ['118540238118575449', 'glued_ids'],
  ])('reads no identifier in "%.60s": %s', (column, flaw) => {
    expect(readSourceIds(column)).toEqual({ ids: [], flaw, repaired: false, partial: false });
  });

  it('marks a column in which only some parts are identifiers', () => {
    expect(readSourceIds('1749;118540238')).toEqual({ ids: ['118540238'], repaired: true, partial: true });
  });
});

describe('compilePattern', () => {
  it.each([
    ['https://a.org/{ID}.html', '118540238', 'https://a.org/118540238.html'],
    ['https://a.org/', '118540238', 'https://a.org/118540238'],
    ['https://a.org/{ID}?{ID}', 'x', 'https://a.org/x?x'],
    ['https://a.org/{id}', 'x', 'https://a.org/x'],
    ['https://a.org/{ID}', 'Hello World!', 'https://a.org/Hello%20World%21'],
    ['https://a.org/{ID}', 'a/b?c=ä&d%20', 'https://a.org/a%2Fb%3Fc%3D%C3%A4%26d%2520'],
    ['https://a.org/{+ID}', 'a/b?c=ä&d%20[1]!', 'https://a.org/a/b?c=%C3%A4&d%20[1]!'],
    ['https://a.org/{+ID}', '50%', 'https://a.org/50%25'],
    ['https://a.org/{ID}', "$&'()*", 'https://a.org/%24%26%27%28%29%2A'],
    ['https://a.org/{ID}x', '', 'https://a.org/x'],
  ])('fills %s with %s', (pattern, token, expected) => {
    expect(compilePattern(pattern)?.(token)).toBe(expected);
  });

  it('fills any token', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (token) => {
        expect(decodeURIComponent(compilePattern('/{ID}')?.(token) ?? '')).toBe(`/${token.toWellFormed()}`);
        expect(compilePattern('/{+ID}')?.(token)).toMatch(/^[!-~]+$/);
      }),
    );
  });
});

describe('a header', () => {
  function header(...texts: readonly string[]) {
    const reader = createHeaderReader();
    texts.forEach((text, index) => reader.add({ number: index + 1, text }));
    const { statement, defects } = reader.finish();
    return { ...statement, reasons: defects.map(({ reason }) => reason), recognised: reader.recognised() };
  }

  it.each<[texts: string[], fields: Record<string, string>, ...reasons: string[]]>([
    [['#FORMAT: BEACON'], { FORMAT: 'BEACON' }],
    [['#FEED:http://a.org/'], { FEED: 'http://a.org/' }],
    [['#MESSAGE Eintrag'], { MESSAGE: 'Eintrag' }],
    [['#format : Beacon'], { FORMAT: 'Beacon' }],
    [['# NAME: x'], { NAME: 'x' }],
    [['#TARGET'], { TARGET: '' }],
    [['#X-EXTENT: 3'], { 'X-EXTENT': '3' }],
    [['#UNBEKANNT: 3'], { UNBEKANNT: '3' }],
    [['#', '# Dies ist ein Kommentar', '#FOO= bar', '#--- : ---'], {}],
    [['#NAME:', '#NAME: a', '#NAME: b'], { NAME: 'a' }, 'repeated_field'],
    [['#PREFIX: http://d-nb.info/gnd//#NAME: x'], { PREFIX: 'http://d-nb.info/gnd//', NAME: 'x' }, 'glued_fields'],
    [['#TARGET: https://a.org/#A:{ID}'], { TARGET: 'https://a.org/#A:{ID}' }],
    [[`#NAME: ${'x'.repeat(10_001)}`], {}, 'field_too_long'],
  ])('of %j is read as %j %s', (texts, fields, ...reasons) => {
    expect(header(...texts)).toMatchObject({ fields, reasons });
    expect(header(...texts).fields).toEqual(fields);
  });

  it.each([
    [['#TIMESTAMP: 2026-02-01', '#DATE: 2020-01-01'], '2026-02-01', []],
    [['#DATE: 2020-01-01', '#TIMESTAMP: 2026-02-01'], '2026-02-01', []],
    [['#DATE: 2020-01-01'], '2020-01-01', []],
    [['#DATE: 2020-01-01', '#TIMESTAMP: 2022-13-04'], '2020-01-01', ['unreadable_date']],
    [['#TIMESTAMP:'], undefined, []],
  ])('has the day of %j', (texts, day, reasons) => {
    const read = header(...texts);
    expect(read.declaredDate).toBe(day);
    expect(read.reasons).toEqual(reasons);
  });

  it('has a limited number of fields', () => {
    const many = header(...Array.from({ length: 300 }, (_, index) => `#F${index}: x`));
    expect(Object.keys(many.fields)).toHaveLength(200);
    expect(many.reasons).toHaveLength(100);
  });

  it('is recognised by a field of the format only', () => {
    expect(header('#NAME: x').recognised).toBe(true);
    expect(header('#UNBEKANNT: x').recognised).toBe(false);
  });

  it.each<[fields: Record<string, string>, foreign: RegExp | undefined]>([
    [{}, undefined],
    [{ FORMAT: 'VIAF-BEACON', PREFIX: 'http://d-nb.info/gnd/' }, undefined],
    [{ FORMAT: 'VIAF-BEACON' }, /VIAF/],
    [{ PREFIX: 'http://d-nb.info/gndx/' }, /gndx/],
    [{ PREFIX: 'https://d-nb.info/gnd' }, undefined],
    [{ PREFIX: 'http://d-nb.info/gnd/{ID}/about/html' }, undefined],
    [{ PREFIX: 'https://d-nb.info/gnd//' }, undefined],
    [{ PREFIX: '{+ID}' }, undefined],
    [{ PREFIX: '{ID}' }, undefined],
    [{ PREFIX: 'https://explore.gnd.network/gnd/' }, undefined],
    [{ PREFIX: '(DE-588)' }, undefined],
    [{ PREFIX: 'PND:' }, undefined],
    [{ PREFIX: 'https://viaf.org/viaf/' }, /viaf/],
    [{ PREFIX: 'Q' }, /Q/],
    [{ PREFIX: '1' }, /1/],
    [{ PREFIX: '', FORMAT: 'Beacon' }, undefined],
    [{ FORMAT: 'PND-BEACON' }, undefined],
    [{ FORMAT: 'GND-BEACON' }, undefined],
  ])('of %j has the pattern for foreign identifiers %s', (fields, foreign) => {
    expect(findForeignIdentifiers(fields) ?? '').toMatch(foreign ?? /^$/);
  });
});
