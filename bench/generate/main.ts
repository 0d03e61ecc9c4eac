/** Writes made-up GND dumps of any size, link lists and a register: `node bench/generate/main.ts --help`. */
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { Command, InvalidArgumentError } from 'commander';
import { type Files, type Part, PARTS, printRegister, type Settings, writePart } from './dumps.ts';

function command(): Command {
  return new Command('generate')
    .description(
      'Writes made-up GND dumps, Entity Facts, link lists and a register; the same seed gives the same bytes.',
    )
    .requiredOption('--entities <number>', 'how many entities, from 100 to some 15 million', manyEntities)
    .requiredOption('--out <dir>', 'folder to write to')
    .option('--seed <number>', 'another seed, another corpus', whole, 1)
    .option('--chunk <number>', 'records in a chunk of the dumps', whole, 1000)
    .action(run);
}

async function run(options: Settings): Promise<void> {
  const settings: Settings = { ...options, out: resolve(options.out) };
  const waiting = PARTS.values();
  const work = async (): Promise<void> => {
    for (const part of waiting) {
      const started = performance.now();
      const files = await inThread(part, settings);
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      for (const [name, tally] of Object.entries(files)) console.log(`${name}: ${JSON.stringify(tally)}, ${seconds} s`);
    }
  };
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work));
  writeFileSync(join(settings.out, 'register.yaml'), printRegister());
}

function inThread(part: Part, settings: Settings): Promise<Files> {
  return new Promise((done, fail) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { part, settings } });
    worker.once('message', done);
    worker.once('error', fail);
  });
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

if (isMainThread) await command().parseAsync();
else {
  const { part, settings } = workerData as { part: Part; settings: Settings };
  parentPort?.postMessage(await writePart(part, settings));
}
