/**
 * How much processor time of one core do a thousand identifiers of any kind take, with and without targets in all
 * schemes? The identifiers are those of entities and of their links. Takes a minute.
 *
 *     node bench/resolve.ts SNAPSHOT [--record] [--rounds N]
 */
import { parseArgs } from 'node:util';
import { openSnapshot } from '../src/cli/installation.ts';
import { resolveValues, withTargets } from '../src/shared/lookup/resolve-values.ts';
import { readAnswer } from '../src/core/snapshot/stored-answer.ts';
import type { Store } from '../src/core/snapshot/store.ts';
import { allWanted } from '../src/shared/lookup/targets.ts';
import { createRandom } from './random.ts';
import { count, markdownTable, openReport } from './results.ts';

const SEED = 1;
const ENTITIES = 5_000;
const VALUES = 1_000;
/** Rounds before the measurement, in which code is compiled and caches fill. */
const WARMING = 3;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { record: { type: 'boolean', default: false }, rounds: { type: 'string', default: '15' } },
});

/** Processor time in milliseconds since an earlier reading. */
function elapsed(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

async function drawValues(store: Store): Promise<readonly string[]> {
  const drawn: string[] = [];
  for (const id of await store.entityIds(undefined, ENTITIES)) {
    const found = await store.entity(id);
    if (found?.kind !== 'found') continue;
    drawn.push(id);
    const links = readAnswer(found.answer).links.categories.flatMap(({ items }) => items);
    drawn.push(
      ...links.flatMap(({ url }) =>
        store
          .identify(url)
          .filter((key) => !key.startsWith('url:'))
          .slice(0, 1),
      ),
    );
  }
  return drawn;
}

const store = await openSnapshot(positionals[0] ?? '');
const random = createRandom(SEED);
const pool = await drawValues(store);
const question = { wanted: allWanted(store.schemes), relations: ['sameAs'] } as const;
const taken = { plain: [] as number[], targets: [] as number[] };
for (let round = 0; round < WARMING + Number(values.rounds); round += 1) {
  const list = Array.from({ length: VALUES }, () => random.pick(pool) ?? '');
  const begin = process.cpuUsage();
  const rows = await resolveValues(store, list);
  const plain = elapsed(begin);
  await withTargets(store, rows, question);
  if (round < WARMING) continue;
  taken.plain.push(plain);
  taken.targets.push(elapsed(begin));
}
await store.close();

const shown = (times: readonly number[]) => {
  const sorted = times.toSorted((a, b) => a - b);
  return [sorted[sorted.length >> 1] ?? 0, sorted.at(-1) ?? 0].map((time) => `${Math.round(time)} ms`);
};
const rows = [
  ['entities alone', ...shown(taken.plain)],
  ['with all targets', ...shown(taken.targets)],
];
const { id, counts } = store.snapshot;
const text = `Processor time for ${count(VALUES)} values, drawn anew for each of ${values.rounds} rounds from ${count(pool.length)}.`;
const report = openReport('resolve', 'A thousand identifiers resolved', values.record);
report.publish(
  `${count(counts.entities)} entities, snapshot ${id}`,
  `${text}\n\n${markdownTable(['answer', 'median', 'slowest'], rows)}`,
);
