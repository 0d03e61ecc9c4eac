/** The start of every benchmark of search: its arguments, the snapshot opened as `serve` opens it, the report. */
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { openSnapshot } from '../../src/cli/installation.ts';
import { locateSnapshot } from '../../src/core/snapshot/directory.ts';
import type { Store } from '../../src/core/snapshot/store.ts';
import { count, openReport, type Report } from '../results.ts';
import { openSnapshotTables, type SnapshotTables } from './snapshot-tables.ts';

export interface SearchBench {
  /** Path of the snapshot. */
  readonly directory: string;
  readonly store: Store;
  readonly tables: SnapshotTables;
  readonly report: Report;
  readonly seed: number;
  /** The program's own flags that were set. */
  readonly flags: ReadonlySet<string>;
  /** Description of the data for the heading of a section. */
  readonly corpus: string;
  close(): Promise<void>;
}

/**
 * Reads `DIR [--record] [--seed N]` from the command line.
 * @param flags further flags of the program
 * @throws UnusableSnapshot when DIR holds none
 */
export async function openSearchBench(
  name: string,
  title: string,
  flags: readonly string[] = [],
): Promise<SearchBench> {
  const options: ParseArgsOptionsConfig = { record: { type: 'boolean' }, seed: { type: 'string', default: '1' } };
  for (const flag of flags) options[flag] = { type: 'boolean' };
  const { positionals, values } = parseArgs({ allowPositionals: true, options });
  const [path] = positionals;
  const seed = Number(values['seed']);
  if (path === undefined || positionals.length > 1 || !Number.isSafeInteger(seed) || seed < 0) {
    process.stderr.write(
      `usage: node bench/${name}.ts DIR [--record] [--seed N]${flags.map((flag) => ` [--${flag}]`).join('')}\n`,
    );
    process.exit(2);
  }
  const directory = await locateSnapshot(path);
  const store = await openSnapshot(directory);
  // Each size of data has its own section, so that sizes can be compared.
  const section = `${name.replace('/', '-')}-${magnitude(store.snapshot.counts.entities)}`;
  const report = openReport(section, title, values['record'] === true);
  const tables = openSnapshotTables(directory);
  await tables.warm();
  return {
    directory,
    store,
    tables,
    report,
    seed,
    flags: new Set(flags.filter((flag) => values[flag] === true)),
    corpus: `${count(store.snapshot.counts.entities)} entities, snapshot ${store.snapshot.id}`,
    async close() {
      tables.close();
      await store.close();
    },
  };
}

/** 1,004,625 → "1m", 12,644 → "13k". */
function magnitude(entities: number): string {
  return entities >= 500_000 ? `${Math.round(entities / 1_000_000)}m` : `${Math.round(entities / 1000)}k`;
}
