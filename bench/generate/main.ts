/** Writes a made-up GND of any size with all that surrounds it: `node bench/generate/main.ts --help`. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { Command, InvalidArgumentError } from 'commander';
import { type Files, filesOf, type Part, PARTS, type Settings, writePart } from './parts.ts';
import { printRegister } from './register.ts';

interface Manifest extends Omit<Settings, 'out'> {
  readonly files: Files;
}

/** The shortest first. */
const LONGEST: readonly Part[] = [
  'subjects',
  'places',
  'works',
  'conferences',
  'beacon',
  'bodies',
  'persons',
  'entity-facts',
];

function command(): Command {
  return new Command('generate')
    .description(
      'Writes made-up GND dumps, Entity Facts, link lists and a register; the same seed gives the same bytes.',
    )
    .requiredOption('--entities <number>', 'how many entities, from 100 to some 15 million', manyEntities)
    .requiredOption('--out <dir>', 'folder to write to')
    .option('--seed <number>', 'another seed, another corpus', whole, 1)
    .option('--chunk <number>', 'records in a chunk of the dumps', whole, 1000)
    .option('--only <parts>', `some of ${PARTS.join(',')}`, parts, [...PARTS])
    .option('--no-entity-facts', 'without Entity Facts')
    .option('--jobs <number>', 'parts written at the same time', whole, Math.min(2, cpus().length))
    .action(run);
}

async function run(options: Settings & { only: readonly Part[]; entityFacts: boolean; jobs: number }): Promise<void> {
  const { entities, seed, chunk, only, entityFacts, jobs } = options;
  const settings: Settings = { entities, seed, chunk, out: resolve(options.out) };
  mkdirSync(settings.out, { recursive: true });
  // The longest first, so that none of them is left over at the end.
  const waiting = only
    .filter((part) => part !== 'entity-facts' || entityFacts)
    .toSorted((a, b) => LONGEST.indexOf(b) - LONGEST.indexOf(a));
  const work = async (): Promise<void> => {
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
      const started = performance.now();
      const files = await inThread(part, settings);
      remember(settings, files);
      const megabytes = Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
      const seconds = (performance.now() - started) / 1000;
      console.log(`${part.padEnd(13)}${seconds.toFixed(1).padStart(8)} s${megabytes.toFixed(1).padStart(9)} MB`);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
}

function inThread(part: Part, settings: Settings): Promise<Files> {
  return new Promise((done, fail) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { part, settings } });
    worker.once('message', done);
    worker.once('error', fail);
  });
}

/** Adds the files to the manifest, unless that is of another corpus; the register names all that are in the manifest. */
function remember({ out, ...corpus }: Settings, files: Files): void {
  const path = join(out, 'manifest.json');
  const before = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Manifest) : undefined;
  const same = before?.entities === corpus.entities && before.seed === corpus.seed && before.chunk === corpus.chunk;
  const known: Files = { ...(same ? before.files : {}), ...files };
  const sorted = Object.fromEntries(
    PARTS.flatMap(filesOf).flatMap((name) => (known[name] === undefined ? [] : [[name, known[name]]])),
  );
  replace(path, `${JSON.stringify({ ...corpus, files: sorted } satisfies Manifest, null, 2)}\n`);
  replace(join(out, 'register.yaml'), printRegister(new Set(Object.keys(sorted))));
}

function replace(path: string, text: string): void {
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

function manyEntities(text: string): number {
  const number = whole(text);
  if (number < 100) throw new InvalidArgumentError('At least a hundred, so that there are some of each kind.');
  return number;
}

function whole(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('A whole number is wanted.');
  return Number(text);
}

function parts(text: string): readonly Part[] {
  return text.split(',').map((word) => {
    const part = PARTS.find((known) => known === word);
    if (part === undefined) throw new InvalidArgumentError(`There is no part ${word}.`);
    return part;
  });
}

if (isMainThread) await command().parseAsync();
else {
  const { part, settings } = workerData as { part: Part; settings: Settings };
  parentPort?.postMessage(await writePart(part, settings));
}
