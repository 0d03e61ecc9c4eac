/** What every benchmark of search begins with: its arguments, the snapshot opened as `serve` opens it, the report. */
import { parseArgs } from 'node:util';
import { openSnapshot } from '../../src/cli/open-snapshot.ts';
import { locateSnapshot } from '../../src/store/directory.ts';
import type { Store } from '../../src/store/store.ts';
import { count, openReport, type Report } from '../results.ts';
import { openSnapshotTables, type SnapshotTables } from './snapshot-tables.ts';

export interface SearchBench {
  /** Of one snapshot. */
  readonly directory: string;
  readonly store: Store;
  readonly tables: SnapshotTables;
  readonly report: Report;
  readonly seed: number;
  /** For the heading of a section. */
  readonly corpus: string;
  close(): Promise<void>;
}

/** Reads `DIR [--record] [--seed N]` from the command line. @throws UnusableSnapshot when DIR holds none */
export async function openSearchBench(name: string, title: string): Promise<SearchBench> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { record: { type: 'boolean', default: false }, seed: { type: 'string', default: '1' } },
  });
  const [path] = positionals;
  const seed = Number(values.seed);
  if (path === undefined || positionals.length > 1 || !Number.isSafeInteger(seed) || seed < 0) {
    process.stderr.write(`usage: node bench/search/${name}.ts DIR [--record] [--seed N]\n`);
    process.exit(2);
  }
  const report = openReport(`search-${name}`, title, values.record);
  const directory = await locateSnapshot(path);
  const store = await openSnapshot(directory);
  const tables = openSnapshotTables(directory);
  await tables.warm();
  return {
    directory,
    store,
    tables,
    report,
    seed,
    corpus: `${count(store.snapshot.counts.entities)} entities, snapshot ${store.snapshot.id}`,
    async close() {
      tables.close();
      await store.close();
    },
  };
}
