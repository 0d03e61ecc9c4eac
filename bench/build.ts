/** Measures a build by stages, and whether memory and disk grow with the data: `node bench/build.ts --help`. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { buildSnapshot } from '../src/build/ingest/build.ts';
import type { BuildReport } from '../src/build/ingest/report.ts';
import { createProgress } from '../src/cli/progress.ts';
import { bytesIn } from '../src/build/ingest/disk-use.ts';
import type { Progress } from '../src/build/ingest/progress.ts';
import { readJsonRecords } from '../src/build/sources/readers/json-records.ts';
import { loadCuration } from '../src/build/sources/register/curation.ts';
import { loadRegister, type RegisteredSource } from '../src/build/sources/register/register.ts';
import { lockFolder } from '../src/shared/files/lock.ts';
import { count, markdownTable, openReport } from './results.ts';

const CONFIG = join(import.meta.dirname, '../config');
const GENERATOR = join(import.meta.dirname, 'generate/main.ts');
/** The order of a child process: each build runs in its own, so that its memory is measured alone. */
const ORDER = process.env['GND_LINKS_BENCH_BUILD'];

interface Order {
  readonly dumps: string;
  readonly out: string;
  readonly threads?: number;
}

interface StagePeaks {
  /** Largest resident memory of the process (all threads) among the samples. */
  memoryBytes: number;
  /** Largest size of the work directory among the samples. */
  diskBytes: number;
}

interface Measured {
  /** Seconds of the reference: `gzip -dc` of the dumps of records and a bare `JSON.parse` of each node. */
  readonly reference: number;
  readonly nodes: number;
  readonly dumpBytes: number;
  readonly seconds: number;
  readonly report: BuildReport;
  /** One per stage of the report, in its order. */
  readonly peaks: readonly StagePeaks[];
}

async function sourcesOf(dumps: string): Promise<readonly RegisteredSource[]> {
  const { collections } = await loadCuration(CONFIG);
  return loadRegister(join(dumps, 'register.yaml'), new Set(collections.keys()));
}

async function measure({ dumps, out, threads }: Order): Promise<Measured> {
  const sources = await sourcesOf(dumps);
  const begun = performance.now();
  let nodes = 0;
  for (const { kind, file = '' } of sources) {
    if (kind !== 'entities') continue;
    const unpacked = spawn('gzip', ['-dc', file], { stdio: ['ignore', 'pipe', 'inherit'] });
    for await (const batch of readJsonRecords(unpacked.stdout)) nodes += batch.length;
  }
  const reference = (performance.now() - begun) / 1000;
  const watched = watchPeaks(join(out, '.building'), createProgress());
  const started = performance.now();
  using lock = lockFolder(out, 'build', new Date());
  const { report } = await buildSnapshot({
    sources,
    config: CONFIG,
    lock,
    release: 'bench',
    now: new Date(),
    progress: watched.progress,
    ...(threads !== undefined && { threads }),
  });
  const seconds = (performance.now() - started) / 1000;
  const dumpBytes = report.sources.reduce((sum, { bytes }) => sum + bytes, 0);
  return { reference, nodes, dumpBytes, seconds, report, peaks: watched.end() };
}

/** Samples memory and disk once a second, and at the end of each stage. */
function watchPeaks(workDirectory: string, progress: Progress) {
  const peaks: StagePeaks[] = [];
  const sample = (): void => {
    const peak = peaks.at(-1);
    if (peak === undefined) return;
    peak.memoryBytes = Math.max(peak.memoryBytes, process.memoryUsage.rss());
    peak.diskBytes = Math.max(peak.diskBytes, bytesIn(workDirectory));
  };
  const timer = setInterval(sample, 1000).unref();
  const stage: Progress['stage'] = (...begun) => {
    sample();
    peaks.push({ memoryBytes: 0, diskBytes: 0 });
    progress.stage(...begun);
  };
  const end = (): readonly StagePeaks[] => {
    sample();
    clearInterval(timer);
    return peaks;
  };
  return { progress: { ...progress, stage }, end };
}

const gigabytes = (bytes: number): string => (bytes / 1e9).toFixed(2);
const mebibytes = (bytes: number): string => count(bytes / 1024 ** 2);

function summary(runs: readonly Measured[]): string {
  const columns = [
    'entities',
    'links',
    'dumps, GB',
    'gzip -dc and parse, s',
    'build, s',
    'ratio',
    'entities/s',
    'peak memory, MiB',
    'snapshot, GB',
    'bytes/entity',
    'temporary, GB',
    'of the snapshot',
  ];
  const rows = runs.map(({ reference, dumpBytes, seconds, report, peaks }) => {
    const { entities, links } = report.counts;
    // At its largest, the work directory holds temporary files and the files that become the snapshot.
    const most = Math.max(...peaks.map(({ diskBytes }) => diskBytes));
    const temporary = most - report.snapshotBytes;
    return [
      count(entities),
      count(links),
      gigabytes(dumpBytes),
      reference.toFixed(0),
      seconds.toFixed(0),
      (seconds / reference).toFixed(1),
      count(entities / seconds),
      mebibytes(report.peakMemoryBytes),
      gigabytes(report.snapshotBytes),
      count(report.snapshotBytes / entities),
      gigabytes(temporary),
      (temporary / report.snapshotBytes).toFixed(1),
    ];
  });
  return markdownTable(columns, rows);
}

function stages({ report, peaks }: Measured): string {
  const rows = report.stages.map(({ stage, seconds }, index) => [
    stage,
    seconds.toFixed(1),
    mebibytes(peaks[index]?.memoryBytes ?? 0),
    gigabytes(peaks[index]?.diskBytes ?? 0),
  ]);
  const title = `${count(report.counts.entities)} entities, stage by stage; disk is all that lies in the work directory:`;
  return `${title}\n\n${markdownTable(['stage', 'seconds', 'memory, MiB', 'disk, GB'], rows)}`;
}

/** @param what a folder of dumps, or a number of entities, whose dumps are then generated */
function run(what: string, { out, threads }: { readonly out?: string; readonly threads?: number }): Measured {
  const folder = mkdtempSync(join(tmpdir(), 'gnd-links-bench-'));
  try {
    const dumps = existsSync(join(what, 'register.yaml')) ? resolve(what) : join(folder, 'dumps');
    if (dumps.startsWith(folder)) {
      const made = spawnSync(process.execPath, [GENERATOR, '--entities', what, '--out', dumps], {
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      if (made.status !== 0) throw new Error(`${what} is neither a folder of dumps nor a number of entities`);
    }
    const order: Order = { dumps, out: out ?? join(folder, 'snapshots'), ...(threads !== undefined && { threads }) };
    const result = join(folder, 'result.json');
    const { status } = spawnSync(process.execPath, [import.meta.filename, result], {
      env: { ...process.env, GND_LINKS_BENCH_BUILD: JSON.stringify(order) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (status !== 0) throw new Error(`the build of ${what} ended with ${status}`);
    return JSON.parse(readFileSync(result, 'utf8')) as Measured;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (ORDER !== undefined) {
  writeFileSync(process.argv[2] ?? '', JSON.stringify(await measure(JSON.parse(ORDER) as Order)));
} else {
  new Command('build')
    .description('Builds snapshots of generated dumps and says what each stage took.')
    .argument('[dumps...]', 'folders that the generator wrote, or numbers of entities', ['1000', '10000', '100000'])
    .option('--out <dir>', 'keep the snapshots in this folder, one folder for each of the dumps')
    .option('--threads <number>', 'threads that build', Number)
    .option('--record', 'write the tables to bench/RESULTS.md', false)
    .action((dumps: string[], options: { out?: string; threads?: number; record: boolean }) => {
      const report = openReport('build', 'Building a snapshot', options.record);
      const runs = dumps.map((what, index) =>
        run(what, { ...options, ...(options.out !== undefined && { out: join(options.out, String(index)) }) }),
      );
      report.publish(
        `${count(runs.at(-1)?.report.counts.entities ?? 0)} entities`,
        [summary(runs), ...runs.slice(-1).map(stages)].join('\n\n'),
      );
    })
    .parse();
}
