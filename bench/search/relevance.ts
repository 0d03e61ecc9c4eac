/**
 * Does search find the right entity? success@1, success@5 and MRR of the judged queries, for each kind of query. DIR is
 * a snapshot of the records from which they were drawn: `node bench/search/relevance.ts DIR [--misses] [--record]`.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openSnapshot } from '../../src/cli/installation.ts';
import { count, markdownTable, openReport } from '../results.ts';
import { judge, readJudgedQueries } from './judged.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { misses: { type: 'boolean', default: false }, record: { type: 'boolean', default: false } },
});
const [directory] = positionals;
if (directory === undefined) throw new Error('usage: node bench/search/relevance.ts DIR [--misses] [--record]');

const SETS = {
  'judged-queries.tsv': 'Judged queries',
  'unseen-queries.tsv': 'Unseen queries',
  'typed-queries.tsv': 'As people type them, the half in view',
  'typed-queries-kept.tsv': 'As people type them, the half that was kept apart',
  'asked-queries.tsv': 'As people type, paste and dictate them, the half in view',
  'asked-queries-kept.tsv': 'As people type, paste and dictate them, the half that was kept apart',
  'fresh-queries.tsv': 'Fresh ones of the same kinds, the half in view',
  'fresh-queries-kept.tsv': 'Fresh ones of the same kinds, the half that was kept apart',
  'reader-queries.tsv': 'As readers of a catalogue write them',
  'weighed-queries.tsv': 'Not all words in one entity, the half in view',
  'weighed-queries-kept.tsv': 'Not all words in one entity, the half that was kept apart',
  'weighed-fresh-queries-kept.tsv': 'Not all words in one entity, the second set, what was kept apart',
  'nobody-queries.tsv': 'Queries of nobody: nothing, or approximate hits that share a word of weight',
} as const;
const report = openReport('search-relevance', 'Search: does it find the right one?', values.record);
const store = await openSnapshot(directory);
const tables: string[] = [];
for (const [file, title] of Object.entries(SETS)) {
  const judgements = await judge(
    store,
    readJudgedQueries(join(import.meta.dirname, file)),
    ({ kind, q, right, areAll }, items) => {
      if (!values.misses) return;
      console.log(`${kind}: ${q} → ${right.join(areAll ? ' and ' : ' or ') || 'nobody'}, but`);
      for (const { gnd, preferredName, matched, score } of items.slice(0, 3))
        console.log(`  ${gnd} ${preferredName} (${matched.field}: ${matched.value}, ${score})`);
    },
  );
  const rows = judgements.map(({ kind, queries, first, firstFive, reciprocalRank }) => [
    kind,
    String(queries),
    ...[first, firstFive, reciprocalRank].map((share) => share.toFixed(3)),
  ]);
  tables.push(
    `${title} (\`bench/search/${file}\`):`,
    markdownTable(['kind', 'queries', 'success@1', 'success@5', 'MRR'], rows),
  );
}
report.publish(`${count(store.snapshot.counts.entities)} entities`, tables.join('\n\n'));
await store.close();
