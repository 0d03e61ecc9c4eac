/** The commands that fetch, check and accept sources: exit codes and tables. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { dayOf } from '../../src/core/model/days.ts';
import { type GndId, hasValidCheckDigit } from '../../src/core/model/gnd-id.ts';
import { lockFolder } from '../../src/shared/files/lock.ts';
import { body, HEADER, list, PAGE, status } from '../build/fetch/misbehaving-server.ts';
import { temporaryFile } from '../temporary.ts';
import { expectEnd, run } from './command.ts';
import { place, startOrigin } from './place.ts';
import { forFile } from '../for-file.ts';

const server = forFile(startOrigin);

describe('gnd-links fetch', () => {
  it('fetches due sources, reports the results, and ends with the code that monitoring needs', async () => {
    const { fetch, path, folder } = place(server);
    server.on(path, body(list(1_000)));
    const rehearsal = await fetch('--dry-run');
    expect([rehearsal.code, existsSync(join(folder, 'sources', 'list'))]).toEqual([0, false]);
    expect(rehearsal.out).toMatch(/^list +due/m);

    const first = await fetch();
    expect(first).toMatchObject({ code: 0 });
    expect(first.out).toMatch(/^list +accepted +1,000 +\d/m);
    expect(first.err).toMatch(/^list: accepted, 1,000 identifiers$/m);
    expect((await fetch()).out).toMatch(/^list +not_due +next 20[^]*gnd-links fetch KEY$/m);

    server.on(path, body(PAGE));
    await expectEnd(fetch('--force', 'list'), 3, /^list: held \(html\): .* The copy in use stays\.$/m);
    expect((await fetch('--force', '--json', 'list')).out).toMatch(/"result": "held"/);
  });

  it('fails when a source has no copy to fall back on', async () => {
    const { fetch, path } = place(server);
    server.on(path, status(404));
    await expectEnd(fetch(), 1, /^list: failed \(http_404\): .* There is no copy to fall back on\.$/m);
  });

  it('does not connect to private networks unless a setting allows it', async () => {
    const { register, sources } = place(server);
    const ran = await run(['fetch', '--register', register, '--sources', sources]);
    expect(ran).toMatchObject({ code: 1 });
    expect(ran.out).toMatch(/^list +failed +private_address/m);
  });

  it('refuses wrong usage, and a folder that is in use', async () => {
    const { fetch, sources } = place(server);
    await expectEnd(fetch('nowhere'), 2, /no source nowhere/);
    expect(await fetch('--max-pages', '-1')).toMatchObject({ code: 2 });
    expect(await fetch('--contact', 'me (you)')).toMatchObject({ code: 2 });
    const lock = lockFolder(sources, 'update', new Date());
    try {
      await expectEnd(fetch(), 1, /is in use by gnd-links update/);
    } finally {
      lock.release();
    }
  });

  it('sends its name and a contact address', async () => {
    const { fetch, path } = place(server);
    await fetch('--contact', 'https://gnd-links.example.org', 'list');
    expect(server.requests.findLast((request) => request.path === path)?.headers['user-agent']).toMatch(
      /^gnd-links\/\d+\.\d+\.\d+ \(\+https:\/\/gnd-links\.example\.org\)$/,
    );
  });
});

it('gnd-links sources shows all sources, and accepts a held one', async () => {
  const { fetch, path, list: sources } = place(server);
  expect((await sources()).out).toMatch(/^list +not fetched/m);
  server.on(path, body(list(1_000)));
  await fetch();
  server.on(path, body(list(600)));
  await fetch('--force');
  const table = (await sources()).out;
  expect(table).toMatch(/^persons +fresh/m);
  expect(table).toMatch(
    /^list +held +0 d .* 1,000 .* below_share +The copy in use has 1,000 identifiers, the new file only 600; .* is required\. Problem since .* Held copy: 600 identifiers/m,
  );
  expect(table).toMatch(/^gone +retired .*since 2024-01-06: switched off$/m);
  expect(JSON.parse((await sources('--json')).out)).toHaveLength(3);

  await expectEnd(sources('accept', 'persons'), 1, /there is no held copy/);
  expect(await sources('accept', 'nowhere')).toMatchObject({ code: 2 });
  expect(await sources('accept')).toMatchObject({ code: 2 });
  const accepted = await sources('accept', 'list');
  expect(accepted).toMatchObject({ code: 0, out: expect.stringMatching(/600 identifiers/) as string });
  expect((await sources()).out).toMatch(/^list +fresh/m);
});

describe('gnd-links sources check', () => {
  const check = (text: string, ...options: readonly string[]) =>
    run(['sources', 'check', ...options, temporaryFile(text, 'beacon.txt')]);
  /** Lines with numbers whose check digit is right. */
  const numbers = (count: number): string =>
    Array.from({ length: 20 * count }, (_, index) => String(118_540_238 + index))
      .filter((number) => hasValidCheckDigit(number as GndId))
      .slice(0, count)
      .join('\n');
  const full = `${HEADER}#NAME: Persons\n#TIMESTAMP: 2026-01-01\n`;

  it('finds nothing wrong with a good list of today, and shows where it leads', async () => {
    const header = full.replace('2026-01-01', dayOf(new Date()));
    const ran = await check(header + numbers(20));
    expect(ran).toMatchObject({ code: 0, err: '' });
    expect(ran.out).toMatch(/20 links for 20 identifiers/);
    expect(ran.out.match(/^ {2}\d{9} {2}https:\/\/example\.org\/person\/\d{9}$/gm)).toHaveLength(5);
    expect(ran.out).not.toMatch(/advice/);
  });

  it('prints the same as JSON', async () => {
    const ran = await check(`${full}118540238\nNULL\nNULL|x\n`, '--json', '--shown', '1');
    expect(ran.code).toBe(1);
    expect(JSON.parse(ran.out)).toMatchObject({
      links: 1,
      defects: { empty_id: 2 },
      flaws: [{ line: 7, reason: 'empty_id', severity: 'record', excerpt: 'NULL' }],
      contradictions: [],
    });
  });

  it('ends with 3 when the list contradicts its entry in the register', async () => {
    const wrong = '#FORMAT: BEACON\n#NAME: VIAF\n#TARGET: https://viaf.org/viaf/{ID}\n\n118540238\n';
    await expectEnd(check(wrong, '--source', 'vorarlberg-chronik'), 3, /collection viaf, but the register names/);
    expect((await check(wrong)).code).toBe(0);
    expect((await check(wrong, '--source', 'nobody')).code).toBe(2);
  });

  it('ends with 3 when check digits are wrong, and counts numbers that the snapshot at hand has under another number', async () => {
    const lines = '118540238\n1014927390\n118540239\n';
    const ran = await check(full + lines, '--snapshot', inject('sample'));
    await expectEnd(ran, 3, /1 wrong check digit/);
    expect(ran.out).toMatch(
      /Identifiers that are not current in snapshot \S+: merged 1, unknown 1, deleted 0\n {2}1014927390 → 118540238\n/,
    );
  });

  it('reports the flaws of a bad list line by line', async () => {
    const header = '#FORMAT: BEACON\n#TARGET: https://example.org/\n';
    const ran = await check(`${header}118540238\nGoethe\n\nNULL\n11854023x\n118540238\n`);
    await expectEnd(ran, 1, /2 problems/);
    expect(ran.out).toMatch(/^line 4: no_gnd_id {2}The first column contains neither a GND identifier .* \[Goethe\]$/m);
    expect(ran.out).toMatch(/^line 6: empty_id {2}/m);
    expect(ran.out).toMatch(/^line 7: notice repaired_id {2}/m);
    for (const advice of [/no #PREFIX/, /no \{ID\}/, /no #TIMESTAMP/, /no #NAME/, /1 line repeats/])
      expect(ran.out).toMatch(advice);
  });

  it.each([
    ['a page', PAGE, /HTML page/],
    ['a header without links', HEADER, /the list has no usable links/],
    ['nothing', '', /empty/],
  ])('fails on %s', async (_, text, sentence) => {
    await expectEnd(check(text), 1, sentence);
  });

  it('counts flaws that it does not print, and accepts another pattern', async () => {
    const text = `${full.replace('2026', '2199')}${'x\n'.repeat(10)}118540238\n`;
    const ran = await check(text, '--shown', '2', '--target', 'https://example.com/{ID}');
    expect(ran.out).toMatch(/#TIMESTAMP is in the future/);
    expect(ran.out).toMatch(/^… and 8 more lines: no_gnd_id$/m);
    expect(ran.out).toMatch(/118540238 {2}https:\/\/example\.com\/118540238/);
    expect(await check('', '--shown', 'x')).toMatchObject({ code: 2 });
  });

  it('fetches a list from the web, but not from a private network', async () => {
    server.on('/checked', body(HEADER + numbers(3)));
    expect((await run(['sources', 'check', '--allow-private-addresses', `${server.url}/checked`])).code).toBe(0);
    await expectEnd(run(['sources', 'check', `${server.url}/checked`]), 1, /private network/);
    await expectEnd(run(['sources', 'check', '/nowhere/beacon.txt']), 1, /no such file/);
  });
});
