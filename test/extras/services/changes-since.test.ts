/** `/changes?since=` and `POST /changes/for`: files that lead to the newest state, and changes of identifiers. */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseAtomFeed } from 'feedsmith';
import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/extras/client/client.js';
import { openSnapshot } from '../../../src/cli/installation.ts';
import { doors as changesDoors } from '../../../src/extras/changes/changes.ts';
import { doors as dumpDoors } from '../../../src/extras/dumps/dumps.ts';
import { changesSince } from '../../../src/extras/changes/changes-since.ts';
import { CHANGES_FILE, readChanges } from '../../../src/shared/dumps/dump-folder.ts';
import { blocksOf, readDocument } from '../../docs/markdown.ts';
import { published, type State, VIAF, WIKIDATA } from '../../build/dump/states.ts';
import { forFile } from '../../for-file.ts';
import { posted, serve, serveForTest } from '../serving.ts';
import { temporaryDirectory, temporaryForFile } from '../../temporary.ts';

const [ADA, BEA, CAI, DAN, EVE, FAY] = ['118500001', '118500002', '118500003', '118500004', '118500005', '118500006'];
const STATES: Readonly<Record<string, State>> = {
  '2026-11-20': {
    [ADA]: { name: 'Abel, Ada', links: [WIKIDATA(1)] },
    [BEA]: { name: 'Bach, Bea', links: [VIAF(2)] },
    [CAI]: { name: 'Celan, Cai' },
    [DAN]: { name: 'Donne, Dan' },
    [FAY]: { mergedInto: ADA },
  },
  '2026-11-21': {
    [ADA]: { name: 'Abel, Ada', links: [WIKIDATA(1), VIAF(1)] },
    [BEA]: { name: 'Bach, Bea', links: [VIAF(2)] },
    [CAI]: { deleted: true },
    [DAN]: { name: 'Donne, Dan' },
    [FAY]: { mergedInto: ADA },
  },
  '2026-11-23': {
    [ADA]: { name: 'Abel, Ada', links: [VIAF(1)] },
    [BEA]: { mergedInto: ADA },
    [CAI]: { deleted: true },
    [DAN]: { name: 'Donne, Dan' },
    [EVE]: { name: 'Eliot, Eve' },
    [FAY]: { mergedInto: ADA },
  },
};

const folder = temporaryForFile();
const dumps = join(folder, 'dumps');
const ids: string[] = [];
const service = forFile(async () => {
  const directory = await published(folder, STATES);
  ids.push(...(await readChanges(dumps)).snapshots.map(({ to }) => to.id).toReversed());
  const doors = [changesDoors, dumpDoors].flatMap((make) => make({ release: '1.2.3', dumps }));
  return serve({ doors, store: await openSnapshot(directory), baseUrl: 'https://gnd.example.org' });
});

describe('/changes?since=', () => {
  const since = async (text: string) => {
    const answer = await service.get(`/changes?since=${text}`);
    const { files = [], ...body } = answer.json() as { files?: { url: string; to: { id: string } }[]; detail?: string };
    return { status: answer.status, body, to: files.map((file) => file.to.id), urls: files.map(({ url }) => url) };
  };

  it.each([
    ['the first snapshot', 0, [1, 2]],
    ['the second', 1, [2]],
    ['the newest', 2, []],
  ] as const)('%s has the files to apply, in their order', async (_, place, expected) => {
    const { status, to, urls, body } = await since(ids[place] ?? '');
    expect([status, to]).toEqual([200, expected.map((one) => ids[one])]);
    expect(body).toMatchObject({ apiVersion: '1.0.0', snapshot: { id: ids[2] }, since: { id: ids[place] } });
    for (const url of urls) expect(url).toMatch(/^https:\/\/gnd\.example\.org\/dumps\/changes\/changes-/);
  });

  it.each([
    ['2026-11-20', 2],
    ['2026-11-22', 1],
    ['2026-12-24', 0],
  ])('with %s means the newest snapshot of that day or before', async (date, files) => {
    expect((await since(date)).to).toHaveLength(files);
  });

  it.each(['9999-99-99', '2026-02-30', '2026-13-01'])('refuses the invalid date %s', async (text) => {
    expect(await since(text)).toMatchObject({ status: 400, body: { errors: [{ parameter: 'since' }] } });
  });

  it.each(['2026-11-19', '20200101-00000000', '%00', '2026-99-99x'])('does not know %s', async (text) => {
    const { status, body } = await since(text);
    expect([status, body.detail]).toEqual([404, expect.stringContaining('Use the newest dump')]);
  });

  it('ends at a gap between files', () => {
    const to = { id: 'b', date: '2026-11-21' };
    const first = { at: '2026-11-20T00:00:00Z', apiVersion: '1.0.0', to: { id: 'a', date: '2026-11-20' } };
    expect(changesSince({ snapshots: [{ ...first, to }, first] }, 'a')).toMatchObject({ code: 'not_found' });
  });
});

describe('/changes/for', () => {
  const post = (body: string, contentType = 'application/json', query = '') =>
    service.get(`/changes/for${query}`, posted(body, contentType));
  const ask = async (list: readonly string[], from: string) => {
    const answer = await post(JSON.stringify({ ids: list, since: from }));
    return answer.json() as { summary: object; items: Record<string, unknown>[]; since: object; snapshot: object };
  };

  it('reports the changes of each identifier in the order of the request, and follows merged ones', async () => {
    const { items, summary, since, snapshot } = await ask(
      [ADA, BEA, CAI, DAN, EVE, FAY, '118999990', 'nonsense', ADA],
      ids[0] ?? '',
    );
    expect(items.map(({ change }) => change)).toEqual(
      'changed redirected deleted unchanged added changed unknown invalid changed'.split(' '),
    );
    expect([since, snapshot]).toEqual([
      { id: ids[0], date: '2026-11-20' },
      { id: ids[2], date: '2026-11-23' },
    ]);
    expect(items[0]).toMatchObject({ linksAdded: 1, linksRemoved: 1 });
    expect(items[0]?.['changes']).toMatchObject([
      { snapshot: { date: '2026-11-21' } },
      { snapshot: { date: '2026-11-23' } },
    ]);
    expect(items[1]).toMatchObject({ gnd: ADA, to: ADA, linksRemoved: 1 });
    expect(items[5]).toMatchObject({ gnd: ADA, linksAdded: 1 });
    expect(summary).toMatchObject({ requested: 9, changed: 3, redirected: 1, deleted: 1, added: 1, unchanged: 1 });
    expect((await ask([CAI, BEA], ids[1] ?? '')).items.map(({ change }) => change)).toEqual([
      'unchanged',
      'redirected',
    ]);
  });

  it.each([
    ['lines', `${ADA}\r\n\r\n${DAN}\n`, 'text/plain', '?since=2026-11-20'],
    ['a form', `ids=${ADA},${DAN}&since=2026-11-20`, 'application/x-www-form-urlencoded', ''],
    ['JSON', JSON.stringify([ADA, DAN]), 'application/json', '?since=2026-11-20'],
  ])('accepts %s', async (_, body, contentType, query) => {
    const answer = await post(body, contentType, query);
    const { items } = answer.json() as { items: { input: string }[] };
    expect(items.map(({ input }) => input)).toEqual([ADA, DAN]);
  });

  it.each([
    ['no identifiers', '[]', '?since=2026-11-20', 400],
    ['too many', JSON.stringify(Array.from({ length: 1001 }, () => ADA)), '?since=2026-11-20', 400],
    ['no state', JSON.stringify([ADA]), '', 400],
    ['an unknown state', JSON.stringify([ADA]), '?since=2020-01-01', 404],
    ['no JSON', '{', '?since=2026-11-20', 400],
  ])('refuses %s', async (_, body, query, status) => {
    expect((await post(body, 'application/json', query)).status).toBe(status);
  });

  it('costs one request of the quota per identifier and per file', async () => {
    const left = async (n: number, from = 0) => {
      const list = Array.from({ length: n }, () => ADA);
      const { headers } = await post(JSON.stringify({ ids: list, since: ids[from] }));
      return Number(/r=(\d+)/.exec(String(headers['ratelimit']))?.[1] ?? Number.NaN);
    };
    const [first, second, third] = [await left(1), await left(20), await left(1, 1)];
    expect([first - second, second - third]).toEqual([20 + 2, 1 + 1]);
  });

  it('searches at most 1,000 files', async () => {
    const place = temporaryDirectory();
    const to = (n: number) => ({ id: `20261120-${String(n).padStart(8, '0')}`, date: '2026-11-20' });
    const change = {
      at: '2026-11-20T03:00:00Z',
      apiVersion: '1.0.0',
      counts: {},
      file: { name: 'none', bytes: 0, lines: 0, sha256: '' },
    };
    const snapshots = Array.from({ length: 1_002 }, (_, n) => ({ ...change, from: to(n), to: to(n + 1) })).toReversed();
    writeFileSync(join(place, CHANGES_FILE), JSON.stringify({ snapshots }));
    const doors = changesDoors({ release: '1.2.3', dumps: place });
    const other = await serveForTest({ doors, store: service.store });
    const answer = await other.get('/changes/for', posted({ ids: [ADA], since: to(1).id }));
    expect([answer.status, answer.text]).toEqual([
      404,
      expect.stringContaining('1001 files of changes have been written'),
    ]);
  });

  it('leads to the entity of today, also when that was merged after the identifier', async () => {
    const place = temporaryDirectory();
    const [x, y, z] = [{ name: 'X' }, { name: 'Y' }, { name: 'Z' }];
    const states: Readonly<Record<string, State>> = {
      '2026-11-20': { [ADA]: x, [BEA]: y, [CAI]: z },
      '2026-11-21': { [ADA]: { mergedInto: BEA }, [BEA]: y, [CAI]: z },
      '2026-11-22': { [ADA]: { mergedInto: BEA }, [BEA]: { mergedInto: CAI }, [CAI]: z },
    };
    const directory = await published(place, states);
    const doors = changesDoors({ release: '1.2.3', dumps: join(place, 'dumps') });
    const other = await serveForTest({ doors, store: await openSnapshot(directory) });
    const answer = await other.get('/changes/for', posted({ ids: [ADA], since: '2026-11-20' }));
    expect(answer.json()).toMatchObject({ items: [{ change: 'redirected', gnd: CAI, to: CAI }] });
  });

  it('is mailed by the cron line of docs/changes.md: each change once, and no mail without changes', async () => {
    const home = temporaryDirectory();
    const place = join(home, 'gnd');
    mkdirSync(place);
    const blocks = blocksOf(readDocument('docs/changes.md'));
    const blockOf = (word: string) => blocks.find(({ language }) => language === word)?.text ?? '';
    const script = blockOf('sh').replace('https://gnd-links.example.org', service.url);
    expect(script).toContain(service.url);
    writeFileSync(join(place, 'changed.sh'), script);
    // Unknown and unreadable identifiers are no changes.
    writeFileSync(join(place, 'ids.txt'), [ADA, DAN, BEA, '118999990', 'typo'].join('\n'));
    writeFileSync(join(place, 'since.txt'), '2026-11-20');
    // Replaces the mailer; like that with -E, it sends no empty text.
    const mailer = '#!/bin/sh\ntext=$(cat)\n[ -z "$text" ] || printf "%s\\n" "$*" "$text" >> "$HOME/mails"\n';
    writeFileSync(join(home, 'mail'), mailer, { mode: 0o755 });
    const command = blockOf('crontab').trim().split(' ').slice(5).join(' ');
    const env = { ...process.env, HOME: home, PATH: `${home}:${process.env['PATH'] ?? ''}` };
    const morning = () => promisify(execFile)('sh', ['-c', command], { env });
    await morning();
    const mails = readFileSync(join(home, 'mails'), 'utf8');
    const [subject, ...lines] = mails.replaceAll('\r', '').trim().split('\n');
    expect(subject).toBe('-E -s GND: what changed me@example.org');
    expect(lines.map((line) => line.split(',').slice(0, 6).join(' '))).toEqual([
      `${ADA} changed ${ADA}  1 1`,
      `${BEA} redirected ${ADA} ${ADA} 0 1`,
    ]);
    expect(readFileSync(join(place, 'since.txt'), 'utf8').trim()).toBe(ids[2]);
    await morning();
    expect(readFileSync(join(home, 'mails'), 'utf8')).toBe(mails);
  });
});

it('the changes are a feed that a feed reader reads', async () => {
  const { entries = [], ...feed } = parseAtomFeed((await service.get('/changes.atom')).text);
  expect(feed).toMatchObject({ id: 'https://gnd.example.org/changes.atom', updated: '2026-11-23T03:00:00.000Z' });
  expect(entries.map(({ id = '' }) => ids.find((one) => id.endsWith(one)))).toEqual(ids.toReversed());
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
  for (const { links } of entries) expect(links?.[0]?.href).toMatch(/^https:\/\/gnd\.example\.org\//);
});

it('the client has a method for changes', async () => {
  const client = createClient({ baseUrl: service.url });
  const { files } = await client.changes('2026-11-20');
  expect(files.map(({ to }) => to.id)).toEqual(ids.slice(1));
  const list = [ADA, '', DAN, 'x\ud800'];
  const items = await Array.fromAsync(client.changesFor(list, { since: '2026-11-20' }));
  expect(items.map(({ input, change }) => [input, change])).toEqual(
    ['changed', 'invalid', 'unchanged', 'invalid'].map((change, place) => [list[place], change]),
  );
});
