/**
 * Does the matcher find the right entity? Precision and recall at `match`, and success@3, of the gold list, in
 * comparison with the rule of other services. `node bench/reconcile/gold.ts DIR [--apart] [--misses] [--record]`; DIR
 * is a snapshot of the records from which the list was drawn, `--apart` takes the half of the list that was kept for
 * judging only.
 */
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { openSnapshot } from '../../src/cli/installation.ts';
import type { EntityType } from '../../src/core/model/entity.ts';
import { searchWords } from '../../src/core/search/names/search-text.ts';
import { locateSnapshot } from '../../src/core/snapshot/directory.ts';
import { count, markdownTable, openReport } from '../results.ts';
import { figures, isMiss, matchGold, type Outcome, readGold } from './gold-list.ts';
import { openSnapshotTables } from '../search/snapshot-tables.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    apart: { type: 'boolean', default: false },
    misses: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
});
const [path] = positionals;
if (path === undefined) throw new Error('usage: node bench/reconcile/gold.ts DIR [--apart] [--misses] [--record]');
const directory = await locateSnapshot(path);
const store = await openSnapshot(directory);
const rows = readGold(values.apart);

const ours = await matchGold(store, rows, (outcome, candidates) => {
  if (!values.misses || !isMiss(outcome)) return;
  const { row, matched } = outcome;
  console.log(
    `${row.kind}: ${row.query.name} → ${row.meant.join(' ') || 'nobody'}${matched === undefined ? '' : ', matched'}`,
  );
  for (const { card, score, features } of candidates.slice(0, 3))
    console.log(`   ${card.gnd} ${card.preferredName} ${score} ${JSON.stringify(features)}`);
});

/** The reference: BM25 of all names, restricted to the type; a match has a score above 50 and a lead of 5. */
function byRelevance(): (factor: number) => Outcome[] {
  const tables = openSnapshotTables(directory);
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE VIRTUAL TABLE entity USING fts5(names, gnd UNINDEXED, type UNINDEXED)');
  const insert = database.prepare('INSERT INTO entity VALUES (?, ?, ?)');
  for (let rank = 1; rank <= tables.entities; rank += 1) {
    const { card, variants } = tables.entity(rank) ?? {};
    if (card !== undefined)
      insert.run([card.preferredName, ...(variants ?? [])].flatMap(searchWords).join(' '), card.gnd, card.type);
  }
  const select = database.prepare(
    'SELECT gnd, type, bm25(entity) AS score FROM entity WHERE entity MATCH ? ORDER BY score LIMIT 200',
  );
  const hits = rows.map(({ query: { name, types, years = [undefined, undefined] } }) => {
    const words = new Set([...searchWords(name), ...years.filter((year) => year !== undefined).map(String)]);
    const match = [...words].map((word) => `"${word}"`).join(' OR ');
    return select.all(match).filter(({ type }) => types === undefined || types.includes(type as EntityType));
  });
  return (factor) =>
    rows.map((row, place) => {
      const found = hits[place] ?? [];
      const [first = 0, second = 0] = found.map(({ score }) => -factor * (score as number));
      const ids = found.map(({ gnd }) => gnd as string);
      return { row, found: ids, matched: first > 50 && first - second >= 5 ? ids[0] : undefined };
    });
}

const relevance = byRelevance();
const factors = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].map((factor) => ({ factor, ...figures(relevance(factor)) }));
const isBetter = (a: number, b: number) => (Number.isNaN(a) ? 0 : a) - (Number.isNaN(b) ? 0 : b);
const best = factors.toSorted((a, b) =>
  isBetter(
    (2 * b.precision * b.recall) / (b.precision + b.recall),
    (2 * a.precision * a.recall) / (a.precision + a.recall),
  ),
)[0];
const own = figures(ours);
const line = (name: string, of: { precision: number; recall: number; success: number; wrong: number }) => [
  name,
  ...[of.precision, of.recall, of.success].map((share) => share.toFixed(3)),
  String(of.wrong),
];
const kinds = Map.groupBy(ours, ({ row }) => row.kind);
const report = openReport(
  `reconcile-gold-${values.apart ? 'apart' : 'tuning'}`,
  'Matching: is the right one meant?',
  values.record,
);
report.publish(
  `${rows.length} names of the gold list, ${rows.filter(({ meant }) => meant.length === 0).length} of them of nobody in the data, against ${count(store.snapshot.counts.entities)} entities`,
  [
    markdownTable(
      ['rule', 'precision at match', 'recall at match', 'success@3', 'wrong matches'],
      [
        line('this matcher', own),
        line(`relevance above 50 and 5 ahead (BM25 × ${best?.factor}, its best of ten factors)`, best as typeof own),
      ],
    ),
    markdownTable(
      ['case', 'names', 'right matches', 'wrong matches', 'among the first three'],
      [...kinds].map(([kind, of]) => {
        const right = of.filter(own.isRight).length;
        const wrong = of.filter(({ matched }) => matched !== undefined).length - right;
        const near = of.filter(({ row, found }) => found.slice(0, 3).some((gnd) => row.meant.includes(gnd))).length;
        return [kind, String(of.length), String(right), String(wrong), kind.startsWith('absent') ? '–' : String(near)];
      }),
    ),
  ].join('\n\n'),
);
await store.close();
