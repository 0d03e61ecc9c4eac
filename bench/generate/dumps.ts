/** The parts of a generated data set, each written independently, and the register that names their files. */
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { stringify } from 'yaml';
import { type ListTally, printList } from './beacon.ts';
import { createCorpus } from './corpus.ts';
import { ENTITY_FACTS_FILE, printEntityFacts } from './entity-facts.ts';
import { dumpFile, printDump } from './jsonld.ts';
import { KINDS } from './kinds.ts';
import { LINK_LISTS } from './links.ts';

export interface Settings {
  readonly entities: number;
  readonly seed: number;
  /** Records in a chunk of the dumps. */
  readonly chunk: number;
  readonly out: string;
}

/** The longest first, so that all threads end at about the same time. */
export const PARTS = ['entity-facts', ...KINDS, 'beacon'] as const;
export type Part = (typeof PARTS)[number];

/** Counts by file name. */
export type Files = Readonly<Record<string, { readonly records: number } | ListTally>>;

/** Writes a part into the folder, which is created if it does not exist. */
export async function writePart(part: Part, { entities, seed, chunk, out }: Settings): Promise<Files> {
  mkdirSync(out, { recursive: true });
  const corpus = createCorpus(seed, entities);
  if (part === 'entity-facts') {
    const tally = { records: 0 };
    await write(join(out, ENTITY_FACTS_FILE), printEntityFacts(corpus, tally));
    return { [ENTITY_FACTS_FILE]: tally };
  }
  if (part !== 'beacon') {
    await write(join(out, dumpFile(part)), printDump(corpus, part, chunk));
    return { [dumpFile(part)]: { records: corpus.counts[part] } };
  }
  const files: Record<string, ListTally> = {};
  for (const [number, { key }] of LINK_LISTS.entries()) {
    const tally: ListTally = { lines: 0, strangers: 0, merged: 0, malformed: 0 };
    await write(join(out, `${key}.txt`), printList(corpus, number, tally));
    files[`${key}.txt`] = tally;
  }
  return files;
}

/** Writes as fast as the disk accepts. The header of gzip has neither time nor name: equal pieces give equal bytes. */
async function write(path: string, pieces: Iterable<string | Buffer>): Promise<void> {
  const source = Readable.from(pieces, { highWaterMark: 2, objectMode: true });
  const file = createWriteStream(path);
  // Each chunk out of the compressor costs a turn of the event loop, so few large ones are faster.
  if (path.endsWith('.gz')) await pipeline(source, createGzip({ level: 1, chunkSize: 1 << 20 }), file);
  else await pipeline(source, file);
}

/** @returns YAML that names the files of all parts */
export function printRegister(): string {
  const sources = [
    ...KINDS.map((kind) => source(`gnd-${kind}`, 'entities', `GND: ${kind}`, 'gnd-jsonld', dumpFile(kind))),
    source('entityfacts', 'entities', 'Entity Facts', 'entity-facts', ENTITY_FACTS_FILE),
    ...LINK_LISTS.map(({ key, title }) => source(key, 'links', title, 'beacon', `${key}.txt`)),
  ];
  return `# Made-up records.\n${stringify({ sources }, { lineWidth: 120 })}`;
}

function source(key: string, kind: string, title: string, format: string, file: string): object {
  const label = { de: `${title} (erfunden)`, en: `${title} (made up)` };
  return {
    key,
    kind,
    title: label,
    description: label,
    origin: { publisher: 'bench/generate', format },
    licence: { spdx: 'CC0-1.0', statement: 'Made up; no rights' },
    cadence: 'never',
    file,
    retrievedAt: '2026-11-20',
    scope: { description: label },
  };
}
