/**
 * How fast are two snapshots compared, and does memory grow with the data? Against a bare walk through both files.
 *
 *     node bench/diff.ts BEFORE AFTER [--record]
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { diffSnapshots } from '../src/diff/diff-snapshots.ts';
import { locateSnapshot } from '../src/store/directory.ts';
import { readHeader } from '../src/store/header.ts';
import { ENTITIES_FILE, openDatabase } from '../src/store/sqlite/schema.ts';
import { count, markdownTable, openReport } from './results.ts';

/** What a process of its own is to do, so that its memory is its own. */
const TASK = process.env['GND_LINKS_BENCH_DIFF'];

interface Measured {
  readonly seconds: number;
  readonly peakMebibytes: number;
  readonly found: string;
}

/** Nothing but every stored answer of one file after the other. */
function walk(directories: readonly string[]): string {
  let bytes = 0;
  for (const directory of directories) {
    const database = openDatabase(join(directory, ENTITIES_FILE));
    const select = database.prepare('SELECT answer FROM record WHERE answer IS NOT NULL ORDER BY id');
    for (const row of select.iterate()) bytes += (row['answer'] as Uint8Array).length;
    database.close();
  }
  return `${count(bytes / 1e6)} MB of answers`;
}

async function compare(before: string, after: string): Promise<string> {
  const { entities, links } = await diffSnapshots(before, after, { sample: 5 });
  const sum = (groups: readonly { readonly total: number }[]) => groups.reduce((all, { total }) => all + total, 0);
  const changed = sum([links.added, links.removed, links.altered]);
  return `${count(sum(Object.values(entities)))} entities, ${count(changed)} links`;
}

async function measure(before: string, after: string): Promise<Measured> {
  const started = performance.now();
  const found = TASK === 'walk' ? walk([before, after]) : await compare(before, after);
  const seconds = (performance.now() - started) / 1000;
  // Not of `resourceUsage`, which begins with what the process had that started this one.
  const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  return { seconds, found, peakMebibytes: Number(peak) / 1024 };
}

function inProcess(task: 'walk' | 'compare', before: string, after: string): Measured {
  const env = { ...process.env, GND_LINKS_BENCH_DIFF: task };
  const ran = spawnSync(process.execPath, [import.meta.filename, before, after], { env, encoding: 'utf8' });
  if (ran.status !== 0) throw new Error(ran.stderr);
  return JSON.parse(ran.stdout) as Measured;
}

const { positionals, values } = parseArgs({ allowPositionals: true, options: { record: { type: 'boolean' } } });
const [first = '', second = ''] = positionals;
const [before, after] = [await locateSnapshot(first), await locateSnapshot(second)];
if (TASK !== undefined) console.log(JSON.stringify(await measure(before, after)));
else {
  const report = openReport('diff', 'Comparison of two snapshots', values.record === true);
  const { entities } = (await readHeader(before)).counts;
  const reference = inProcess('walk', before, after);
  const rows = [
    ['bare walk through both (reference)', reference] as const,
    ['comparison', inProcess('compare', before, after)] as const,
  ].map(([what, { seconds, found, peakMebibytes }]) => {
    return [what, seconds.toFixed(2), (seconds / reference.seconds).toFixed(1), count(peakMebibytes), found];
  });
  const columns = ['what', 'seconds', 'times the walk', 'peak MiB', 'found'];
  report.publish(`${count(entities)} entities before`, markdownTable(columns, rows));
}
