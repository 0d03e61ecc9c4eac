/** `gnd-links diff` on the command line: table, JSON, and exit codes as in diff(1). */
import { cpSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../cli/command.ts';
import { temporaryDirectory, temporaryForFile } from '../../temporary.ts';
import { snapshotOf, type State, WIKIDATA } from './states.ts';

const before: State = {
  '118500001': { name: 'Abel, Ada', born: '1801', links: [WIKIDATA(1)] },
  '118500002': { name: 'Bach, Bea', hits: 2 },
  '118500003': { name: 'Celan, Cai' },
  '118500004': { deleted: true },
};
const after: State = {
  '118500001': { name: 'Abel-Meier, Ada', born: '1802', links: [WIKIDATA(2)] },
  '118500002': { name: 'Bach, Bea', hits: 3 },
  '118500003': { mergedInto: '118500002' },
  '118500004': { mergedInto: '118500002' },
  '118500005': { name: 'Ende, Eva' },
};

const folder = temporaryForFile();
let snapshots: readonly [string, string];
beforeAll(async () => {
  snapshots = [await snapshotOf(join(folder, 'a'), before), await snapshotOf(join(folder, 'b'), after, '2027-02-01')];
});

describe('gnd-links diff', () => {
  it('prints the changes as a table, and ends with 1', async () => {
    const { code, out, err } = await run(['diff', ...snapshots]);
    expect(code).toBe(1);
    expect(err).toMatch(/^compare: 6 in \d+\.\d s\n$/);
    for (const line of [
      /^data of +2026-11-20 +2027-02-01$/m,
      /^former ids +0 +2 +\+2$/m,
      /^deleted ids +2 +1 +−1$/m,
      /^entities +all +Person$/m,
      /^new +1 +1$/m,
      /^renamed +1 +1$/m,
      /^dateOfBirth +1$/m,
      /^deleted → merged +1$/m,
      /^knowledge_base +1 +1$/m,
      /^gnd +renewed +2026-11-20 +2027-02-01 +3 +3$/m,
      /^ {2}118500003 +Person +Celan, Cai → 118500002$/m,
      /^ {2}118500001 +Person +Abel, Ada → Abel-Meier, Ada$/m,
      /^ {2}118500005 +Person +Ende, Eva$/m,
      /^ {2}118500001 +knowledge_base\/wikidata +https?:\/\/www\.wikidata\.org\/\S+Q2 +\(gnd\)$/m,
    ]) {
      expect(out).toMatch(line);
    }
  });

  it('prints the same as JSON', async () => {
    const { code, out } = await run(['diff', '--json', '--sample', '1', ...snapshots]);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      differs: true,
      before: { date: '2026-11-20', counts: { entities: 3 } },
      after: { date: '2027-02-01', counts: { entities: 3 } },
      entities: { new: { total: 1, byType: { Person: 1 } }, merged: { sample: [{ into: '118500002' }] } },
      links: { byCategory: { knowledge_base: { added: 1, removed: 1 } } },
      sources: [{ key: 'archive' }, { key: 'gnd' }, { key: 'redirects' }],
    });
  });

  it('prints nothing with --quiet', async () => {
    expect(await run(['diff', '--quiet', ...snapshots])).toEqual({ code: 1, out: '', err: '' });
    expect(await run(['diff', '--quiet', snapshots[0], snapshots[0]])).toEqual({ code: 0, out: '', err: '' });
  });

  it('ends with 0 when nothing differs, and accepts a folder of snapshots', async () => {
    const { code, out } = await run(['diff', join(folder, 'a/snapshots'), snapshots[0]]);
    expect(code).toBe(0);
    expect(out).toMatch(/^Nothing differs\.$/m);
  });

  it.each([
    ['nothing', (copy: string) => rmSync(join(copy, 'header.json')), /there is no snapshot in/],
    ['a missing file', (copy: string) => rmSync(join(copy, 'entities.sqlite')), /entities\.sqlite cannot be read/],
    [
      'a file cut off',
      (copy: string) => truncateSync(join(copy, 'entities.sqlite'), 40_000),
      /entities\.sqlite cannot be read/,
    ],
    ['another format', (copy: string) => writeFileSync(join(copy, 'header.json'), '{"format":1}'), /has format 1/],
  ])('ends with 2 and a sentence on %s', async (_, spoil, sentence) => {
    const copy = join(temporaryDirectory(), 'copy');
    cpSync(snapshots[0], copy, { recursive: true });
    spoil(copy);
    const { code, out, err } = await run(['diff', snapshots[1], copy]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(sentence);
    expect(err).not.toContain('    at ');
  });

  it.each([[['--sample', 'x']], [['--nonsense']], [['one too many']]])(
    'ends with 2 on wrong usage: %j',
    async (more) => {
      expect((await run(['diff', ...snapshots, ...more])).code).toBe(2);
    },
  );
});
