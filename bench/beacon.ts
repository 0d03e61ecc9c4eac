/** How fast BEACON lists are read, beside a bare split of the same bytes into lines; real lists if present, else a generated one. */
import { existsSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { gunzipSync } from 'node:zlib';
import { beaconReader } from '../src/readers/beacon.ts';
import type { BeaconSwitches } from '../src/readers/reader.ts';

interface Candidate {
  readonly name: string;
  readonly bytes: Buffer;
  readonly beacon: BeaconSwitches;
}

const BLOCK = 256 * 1024;
const ROUNDS = 5;
const DATA = new URL('../../shared/data/', import.meta.url);

const real: readonly (readonly [path: string, beacon: BeaconSwitches])[] = [
  ['beacon-lists/history/kall.2024-08-30.txt.gz', {}],
  ['beacon/ixtheo-2022.txt.gz', {}],
  ['beacon-lists/2026-02-09/db.txt.gz', { targetToken: 'source' }],
  ['beacon/oebl-doi.txt.gz', {}],
];

function candidates(): readonly Candidate[] {
  const found = real
    .filter(([path]) => existsSync(new URL(path, DATA)))
    .map(([path, beacon]) => ({ name: path, bytes: gunzipSync(readFileSync(new URL(path, DATA))), beacon }));
  return [...found, { name: 'generated, 1,000,000 lines', bytes: generate(1_000_000), beacon: {} }];
}

function generate(lines: number): Buffer {
  const parts = ['#FORMAT: BEACON\n#PREFIX: https://d-nb.info/gnd/\n#TARGET: https://example.org/person/{ID}\n'];
  for (let index = 0; index < lines; index += 1) parts.push(`${100_000_000 + index * 7}|${index % 90}\n`);
  return Buffer.from(parts.join(''));
}

async function* inBlocks(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += BLOCK) yield bytes.subarray(from, from + BLOCK);
}

async function read({ bytes, beacon }: Candidate): Promise<number> {
  let links = 0;
  for await (const batch of beaconReader.read(inBlocks(bytes), { beacon })) {
    for (const statement of batch) if (statement.kind === 'link') links += 1;
  }
  return links;
}

async function split({ bytes }: Candidate): Promise<number> {
  let lines = 0;
  let rest = '';
  for await (const block of inBlocks(bytes)) {
    const pieces = (rest + Buffer.from(block).toString('utf8')).split('\n');
    rest = pieces.pop() ?? '';
    for (const piece of pieces) if (piece.split('|')[0] !== '') lines += 1;
  }
  return lines;
}

/** Best of several rounds, in seconds. */
async function time(work: () => Promise<number>): Promise<{ readonly seconds: number; readonly result: number }> {
  let seconds = Infinity;
  let result = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now();
    result = await work();
    seconds = Math.min(seconds, (performance.now() - start) / 1000);
  }
  return { seconds, result };
}

console.log(`Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}\n`);
console.log('| list | MB | lines | links | lines/s | MB/s | bare split, lines/s | times slower |');
console.log('|---|---:|---:|---:|---:|---:|---:|---:|');
for (const candidate of candidates()) {
  const bare = await time(() => split(candidate));
  const reading = await time(() => read(candidate));
  const megabytes = candidate.bytes.length / 1e6;
  const cells = [
    candidate.name,
    megabytes.toFixed(1),
    bare.result,
    reading.result,
    Math.round(bare.result / reading.seconds),
    (megabytes / reading.seconds).toFixed(1),
    Math.round(bare.result / bare.seconds),
    (reading.seconds / bare.seconds).toFixed(1),
  ];
  console.log(`| ${cells.join(' | ')} |`);
}
