import { describe, expect, it } from 'vitest';
import { type Line, MAX_LINE_BYTES, readLines } from '../../../src/build/sources/readers/lines.ts';
import { pieces } from './statements.ts';

async function lines(input: string | Uint8Array, encoding?: 'utf-8' | 'windows-1252', size = 3): Promise<Line[]> {
  const all: Line[] = [];
  for await (const batch of readLines(pieces(input, [size]), encoding)) all.push(...batch);
  return all;
}

describe('readLines', () => {
  it.each([1, 2, 3, 100])(
    'ends lines at LF, CRLF and CR, and counts empty ones, in pieces of %i bytes',
    async (size) => {
      const found = await lines('a\nb\r\nc\rd\n\r\ne', undefined, size);
      expect(found.map(({ number, text }) => `${number} ${text}`)).toEqual(['1 a', '2 b', '3 c', '4 d', '6 e']);
    },
  );

  it('removes the byte order mark', async () => {
    for (const encoding of [undefined, 'windows-1252'] as const)
      expect(await lines('\uFEFF#A\n', encoding)).toEqual([{ number: 1, text: '#A' }]);
  });

  it('reads each line that is not UTF-8 as Windows-1252', async () => {
    const bytes = Buffer.concat([Buffer.from('Köln\n'), Buffer.from([0x4b, 0xf6, 0x9a, 0x80, 0x0a]), Buffer.from('š')]);
    expect(await lines(bytes)).toEqual([
      { number: 1, text: 'Köln' },
      { number: 2, text: 'Köš€', flaw: 'not_utf8' },
      { number: 3, text: 'š' },
    ]);
  });

  it('uses a given encoding', async () => {
    const bytes = Buffer.from([0x4b, 0xf6]);
    expect(await lines(bytes, 'utf-8')).toEqual([{ number: 1, text: 'K\uFFFD', flaw: 'not_utf8' }]);
    expect(await lines(bytes, 'windows-1252')).toEqual([{ number: 1, text: 'Kö' }]);
    expect(await lines('ö', 'windows-1252')).toEqual([{ number: 1, text: 'Ã¶' }]);
  });

  it.each([1_000, 65_536, 1_000_000])(
    'cuts off lines above the limit and continues, in pieces of %i bytes',
    async (size) => {
      const input = `${'a'.repeat(MAX_LINE_BYTES)}\n${'b'.repeat(MAX_LINE_BYTES + 1)}\nc\n${'d'.repeat(200_000)}`;
      const found = await lines(input, undefined, size);
      expect(found.map(({ text, flaw }) => [text[0], text.length, flaw])).toEqual([
        ['a', MAX_LINE_BYTES, undefined],
        ['b', 1_024, 'line_too_long'],
        ['c', 1, undefined],
        ['d', 1_024, 'line_too_long'],
      ]);
    },
  );
});
