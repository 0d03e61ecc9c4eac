/** `/files` and the check of files, while the newest files are of another snapshot than the one that is served. */
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDoors } from '../../../src/cli/doors.ts';
import { openSnapshot } from '../../../src/cli/installation.ts';
import type { StatusAnswer } from '../../../src/core/interface/register-schemas.ts';
import { CHANGES_FILE, type DumpIndex, LATEST } from '../../../src/shared/dumps/dump-folder.ts';
import { snapshotOf } from '../../build/dump/states.ts';
import { publishIn } from '../../build/runs/running.ts';
import { forFile } from '../../for-file.ts';
import { temporaryDirectory, temporaryForFile } from '../../temporary.ts';
import { SNAPSHOT } from '../../core/api/fixture.ts';
import { serve, serveForTest } from '../serving.ts';
import { attribute, rowsOf, show } from './reading.ts';

const FREE = { licence: { spdx: 'CC0-1.0', statement: 'CC0' } };
const NO_CHANGES = { added: 0, changed: 0, redirected: 0, deleted: 0, linksAdded: 0, linksRemoved: 0 };
const folder = temporaryForFile();
const dumps = join(folder, 'dumps');
const made = forFile(async () => {
  const stateOf = (name: string, day: string) => snapshotOf(folder, { 118500003: { name } }, day, { gnd: FREE, redirects: FREE }); // prettier-ignore
  const publish = (directory: string, now: Date) =>
    publishIn(dumps, directory, { snapshots: join(folder, 'snapshots'), changesDays: 400, now });
  await publish(await stateOf('Celan, Cai', '2026-11-20'), new Date('2026-11-20T03:00:00Z'));
  const published = await stateOf('Celan, Caius', '2026-11-21');
  await publish(published, new Date('2026-11-21T03:00:00Z'));
  const served = await openSnapshot(await stateOf('Celan, Cajus', '2026-11-22'));
  const doors = await openDoors({ release: '1.2.3', dumps });
  const service = await serve({ doors, store: served });
  return { ...service, published: await openSnapshot(published), served, doors };
});

it('the page of files says of which snapshot they are', async () => {
  const { published, served } = made;
  const { page } = await show(made, '/files?lang=de');
  expect(page.errors).toEqual([]);
  expect(page.texts('h2')[0]).toBe('Neueste Dateien');
  const [former, now] = [published.snapshot.id, served.snapshot.id];
  expect(page.main()).toMatch(
    new RegExp(`Datenstand ${former} \\(erstellt .*UTC\\); die Seiten zeigen den Datenstand ${now} \\(erstellt .*UTC\\)\\. Neue Dateien folgen mit der nächsten Aktualisierung\\.`), // prettier-ignore
  );
  const rows = rowsOf(page, 'changes');
  expect(rows.map(([state = '']) => /(\S+)$/.exec(state)?.[1]).slice(0, 2)).toEqual([now, former]);
  expect(rows[0]?.[0]).toBe(now);
  expect(rows[0]?.[1]).toBe('Die Seiten zeigen diesen Stand; eine Datei mit seinen Änderungen gibt es noch nicht.');
});

it('the page of files says nothing of it where they are of the served snapshot', async () => {
  const service = await serveForTest({ store: made.published, doors: made.doors });
  const { page } = await show(service, '/files?lang=de');
  expect(page.main()).not.toMatch(/die Seiten zeigen|wird angezeigt/);
  const { checks } = (await service.get('/api/v1/status')).json() as StatusAnswer;
  expect(checks).toContainEqual(expect.objectContaining({ name: 'files', status: 'pass' }));
});

it('the page of files says how many entities each file of changes has, and in which order they apply', async () => {
  const [first, second, third] = ['20261120-00000001', '20261121-00000002', '20261122-00000003'];
  const stateOf = (id = '') => ({ id, date: '2026-11-21' });
  const file = { name: `changes-${first}-${second}-${third}.jsonl.gz`, bytes: 800, lines: 3, sha256: '0' };
  const counts = { added: 1, changed: 2, redirected: 0, deleted: 3, linksAdded: 9, linksRemoved: 0 };
  const change = { at: '2026-11-21T03:00:00Z', apiVersion: '1.0.0', from: stateOf(first), to: stateOf(second) };
  const whole = { ...change, file: { ...file, name: `changes-${first}-${second}.jsonl.gz`, lines: 7 } };
  const other = temporaryDirectory();
  mkdirSync(join(other, 'changes'));
  writeFileSync(join(other, CHANGES_FILE), JSON.stringify({ snapshots: [{ ...whole, counts: NO_CHANGES }, { ...change, counts, file }, { ...whole, counts }, { ...whole, file: { ...file, lines: 1 }, counts }] })); // prettier-ignore
  const service = await serveForTest({ doors: await openDoors({ release: '1.2.3', dumps: other }) });
  const { page } = await show(service, '/files?lang=de');
  const told = rowsOf(page, 'changes').map(([, , cell = '']) => cell);
  expect(told.slice(1)).toEqual([
    'Änderungen (2 Entitäten, 800 Byte)',
    'Änderungen (6 Entitäten, 800 Byte)',
    'ganz durch neuere Dateien ersetzt',
  ]);
  const named = page.all('a').filter((link) => attribute(link, 'title') !== undefined);
  expect(named.map((link) => attribute(link, 'title'))).toEqual([file.name, whole.file.name]);
  expect(page.main()).toContain('Wenden Sie die Dateien von der ältesten bis zur neuesten an.');
});

it.each([
  ['the first state', [], [], 'Dies ist der erste Stand; Änderungen erscheinen mit dem nächsten.'],
  ['states without a change', [true], [], 'In den letzten Datenständen hat sich nichts geändert.'],
  [
    'a state whose changes are not known yet',
    [false],
    [/eine Datei mit seinen Änderungen gibt es noch nicht/],
    'hat sich nichts',
  ],
] as const)(
  'the page of files has a row for each change that is known or awaited: %s',
  async (_, all, rows, sentence) => {
    const { id, date } = made.published.snapshot;
    const snapshots = all.map((isServed) => {
      const state = { id: isServed ? SNAPSHOT.id : '20261121-00000002', date };
      return { at: '2026-11-21T03:00:00Z', from: state, to: state, counts: NO_CHANGES };
    });
    const other = temporaryDirectory();
    cpSync(join(dumps, id), join(other, id), { recursive: true });
    symlinkSync(id, join(other, LATEST));
    writeFileSync(join(other, CHANGES_FILE), JSON.stringify({ snapshots }));
    const service = await serveForTest({ doors: await openDoors({ release: '1.2.3', dumps: other }) });
    const { page } = await show(service, '/files?lang=de');
    expect(rowsOf(page, 'changes').map(([, what]) => what)).toEqual(
      rows.map((row) => expect.stringMatching(row) as string),
    );
    expect(page.main()).toContain(sentence);
  },
);

it.each([
  [3, true],
  [0, false],
])('says once that links are missing, if %d are left out, and names collections', async (leftOut, isSaid) => {
  const id = made.published.snapshot.id;
  const index = JSON.parse(readFileSync(join(dumps, id, 'index.json'), 'utf8')) as DumpIndex;
  const fileOf = (name: string, collection?: string, licences = ['CC0-1.0']) => ({ ...index.files[0], name, collection, licences }); // prettier-ignore
  const other = temporaryDirectory();
  mkdirSync(join(other, id));
  const files = [
    fileOf('labels.tsv.gz'),
    fileOf('links.tsv.gz', undefined, ['CC-BY-4.0', 'not stated']),
    fileOf('all.beacon.txt.gz'),
    fileOf('links/dewiki.tsv.gz', 'dewiki'),
    fileOf('links/dewiki_about.beacon.txt.gz', 'dewiki', ['MIT']),
    fileOf('links/former.tsv.gz', 'former', ['not stated']),
  ];
  const licence = { statement: 'not stated' };
  const sources = ['b', 'ä', 'a'].map((de, at) => ({ key: `key-${at}`, title: { de, en: de }, licence }));
  writeFileSync(
    join(other, id, 'index.json'),
    JSON.stringify({ ...index, files, links: { dumped: 2, leftOut }, leftOut: sources }),
  );
  symlinkSync(id, join(other, 'latest'));
  const service = await serveForTest({ doors: await openDoors({ release: '1.2.3', dumps: other }) });
  const { page } = await show(service, '/files?lang=de');
  expect(page.main().split('stammen aus Quellen ohne freie Datenlizenz').length - 1).toBe(Number(isSaid));
  expect(page.hrefs().filter((href) => href?.startsWith('/sources/key-'))).toEqual(
    isSaid ? ['/sources/key-2?lang=de', '/sources/key-1?lang=de', '/sources/key-0?lang=de'] : [],
  );
  expect(page.main()).toContain('für jede Sammlung steht sie unten bei „Verweise je Sammlung“');
  expect(page.texts('tr')).toContainEqual(expect.stringMatching(/^links\/dewiki\.tsv\.gz Wikipedia/));
  expect(page.texts('tr')).toContainEqual(
    expect.stringMatching(/about\.beacon\.txt\.gz Wikipedia\S* · Seiten über die Entität MIT/),
  );
  const licences = rowsOf(page, 'files').map(([name = '', licence]) => [name.split(' ')[0], licence]);
  expect(licences).toContainEqual(['labels.tsv.gz', 'CC0-1.0']);
  expect(licences).toContainEqual(['links.tsv.gz', 'CC-BY-4.0, nicht angegeben']);
  expect(page.hrefs()).toContain('#links-files');
  expect(page.texts('tr')).toContainEqual(expect.stringContaining('Alle Nummern mit frei lizenzierten Verweisen'));
  expect(page.texts('tr')).toContainEqual(expect.stringMatching(/^links\/former\S+ .*nicht angegeben /));
});

it('the status has a notice of it, unless a run is under way', async () => {
  const { published, served, doors } = made;
  const checkIn = async (updates: object | undefined) => {
    const service = await serveForTest({ store: served, doors, updates: async () => updates });
    const { checks } = (await service.get('/api/v1/status')).json() as StatusAnswer;
    return { service, check: checks.find(({ name }) => name === 'files') };
  };
  const { service, check } = await checkIn(undefined);
  const output = `The newest files come from snapshot ${published.snapshot.id}, while ${served.snapshot.id} is served.`;
  expect(check).toMatchObject({ status: 'warn', output });
  const { page } = await show(service, '/status?lang=de');
  expect(rowsOf(page, 'checks').find(([name = '']) => name.startsWith('Dateien'))?.[1]).toBe(
    `Hinweis Die neuesten Dateien stammen aus dem Datenstand ${published.snapshot.id}, nicht aus dem verwendeten; neue folgen mit der nächsten Aktualisierung.`,
  );
  const running = { since: '2026-11-22T03:00:00Z', stage: 'dump' };
  expect((await checkIn({ dump: { failures: {}, running } })).check).toMatchObject({ status: 'pass' });
});
