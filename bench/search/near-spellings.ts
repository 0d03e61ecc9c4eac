/**
 * Which way of finding near spellings serves best? Misspelt words against the vocabulary of a snapshot: how many of the words
 * that were meant each way finds, how large its index is, and how long it takes.
 *
 *     node bench/search/near-spellings.ts DIR [--record] [--seed N]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { locateSnapshot } from '../../src/store/directory.ts';
import { openDatabase, SEARCH_FILE } from '../../src/store/sqlite/schema.ts';
import { count, markdownTable, mebibytes, openReport } from '../results.ts';
import { judgedMisspeltWords, makeMisspeltWords, type MisspeltKind, type MisspeltWord } from './misspelt-words.ts';
import {
  anagrams,
  buildMethod,
  enumeration,
  type Part,
  sound,
  symmetricDeletes,
  trigrams,
} from './near-spelling-methods.ts';
import { createRandom } from './random.ts';
import { summarise, timeEach } from './timing.ts';

/** Words drawn from the vocabulary; each is misspelt twice. */
const WORDS = 2_000;
const WARM_UP = 100;
/** So many candidates the product tries. */
const TRIED = 16;
const BUDGET_MS = 60_000;
/** The first letter is seldom wrong, and when it is the only one, or sounds the same, other ways find the word. */
const BEHIND_FIRST = { distance: 2, first: 7, kept: 1 } as const;

const METHODS: Readonly<Record<string, readonly Part[]>> = {
  'a: one letter away': [enumeration],
  'b: one letter away, sound': [enumeration, sound],
  'c: deletes, 1': [symmetricDeletes({ distance: 1 })],
  'd: deletes, 2, first 7 letters': [symmetricDeletes({ distance: 2, first: 7 })],
  'e: trigrams, 2': [trigrams(2)],
  'f: b and anagrams': [enumeration, sound, anagrams],
  'g: c and sound': [symmetricDeletes({ distance: 1 }), sound],
  'h: b and deletes, 2, letters 2 to 7': [enumeration, sound, symmetricDeletes(BEHIND_FIRST)],
  'i: h, of words of two entities': [enumeration, sound, symmetricDeletes({ ...BEHIND_FIRST, leastEntities: 2 })],
};

interface Outcome {
  readonly kind: MisspeltKind;
  readonly candidates: number;
  /** 1 is the first; 0 when it was not found. */
  readonly place: number;
}

interface Measured {
  readonly name: string;
  readonly bytes: number;
  readonly buildSeconds: number;
  readonly outcomes: readonly Outcome[];
  /** Of each outcome that was asked for twice. */
  readonly milliseconds: readonly number[];
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { record: { type: 'boolean', default: false }, seed: { type: 'string', default: '1' } },
});
const [path] = positionals;
const seed = Number(values.seed);
if (path === undefined || positionals.length > 1 || !Number.isSafeInteger(seed) || seed < 0) {
  process.stderr.write('usage: node bench/search/near-spellings.ts DIR [--record] [--seed N]\n');
  process.exit(2);
}
const report = openReport('near-spellings', 'Ways of finding near spellings', values.record);
const search = openDatabase(join(await locateSnapshot(path), SEARCH_FILE));
const entities = countOf('SELECT max(rank) AS n FROM hit');
const words = countOf('SELECT count(*) AS n FROM vocabulary');
const random = createRandom(seed);
const misspelt = random.shuffle([...makeMisspeltWords(search, WORDS, random), ...judgedMisspeltWords(search)]);
const warmUp = makeMisspeltWords(search, WARM_UP, random).map(({ typed }) => typed);
const folder = mkdtempSync(join(tmpdir(), 'near-spellings-'));
const measured: Measured[] = [];
try {
  for (const [name, parts] of Object.entries(METHODS)) measured.push(await measure(name, parts));
} finally {
  rmSync(folder, { recursive: true });
}
report.publish(`${count(entities)} entities, ${count(words)} words`, body());
search.close();

function countOf(sql: string): number {
  return Number(search.prepare(sql).get()?.['n'] ?? 0);
}

async function measure(name: string, parts: readonly Part[]): Promise<Measured> {
  const method = buildMethod(search, join(folder, 'index.sqlite'), parts);
  await timeEach(warmUp, (typed) => method.find(typed), BUDGET_MS);
  const outcomes: Outcome[] = [];
  const first = await timeEach(
    misspelt,
    ({ kind, typed, meant }) => {
      const found = method.find(typed);
      outcomes.push({ kind, candidates: found.length, place: found.findIndex(({ word }) => word === meant) + 1 });
    },
    BUDGET_MS,
  );
  const again = await timeEach(misspelt.slice(0, first.length), ({ typed }) => method.find(typed), BUDGET_MS);
  const milliseconds = again.map((ms, index) => Math.min(ms, first[index] as number));
  method.close();
  return { name, bytes: method.bytes, buildSeconds: method.buildSeconds, outcomes, milliseconds };
}

/** The share of words of a kind that were found among the first candidates. */
function recall({ outcomes }: Measured, kind: MisspeltKind, within: number): string {
  const asked = outcomes.filter((outcome) => outcome.kind === kind);
  const found = asked.filter(({ place }) => place > 0 && place <= within);
  return asked.length === 0 ? '–' : (found.length / asked.length).toFixed(3);
}

function microseconds(milliseconds: number | undefined): string {
  return milliseconds === undefined ? '–' : count(1000 * milliseconds);
}

function body(): string {
  const kinds: readonly MisspeltKind[] = ['one error', 'two errors', 'judged'];
  const many = (kind: MisspeltKind) => count(misspelt.filter((one: MisspeltWord) => one.kind === kind).length);
  const rows = measured.map((one) => {
    const time = summarise(one.milliseconds);
    const candidates = summarise(one.outcomes.map((outcome) => outcome.candidates));
    return [
      one.name,
      mebibytes(one.bytes), one.buildSeconds.toFixed(1),
      ...kinds.map((kind) => recall(one, kind, Infinity)),
      count(one.outcomes.length), String(candidates?.median ?? '–'), count(candidates?.max ?? 0),
      microseconds(time?.median), microseconds(time?.p99), microseconds(time?.max),
    ]; // prettier-ignore
  });
  const placed = measured.map((one) => [
    one.name,
    ...kinds.flatMap((kind) => [recall(one, kind, TRIED), recall(one, kind, 1)]),
  ]);
  return `
Misspelt words that the vocabulary does not have: ${many('one error')} with one error and ${many('two errors')} with two (a letter behind the first
dropped, doubled, swapped with its neighbour or exchanged for one that sounds or lies like it, or any letter exchanged for
any other) in words of five and more Latin letters, drawn with seed ${seed} by the number of entities that bear them, and ${many('judged')}
of the judged queries. Recall is the share whose right word is among the candidates. The index contains the vocabulary,
which every way needs. Each way was asked one word after the other, at most ${BUDGET_MS / 1000} s, after ${warmUp.length} others, and all once more,
since what else the machine does interrupts: µs are the shorter time of each word, with candidates compared letter by
letter and sorted.

${markdownTable(
  ['method', 'index MiB', 'build s', 'one error', 'two errors', 'judged', 'asked', 'candidates: median', 'max', 'µs: median', 'p99', 'max'],
  rows,
)}

The same when only the ${TRIED} nearest and most frequent candidates are tried, as the product does, or only the first:

${markdownTable(['method', ...kinds.flatMap((kind) => [`${kind}, of ${TRIED}`, 'first'])], placed)}

Chosen: h, and i where the vocabulary has more than a million words: one error needs no more than b, but of words with two
errors b misses most.
`; // prettier-ignore
}
