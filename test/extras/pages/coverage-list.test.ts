/** The list of the coverage page, read from pasted text: identifiers, columns, parts. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Choice,
  decodeText,
  idsByRow,
  GND_IDENTIFIER,
  parseTable,
  type Reading,
  readPasted,
} from '../../../src/extras/pages/coverage-list.ts';

const gnd = fc.constantFrom('118540238', '1012979490', '4018118-2', '11850553X', '300000000', '5036103-X');
const idsOf = (reading: Reading, choice: Choice) => idsByRow(reading, choice).flat();
const found = (text: string) => {
  const reading = readPasted(text);
  return idsOf(reading, reading.best);
};

describe('a possible identifier', () => {
  it.each(['1749', '1749-1832', '1749-08-28', '9783161484100', 'Q5879', 'Goethe', '', '+49 30 1234567'])(
    'is not %s',
    (text) => expect(GND_IDENTIFIER.looksLike(text)).toBe(false),
  );
});

describe('a list', () => {
  it('is split at commas, blanks, semicolons and line ends, but not at a blank after a prefix', () => {
    expect(found('118540238, 4018118-2;1012979490\r\n(DE-588) 11850553X\n\n gnd: 300000000 11854023Y')).toEqual([
      '118540238',
      '4018118-2',
      '1012979490',
      '(DE-588) 11850553X',
      'gnd: 300000000',
      '11854023Y',
    ]);
  });

  it('is the same with any separators', () => {
    const separator = fc.constantFrom(',', ';', ' ', '\n', '\r\n', '\t', ' , ');
    fc.assert(
      fc.property(fc.array(fc.tuple(gnd, separator), { minLength: 1 }), (parts) => {
        expect(found(parts.flat().join(''))).toEqual(parts.map(([id]) => id));
      }),
    );
  });

  it('keeps malformed identifiers, so that they are reported', () => {
    expect(found('118540238\n11854023Y\n1185402\nQ5879')).toEqual(['118540238', '11854023Y', '1185402', 'Q5879']);
  });

  it('without text is empty', () => {
    expect(found('')).toEqual([]);
    expect(found(' \n\t ')).toEqual([]);
  });
});

describe('a BEACON list', () => {
  const HEAD =
    '#FORMAT: BEACON\n#PREFIX: http://d-nb.info/gnd/{ID}/about/html\n#COMMENT: 4000001-1, 118540238 | and others\n';

  it.each([
    ['118540238\n4065105-8\n', ['118540238', '4065105-8']],
    ['118540238|3|https://example.org/4000001-1\n4065105-8||x\n', ['118540238', '4065105-8']],
    ['\n118540238 | Goethe\n# a word between\n4065105-8\n', ['118540238', '4065105-8']],
    ['', []],
  ])('has identifiers before the first bar, and none in its header: %j', (lines, ids) => {
    for (const start of ['', '\uFEFF', '\r\n']) {
      const reading = readPasted(start + HEAD + lines);
      expect(idsOf(reading, reading.best)).toEqual(ids);
      expect(reading.headLines).toBe(lines.includes('#') ? 4 : 3);
    }
  });

  it('is not any text that begins with a number sign', () => {
    expect(found('# 118540238\n4065105-8')).toContain('4065105-8');
    expect(readPasted('#1\n#2').headLines).toBeUndefined();
  });
});

describe('a table', () => {
  it('is read as spreadsheets copy it', () => {
    const reading = readPasted('Name\tGND\tJahr\nGoethe, Johann\t118540238\t1749\n"Mann\nThomas"\t118577166\t1875\n');
    expect(reading.header).toEqual(['Name', 'GND', 'Jahr']);
    expect(reading.best).toBe(1);
    expect(reading.columns.map(({ name, hits, filled }) => [name, hits, filled])).toEqual([
      ['Name', 0, 2],
      ['GND', 2, 2],
      ['Jahr', 0, 2],
    ]);
    expect(idsOf(reading, 1)).toEqual(['118540238', '118577166']);
  });

  it('may be CSV with semicolons or commas, in quotes or not', () => {
    expect(found('id;name\n"118540238";"Goethe; Johann"\n118607626;Schiller')).toEqual(['118540238', '118607626']);
    expect(found('"Goethe, J.",118540238\n"Schiller, F.",118607626')).toEqual(['118540238', '118607626']);
  });

  it('has the right one of two similar columns, chosen by its header', () => {
    expect(found('PPN\tGND\n1696049125\t118540238\n1696049133\t118607626')).toEqual(['118540238', '118607626']);
    expect(found('GND\tPPN\n118540238\t1696049125\n\t1696049133\n118607626\t1696049141')).toEqual([
      '118540238',
      '118607626',
    ]);
  });

  it('may have several identifiers in a cell, and another chosen column', () => {
    const reading = readPasted('a\t118540238; 118607626\n4018118-2\t118540238\nb\t118540238');
    expect(idsOf(reading, reading.best)).toEqual(['118540238', '118607626', '118540238', '118540238']);
    expect(idsOf(reading, 0)).toEqual(['a', '4018118-2', 'b']);
    expect(idsOf(reading, 'lookalikes')).toEqual(['118540238', '118607626', '4018118-2', '118540238', '118540238']);
  });

  it('keeps empty rows, and has a column of names', () => {
    const reading = readPasted(
      'Ort;Wer;GND\n\nWeimar;Goethe, Johann;118540238\n;;\nJena;Schiller, Friedrich;118607626\n',
    );
    expect(reading.rows).toEqual([
      [''],
      ['Weimar', 'Goethe, Johann', '118540238'],
      ['', '', ''],
      ['Jena', 'Schiller, Friedrich', '118607626'],
    ]);
    expect([reading.best, reading.names]).toEqual([2, 1]);
    expect(readPasted('GND\tName\n118540238\tGoethe').names).toBe(1);
    expect(readPasted('GND\tJahr\n118540238\t1749').names).toBeUndefined();
  });

  it('with identifiers only is a list', () => {
    const reading = readPasted('118540238,4018118-2\n1012979490,11850553X');
    expect(reading.columns).toEqual([]);
    expect(idsOf(reading, reading.best)).toHaveLength(4);
  });

  it('is found with any other columns', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'ü', ' ', ',', '"', "'", '-', '7'), maxLength: 12 });
    const delimiter = fc.constantFrom('\t', ';');
    fc.assert(
      fc.property(fc.array(fc.tuple(gnd, word, word), { minLength: 2 }), delimiter, (rows, tab) => {
        const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
        const text = rows.map(([id, a, b]) => [quoted(`x${a}`), id, quoted(b)].join(tab)).join('\n');
        expect(found(text)).toEqual(rows.map(([id]) => id));
      }),
    );
  });
});

describe('cells of a table', () => {
  it('are read as they were written', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ';', '\n', '\r', ' ', 'ß') });
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 }), (rows) => {
        const text = rows.map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(';')).join('\r\n');
        expect(parseTable(text, ';')).toEqual(rows);
      }),
    );
  });

  it('with an unclosed quotation mark are read without quoting', () => {
    expect(parseTable('"a;b\nc;d', ';')).toEqual([
      ['"a', 'b'],
      ['c', 'd'],
    ]);
  });

  it('at the end may be empty', () => {
    expect(parseTable('a;\nb;c;', ';')).toEqual([
      ['a', ''],
      ['b', 'c', ''],
    ]);
  });
});

describe('files', () => {
  const bytes = (...parts: (number | string)[]) =>
    Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.from([part]) : Buffer.from(part))));

  it.each([
    ['UTF-8', bytes('Müller;118540238'), 'Müller;118540238'],
    ['UTF-8 with a mark', bytes(0xef, 0xbb, 0xbf, 'Müller'), 'Müller'],
    ['Windows', bytes('M', 0xfc, 'ller'), 'Müller'],
    ['UTF-16', Buffer.concat([bytes(0xff, 0xfe), Buffer.from('Müller', 'utf16le')]), 'Müller'],
    ['a workbook', bytes('PK', 3, 4, 0, 0), undefined],
  ])('of %s are read', (_, content, text) => {
    expect(decodeText(content)).toBe(text);
  });
});
