/** Where satellites wait for their entity: in memory up to a bound, beyond it in a temporary SQLite file. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Satellite } from './gnd-satellite.ts';

export interface SatelliteStore {
  put(id: string, satellite: Satellite): void;
  get(id: string): Satellite | undefined;
  /** Forgets everything. */
  clear(): void;
  /** Removes the temporary file. */
  close(): void;
}

interface Overflow {
  readonly directory: string;
  readonly database: DatabaseSync;
  readonly insert: StatementSync;
  readonly select: StatementSync;
}

/** @param bound how many satellites are held in memory */
export function createSatelliteStore(bound: number): SatelliteStore {
  const recent = new Map<string, Satellite>();
  let overflow: Overflow | undefined;

  function spill(): void {
    overflow ??= openOverflow();
    overflow.database.exec('BEGIN');
    for (const [id, satellite] of recent) overflow.insert.run(id, JSON.stringify(satellite));
    overflow.database.exec('COMMIT');
    recent.clear();
  }

  function close(): void {
    if (overflow === undefined) return;
    overflow.database.close();
    rmSync(overflow.directory, { recursive: true, force: true });
    overflow = undefined;
  }

  return {
    put(id, satellite) {
      recent.set(id, satellite);
      if (recent.size > bound) spill();
    },
    get(id) {
      const held = recent.get(id);
      if (held !== undefined || overflow === undefined) return held;
      const row = overflow.select.get(id) as { satellite: string } | undefined;
      return row === undefined ? undefined : (JSON.parse(row.satellite) as Satellite);
    },
    clear() {
      recent.clear();
      close();
    },
    close,
  };
}

/** Losing this file loses nothing, so it is written without any care for power cuts. */
function openOverflow(): Overflow {
  const directory = mkdtempSync(join(tmpdir(), 'gnd-links-satellites-'));
  const database = new DatabaseSync(join(directory, 'satellites.sqlite'), { defensive: false });
  database.exec(`
    PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -65536;
    CREATE TABLE satellite (id TEXT PRIMARY KEY, satellite TEXT NOT NULL) WITHOUT ROWID, STRICT`);
  return {
    directory,
    database,
    insert: database.prepare('INSERT OR REPLACE INTO satellite VALUES (?, ?)'),
    select: database.prepare('SELECT satellite FROM satellite WHERE id = ?'),
  };
}
