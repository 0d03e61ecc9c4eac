/** How fast are the readers of dumps? Megabytes per second, unpacked, against bare JSON.parse per line, bare saxes and bare lines. */
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { gzipSync } from 'node:zlib';
import { SaxesParser } from 'saxes';
import { beaconReader } from '../src/readers/beacon.ts';
import { entityFactsReader } from '../src/readers/entity-facts.ts';
import { createGndJsonldReader, gndJsonldReader } from '../src/readers/gnd-jsonld.ts';
import { gndMarcxmlReader } from '../src/readers/gnd-marcxml.ts';
import { openInput } from '../src/readers/input.ts';
import { createJsonFramer, readJsonRecords } from '../src/readers/json-records.ts';
import { MARC_ENTITY } from '../src/readers/marc-entity.ts';
import { readMarcRecords } from '../src/readers/marc-records.ts';
import type { Reader } from '../src/readers/reader.ts';
import { createCorpus } from './generate/corpus.ts';
import { printEntityFacts } from './generate/entity-facts.ts';
import { printDump } from './generate/jsonld.ts';
import { printMarcDump } from './generate/marcxml.ts';

/** People to make up; some 2,900 bytes each in the framing of the dump. `node bench/readers.ts [people]`. */
const people = Number(process.argv[2] ?? 40_000);
const corpus = createCorpus(1, Math.ceil(people / 0.63));

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

async function splitLines(path: string): Promise<void> {
  let fields = 0;
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    fields += line.split('|').length;
  }
  if (fields === 0) throw new Error('nothing was read');
}

async function parseXml(path: string): Promise<void> {
  const parser = new SaxesParser();
  const decoder = new TextDecoder();
  let texts = 0;
  let tags = 0;
  parser.on('opentag', () => (tags += 1));
  parser.on('text', () => (texts += 1));
  for await (const chunk of openInput(path)) parser.write(decoder.decode(chunk, { stream: true }));
  parser.close();
  if (tags === 0 || texts === 0) throw new Error('nothing was read');
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
const spilling = createGndJsonldReader({ nodes: 10_000, waiting: 2_000 });

interface Dump {
  readonly size: number;
  readonly records: number;
  readonly path: string;
}

function file(name: string, content: string, records: number, compress = false): Dump {
  return { size: Buffer.byteLength(content), records, path: write(name, content, compress) };
}

const persons = corpus.counts.persons;
const pretty = [...printDump(corpus, 'persons', 1000)].join('');
const nodes = (JSON.parse(pretty) as object[][]).flat().map((node) => JSON.stringify(node));
const tally = { records: 0 };
const facts = [...printEntityFacts(corpus, tally)].join('');
const marc = [...printMarcDump(corpus)].join('');
const list = [
  '#FORMAT: BEACON\n#PREFIX: https://d-nb.info/gnd/\n#TARGET: https://example.org/person/{ID}\n',
  ...Array.from({ length: 10 * persons }, (_, index) => `${100_000_000 + index * 7}|${index % 90}\n`),
].join('');
const files = {
  pretty: file('pretty.jsonld', pretty, persons),
  packed: file('pretty.jsonld.gz', pretty, persons, true),
  whole: file('whole.jsonld', [...printDump(corpus, 'persons', persons)].join(''), persons),
  lines: file('nodes.ndjson', nodes.join('\n'), persons),
  facts: file('facts.ndjson', facts, tally.records),
  marc: file('marc.xml', marc, persons),
  list: file('list.txt', list, 10 * persons),
  packedMarc: file('marc.xml.gz', marc, persons, true),
};

const rows: readonly (readonly [what: string, file: Dump, run: (path: string) => Promise<void>])[] = [
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
  ['readline and split of a BEACON list', files.list, splitLines],
  ['BEACON', files.list, (path) => read(beaconReader, path)],
  ['saxes alone', files.marc, parseXml],
  ['records of MARC21-XML', files.marc, (path) => drain(readMarcRecords(openInput(path), MARC_ENTITY))],
  ['GND MARC21-XML', files.marc, (path) => read(gndMarcxmlReader, path)],
  ['GND MARC21-XML, gzip', files.packedMarc, (path) => read(gndMarcxmlReader, path)],
];

try {
  console.log(`${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}, ${people} people\n`);
  console.log('| what | MB | seconds | MB/s | records/s | of the reference |\n|---|---|---|---|---|---|');
  let reference = 0;
  for (const [what, { size, records, path }, run] of rows) {
    let seconds = Infinity;
    for (let turn = 0; turn < 3; turn += 1) {
      const start = performance.now();
      await run(path);
      seconds = Math.min(seconds, (performance.now() - start) / 1000);
    }
    const speed = size / 1e6 / seconds;
    if (reference === 0) reference = speed;
    const cells = [what, (size / 1e6).toFixed(0), seconds.toFixed(2), speed.toFixed(0), (records / seconds).toFixed(0)];
    console.log(`| ${cells.join(' | ')} | ${(speed / reference).toFixed(2)} |`);
  }
  console.log(`\nPeak memory: ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB, made-up data included`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
