/**
 * How long does a page of relations take, for random entities and for the entities with most inbound relations, where
 * every page is requested? Takes some minutes.
 *
 *     node bench/relations.ts SNAPSHOT [--record]
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { openSnapshot } from '../src/cli/installation.ts';
import { groupsOf, INCOMING, MAX_ITEMS, type RelationQuery } from '../src/shared/lookup/relation-groups.ts';
import { type GndId, unpackGndId } from '../src/core/model/gnd-id.ts';
import { type InboundGroup, RELATION_WINDOW } from '../src/core/search/inbound.ts';
import { locateSnapshot } from '../src/core/snapshot/directory.ts';
import { readAnswer } from '../src/core/snapshot/stored-answer.ts';
import { drawIds } from './http/requests.ts';
import { count, markdownTable, openReport } from './results.ts';
import { cell, summarise } from './search/timing.ts';

const SEED = 1;
const RANDOM_ENTITIES = 5_000;
/** Number of the largest groups; every page of these is requested. */
const LARGEST_GROUPS = 12;

interface Question extends RelationQuery {
  readonly gnd: GndId;
}

/** The groups with most entities. For the keys see `keyOf` in `src/core/search/inbound.ts`. */
function largestGroups(directory: string): readonly { gnd: GndId; group: InboundGroup; total: number }[] {
  using search = new DatabaseSync(join(directory, 'search.sqlite'), { readOnly: true });
  const rows = search
    .prepare('SELECT -key AS key, entities FROM frequent_key WHERE key < 0 ORDER BY entities DESC LIMIT ?')
    .all(LARGEST_GROUPS) as { key: number; entities: number }[];
  return rows.map(({ key, entities }) => ({
    gnd: unpackGndId(key % 2 ** 36),
    group: INCOMING[Math.floor(key / 2 ** 36) - 1] as InboundGroup,
    total: entities,
  }));
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { record: { type: 'boolean', default: false } },
});
const report = openReport('relations', 'Pages of relations', values.record);
const directory = await locateSnapshot(positionals[0] ?? '');
const store = await openSnapshot(directory);
const largest = largestGroups(directory);
const pagesOf = ({ gnd, group, total }: (typeof largest)[number]): Question[] =>
  Array.from({ length: Math.ceil(Math.min(total, RELATION_WINDOW) / MAX_ITEMS.ofOne) }, (_, page) => ({
    gnd,
    group,
    limit: MAX_ITEMS.ofOne,
    offset: page * MAX_ITEMS.ofOne,
  }));
const first = (gnd: GndId): Question => ({ gnd, group: undefined, limit: MAX_ITEMS.ofEach, offset: 0 });
const questions: Readonly<Record<string, readonly Question[]>> = {
  'all groups, random entities': drawIds(directory, SEED).slice(0, RANDOM_ENTITIES).map(first),
  'all groups, entities with most relations': largest.flatMap(({ gnd }) =>
    Array.from({ length: 20 }, () => first(gnd)),
  ),
  [`pages of ${MAX_ITEMS.ofOne} to the end, largest groups`]: largest.flatMap(pagesOf),
  'the same, last tenth of the pages': largest.flatMap((group) => pagesOf(group).slice(-pagesOf(group).length / 10)),
};

let items = 0;
async function ask({ gnd, ...query }: Question): Promise<void> {
  const found = await store.entity(gnd);
  if (found?.kind !== 'found') throw new Error(`${gnd} is not there`);
  const groups = await groupsOf(readAnswer(found.answer).entity, query, store);
  items += groups.reduce((sum, group) => sum + group.items.length, 0);
}

const rows: string[][] = [];
for (const [name, asked] of Object.entries(questions)) {
  for (const question of asked.slice(0, 200)) await ask(question);
  items = 0;
  const [elapsed, processor]: number[][] = [[], []];
  for (const question of asked) {
    const [begun, before] = [performance.now(), process.cpuUsage()];
    await ask(question);
    const { user, system } = process.cpuUsage(before);
    processor?.push((user + system) / 1000);
    elapsed?.push(performance.now() - begun);
  }
  const [cpu, clock] = [summarise(processor ?? []), summarise(elapsed ?? [])];
  const figures = [cpu?.median, cpu?.p99, cpu?.max, clock?.median, clock?.p99].map(cell);
  rows.push([name, count(asked.length), count(items), ...figures]);
}
const { id, counts } = store.snapshot;
await store.close();
const sizes = largest.map(({ group, total }) => `${group} ${count(total)}`).join(', ');
const head = ['answer', 'requests', 'items', 'CPU p50 ms', 'CPU p99 ms', 'CPU max ms', 'clock p50 ms', 'clock p99 ms'];
report.publish(
  `${count(counts.entities)} entities, snapshot ${id}`,
  `In one process, one request after the other, without HTTP; processor time is that of all threads. Groups with most entities: ${sizes}.\n\n${markdownTable(head, rows)}`,
);
