/** How long does a build take, and does its memory grow with the data? Against gunzip and bare JSON.parse of each node. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSnapshot } from '../src/build/build.ts';
import { SILENT } from '../src/build/progress.ts';
import { openInput } from '../src/readers/input.ts';
import { readJsonRecords } from '../src/readers/json-records.ts';
import { loadCuration } from '../src/sources/curation.ts';
import { loadRegister } from '../src/sources/register.ts';
import { loadVocabulary } from '../src/sources/vocabulary.ts';

/** Entities per run: `node bench/build.ts [entities …]`. */
const sizes = process.argv.slice(2).filter((text) => /^\d+$/.test(text));

/** A set that is there already, in a process of its own so that its memory is its own. */
async function measure(folder: string): Promise<void> {
  const config = join(import.meta.dirname, '../config');
  const curation = await loadCuration(join(config, 'categories.yaml'), join(config, 'collections.yaml'));
  const sources = await loadRegister(join(folder, 'register.yaml'), new Set(curation.collections.keys()));
  const started = performance.now();
  let nodes = 0;
  for (const { kind, file } of sources) {
    if (kind !== 'entities' || file === undefined) continue;
    for await (const batch of readJsonRecords(openInput(file))) nodes += batch.length;
  }
  const reference = (performance.now() - started) / 1000;
  const { report } = await buildSnapshot({
    sources,
    curation,
    vocabulary: await loadVocabulary(join(config, 'vocabulary')),
    configuration: [],
    out: join(folder, 'snapshots'),
    release: 'bench',
    now: new Date(),
    progress: SILENT,
  });
  const { entities, links } = report.counts;
  const cells = [
    entities.toLocaleString('en-GB'),
    links.toLocaleString('en-GB'),
    nodes.toLocaleString('en-GB'),
    reference.toFixed(1),
    report.seconds.toFixed(1),
    (report.seconds / reference).toFixed(1),
    Math.round(entities / report.seconds).toLocaleString('en-GB'),
    (report.peakMemoryBytes / 1024 ** 2).toFixed(0),
    (report.snapshotBytes / entities).toFixed(0),
  ];
  console.log(`| ${cells.join(' | ')} |`);
}

function run(program: string, args: readonly string[], quiet: boolean, folder: string): void {
  const { status } = spawnSync(process.execPath, [program, ...args], {
    env: { ...process.env, BENCH_FOLDER: folder },
    stdio: ['ignore', quiet ? 'ignore' : 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error(`${program} ended with ${status}`);
}

const given = process.env['BENCH_FOLDER'];
if (given !== undefined) {
  await measure(given);
} else {
  console.log(`${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}\n`);
  console.log(
    '| entities | links | nodes | gunzip and parse, s | build, s | ratio | entities/s | peak MiB | snapshot bytes/entity |',
  );
  console.log('|---:|---:|---:|---:|---:|---:|---:|---:|---:|');
  for (const entities of sizes.length > 0 ? sizes : ['1000', '10000', '100000']) {
    const folder = mkdtempSync(join(tmpdir(), 'gnd-links-bench-'));
    try {
      const generator = join(import.meta.dirname, 'generate/main.ts');
      run(generator, ['--entities', entities, '--out', folder], true, folder);
      run(import.meta.filename, [], false, folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}
