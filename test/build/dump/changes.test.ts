/** A file of changes turns a dump into the next one, and published files are kept for clients that seldom look. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DumpedAnswer } from '../../../src/build/runs/dump/redistribution.ts';
import { type Change, fieldsThatDiffer, writeChanges } from '../../../src/build/runs/dump/change-file.ts';
import { removeOldDumps } from '../../../src/build/runs/dump/write-dump.ts';
import { CHANGES_FILE, readChanges } from '../../../src/shared/dumps/dump-folder.ts';
import { findChanges } from '../../../src/shared/dumps/change-index.ts';
import { claimOf } from '../../../src/core/snapshot/header.ts';
import { type GndId, packGndId } from '../../../src/core/model/gnd-id.ts';
import { lockFolder } from '../../../src/shared/files/lock.ts';
import { ARCHIVE, FREE, snapshotOf, type State, VIAF, WIKIDATA } from './states.ts';
import { edit } from '../../core/store/spoilt-snapshot.ts';
import { build, dump as records, record, registered } from '../ingest/site.ts';
import { dumpSnapshot, publishIn } from '../runs/running.ts';
import { temporaryDirectory, temporaryForFile } from '../../temporary.ts';
import { readGzipLines } from './reading.ts';
import { applied, sorted, tablesOf } from './replaying.ts';

const BEFORE: State = {
  '118500001': { name: 'Abel, Ada', born: '1801', links: [WIKIDATA(1), VIAF(1)], hits: 3 },
  '118500002': { name: 'Bach, Bea', links: [VIAF(2)] },
  '118500003': { name: 'Celan, Cai', born: '1803', hits: 1 },
  '118500004': { name: 'Donne, Dan', links: [WIKIDATA(4)] },
  '118500005': { deleted: true },
  '118500006': { mergedInto: '118500001' },
  '118500007': { name: 'Same, Sam', links: [WIKIDATA(7)] },
  '118500008': { deleted: true },
};
const AFTER: State = {
  '118500001': { name: 'Abel-Meier, Ada', born: '1801', links: [WIKIDATA(11), ARCHIVE('118500001')], hits: 4 },
  '118500002': { mergedInto: '118500001' },
  '118500003': { deleted: true },
  '118500005': { name: 'Ende, Eva', links: [VIAF(5)] },
  '118500006': { mergedInto: '118500007' },
  '118500007': { name: 'Same, Sam', links: [WIKIDATA(7)] },
  '118500009': { name: 'Neu, Nina', links: [WIKIDATA(9)], hits: 2 },
};

it.each([
  ['unchanged', {}],
  ['when lists are released', FREE],
])('a file of changes turns a dump into the next one, with sources %s', async (_, more) => {
  const folder = temporaryDirectory();
  const about = { gnd: FREE, redirects: FREE };
  const a = await snapshotOf(join(folder, 'a'), BEFORE, '2026-11-20', about);
  const b = await snapshotOf(join(folder, 'b'), AFTER, '2027-02-01', { ...about, archive: more });
  const file = join(folder, 'changes');
  const { counts, lines } = await writeChanges(a, b, file);
  expect(counts).toMatchObject({ added: 2, changed: 2, redirected: 2, deleted: 3 });
  const changes = readGzipLines(file);
  expect(changes).toHaveLength(lines);
  const before = await dumpSnapshot(a, { out: join(folder, 'd') });
  const after = await dumpSnapshot(b, { out: join(folder, 'd') });
  expect(sorted(applied(tablesOf(before), changes))).toEqual(sorted(tablesOf(after)));
  const [, ada] = changes.map((line) => JSON.parse(line) as Change);
  expect(ada).toMatchObject({ gnd: '118500001', change: 'changed' });
  expect(ada?.fields).toEqual(expect.arrayContaining(['preferredName', 'names']));
  const cai = changes.map((line) => JSON.parse(line) as Change).find(({ gnd }) => gnd === '118500003');
  expect(cai).toMatchObject({
    change: 'deleted',
    was: { type: 'Person', living: false, preferredName: 'Celan, Cai' },
  });
  expect(ada?.links?.removed.map(({ url }) => url)).toContain('https://www.wikidata.org/wiki/Q1');
});

describe('an answer in which one member changed', () => {
  const answer = JSON.parse(readFileSync('test/e2e/golden/london.json', 'utf8')) as DumpedAnswer & Member;
  type Member = Readonly<Record<string, unknown>>;
  const { entity } = answer;
  const label = (one: DumpedAnswer): DumpedAnswer => {
    const categories = one.links.categories.map((each) => ({ ...each, label: { de: 'anders', en: 'other' } }));
    return { ...one, links: { ...one.links, categories } };
  };
  const { attributes, ...single } = entity;
  const withEntity = (key: string, changed: object): [string, DumpedAnswer] => [
    key,
    { ...answer, entity: { ...entity, ...changed } },
  ];
  const rows: [field: string, after: DumpedAnswer][] = [
    ...Object.keys(single).map((key) => withEntity(key, { [key]: 'other' })),
    ...Object.keys(attributes).map((key) => withEntity(key, { attributes: { ...attributes, [key]: [] } })),
    [
      'conflicts',
      { ...answer, conflicts: [{ collection: 'viaf', urls: ['https://viaf.org/viaf/1'] }] } as DumpedAnswer,
    ],
    ['links', label(answer)],
  ];

  it.each(rows)('names %s', (field, after) => {
    expect(fieldsThatDiffer(answer, after, false)).toEqual([field]);
    expect(fieldsThatDiffer(after, answer, false)).toEqual([field]);
  });

  it('that only states the snapshot has not changed', () => {
    const after = { ...answer, snapshot: { ...answer.snapshot, id: '20990101-00000000' } };
    expect(fieldsThatDiffer(answer, after, false)).toEqual([]);
  });
});

/** The names of files of changes, each with its index, as a folder lists them. */
const namesOf = (files: readonly { readonly name: string }[]) =>
  files.flatMap(({ name }) => [name, `${name}.index`]).toSorted();

/** Each file of changes has the digest and the number of lines that the list states, and an index. */
async function expectWholeFiles(out: string): Promise<void> {
  for (const { file } of (await readChanges(out)).snapshots) {
    if (file === undefined) continue;
    const path = join(out, 'changes', file.name);
    expect((await claimOf(path)).sha256).toBe(file.sha256);
    expect(readGzipLines(path)).toHaveLength(file.lines);
    expect(existsSync(`${path}.index`)).toBe(true);
  }
}

/** Builds the snapshot of a day in November and publishes it in the folder `dumps`. */
function publisherOf(folder: string) {
  return async (day: number) => {
    const content = records([record('118500001', `Name ${day}`)]);
    const more = { ...FREE, retrievedAt: `2026-11-${day}` };
    const observation = { retrievedAt: `2026-11-${day}T00:00:00Z` };
    const source = { ...registered(folder, { key: 'gnd', content, more }), observation };
    const { directory } = await build(folder, [source]);
    const now = new Date(`2026-11-${day}T03:00:00Z`);
    const options = { snapshots: join(folder, 'snapshots'), changesDays: 4, now };
    return publishIn(join(folder, 'dumps'), directory, options);
  };
}

describe('the folder of changes', () => {
  const threeDays = temporaryForFile();
  beforeAll(async () => {
    for (const day of [10, 11, 12]) await publisherOf(threeDays)(day);
  });

  /** A folder in which the snapshots of three days are published. */
  function place() {
    const folder = temporaryDirectory();
    cpSync(threeDays, folder, { recursive: true, verbatimSymlinks: true });
    return { folder, out: join(folder, 'dumps'), publish: publisherOf(folder) };
  }

  it('has the changes of some days with their files', async () => {
    const { out, publish } = place();
    for (const day of [13, 14, 15]) await publish(day);
    const { snapshots } = await readChanges(out);
    expect(snapshots.map(({ to }) => to.date)).toEqual([15, 14, 13, 12, 11].map((day) => `2026-11-${day}`));
    // Only the newest file has the line of the entity, which changes each day.
    expect(snapshots.map(({ file }) => file?.lines)).toEqual([2, 1, 1, 1, 1]);
    expect(snapshots.every(({ counts }) => counts?.changed === 1)).toBe(true);
    expect(readdirSync(join(out, 'changes')).toSorted()).toEqual(namesOf(snapshots.flatMap(({ file }) => file ?? [])));
    expect(readdirSync(out).filter((name) => /^\d{8}-/.test(name))).toHaveLength(1);
    expect(await publish(15)).toEqual([]);
  });

  it('has the index of a file before the list names the file, and gets a missing one from the next run', async () => {
    const folder = temporaryDirectory();
    const changes = join(folder, 'dumps', 'changes');
    const publish = publisherOf(folder);
    await publish(10);
    // The list cannot be written while a folder has the name of its temporary file.
    mkdirSync(join(folder, 'dumps', `${CHANGES_FILE}.new`));
    await expect(publish(11)).rejects.toThrow('EISDIR');
    const names = readdirSync(changes).toSorted();
    expect(names).toEqual([expect.stringMatching(/\.gz$/), `${names[0]}.index`]);
    rmdirSync(join(folder, 'dumps', `${CHANGES_FILE}.new`));
    await publish(11);
    rmSync(join(changes, `${names[0]}.index`));
    writeFileSync(join(changes, 'left-behind'), '');
    await publish(11);
    expect(readdirSync(changes).toSorted()).toEqual(names);
  });

  it('keeps its files whole when an update is cut off, and the next update compacts them', async () => {
    const { out, publish } = place();
    const before = await readChanges(out);
    mkdirSync(join(out, `${CHANGES_FILE}.new`));
    await expect(publish(13)).rejects.toThrow('EISDIR');
    expect(await readChanges(out)).toEqual(before);
    await expectWholeFiles(out);
    rmdirSync(join(out, `${CHANGES_FILE}.new`));
    await publish(13);
    await expectWholeFiles(out);
    const files = (await readChanges(out)).snapshots.flatMap(({ file }) => file ?? []);
    expect(files.map(({ lines }) => lines)).toEqual([2, 1, 1]);
    expect(readdirSync(join(out, 'changes')).toSorted()).toEqual(namesOf(files));
    // The index keeps the history of the entity.
    const entity = packGndId('118500001' as GndId);
    for (const { name } of files)
      expect((await findChanges(join(out, 'changes', name), [entity]))?.get(entity)?.change).toBe('changed');
  });

  it('has no files after a snapshot of another format', async () => {
    const { folder, out, publish } = place();
    edit(join(folder, 'snapshots/current'), (header) => (header.format = 1));
    await publish(13);
    const { snapshots } = await readChanges(out);
    expect(snapshots.map(({ file }) => file)).toEqual([undefined, undefined, undefined, undefined]);
    expect(readdirSync(join(out, 'changes'))).toEqual([]);
  });

  it.each(['is missing', 'is damaged'])('has no file before one that %s', async (state) => {
    const { out, publish } = place();
    const file = join(out, 'changes', (await readChanges(out)).snapshots[0]?.file?.name ?? '');
    if (state === 'is missing') rmSync(file);
    else writeFileSync(file, 'damaged');
    await publish(13);
    const { snapshots } = await readChanges(out);
    expect(snapshots.map(({ file }) => file === undefined)).toEqual([false, true, true, true]);
    expect(readdirSync(join(out, 'changes'))).toHaveLength(2);
  });

  it('keeps no dump but the newest, whatever their names and whether they can be read', async () => {
    const out = temporaryDirectory();
    const latest = '20261121-88888888';
    for (const id of ['20261120-ffffffff', latest, '20261122-99999999']) mkdirSync(join(out, id));
    using lock = lockFolder(out, 'prune', new Date());
    expect(await removeOldDumps(lock)).toEqual([]);
    symlinkSync(latest, join(out, 'latest'));
    expect(await removeOldDumps(lock)).toEqual(['20261120-ffffffff', '20261122-99999999']);
    expect(readdirSync(out).filter((name) => name.startsWith('2'))).toEqual([latest]);
  });
});
