/** How long does a build take, and does its memory grow with the data? Against gunzip and bare JSON.parse of each node. */
import { spawnSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { buildSnapshot } from '../src/build/build.ts';
import { SILENT } from '../src/build/progress.ts';
import { openInput } from '../src/readers/input.ts';
import { readJsonRecords } from '../src/readers/json-records.ts';
import { loadCuration } from '../src/sources/curation.ts';
import type { RegisteredSource } from '../src/sources/register.ts';
import { loadVocabulary } from '../src/sources/vocabulary.ts';
import { type Node, person } from './made-up-people.ts';

/** People per run: `node bench/build.ts [people …]`. */
const sizes = process.argv.slice(2).filter((text) => /^\d+$/.test(text));
const PER_CHUNK = 500;

function* chunks(people: number): Iterable<string> {
  for (let start = 0; start < people; start += PER_CHUNK) {
    const nodes: Node[] = [];
    for (let i = start; i < Math.min(people, start + PER_CHUNK); i += 1) nodes.push(...person(i));
    const isBlank = (node: Node) => String(node['@id']).startsWith('_:');
    const sorted = [...nodes.filter(isBlank), ...nodes.filter((node) => !isBlank(node))];
    yield `${start === 0 ? '[' : ','}${JSON.stringify(sorted, null, 2)}`;
  }
  yield ']';
}

function* list(people: number, host: string): Iterable<string> {
  yield `#FORMAT: BEACON\n#PREFIX: http://d-nb.info/gnd/\n#TARGET: https://${host}/gnd/{ID}\n\n`;
  for (let i = 0; i < people; i += 2) yield `${1_000_000_000 + i}|${i % 50}\n`;
}

function source(key: string, format: RegisteredSource['origin']['format'], file: string): RegisteredSource {
  const label = { de: key, en: key };
  const kind = format === 'beacon' ? 'links' : 'entities';
  return {
    key,
    kind,
    title: label,
    description: label,
    origin: { publisher: 'bench', format },
    licence: { statement: 'not stated' },
    cadence: 'never',
    state: 'active',
    file,
    retrievedAt: '2026-11-20',
    scope: { description: label },
  } as RegisteredSource;
}

/** One size, in a process of its own so that its memory is its own. */
async function measure(people: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'gnd-links-bench-'));
  try {
    const dump = join(folder, 'persons.jsonld.gz');
    await pipeline(chunks(people), createGzip(), createWriteStream(dump));
    const lists = ['kalliope-verbund.info', 'www.archivportal-d.de/person'].map((host, i) => {
      const file = join(folder, `list-${i}`);
      return { host, file };
    });
    for (const { host, file } of lists) await pipeline(list(people, host), createWriteStream(file));
    const started = performance.now();
    let nodes = 0;
    for await (const batch of readJsonRecords(openInput(dump))) nodes += batch.length;
    const reference = (performance.now() - started) / 1000;
    const config = join(import.meta.dirname, '../config');
    const { report } = await buildSnapshot({
      sources: [
        source('persons', 'gnd-jsonld', dump),
        ...lists.map(({ file }, i) => source(`list-${i}`, 'beacon', file)),
      ],
      curation: await loadCuration(join(config, 'categories.yaml'), join(config, 'collections.yaml')),
      vocabulary: await loadVocabulary(join(config, 'vocabulary')),
      configuration: [],
      out: join(folder, 'snapshots'),
      release: 'bench',
      now: new Date(),
      progress: SILENT,
    });
    const cells = [
      people.toLocaleString('en-GB'),
      report.counts.links.toLocaleString('en-GB'),
      nodes.toLocaleString('en-GB'),
      reference.toFixed(1),
      report.seconds.toFixed(1),
      (report.seconds / reference).toFixed(1),
      Math.round(people / report.seconds).toLocaleString('en-GB'),
      (report.peakMemoryBytes / 1024 ** 2).toFixed(0),
      (report.snapshotBytes / people).toFixed(0),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.env['BENCH_ONE'] !== undefined) {
  await measure(Number(process.env['BENCH_ONE']));
} else {
  console.log(`${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}\n`);
  console.log(
    '| people | links | nodes | gunzip and parse, s | build, s | ratio | people/s | peak MiB | snapshot bytes/entity |',
  );
  console.log('|---:|---:|---:|---:|---:|---:|---:|---:|---:|');
  for (const people of sizes.length > 0 ? sizes : ['1000', '10000', '100000']) {
    spawnSync(process.execPath, [import.meta.filename], {
      env: { ...process.env, BENCH_ONE: people },
      stdio: 'inherit',
    });
  }
}
