/**
 * Twenty switches to another snapshot under full load, and three snapshots that are no good: no request fails, no answer
 * mixes two snapshots, and the former ones are closed.
 *
 *     node bench/faults/snapshot-switches.ts [--record] [--seed N]
 */
import { cpSync, readFileSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Question } from './connection.ts';
import { isClean, quantile, startLoad, statusText } from './load.ts';
import { markOf, marksIn, writeMarkedSample } from './marked-sample.ts';
import { drawQuestions } from './questions.ts';
import { buildInto, openRun } from './run.ts';
import { descriptorsOf, startServer, until } from './servers.ts';
import type { Answer } from './wire.ts';

const SWITCHES = 20;
const CLIENTS = 12;
const SWITCH_MS = 5_000;
const CLOSED_MS = 5_000;
/** Requests go on between two switches. */
const BETWEEN_MS = 200;

const run = await openRun('snapshot-switches', 'Faults: snapshots switched under load');
const folder = join(run.folder, 'snapshots');
const directories: string[] = [];
/** By identifier: the mark that everything in it bears, and how many links it has. */
const known = new Map<string, { readonly mark: string; readonly links: number }>();
for (let number = 0; number <= SWITCHES; number += 1) {
  const register = writeMarkedSample(join(run.folder, 'marked'), number);
  const directory = await buildInto(register, folder);
  const { id, counts } = headerOf(directory);
  known.set(id, { mark: markOf(number), links: counts.links });
  directories.push(directory);
}
const broken = directories.slice(-1).flatMap(
  (good) =>
    [
      ['a flipped byte', spoilt(good, '20200101-00000001', flipByte), /files are not/],
      ['a file cut short', spoilt(good, '20200101-00000002', cutShort), /files are not/],
      ['a file missing', spoilt(good, '20200101-00000003', (file) => rmSync(file)), /files are not/],
    ] as const,
);
// Of the sample without marks, so that no search names one.
const { links, searches } = await drawQuestions(run.snapshots);
const paths = [...links.slice(0, 40), ...searches.slice(0, 40), `/api/v1/coverage?ids=${links.slice(0, 50).map((path) => path.split('/')[4]).join(',')}`, '/api/v1/sources', '/api/v1/status']; // prettier-ignore

for (const workers of [1, 2]) await switchUnderLoad(workers);
await run.finish(
  `${SWITCHES + 1} snapshots of the sample are built beforehand; in each, every preferred name, every address at Wikipedia and every title of a source bears its number. \`current\` is replaced by rename, then comes SIGHUP. ${CLIENTS} clients on kept connections ask for entities, searches, coverage, the sources and the status, every other time with the validator of their last answer. *Mixed*: \`snapshot.id\`, validator and marks of one answer, each mark in it included, are not all of one snapshot; of the status, the number of links counts as the mark.`,
);

async function switchUnderLoad(workers: number): Promise<void> {
  const where = workers === 1 ? 'one process' : `${workers} workers`;
  pointAt(directories[0] ?? '');
  const server = await startServer(folder, { flags: ['--workers', String(workers), '--follow-seconds', '0'] });
  const tags = new Map<string, string>();
  const mixed: string[] = [];
  let marks = 0;
  const load = startLoad({
    url: server.url,
    clients: CLIENTS,
    next(client, turn): Question {
      const path = paths[(client * 7 + turn) % paths.length] ?? '/';
      const tag = tags.get(`${client} ${path}`);
      return tag === undefined || turn % 2 === 0 ? { path } : { path, headers: { 'If-None-Match': tag } };
    },
    hear(answer, { path, headers }) {
      const found = examine(answer, path, headers?.['If-None-Match']);
      if (typeof found === 'string') mixed.push(`${path}: ${found}`);
      else marks += found;
      const tag = answer.headers.get('etag');
      for (let client = 0; client < CLIENTS && tag !== undefined; client += 1) tags.set(`${client} ${path}`, tag);
    },
  });
  const took: number[] = [];
  const refusals: boolean[] = [];
  for (let number = 1; number <= SWITCHES; number += 1) {
    const next = directories[number] ?? '';
    // Early, in the middle and late.
    const bad = broken[[3, 10, 17].indexOf(number)];
    if (bad !== undefined) {
      const [, directory, sentence] = bad;
      pointAt(directory);
      server.signal('SIGHUP');
      const refused = await until(() => everyWorker(server.url, workers, ({ store }) => sentence.test(store)), SWITCH_MS);
      const former = headerOf(directories[number - 1] ?? '').id;
      refusals.push(refused !== undefined && (await everyWorker(server.url, workers, ({ id }) => id === former)));
    }
    pointAt(next);
    server.signal('SIGHUP');
    const { id: wanted } = headerOf(next);
    const switched = await until(() => everyWorker(server.url, workers, ({ id }) => id === wanted), SWITCH_MS);
    if (switched !== undefined) took.push(switched);
    await pause(BETWEEN_MS);
  }
  const tally = await load.stop();
  const last = directories[SWITCHES] ?? '';
  const processes = () => (workers === 1 ? [server.pid] : server.workers());
  const former = () => processes().flatMap(descriptorsOf).filter((link) => link.includes('.sqlite') && !link.startsWith(`${last}/`) || link.endsWith('(deleted)') && link.includes('.sqlite')); // prettier-ignore
  const closed = await until(() => former().length === 0, CLOSED_MS);
  run.claim(where, 'no request fails', isClean(tally, [200, 304]), `${statusText(tally)}; failed ${tally.failures.length}; p99 ${quantile(tally.times, 0.99).toFixed(0)}, longest ${quantile(tally.times, 1).toFixed(0)} ms`);
  run.claim(where, 'no answer is mixed', mixed.length === 0 && marks > 0, `${mixed.length} mixed${mixed[0] === undefined ? '' : `, such as ${mixed[0]}`}; ${marks.toLocaleString('en-GB')} marks examined`);
  run.claim(where, `${SWITCHES} switches`, took.length === SWITCHES, `${took.length}, median ${quantile(took, 0.5).toFixed(0)}, longest ${quantile(took, 1).toFixed(0)} ms`);
  run.claim(where, 'broken ones are refused and told', refusals.length === broken.length && refusals.every(Boolean), `${refusals.filter(Boolean).length} of ${broken.length}: ${broken.map(([what]) => what).join(', ')}`);
  run.claim(where, 'former ones are closed', closed !== undefined, `${former().length} of their files open`);
  const code = await server.stop();
  // That a snapshot is refused is logged as an error, and is meant.
  const complaints = server.complaints().filter((line) => !line.includes('is refused'));
  run.claim(where, 'nothing else is complained of', code === 0 && complaints.length === 0, `${complaints.length} complaints, code ${code}`);
} // prettier-ignore

interface Header {
  readonly id: string;
  readonly counts: { readonly links: number };
}

function headerOf(directory: string): Header {
  return JSON.parse(readFileSync(join(directory, 'header.json'), 'utf8')) as Header;
}

/** @returns what is wrong with the answer, or the number of marks found in it */
function examine({ status, headers, body }: Answer, path: string, condition: string | undefined): string | number {
  const tag = headers.get('etag');
  if (status === 304) return tag === condition && known.has(idOfTag(tag)) ? 0 : `304 with ${tag} to ${condition}`;
  if (status !== 200) return `status ${status}`;
  const text = body.toString();
  const { snapshot } = JSON.parse(text) as { snapshot: Header };
  const expected = known.get(snapshot.id);
  if (expected === undefined) return `unknown snapshot ${snapshot.id}`;
  if (path.endsWith('/status')) return snapshot.counts.links === expected.links ? 1 : `${snapshot.counts.links} links`;
  if (idOfTag(tag) !== snapshot.id) return `${snapshot.id} with ${tag}`;
  const marks = marksIn(text);
  const stray = marks.find((mark) => mark !== expected.mark);
  if (stray !== undefined) return `${stray} in ${snapshot.id}, which bears ${expected.mark}`;
  return marks.length > 0 || text.includes('"results":[]') ? marks.length : 'no mark';
}

function idOfTag(tag = ''): string {
  return /^W\/"([^.]+)\./.exec(tag)?.[1] ?? '';
}

/** Whatever worker answers: several connections at once go to all in turn. */
async function everyWorker(url: string, workers: number, isSo: (seen: { id: string; store: string }) => boolean): Promise<boolean> {
  const asked = Array.from({ length: 2 * workers }, async () => {
    const answer = await fetch(`${url}/api/v1/status`, { headers: { connection: 'close' } });
    const { snapshot, checks } = (await answer.json()) as { snapshot: Header; checks: readonly { name: string; output?: string }[] };
    return isSo({ id: snapshot.id, store: checks.find(({ name }) => name === 'store')?.output ?? '' });
  });
  return (await Promise.all(asked)).every(Boolean);
} // prettier-ignore

function pointAt(directory: string): void {
  symlinkSync(basename(directory), join(folder, 'next'));
  renameSync(join(folder, 'next'), join(folder, 'current'));
}

/** A copy in which something was done to a file. */
function spoilt(good: string, name: string, spoil: (file: string) => void): string {
  const copy = join(folder, name);
  cpSync(good, copy, { recursive: true });
  spoil(join(copy, 'search.sqlite'));
  return copy;
}

function flipByte(file: string): void {
  const bytes = readFileSync(file);
  const middle = bytes.length >> 1;
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}

function cutShort(file: string): void {
  truncateSync(file, readFileSync(file).length >> 1);
}
