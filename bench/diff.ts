/** How fast are two snapshots compared, and does memory grow with the data? Against a bare walk through both files. */
import { spawnSync } from 'node:child_process';
import { createReadStream, createWriteStream, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { buildSnapshot } from '../src/ingest/build.ts';
import { SILENT } from '../src/ingest/progress.ts';
import { diffSnapshots } from '../src/diff/diff-snapshots.ts';
import { loadCuration } from '../src/register/curation.ts';
import { loadRegister } from '../src/register/register.ts';
import { locateSnapshot } from '../src/store/directory.ts';
import { ENTITIES_FILE, openDatabase } from '../src/store/sqlite/schema.ts';
import { dumpFile } from './generate/jsonld.ts';
import { count, markdownTable, openReport } from './results.ts';

/** `node bench/diff.ts [entities | BEFORE AFTER] [--record]`: made up, or two folders of snapshots that are there. */
const given = process.argv.slice(2).filter((text) => text !== '--record');
const report = openReport('diff', 'Comparison of two snapshots', process.argv.includes('--record'));
const config = join(import.meta.dirname, '../config');

interface Measured {
  readonly seconds: number;
  readonly entities: number;
  readonly found: string;
  readonly peakMebibytes: number;
}

/** Nothing but every stored answer of one file after the other. */
function bareWalk(directories: readonly string[]): Pick<Measured, 'entities' | 'found'> {
  let entities = 0;
  let bytes = 0;
  for (const directory of directories) {
    const database = openDatabase(join(directory, ENTITIES_FILE));
    const select = database.prepare('SELECT id, answer FROM entity ORDER BY id');
    select.setReturnArrays(true);
    for (const [, answer] of select.iterate() as unknown as Iterable<readonly [number, Uint8Array]>) {
      entities += 1;
      bytes += answer.length;
    }
    database.close();
  }
  return { entities, found: `${count(bytes / 1e6)} MB of answers` };
}

async function comparison(before: string, after: string): Promise<Pick<Measured, 'entities' | 'found'>> {
  const diff = await diffSnapshots(before, after, { sample: 5 });
  const { added, removed, altered } = diff.links;
  const sum = (groups: readonly { readonly total: number }[]) => groups.reduce((all, { total }) => all + total, 0);
  return {
    entities: diff.before.counts.entities + diff.after.counts.entities,
    found: `${count(sum(Object.values(diff.entities)))} entities, ${count(sum([added, removed, altered]))} links`,
  };
}

/** What a process of its own does, so that its memory is its own. */
async function measure(what: string, before: string, after: string): Promise<void> {
  const started = performance.now();
  const done = what === 'walk' ? bareWalk([before, after]) : await comparison(before, after);
  const seconds = (performance.now() - started) / 1000;
  // Not of `resourceUsage`, which begins with what the process had that started this one.
  const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  console.log(JSON.stringify({ ...done, seconds, peakMebibytes: Number(peak) / 1024 }));
}

function inProcess(what: 'walk' | 'diff', before: string, after: string): Measured {
  const env = { ...process.env, BENCH_MEASURE: what };
  const ran = spawnSync(process.execPath, [import.meta.filename, before, after], { env, encoding: 'utf8' });
  if (ran.status !== 0) throw new Error(ran.stderr);
  return JSON.parse(ran.stdout) as Measured;
}

async function build(corpus: string, out: string, day: string): Promise<string> {
  const curation = await loadCuration(join(config, 'categories.yaml'), join(config, 'collections.yaml'));
  const sources = await loadRegister(join(corpus, 'register.yaml'), new Set(curation.collections.keys()));
  const { directory } = await buildSnapshot({
    sources: sources.map((source) => ({ ...source, retrievedAt: day })),
    config,
    out: join(corpus, out),
    release: 'bench',
    now: new Date(),
    progress: SILENT,
  });
  return directory;
}

/** Gives every so many-th person another name. */
async function rename(corpus: string, step: number): Promise<void> {
  const [file, changed] = [join(corpus, dumpFile('persons')), join(corpus, 'changed')];
  async function* lines(): AsyncGenerator<string> {
    let [persons, named] = [0, false];
    const input = createReadStream(file).pipe(createGunzip());
    for await (const line of createInterface({ input, crlfDelay: Infinity })) {
      yield `${named && persons % step === 0 ? line.replace(/(?=",?$)/, ' (neu)') : line}\n`;
      named = line.includes('#preferredNameForThePerson"');
      if (named) persons += 1;
    }
  }
  await pipeline(Readable.from(lines()), createGzip({ level: 1 }), createWriteStream(changed));
  renameSync(changed, file);
}

async function madeUp(entities: string): Promise<void> {
  const corpus = mkdtempSync(join(tmpdir(), 'gnd-links-bench-'));
  try {
    const generator = join(import.meta.dirname, 'generate/main.ts');
    const args = [generator, '--entities', entities, '--out', corpus];
    if (spawnSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status !== 0) {
      throw new Error('nothing was generated');
    }
    const before = await build(corpus, 'before', '2026-11-20');
    const same = await build(corpus, 'same', '2027-02-01');
    await rename(corpus, 100);
    const few = await build(corpus, 'few', '2027-02-01');
    await rename(corpus, 1);
    const all = await build(corpus, 'all', '2027-02-01');
    publish([
      ['bare walk through both (reference)', inProcess('walk', before, same)],
      ['the same data, of another day', inProcess('diff', before, same)],
      ['one person in a hundred renamed', inProcess('diff', before, few)],
      ['all persons renamed', inProcess('diff', before, all)],
    ]);
  } finally {
    rmSync(corpus, { recursive: true, force: true });
  }
}

function publish(rows: readonly (readonly [what: string, measured: Measured])[]): void {
  const reference = rows[0]?.[1];
  const table = markdownTable(
    ['what', 'seconds', 'entities/s', 'of the bare walk', 'peak MiB', 'found'],
    rows.map(([what, { seconds, entities, found, peakMebibytes }]) => [
      what,
      seconds.toFixed(2),
      count(entities / seconds),
      ((reference?.seconds ?? 0) / seconds).toFixed(2),
      count(peakMebibytes),
      found,
    ]),
  );
  report.publish(`${count((reference?.entities ?? 0) / 2)} entities in each`, table);
}

const [first = '100000', second] = given;
const what = process.env['BENCH_MEASURE'];
if (second === undefined) await madeUp(first);
else {
  const [before, after] = [await locateSnapshot(first), await locateSnapshot(second)];
  if (what !== undefined) await measure(what, before, after);
  else {
    publish([
      ['bare walk through both (reference)', inProcess('walk', before, after)],
      ['both as they are', inProcess('diff', before, after)],
    ]);
  }
}
