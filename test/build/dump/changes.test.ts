/** A file of changes turns a dump into the next one, and published files are kept for clients that seldom look. */
import { mkdirSync, readdirSync, rmdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Change, writeChanges } from '../../../src/build/runs/dump/change-file.ts';
import { pruneDumps } from '../../../src/build/runs/dump/write-dump.ts';
import { CHANGES_FILE, readChanges } from '../../../src/core/snapshot/dump-folder.ts';
import { lockFolder } from '../../../src/core/files/lock.ts';
import { ARCHIVE, snapshotOf, type State, VIAF, WIKIDATA } from '../diff/states.ts';
import { registered, build, dump as records, record } from '../ingest/site.ts';
import { dumpSnapshot, publishIn } from '../runs/running.ts';
import { temporaryDirectory } from '../../temporary.ts';
import { readGzipLines } from './reading.ts';
import { applied, sorted, tablesOf } from './replaying.ts';

const BEFORE: State = {
  '118500001': { name: 'Abel, Ada', born: '1801', links: [WIKIDATA(1), VIAF(1)], hits: 3 },
  '118500002': { name: 'Bach, Bea', links: [VIAF(2)] },
  '118500003': { name: 'Celan, Cai', hits: 1 },
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

describe('a file of changes', () => {
  it.each([
    ['unchanged', {}],
    ['when lists are released', { licence: { spdx: 'CC0-1.0', statement: 'CC0' } }],
  ])('turns a dump into the next one, with sources %s', async (_, more) => {
    const folder = temporaryDirectory();
    const free = { licence: { spdx: 'CC0-1.0', statement: 'CC0' } };
    const about = { gnd: free, redirects: free };
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
    const cai = changes.map((line) => JSON.parse(line) as Change).find(({ gnd }) => gnd === '118500003');
    expect(cai).toMatchObject({ change: 'deleted', was: { type: 'Person', preferredName: 'Celan, Cai' } });
    expect(ada?.links?.removed.map(({ url }) => url)).toContain('https://www.wikidata.org/wiki/Q1');
  });
});

/** Builds the snapshot of a day in November and publishes it in the folder `dumps`. */
function publisherOf(folder: string) {
  return async (day: number, problem?: 'held' | 'failing') => {
    const content = records([record('118500001', `Name ${day}`)]);
    const more = { licence: { spdx: 'CC0-1.0', statement: 'CC0' }, retrievedAt: `2026-11-${day}` };
    const observation = {
      retrievedAt: `2026-11-${day}T00:00:00Z`,
      ...(problem && { problem: { state: problem, reason: 'A sentence.' } }),
    };
    const source = { ...registered(folder, { key: 'gnd', content, more }), observation };
    const { directory } = await build(folder, [source]);
    const now = new Date(`2026-11-${day}T03:00:00Z`);
    const options = { snapshots: join(folder, 'snapshots'), keep: 2, changesDays: 12, now };
    return publishIn(join(folder, 'dumps'), directory, options);
  };
}

describe('the folder of changes', () => {
  it('has the changes of some days with their files, and each change in the state of a source', async () => {
    const folder = temporaryDirectory();
    const out = join(folder, 'dumps');
    const publish = publisherOf(folder);
    for (let day = 10; day < 24; day += 1) await publish(day, ([...Array(12), 'held', undefined] as const)[day - 10]);
    const { snapshots, sources } = await readChanges(out);
    expect(snapshots.map(({ to }) => to.date)).toEqual(
      Array.from({ length: 13 }, (_, index) => `2026-11-${23 - index}`),
    );
    expect(snapshots.every(({ file, counts }) => file?.lines === 2 && counts?.changed === 1)).toBe(true);
    expect(sources.map(({ key, state, reason }) => [key, state, reason])).toEqual([
      ['gnd', 'back', undefined],
      ['gnd', 'held', 'A sentence.'],
    ]);
    const names = snapshots.flatMap(({ file }) => (file ? [file.name, `${file.name}.index`] : []));
    expect(readdirSync(join(out, 'changes')).toSorted()).toEqual(names.toSorted());
    expect(readdirSync(out).filter((name) => /^\d{8}-/.test(name))).toHaveLength(2);
    expect(await publish(23)).toEqual([]);
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

  it('keeps the newer of two dumps of a day, whatever their names, and removes unreadable ones first', async () => {
    const out = temporaryDirectory();
    const dumps = { '20261120-ffffffff': '03:00', '20261120-00000000': '15:00', '20261121-88888888': '04:00' };
    for (const [id, time] of Object.entries(dumps)) {
      mkdirSync(join(out, id));
      const builtAt = `${id.slice(0, 4)}-11-${id.slice(6, 8)}T${time}:00.000Z`;
      writeFileSync(join(out, id, 'index.json'), JSON.stringify({ snapshot: { id, builtAt } }));
    }
    mkdirSync(join(out, '20261122-99999999'));
    const latest = '20261121-88888888';
    symlinkSync(latest, join(out, 'latest'));
    using lock = lockFolder(out, 'prune', new Date());
    expect(await pruneDumps(lock, 3)).toEqual(['20261122-99999999']);
    expect(await pruneDumps(lock, 2)).toEqual(['20261120-ffffffff']);
    expect(await pruneDumps(lock, 1)).toEqual(['20261120-00000000']);
    expect(readdirSync(out).filter((name) => name.startsWith('2'))).toEqual([latest]);
  });
});
