import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beaconReader } from '../../../src/build/sources/readers/beacon.ts';
import type { BeaconSwitches } from '../../../src/build/sources/register/register.ts';
import { countReasons, readList, readOrReason, sortStatements } from './beacon-reading.ts';
import { asLines, fixture, statementsOf } from './statements.ts';

const BARE = '#FORMAT: BEACON\n#PREFIX: http://d-nb.info/gnd/\n';
const LIST = `${BARE}#TARGET: https://e.org/{ID}\n`;

/** Links of one line below a header as `url (hits) annotation [message]`, and its defects. */
async function readLine(head: string, line: string, beacon: BeaconSwitches = {}): Promise<string> {
  const { links, defects } = await readList(`${head}${line}\n`, beacon);
  const shown = links.map(({ gnd, url, hits, annotation = '', message }) =>
    [gnd === '118540238' ? '' : gnd, url, hits !== undefined && `(${hits})`, annotation, message && `[${message}]`]
      .filter(Boolean)
      .join(' '),
  );
  return [...shown, ...defects.map(({ reason }) => `!${reason}`)].join(' ');
}

describe('beaconReader', () => {
  it('yields the header first, with its day, and links with the relation of the source', async () => {
    const text = `${LIST}#TIMESTAMP: 2026-02-01T10:00:00Z\n118540238\n`;
    const fields = { FORMAT: 'BEACON', PREFIX: 'http://d-nb.info/gnd/', TARGET: 'https://e.org/{ID}' };
    expect(await statementsOf(beaconReader, text, [7], { relation: 'sameAs' })).toEqual([
      { kind: 'header', declaredDate: '2026-02-01', fields: { ...fields, TIMESTAMP: '2026-02-01T10:00:00Z' } },
      { kind: 'link', gnd: '118540238', url: 'https://e.org/118540238', relation: 'sameAs' },
    ]);
    expect((await readList(text)).links[0]?.relation).toBe('about');
  });

  it('yields a header without links for a list that has none', async () => {
    const { header, links, defects } = await readList(`${LIST}#NAME: Beispiel`);
    expect(header.fields['NAME']).toBe('Beispiel');
    expect([...links, ...defects]).toEqual([]);
  });

  it('ignores comments and blank lines anywhere, and needs no final line end', async () => {
    const text = `\n\n  \n# ein Kommentar\n${LIST}\n#\n118540238\n\n# noch einer\n11876439X`;
    const { links, defects } = await readList(text);
    expect(links.map(({ gnd }) => gnd)).toEqual(['118540238', '11876439X']);
    expect(defects).toEqual([]);
  });

  it('counts physical lines from one', async () => {
    const { defects } = await readList(`\n${LIST}\r\nNULL\r118540238\n`);
    expect(defects).toMatchObject([{ reason: 'empty_id', severity: 'record', line: 6, excerpt: 'NULL' }]);
  });
});

describe('a line under a pattern', () => {
  it.each([
    ['identifier only', '118540238', 'https://e.org/118540238'],
    ['a count', '118540238|12', 'https://e.org/118540238 (12)'],
    ['a count of none', '118540238|0', 'https://e.org/118540238 (0)'],
    ['blanks around tokens', ' 118540238  | 015 \t', 'https://e.org/118540238 (15)'],
    ['a label', '118540238|Goethe', 'https://e.org/118540238 Goethe'],
    ['a count with local key', '118540238 | 15 | 047832', 'https://e.org/047832 (15)'],
    ['an empty label with local key', '118540238||goethe', 'https://e.org/goethe'],
    ['blanks within a local key', '118540238||faust  \t ii', 'https://e.org/faust%20ii'],
    ['an address against the pattern', '118540238|Goethe|https://a.org/1', 'https://a.org/1 Goethe'],
    ['an address as annotation', '118540238|https://a.org/1', 'https://e.org/118540238'],
    ['bars behind the third column', '118540238|7|goethe|x|y', 'https://e.org/goethe (7)'],
    ['a year range as label', '118540238|1749–1832', 'https://e.org/118540238 1749–1832'],
    ['escapes in a label', '118540238|A &amp; B &#039;x&#x27; &lt;', "https://e.org/118540238 A & B 'x' <"],
    ['several identifiers, one broken', '118540238;1749', 'https://e.org/118540238 !repaired_id !partial_ids'],
    ['lower-case x', '11876439x', '11876439X https://e.org/11876439X !repaired_id'],
    ['wrong check digit', '118540237', '118540237 https://e.org/118540237 !check_digit'],
    ['a very long label', `118540238|${'x'.repeat(10_001)}`, 'https://e.org/118540238 !label_too_long'],
    ['the next line glued to the label', '118540238|Werke "4074335-4|Ort', 'https://e.org/118540238 !glued_lines'],
    ['an ellipsis', '...', '!ellipsis'],
    ['a warning in HTML', '<br /> <b>Warning</b>: mysql', '!html_line'],
    ['control characters', '118540238|Go\u0000e l\u0092art', 'https://e.org/118540238 Goe l’art !control_characters'],
    ['a line that never ends', `118540238|${'x'.repeat(70_000)}`, '!line_too_long'],
    ['a field after the first link', '118540238\n#TARGET: https://b.org/', 'https://e.org/118540238 !late_field'],
  ])('is read with %s', async (_, line, expected) => {
    expect(await readLine(LIST, line)).toBe(expected);
  });

  it.each<[line: string, beacon: BeaconSwitches, expected: string]>([
    ['118540238|Goethe|sfz1', { targetToken: 'source' }, 'https://e.org/118540238 Goethe'],
    ['118540238|Goethe|https://a.org/1', { targetToken: 'source' }, 'https://e.org/118540238 Goethe'],
    ['118540238|3', { targetToken: 'third' }, '!no_target'],
    ['118540238', { targetOverride: 'https://b.org/#{ID}' }, 'https://b.org/#118540238'],
    ['118540238|Goethe', { secondColumn: 'ignore' }, 'https://e.org/118540238'],
    ['118540238|1749', { secondColumn: 'label' }, 'https://e.org/118540238 1749'],
    ['118540238|1.234.567', { secondColumn: 'count' }, 'https://e.org/118540238 (1234567)'],
    ['118540238|viele', { secondColumn: 'count' }, 'https://e.org/118540238 !bad_count'],
  ])('like %s is read with the switches %j', async (line, beacon, expected) => {
    expect(await readLine(LIST, line, beacon)).toBe(expected);
  });

  it.each([
    ['{+ID}', '118540238|https://a.org/1', 'https://a.org/1'],
    ['{+ID}', '118540238|Goethe|https://a.org/1', 'https://a.org/1 Goethe'],
    ['{+ID}', '118540238|Goethe', '!no_target'],
    ['{ID}', '118540238|https://a.org/1', 'https://a.org/1'],
    ['https://a.org/{LABEL}', '118540238|Goethe', '!unknown_placeholder !no_target'],
    ['https://a.org/{LABEL}/{ID}', '118540238|Goethe', '!unknown_placeholder !no_target'],
    ['https://a.org/{LABEL}', '118540238|Goethe|https://a.org/1', 'https://a.org/1 Goethe !unknown_placeholder'],
  ])('is read with %s: %s', async (pattern, line, expected) => {
    expect(await readLine(`${BARE}#TARGET: ${pattern}\n`, line)).toBe(expected);
  });

  it.each([
    ['#MESSAGE: Im Beispiel', '118540238', 'https://e.org/118540238 [Im Beispiel]'],
    ['#MESSAGE: Im Beispiel', '118540238|12', 'https://e.org/118540238 (12) [Im Beispiel]'],
    ['#MESSAGE: Im Beispiel', '118540238|Goethe', 'https://e.org/118540238 Goethe'],
    ['#MESSAGE: A &amp; B', '118540238||goethe', 'https://e.org/goethe [A & B]'],
    ['#MESSAGE: a&#10;b&#8238;c&#0;d', '118540238', 'https://e.org/118540238 [a bcd]'],
    ['#MESSAGE: Kontakt: a@b.org', '118540238', 'https://e.org/118540238'],
    ['#RELATION: https://a.org/{ID}', '118540238|knows|goethe', 'https://e.org/goethe'],
    ['#RELATION: https://a.org/{+ID}\n#MESSAGE: M', '118540238|knows|goethe', 'https://e.org/goethe [M]'],
    ['#RELATION: https://a.org/knows', '118540238|Goethe|goethe', 'https://e.org/goethe Goethe'],
  ])('gets its annotation from %s: %s', async (field, line, expected) => {
    expect(await readLine(`${LIST}${field}\n`, line)).toBe(expected);
  });
});

describe('a line without a pattern', () => {
  it.each([
    ['a label with address', '118540238|Goethe|https://a.org/1', 'https://a.org/1 Goethe'],
    ['an address in two columns', '118540238|https://a.org/urn:cts:x#y', 'https://a.org/urn:cts:x#y'],
    ['no address', '118540238|Goethe', '!no_target'],
    [
      'two addresses in a cell',
      '118540238|x|https://a.org/1?r;Köln 1531▼https://b.org/',
      'https://a.org/1?r x !several_urls',
    ],
    ['&amp; and blanks', '118540238||https://a.org/?a=1&amp;b=x y', 'https://a.org/?a=1&b=x%20y !repaired_url'],
    ['a doubled scheme', '118540238||http://https://a.org/', 'https://a.org/ !repaired_url'],
    [
      'an address in the query of another',
      '118540238||https://a.org/?u=http://b.org/',
      'https://a.org/?u=http://b.org/',
    ],
    ['two addresses run together', '118540238||https://a.orghttps://a.org/', '!malformed_url'],
    ['an address without scheme', '118540238||www.a.org/1', '!malformed_url'],
    ['an address without slashes', '118540238||https:a.org', '!malformed_url'],
    ['an impossible port', '118540238||https://a.org:99999/', '!malformed_url'],
    ['a script', '118540238||javascript:alert(1)', '!unsupported_scheme'],
    ['FTP', '118540238|ftp://a.org/1', '!unsupported_scheme'],
    ['a very long address', `118540238||https://a.org/${'x'.repeat(2_000)}`, '!url_too_long'],
  ])('is read with %s', async (_, line, expected) => {
    expect(await readLine(BARE, line)).toBe(expected);
  });

  it('uses the pattern of the switches', async () => {
    expect(await readLine(BARE, '118540238', { targetOverride: 'https://b.org/' })).toBe('https://b.org/118540238');
  });

  it('gives no link if it is torn', async () => {
    const text = `${BARE}118540238|Goethe, Johann Wolfgang\nauch Möller;\nverehel. von|https://a.org/1\nNULL|x|https://a.org/2\n`;
    const { links, defects } = await readList(text);
    expect(links).toEqual([]);
    const found = defects.map(({ reason, line }) => `${line} ${reason}`);
    expect(found).toEqual(['3 no_target', '4 torn_line', '5 torn_line', '6 torn_line']);
  });

  it('is not called torn if a list of bare identifiers lacks its pattern', async () => {
    const { defects } = await readList(`${BARE}118540238\n1749\n`);
    expect(defects.map(({ reason }) => reason)).toEqual(['no_target', 'no_gnd_id']);
  });
});

/** Lengths of pieces. The last one is large, because a line is copied and searched again with each piece of it. */
const SMALL_AT_FIRST = [5, 5, 5, 5, 5, 50_000];

describe('a dubious file', () => {
  const page = '<!DOCTYPE html>\n<html lang="de"><head><title>404</title></head><body>#FORMAT: BEACON</body></html>\n';
  it.each<[what: string, input: string | Uint8Array, reason: RegExp]>([
    ['no bytes', '', /^empty: /],
    ['only blanks and a byte order mark', '\uFEFF\r\n \n', /^empty: /],
    ['an HTML page', page, /^html: .*web page/],
    ['an HTML page after blank lines', `\r\n\n  ${page}`, /^html: /],
    ['an HTML page after a byte order mark', `\uFEFF${page}`, /^html: /],
    ['an HTML page after a text', `Fehler 500\n${page}`, /^html: /],
    ['an HTML page in one endless line', `<html>${'x'.repeat(100_000)}`, /^html: /],
    ['XHTML', `<?xml version="1.0"?>\n${page}`, /^html: /],
    ['a text', 'Not found\n', /^wrong_format: .*no header field and no line with a GND identifier/],
    ['comments', '# nichts\n', /^wrong_format: /],
    ['a time stamp that looks like an identifier', '1770630386', /^wrong_format: .*target pattern/],
    ['a list for Wikidata', '#PREFIX: https://www.wikidata.org/wiki/\nQ1|https://a.org/', /^wrong_format: .*wikidata/],
    ['a list for VIAF', '#FORMAT: VIAF-BEACON\n#TARGET: https://a.org/\n118540238\n', /^wrong_format: .*VIAF-BEACON/],
    ['gzip', gzipSync(LIST), /^wrong_format: .*gzip/],
    ['UTF-16', Buffer.from(`\uFEFF${LIST}`, 'utf16le'), /^wrong_format: .*UTF-16/],
  ])('is refused if it is %s', async (_what, input, reason) => {
    expect(await readOrReason(input, SMALL_AT_FIRST)).toMatch(reason);
  });

  it('is read after a warning of the program that wrote it', async () => {
    const { links, defects, header } = await readList(`<br />\n<b>Warning</b>: x\n${LIST}118540238\n`);
    expect(header.fields['FORMAT']).toBe('BEACON');
    expect(links).toHaveLength(1);
    expect(countReasons(defects)).toEqual({ html_line: 2 });
  });

  it('is read without header if the source has a pattern', async () => {
    const { links, header } = await readList('118540238\n', { targetOverride: 'https://a.org/{ID}' });
    expect(links).toHaveLength(1);
    expect(header.fields).toEqual({});
  });
});

it.each([
  ['118540238', { links: 1, repeated_line: 999 }],
  ['118540238X', { links: 1, check_digit: 1, repeated_line: 999 }],
  ['118540238|x', { links: 1, repeated_line: 999 }],
  ['unsinn', { links: 0, no_gnd_id: 1_000 }],
  ['...', { links: 0, ellipsis: 1_000 }],
  ['# ein Kommentar', { links: 0 }],
  ['', { links: 0 }],
])('repeated lines are not read again: %j', async (line, { links, ...reasons }) => {
  for (const before of ['', '11876439X\n']) {
    const found = await readList(`${LIST}${before}${`${line}\n`.repeat(1_000)}118540238|y\n`);
    expect(found.links).toHaveLength(Number(before !== '') + links + 1);
    expect(countReasons(found.defects)).toEqual(reasons);
    expect(new Set(found.defects.map((defect) => defect.line)).size).toBe(line === '' ? 0 : found.defects.length);
  }
});

describe('hostile bytes', () => {
  it('are held within a bound before the header ends', async () => {
    const { defects } = await readList(`${LIST}${'#\u0001\n'.repeat(2_000)}#NAME: x\n118540238\n`);
    expect(countReasons(defects)).toEqual({ control_characters: 2_000, late_field: 1 });
  });

  it('are bounded in a line of the header', async () => {
    const { header, defects } = await readList(`${LIST}#NAME: a${'#NAME: b'.repeat(8_000)}\n118540238\n`);
    expect(header.fields['NAME']).toBe('a');
    expect(defects.length).toBeLessThan(20);
  });

  it('give no long annotation to every line', async () => {
    const { links } = await readList(`${LIST}#MESSAGE: ${'x'.repeat(2_000)}\n118540238\n`);
    expect(links).toHaveLength(1);
    expect(links[0]).not.toHaveProperty('message');
  });

  it('cause no other error than UnusableSource', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
        const result = await readOrReason(bytes, [64]);
        expect(typeof result === 'string' || sortStatements(result)).toBeTruthy();
      }),
    );
  });

  const fragments = [
    '118540238 4074335-4 | | \n \n \r \r\n #NAME:ö ü \uFEFF ; <br> <html> ... \0 #PREFIX:x: &amp; {ID}'.split(' '),
    ['#TARGET: https://a.org/', 'https://a.org/x', 'https://d-nb.info/gnd/', ' ', 'x'.repeat(300)],
  ];
  const token = fc.constantFrom(...fragments.flat());
  const piece = fc.oneof(
    token.map((text) => Buffer.from(text)),
    fc.constantFrom(Buffer.of(0xf6), Buffer.of(0x9a, 0x0d)),
  );
  const bytes = fc.array(piece, { maxLength: 60 }).map((pieces) => Buffer.concat(pieces));

  it('give the same statements in any pieces', async () => {
    await fc.assert(
      fc.asyncProperty(bytes, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), async (input, sizes) => {
        const whole = await readOrReason(input, [1_000_000]);
        expect(await readOrReason(input, sizes)).toEqual(whole);
      }),
    );
  });

  it('give the same statements with LF, CRLF and CR', async () => {
    const line = fc.array(token, { maxLength: 6 }).map((tokens) => tokens.join('').replaceAll(/[\r\n]/g, ''));
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 12 }), fc.integer({ min: 1, max: 9 }), async (lines, size) => {
        const [lf, crlf, cr] = await Promise.all(
          ['\n', '\r\n', '\r'].map((end) => readOrReason(LIST.replaceAll('\n', end) + lines.join(end), [size])),
        );
        expect(crlf).toEqual(lf);
        expect(cr).toEqual(lf);
      }),
    );
  });
});

it('the golden list is read unchanged', async () => {
  const { statements } = await readList(fixture('beacon-rich.txt'));
  await expect(asLines(statements)).toMatchFileSnapshot('golden/beacon-rich.ndjson');
});
