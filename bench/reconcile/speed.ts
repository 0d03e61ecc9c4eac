/** Measures matching of batches of 50 queries: `node bench/reconcile/speed.ts DIR [--record] [--seed N]`. */
import type { EntityType } from '../../src/core/model/entity.ts';
import { matchBatch } from '../../src/shared/lookup/match-batch.ts';
import type { MatchQuery } from '../../src/core/search/match.ts';
import { createRandom } from '../random.ts';
import { markdownTable } from '../results.ts';
import { misspell } from '../search/misspell.ts';
import { openSearchBench } from '../search/open.ts';
import { drawSample } from '../search/sample.ts';
import type { IndexedEntity } from '../search/snapshot-tables.ts';
import { cell, summarise, timeEach } from '../search/timing.ts';

const BATCH = 50;
const BATCHES = 40;

const bench = await openSearchBench('reconcile/speed', 'Matching: how long a batch of 50 takes');
const { store, tables, seed } = bench;
const random = createRandom(seed);
const sample = await drawSample(tables, store, seed);

const natural = (name: string) => name.replace(/^([^,]+), (.+)$/, '$2 $1');
const query = (name: string, extra: Partial<MatchQuery> = {}): MatchQuery => ({ name, limit: 5, ...extra });
const typed = ({ card }: IndexedEntity): Partial<MatchQuery> => ({ types: [card.type as EntityType] });
/** Kinds of queries as columns of tables have them: plain names, names with a type or other facts, unknown names. */
const KINDS: Readonly<Record<string, (entity: IndexedEntity) => MatchQuery>> = {
  'whole name': ({ card }) => query(card.preferredName),
  'whole name, type': (entity) => query(entity.card.preferredName, typed(entity)),
  'natural order, type': (entity) => query(natural(entity.card.preferredName), typed(entity)),
  years: ({ card }) => query(card.preferredName, { years: [card.years?.start, card.years?.end] }),
  'type, profession, place': (entity) =>
    query(entity.card.preferredName, {
      ...typed(entity),
      properties: [
        { attributes: ['professionOrOccupation'], values: ['Maler'] },
        { attributes: ['placeOfBirth', 'placeOfDeath'], values: ['Berlin'] },
      ],
    }),
  'common name': () =>
    query(`${random.pick(sample.commonSurnames)}, ${random.pick(sample.people)?.card.preferredName.split(', ')[1]}`),
  'surname alone': ({ card }) => query(card.preferredName.split(',')[0] ?? ''),
  misspelt: ({ card }) => query(misspell(card.preferredName, 1, random)),
  'of nobody': ({ card }) => query(`${card.preferredName.split(',')[0]}, Xaver Quirin`),
};

const pick = () => random.pick(sample.entities) as IndexedEntity;
const rows: string[][] = [];
const measure = async (name: string, batches: readonly (readonly MatchQuery[])[]) => {
  const begun = process.cpuUsage();
  const timing = summarise(await timeEach(batches, (batch) => matchBatch(store, batch)));
  const { user, system } = process.cpuUsage(begun);
  const processor = (user + system) / 1000 / batches.length;
  rows.push([name, ...[processor, timing?.median, timing?.p95, timing?.max].map(cell)]);
};
const batchOf = (make: (entity: IndexedEntity) => MatchQuery) => Array.from({ length: BATCH }, () => make(pick()));

const kinds = Object.entries(KINDS);
const mixed = (place: number) => (kinds[place % kinds.length] as (typeof kinds)[number])[1];
await measure('warm-up', [batchOf(mixed(0))]);
rows.length = 0;
await measure(
  'all of these',
  Array.from({ length: BATCHES }, () => Array.from({ length: BATCH }, (_, place) => mixed(place)(pick()))),
);
for (const [name, make] of kinds)
  await measure(
    name,
    Array.from({ length: 8 }, () => batchOf(make)),
  );
bench.report.publish(
  bench.corpus,
  `Milliseconds for ${BATCH} queries, one batch after the other; processor time is what other programs of the machine do not change.\n\n${markdownTable(['queries', 'processor', 'median', 'p95', 'max'], rows)}`,
);
await bench.close();
