/** Keeps the dependent nodes of a chunk until their entity comes: in memory up to a bound, beyond it in a temporary SQLite file. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { DependentNode } from './blank-nodes.ts';

/** @param bound how many nodes are held in memory */
export function createNodeStore(bound: number) {
  const recent = new Map<string, DependentNode>();
  let overflow: ReturnType<typeof openOverflow> | undefined;

  return {
    put(id: string, node: DependentNode): void {
      recent.set(id, node);
      if (recent.size <= bound) return;
      overflow ??= openOverflow();
      overflow.add(recent);
      recent.clear();
    },
    get(id: string): DependentNode | undefined {
      return recent.get(id) ?? overflow?.get(id);
    },
    /** Forgets everything and removes the temporary file. */
    clear(): void {
      recent.clear();
      overflow?.remove();
      overflow = undefined;
    },
  };
}

/** Losing this file loses nothing, so it is written without any care for power cuts. */
function openOverflow() {
  const directory = mkdtempSync(join(tmpdir(), 'gnd-links-nodes-'));
  const database = new DatabaseSync(join(directory, 'nodes.sqlite'), { defensive: false });
  database.exec(`
    PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -65536;
    CREATE TABLE node (id TEXT PRIMARY KEY, node TEXT NOT NULL) WITHOUT ROWID, STRICT`);
  const insert = database.prepare('INSERT OR REPLACE INTO node VALUES (?, ?)');
  const select = database.prepare('SELECT node FROM node WHERE id = ?');
  return {
    add(nodes: ReadonlyMap<string, DependentNode>): void {
      database.exec('BEGIN');
      for (const [id, node] of nodes) insert.run(id, JSON.stringify(node));
      database.exec('COMMIT');
    },
    get(id: string): DependentNode | undefined {
      const row = select.get(id) as { readonly node: string } | undefined;
      return row === undefined ? undefined : (JSON.parse(row.node) as DependentNode);
    },
    remove(): void {
      database.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
