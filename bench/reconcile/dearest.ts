/**
 * Searches for the words that take longest to match and to search for: generated names of many shapes, of which the dearest are
 * changed again and again. `node bench/reconcile/dearest.ts DIR [--record] [--seed N]`.
 */
import { createRandom } from '../random.ts';
import { count, markdownTable } from '../results.ts';
import { misspell } from '../search/misspell.ts';
import { openSearchBench } from '../search/open.ts';
import { drawSample, wordsOf } from '../search/sample.ts';
import { cell } from '../search/timing.ts';

const GENERATED = 600;
const ROUNDS = 12;
/** Names that are changed in each round, and changes of each. */
const [KEPT, CHANGES] = [12, 12];
/** Names of a request for reconciliation. */
const BATCH = 50;

const bench = await openSearchBench('reconcile/dearest', 'The dearest names and queries that a program finds');
const { store, tables, seed } = bench;
const random = createRandom(seed);
const sample = await drawSample(tables, store, seed);

const common = () => random.pick([...sample.commonWords.slice(0, 60), ...sample.commonSurnames.slice(0, 60)]);
const some = (most: number, make: () => string | undefined) =>
  Array.from({ length: 1 + random.below(most) }, make).join(' ');
const letter = () => String.fromCodePoint(97 + random.below(26));
const year = () => String(1500 + random.below(500));
const nameOf = () => random.pick(sample.entities)?.card.preferredName ?? '';
const SHAPES: readonly (() => string)[] = [
  () => some(12, common),
  () => misspell(some(8, common), 1 + random.below(4), random),
  () => some(12, letter),
  () => `${some(3, common)}, ${some(6, letter)} ${year()}-${year()}`,
  () => `${nameOf()} (${some(5, common)})`,
  () => `${nameOf()}: ${nameOf()}`,
  () => misspell(nameOf(), 2, random),
  () => `${common()}-${common()}, ${some(4, common)}, geb. ${common()} (${year()}-${year()})`,
];

/** Work that depends on words, by the addresses that do it; everything else depends on the record, see docs/limits.md. */
const WORK: Readonly<Record<string, (name: string) => Promise<unknown>>> = {
  'matched by /reconcile and /mcp': (name) => store.match([{ name, limit: 5 }]),
  'searched for by /api/v1/search, /suggest and /mcp': (name) =>
    store.search({ q: name.slice(0, 200), limit: 100, offset: 0 }),
};

/** Processor time in milliseconds. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}

function changed(name: string): string {
  const words = wordsOf(name);
  const place = random.below(Math.max(1, words.length));
  const other =
    random.pick([common() ?? '', letter(), year(), misspell(common() ?? '', 1, random), `(${common()})`]) ?? '';
  const next = random.below(2) === 0 ? words.with(place, other) : words.toSpliced(place, random.below(2), other);
  return next.join(random.below(4) === 0 ? ', ' : ' ').slice(0, 300);
}

const parts: string[] = [];
for (const [what, ask] of Object.entries(WORK)) {
  const found = new Map<string, number>();
  const learn = async (names: readonly string[]) => {
    for (const name of names) {
      if (name === '' || found.has(name)) continue;
      const times = [];
      for (let n = 0; n < 3; n += 1) times.push(await timeOf(() => ask(name)));
      found.set(name, Math.min(...times));
    }
  };
  const dearest = (most: number) => [...found].toSorted(([, a], [, b]) => b - a).slice(0, most);
  await learn(Array.from({ length: GENERATED }, (_, n) => (SHAPES[n % SHAPES.length] as () => string)()));
  const median = dearest(found.size)[Math.floor(found.size / 2)]?.[1] ?? 0;
  for (let round = 0; round < ROUNDS; round += 1)
    await learn(dearest(KEPT).flatMap(([name]) => Array.from({ length: CHANGES }, () => changed(name))));
  const rows = dearest(10).map(([name, ms]) => [name.replaceAll('|', ' '), cell(ms)]);
  const together = await timeOf(async () => {
    for (const [name] of dearest(BATCH)) await ask(name);
  });
  parts.push(
    `${count(found.size)} names ${what}, the least of three: median ${cell(median)}; the dearest ${BATCH} together ${cell(together)}.`,
    markdownTable(['name', 'ms'], rows),
  );
}
bench.report.publish(bench.corpus, `Milliseconds of the processor.\n\n${parts.join('\n\n')}`);
await bench.close();
