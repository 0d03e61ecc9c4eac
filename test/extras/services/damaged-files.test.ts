/** Damaged files beside the snapshot: 503 where the answer needs the file, never 500, never an answer that says less in silence. */
import { cpSync, readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { openDoors } from '../../../src/cli/doors.ts';
import { openSnapshot } from '../../../src/cli/installation.ts';
import { CHANGES_FILE, CHANGES_FOLDER, INDEX_FILE, LATEST, SUMS_FILE } from '../../../src/shared/dumps/dump-folder.ts';
import type { StatusAnswer } from '../../../src/core/interface/register-schemas.ts';
import { REPORT_FILE } from '../../../src/core/snapshot/build-notes.ts';
import { published, VIAF } from '../../build/dump/states.ts';
import { posted, serveForTest } from '../serving.ts';
import { forFile } from '../../for-file.ts';
import { temporaryDirectory, temporaryForFile } from '../../temporary.ts';

const [KEPT, GONE] = ['118500001', '118500002'];
const folder = temporaryForFile();
const sound = join(folder, 'dumps');
const made = forFile(async () => {
  const kept = { [KEPT]: { name: 'Abel, Ada', links: [VIAF(1)] } };
  const directory = await published(folder, {
    '2026-11-20': { ...kept, [GONE]: { name: 'Works' } },
    '2026-11-21': { ...kept, [GONE]: { deleted: true } },
  });
  const index = readdirSync(join(sound, CHANGES_FOLDER)).find((name) => name.endsWith('.index')) ?? '';
  return {
    directory,
    store: await openSnapshot(directory),
    index: join(CHANGES_FOLDER, index),
    close: async () => undefined,
  };
});

const SPOILT: Readonly<Record<string, (file: string) => void>> = {
  cut: (file) => truncateSync(file, Math.floor(readFileSync(file).length / 2) + 1),
  empty: (file) => writeFileSync(file, ''),
  zeroed: (file) => writeFileSync(file, Buffer.alloc(readFileSync(file).length)),
  'of another shape': (file) => writeFileSync(file, '{}'),
  gone: (file) => rmSync(file),
};
const LISTS = ['/changes', '/changes?since=2026-11-20', '/changes.atom', '/files', '/changes/for'];
/** The index of a dump that is the first. */
const FIRST = `without changes, ${INDEX_FILE}`;
/** Addresses that need a file, by file. */
const NEEDED = [
  [CHANGES_FILE, LISTS],
  ['the index of changes', ['/changes/for']],
  [join(LATEST, INDEX_FILE), ['/files']],
  [FIRST, ['/files']],
  [join(LATEST, SUMS_FILE), []],
  ['former-entities.jsonl', []],
] as const;
/** Without the file of changes, there have been none yet. */
const ROWS = NEEDED.flatMap(([file, needed]) =>
  Object.keys(SPOILT).flatMap((how) => (file === CHANGES_FILE && how === 'gone' ? [] : [[file, how, needed] as const])),
);
const OTHERS = [`/gnd/${GONE}`, '/sources', '/sources/gnd', '/dumps/', '/seealso/gnd?format=beacon', '/api/v1/status'];

it.each([
  ['of another shape', (report: string) => JSON.stringify(twisted(JSON.parse(report)))],
  ['cut', (report: string) => report.slice(0, report.length / 2)],
] as const)('a report of the build that is %s is as good as none', async (_, spoilt) => {
  const directory = join(temporaryDirectory(), 'snapshot');
  cpSync(made.directory, directory, { recursive: true });
  const report = join(directory, REPORT_FILE);
  writeFileSync(report, spoilt(readFileSync(report, 'utf8')));
  const store = await openSnapshot(directory);
  const service = await serveForTest({ store, doors: await openDoors({ release: '1.2.3' }) });
  const of = `/gnd/${KEPT}`;
  for (const path of [
    of,
    '/',
    '/sources/gnd',
    '/sitemap.xml',
    `/embed/${KEPT}`,
    `/seealso/gnd?format=seealso&id=${KEPT}`,
  ])
    expect([path, (await service.get(path, { headers: { accept: 'text/html' } })).status]).toEqual([path, 200]);
  await store.close();
});

/** The same members, with null below the second level. */
function twisted(value: unknown, level = 0): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => twisted(one, level));
  if (typeof value !== 'object' || value === null) return level < 3 ? value : null;
  return level > 1
    ? null
    : Object.fromEntries(Object.entries(value).map(([key, one]) => [key, twisted(one, level + 1)]));
}

it.each(ROWS)('%s that is %s is 503 where it is needed', async (file, how, needed) => {
  const dumps = join(temporaryDirectory(), 'dumps');
  cpSync(sound, dumps, { recursive: true, verbatimSymlinks: true });
  if (file === FIRST) rmSync(join(dumps, CHANGES_FILE));
  const path = file === 'the index of changes' ? made.index : file === FIRST ? join(LATEST, INDEX_FILE) : file;
  SPOILT[how]?.(join(dumps, path));
  const service = await serveForTest({ store: made.store, doors: await openDoors({ release: '1.2.3', dumps }) });
  const post = posted({ ids: [KEPT, GONE], since: '2026-11-20' });
  const statusOf = async (path: string) => (await service.get(path, path === '/changes/for' ? post : {})).status;
  for (const path of [...LISTS, ...OTHERS]) {
    const status = await statusOf(path);
    if ((needed as readonly string[]).includes(path)) expect([path, status]).toEqual([path, 503]);
    else expect([path, [200, 302, 404, 410].includes(status)]).toEqual([path, true]);
  }
  const { checks } = (await service.get('/api/v1/status')).json() as StatusAnswer;
  const check = checks.find(({ name }) => name === 'files');
  expect(check).toMatchObject({ status: needed.length > 0 ? 'warn' : 'pass' });
  if (needed.length > 0) expect(check?.output).toContain(file === 'the index of changes' ? '.index' : basename(path));
});
