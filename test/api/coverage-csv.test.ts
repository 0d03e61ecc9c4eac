/** The coverage report as a table: lossless for harmless cells, harmless for the others. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coverageColumns, coverageCsv } from '../../src/api/coverage-csv.ts';
import type { CoverageRowValue } from '../../src/api/coverage-schema.ts';

const CATEGORIES = [{ key: 'authority' }, { key: 'place' }];
const row = (input: string, name?: string): CoverageRowValue => ({
  input,
  verdict: 'invalid',
  ...(name !== undefined && { preferredName: name }),
});

/** RFC 4180, read by the letter. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let cells: string[] = [];
  for (let at = 0; at < text.length;) {
    let cell = '';
    if (text[at] === '"') {
      for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += text[at] === '"' ? 2 : 1) cell += text[at];
      at += 1;
    } else {
      for (; at < text.length && text[at] !== ',' && text[at] !== '\r'; at += 1) cell += text[at];
    }
    cells.push(cell);
    if (text.startsWith('\r\n', at)) {
      rows.push(cells);
      cells = [];
      at += 2;
    } else {
      expect(text[at]).toBe(',');
      at += 1;
    }
  }
  return rows;
}

describe('cells', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+49', "'+49"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    [' =1', "' =1"],
    ['"=1', '\'"=1'],
    ["'=1", "''=1"],
    ['＝1', "'＝1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠x', "'＠x"],
    ['−1', "'−1"],
    ['\u200B=1', "'\u200B=1"],
    [';=1+1', ";'=1+1"],
    ['Müller; =1;+2', "Müller;' =1;'+2"],
    ['a|@b', "a|'@b"],
    ['a\t-b', "a\t'-b"],
    ['=HYPERLINK("http://e.org","x")', '\'=HYPERLINK("http://e.org","x")'],
  ])('that a spreadsheet would run are defused: %s', (value, cell) => {
    expect(parseCsv(coverageCsv([row(value)], CATEGORIES))[1]?.[0]).toBe(cell);
  });

  it.each(['118540238', 'Müller, "Hans"', "'s-Gravenhage", 'a=b', '4018118-2', ' ', 'ä;b', ',', '"'])(
    'that are harmless stay as they are: %s',
    (value) => {
      expect(parseCsv(coverageCsv([row(value)], CATEGORIES))[1]?.[0]).toBe(value);
    },
  );

  it('hold no line ends or other control characters', () => {
    expect(parseCsv(coverageCsv([row('a\r\n=1\u0000b')], CATEGORIES))[1]?.[0]).toBe('a  =1 b');
  });
});

it('comes back from the table as it went in', () => {
  const harmless = fc
    .string({ unit: 'grapheme' })
    .filter((text) => !/[\p{Cc}]/u.test(text) && !/(?:^|[;|])[\s\p{Cf}"']*[=+\-@＝＋－＠−]/u.test(text));
  fc.assert(
    fc.property(fc.array(fc.tuple(harmless, harmless), { maxLength: 5 }), (values) => {
      const [header, ...lines] = parseCsv(
        coverageCsv(
          values.map(([input, name]) => row(input, name)),
          CATEGORIES,
        ),
      );
      expect(header).toEqual(coverageColumns(CATEGORIES));
      expect(lines.map((cells) => [cells[0], cells[7]])).toEqual(values);
    }),
  );
});

it('has every row as long as its header, whatever is in it, and none that begins like a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (inputs) => {
      const [header, ...lines] = parseCsv(
        coverageCsv(
          inputs.map((input) => row(input)),
          CATEGORIES,
        ),
      );
      for (const cells of lines) {
        expect(cells).toHaveLength(header?.length ?? 0);
        expect(cells[0]).not.toMatch(/(?:^|[;|\t])[=+\-@\t\r]/);
      }
    }),
  );
});
