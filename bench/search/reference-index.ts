/** What search is measured against: a plain full-text index with positions and lengths, which BM25 needs to weigh anything. */
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createDatabase, openDatabase } from '../../src/store/sqlite/schema.ts';
import { matchExpression, type SnapshotTables, type WordQuery } from './snapshot-tables.ts';

export interface ReferenceIndex {
  /** Building took so many. */
  readonly seconds: number;
  readonly bytes: number;
  /** Ranks of the entities with all words, the last as the beginning of one; the best score first. */
  byRelevance(query: WordQuery, limit: number): readonly number[];
  close(): void;
}

// The sign before a type tells it from the words of names, which are of letters and digits.
const SCHEMA = `CREATE VIRTUAL TABLE reference USING fts5 (name, variants, type_and_years, content='',
  prefix='1 2 3 4 5', tokenize="ascii tokenchars '_'")`;
/** What it gathers in memory before it writes, as when a snapshot is built. */
const HASH_BYTES = 16 * 1024 ** 2;

/** Lies beside the snapshot, where there is room for large files; once it is open its folder is gone. */
export function buildReferenceIndex(tables: SnapshotTables, directory: string): ReferenceIndex {
  const started = performance.now();
  const folder = mkdtempSync(join(dirname(directory), '.reference-'));
  try {
    const file = join(folder, 'reference.sqlite');
    build(file, tables);
    const seconds = (performance.now() - started) / 1000;
    return { seconds, bytes: statSync(file).size, ...openReferenceIndex(file) };
  } finally {
    // What is open can do without a name.
    rmSync(folder, { recursive: true });
  }
}

function build(file: string, tables: SnapshotTables): void {
  const database = createDatabase(file, SCHEMA);
  database.exec(`INSERT INTO reference (reference, rank) VALUES ('hashsize', ${HASH_BYTES})`);
  database.exec('BEGIN');
  const insert = database.prepare('INSERT INTO reference (rowid, name, variants, type_and_years) VALUES (?, ?, ?, ?)');
  for (const { rank, type, names, variants, years } of tables.folded()) {
    insert.run(rank, names, variants, [`_${type}`, ...years].join(' '));
  }
  database.exec('COMMIT');
  database.exec(`INSERT INTO reference (reference) VALUES ('optimize')`);
  database.close();
  // Otherwise it would be written to the disk while searches are measured.
  const descriptor = openSync(file, 'r');
  fdatasyncSync(descriptor);
  closeSync(descriptor);
}

/** Not through the connection that built it: FTS5 looks for the beginning of a word in all the memory it once gathered words in. */
function openReferenceIndex(file: string): Pick<ReferenceIndex, 'byRelevance' | 'close'> {
  const database = openDatabase(file);
  const select = database.prepare('SELECT rowid FROM reference WHERE reference MATCH ? ORDER BY rank LIMIT ?');
  return {
    byRelevance({ q, types }, limit) {
      const words = matchExpression(q);
      if (words === undefined) return [];
      const wanted = types?.map((type) => `"_${type}"`).join(' OR ');
      const match = wanted === undefined ? words : `${words} AND (${wanted})`;
      return select.all(match, limit).map((row) => row['rowid'] as number);
    },
    close: () => database.close(),
  };
}
