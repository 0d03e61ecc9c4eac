/**
 * How fast is a snapshot dumped in comparison with a bare walk through its answers, and does memory grow with the data?
 *
 *     node bench/dump.ts SNAPSHOT [--record]
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeDump } from '../src/build/runs/dump/write-dump.ts';
import { lockFolder } from '../src/shared/files/lock.ts';
import type { DumpIndex } from '../src/shared/dumps/dump-folder.ts';
import { locateSnapshot } from '../src/core/snapshot/directory.ts';
import { readHeader } from '../src/core/snapshot/header.ts';
import { inflateAnswer } from '../src/core/snapshot/stored-answer.ts';
import { openRows } from '../src/build/ingest/snapshot/read-rows.ts';
import { count, markdownTable, openReport } from './results.ts';

/** The task of a child process: each runs in its own, so that its memory is measured alone. */
const TASK = process.env['GND_LINKS_BENCH_DUMP'];

interface Measured {
  readonly seconds: number;
  readonly processorSeconds: number;
  readonly peakMebibytes: number;
  readonly megabytes: number;
}

const CONFIG = join(import.meta.dirname, '../config');

async function walk(directory: string): Promise<number> {
  using opened = await openRows(directory);
  let bytes = 0;
  for (const row of opened.all()) bytes += row.kind === 'entity' ? inflateAnswer(row.answer).length : 0;
  return bytes;
}

async function dump(directory: string): Promise<number> {
  const out = mkdtempSync(join(tmpdir(), 'gnd-links-bench-dump-'));
  try {
    using lock = lockFolder(out, 'dump', new Date());
    const index = join(await writeDump(lock, directory, { config: CONFIG }), 'index.json');
    const { files } = JSON.parse(readFileSync(index, 'utf8')) as DumpIndex;
    return files.reduce((sum, { bytes }) => sum + bytes, 0);
  } finally {
    rmSync(out, { recursive: true });
  }
}

async function measure(directory: string): Promise<Measured> {
  const started = performance.now();
  const bytes = await (TASK === 'walk' ? walk(directory) : dump(directory));
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage();
  const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  return {
    seconds,
    processorSeconds: (user + system) / 1e6,
    peakMebibytes: Number(peak) / 1024,
    megabytes: bytes / 1e6,
  };
}

function inProcess(task: 'walk' | 'dump', directory: string): Measured {
  const env = { ...process.env, GND_LINKS_BENCH_DUMP: task };
  const ran = spawnSync(process.execPath, [import.meta.filename, directory], { env, encoding: 'utf8' });
  if (ran.status !== 0) throw new Error(ran.stderr);
  return JSON.parse(ran.stdout) as Measured;
}

const { positionals, values } = parseArgs({ allowPositionals: true, options: { record: { type: 'boolean' } } });
const directory = await locateSnapshot(positionals[0] ?? '');
if (TASK !== undefined) console.log(JSON.stringify(await measure(directory)));
else {
  const { entities } = (await readHeader(directory)).counts;
  const report = openReport(`dump-${entities}`, 'Dump of a snapshot', values.record === true);
  const rows = (['walk', 'dump'] as const).map((task) => {
    const { seconds, processorSeconds, peakMebibytes, megabytes } = inProcess(task, directory);
    const rate = count(entities / seconds);
    const what = task === 'walk' ? 'bare walk through all answers (reference)' : 'dump';
    return [what, seconds.toFixed(1), processorSeconds.toFixed(1), rate, count(peakMebibytes), count(megabytes)];
  });
  const columns = ['what', 'seconds', 'processor seconds', 'entities/s', 'peak MiB', 'MB'];
  report.publish(`${count(entities)} entities`, markdownTable(columns, rows));
}
