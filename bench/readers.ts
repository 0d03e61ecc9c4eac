/** How fast are the readers of JSON dumps? Megabytes per second of uncompressed JSON, against bare JSON.parse per line. */
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { gzipSync } from 'node:zlib';
import { entityFactsReader } from '../src/readers/entity-facts.ts';
import { createGndJsonldReader, gndJsonldReader } from '../src/readers/gnd-jsonld.ts';
import { openInput } from '../src/readers/input.ts';
import { createJsonFramer } from '../src/readers/json-framer.ts';
import { readJsonRecords } from '../src/readers/json-records.ts';
import type { Reader } from '../src/readers/reader.ts';
import { dump, GND, type Node } from './made-up-people.ts';

/** People to make up; some 2,700 bytes each in the framing of the dump. `node bench/readers.ts [people]`. */
const people = Number(process.argv[2] ?? 40_000);

function entityFacts(): string {
  const records = Array.from({ length: people }, (_, i) =>
    JSON.stringify({
      '@type': 'person',
      '@id': `${GND}${1_000_000_000 + i}`,
      preferredName: `Jürgen Müllenhoff-${i}`.normalize('NFD'),
      surname: `Müllenhoff-${i}`.normalize('NFD'),
      forename: 'Jürgen'.normalize('NFD'),
      dateOfBirth: '26. Januar 1772',
      professionOrOccupation: [{ '@id': `${GND}4053309-8`, preferredName: 'Schriftsteller' }],
      sameAs: ['VIAF', 'DDB', 'ISNI', 'LC'].map((abbr) => ({
        '@id': `https://example.org/${abbr}/${i}`,
        collection: { abbr, name: `Sammlung ${abbr}`, publisher: 'Verlag', icon: 'https://example.org/favicon.ico' },
      })),
    }),
  );
  return `${records.join('\n')}\n`;
}

const folder = mkdtempSync(join(tmpdir(), 'gnd-links-bench-'));

function write(name: string, content: string, compress = false): string {
  const path = join(folder, name);
  writeFileSync(path, compress ? gzipSync(content) : content);
  return path;
}

async function parseLines(path: string): Promise<void> {
  let records = 0;
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    if (typeof JSON.parse(line) === 'object') records += 1;
  }
  if (records === 0) throw new Error('nothing was read');
}

async function drain(items: AsyncIterable<{ readonly length: number }>): Promise<void> {
  let count = 0;
  for await (const batch of items) count += batch.length;
  if (count === 0) throw new Error('nothing was read');
}

async function* frames(path: string): AsyncGenerator<{ readonly length: number }> {
  const framer = createJsonFramer();
  for await (const chunk of openInput(path)) yield framer.push(chunk);
  yield framer.finish();
}

const read = (reader: Reader, path: string): Promise<void> => drain(reader.read(openInput(path), {}));
const spilling = createGndJsonldReader({ satellites: 10_000, waiting: 2_000 });

const pretty = dump(people, 1000, 2);
const nodeLines = JSON.parse(pretty) as Node[][];
const files = {
  pretty: { size: Buffer.byteLength(pretty), path: write('pretty.jsonld', pretty) },
  packed: { size: Buffer.byteLength(pretty), path: write('pretty.jsonld.gz', pretty, true) },
  whole: ((content: string) => ({ size: Buffer.byteLength(content), path: write('whole.jsonld', content) }))(
    dump(people, people, 2),
  ),
  lines: ((content: string) => ({ size: Buffer.byteLength(content), path: write('nodes.ndjson', content) }))(
    nodeLines
      .flat()
      .map((node) => JSON.stringify(node))
      .join('\n'),
  ),
  facts: ((content: string) => ({ size: Buffer.byteLength(content), path: write('facts.ndjson', content) }))(
    entityFacts(),
  ),
};

const rows: readonly (readonly [
  what: string,
  file: { size: number; path: string },
  run: (path: string) => Promise<void>,
])[] = [
  ['readline and JSON.parse, one node a line (reference)', files.lines, parseLines],
  ['records of the same lines', files.lines, (path) => drain(readJsonRecords(openInput(path)))],
  ['bytes of the dump', files.pretty, (path) => drain(openInput(path))],
  ['bytes of the dump, gzip', files.packed, (path) => drain(openInput(path))],
  ['records of the dump, cut but not parsed', files.pretty, (path) => drain(frames(path))],
  ['records of the dump', files.pretty, (path) => drain(readJsonRecords(openInput(path)))],
  ['GND JSON-LD, 1000 people a chunk', files.pretty, (path) => read(gndJsonldReader, path)],
  ['GND JSON-LD, 1000 people a chunk, gzip', files.packed, (path) => read(gndJsonldReader, path)],
  ['GND JSON-LD, one chunk, blank nodes on disk', files.whole, (path) => read(spilling, path)],
  ['readline and JSON.parse of Entity Facts', files.facts, parseLines],
  ['Entity Facts', files.facts, (path) => read(entityFactsReader, path)],
];

try {
  console.log(`${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}, ${people} people\n`);
  console.log('| what | MB | seconds | MB/s | people/s | of the reference |\n|---|---|---|---|---|---|');
  let reference = 0;
  for (const [what, { size, path }, run] of rows) {
    let seconds = Infinity;
    for (let turn = 0; turn < 3; turn += 1) {
      const start = performance.now();
      await run(path);
      seconds = Math.min(seconds, (performance.now() - start) / 1000);
    }
    const speed = size / 1e6 / seconds;
    if (reference === 0) reference = speed;
    const cells = [what, (size / 1e6).toFixed(0), seconds.toFixed(2), speed.toFixed(0), (people / seconds).toFixed(0)];
    console.log(`| ${cells.join(' | ')} | ${(speed / reference).toFixed(2)} |`);
  }
  console.log(`\nPeak memory: ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB, made-up data included`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
