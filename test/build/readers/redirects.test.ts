/** Lists of merged and deleted identifiers are read in every usual spelling. */
import { describe, expect, it } from 'vitest';
import { MAX_LINE_BYTES } from '../../../src/build/sources/readers/lines.ts';
import { redirectsReader } from '../../../src/build/sources/readers/redirects.ts';
import { statementsOf } from './statements.ts';

const MERGED = { kind: 'redirect', from: '1012979490', to: '118540238', evidence: 'list' };

describe('redirectsReader', () => {
  it.each([
    '1012979490 118540238',
    '1012979490\t118540238',
    '1012979490;118540238',
    '1012979490 ; 118540238 # a comment',
    '1012979490 -> 118540238',
    '1012979490->118540238',
    '1012979490 => 118540238',
    '1012979490 → 118540238',
    '1012979490,118540238',
    '"1012979490","118540238"',
    '1012979490|118540238',
    '  1012979490   118540238  ',
    'https://d-nb.info/gnd/1012979490 http://d-nb.info/gnd/118540238/about',
    '(DE-588)1012979490 (DE-588) 118540238',
    'gnd:1012979490 GND: 118540238',
    '\uFEFF1012979490 118540238',
    '1012979490 118540238\r',
  ])('reads the merged record in %j', async (line) => {
    expect(await statementsOf(redirectsReader, line)).toEqual([MERGED]);
    expect(await statementsOf(redirectsReader, `${line}\n`, [1])).toEqual([MERGED]);
  });

  it.each([
    '4074335-4',
    ' 4074335-4 ',
    '4074335\u20134',
    '4074335-4 # deleted',
    'https://d-nb.info/gnd/4074335-4',
    '(DE-588)4074335-4',
  ])('reads the deleted record in %j', async (line) => {
    expect(await statementsOf(redirectsReader, line)).toEqual([{ kind: 'deletion', gnd: '4074335-4' }]);
  });

  it.each(['\n', '\r\n', '\r'])(
    'reads lines that end with %j, ignores blank ones and comments, and counts all',
    async (end) => {
      const lines = [
        '# merged and deleted',
        '',
        '1012979490 118540238',
        '  # more',
        '11853677x',
        'unsinn',
        '1 2 3',
        '4074335-4 4074335-4',
      ];
      const expected = [
        MERGED,
        { kind: 'deletion', gnd: '11853677X' },
        { kind: 'defect', reason: 'invalid_gnd_id', severity: 'record', line: 6, excerpt: 'unsinn' },
        { kind: 'defect', reason: 'too_many_columns', severity: 'record', line: 7, excerpt: '1 2 3' },
        { kind: 'defect', reason: 'self_redirect', severity: 'notice', line: 8, excerpt: '4074335-4 4074335-4' },
      ];
      expect(await statementsOf(redirectsReader, lines.join(end))).toEqual(expected);
      expect(await statementsOf(redirectsReader, lines.join(end), [1])).toEqual(expected);
      expect(await statementsOf(redirectsReader, lines.join(end) + end, [7])).toEqual(expected);
    },
  );

  it('reads repeated lines once', async () => {
    const lines = ['4074335-4', '1012979490 118540238', 'unsinn'].flatMap((line) => [line, line, line]);
    const kinds = (await statementsOf(redirectsReader, lines.join('\n'))).map((statement) =>
      statement.kind === 'defect' ? `${statement.reason} ${String(statement.line)}` : statement.kind,
    );
    const expected =
      'deletion, repeated_line 2, repeated_line 3, redirect, repeated_line 5, repeated_line 6, ' +
      'invalid_gnd_id 7, invalid_gnd_id 8, invalid_gnd_id 9';
    expect(kinds.join(', ')).toBe(expected);
  });

  it('skips and counts a line above the limit', async () => {
    const statements = await statementsOf(
      redirectsReader,
      `4074335-4\n${'x'.repeat(MAX_LINE_BYTES + 1)}\n4000003-5`,
      [100_000],
    );
    expect(statements).toEqual([
      { kind: 'deletion', gnd: '4074335-4' },
      { kind: 'defect', reason: 'line_too_long', severity: 'record', line: 2, excerpt: `${'x'.repeat(119)}…` },
      { kind: 'deletion', gnd: '4000003-5' },
    ]);
  });

  it.each(['', '# nothing\n', 'unsinn\n'])('throws no_records for %j', async (content) => {
    await expect(statementsOf(redirectsReader, content)).rejects.toMatchObject({
      name: 'UnusableSource',
      reason: 'no_records',
    });
  });
});
