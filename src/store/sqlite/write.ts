/** Writes a snapshot as two SQLite files and a header: entities as they come, search in order of prominence. */
import { createHash, type Hash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { type GndId, packGndId } from '../../model/gnd-id.ts';
import { claimOf, HEADER_FILE, SNAPSHOT_FORMAT, type SnapshotHeader, syncToDisk, writeDurably } from '../header.ts';
import type { SnapshotCounts, SnapshotEntity, SnapshotFacts, SnapshotWriter } from '../store.ts';
import { createDatabase, ENTITIES_FILE, ENTITIES_SCHEMA, SEARCH_FILE } from './schema.ts';
import { type SearchRow, writeSearch } from './write-search.ts';

const STAGING_FILE = 'staging.sqlite';
const KEYS_FILE = 'keys.sqlite';
const STAGING_SCHEMA = `
  CREATE TABLE pending (id INTEGER PRIMARY KEY, prominence INTEGER NOT NULL, card TEXT NOT NULL,
    variants TEXT NOT NULL, identifiers TEXT NOT NULL)`;

/** Prefixes of the lines that {@link SnapshotFacts.contentHash} is taken over; docs/snapshot-format.md. */
export function contentHasher(): {
  entity(answer: string | Uint8Array): void;
  redirect(from: number, to: number): void;
  deletion(id: number, successors: string): void;
  digest(): string;
} {
  const answers = createHash('sha256');
  const redirects = createHash('sha256');
  const deletions = createHash('sha256');
  const line = (hash: Hash, text: string) => hash.update(`${text}\n`);
  return {
    entity: (answer) => void answers.update(answer).update('\n'),
    redirect: (from, to) => void line(redirects, `${from} ${to}`),
    deletion: (id, successors) => void line(deletions, `${id} ${successors}`),
    digest: () =>
      createHash('sha256').update(answers.digest()).update(redirects.digest()).update(deletions.digest()).digest('hex'),
  };
}

/**
 * @param directory is made if need be and must be empty
 * @throws when the disk is full or the directory cannot be written
 */
export function createSqliteSnapshot(directory: string): SnapshotWriter {
  mkdirSync(directory, { recursive: true });
  const entities = createDatabase(join(directory, ENTITIES_FILE), ENTITIES_SCHEMA);
  const staging = createDatabase(join(directory, STAGING_FILE), STAGING_SCHEMA);
  entities.exec('BEGIN');
  staging.exec('BEGIN');
  const insert = {
    entity: entities.prepare('INSERT INTO entity VALUES (?, ?)'),
    coverage: entities.prepare('INSERT INTO coverage VALUES (?, ?)'),
    redirect: entities.prepare('INSERT INTO redirect VALUES (?, ?)'),
    deletion: entities.prepare('INSERT INTO deletion VALUES (?, ?)'),
    pending: staging.prepare('INSERT INTO pending VALUES (?, ?, ?, ?, ?)'),
  };
  const tally = emptyTally();
  const content = contentHasher();
  let last = -1;

  return {
    add(entity: SnapshotEntity) {
      const id = packGndId(entity.card.gnd);
      if (id <= last) throw new Error(`entities out of order: ${entity.card.gnd}`);
      last = id;
      insert.entity.run(id, gzipSync(entity.answer, { level: 6 }));
      insert.coverage.run(id, JSON.stringify(entity.coverage));
      insert.pending.run(
        id,
        entity.prominence,
        JSON.stringify(entity.card),
        entity.variantNames.join('\n'),
        entity.identifiers.join('\n'),
      );
      content.entity(entity.answer);
      count(tally, entity);
    },
    redirect(from: GndId, to: GndId) {
      insert.redirect.run(packGndId(from), packGndId(to));
      content.redirect(packGndId(from), packGndId(to));
      tally.redirects += 1;
    },
    deletion(id: GndId, successors: readonly GndId[]) {
      const text = JSON.stringify(successors);
      insert.deletion.run(packGndId(id), text);
      content.deletion(packGndId(id), text);
      tally.deletions += 1;
    },
    async finish(facts: SnapshotFacts) {
      entities.exec('COMMIT; ANALYZE');
      entities.close();
      staging.exec('COMMIT');
      const identifiers = writeSearch(join(directory, SEARCH_FILE), join(directory, KEYS_FILE), byProminence(staging));
      staging.close();
      rmSync(join(directory, STAGING_FILE));
      const files: SnapshotHeader['files'] = {
        [ENTITIES_FILE]: await claimOf(join(directory, ENTITIES_FILE)),
        [SEARCH_FILE]: await claimOf(join(directory, SEARCH_FILE)),
      };
      for (const file of Object.keys(files)) await syncToDisk(join(directory, file));
      const header: SnapshotHeader = {
        format: SNAPSHOT_FORMAT,
        ...facts,
        contentHash: content.digest(),
        counts: { ...tally, identifiers },
        files,
      };
      await writeDurably(join(directory, HEADER_FILE), `${JSON.stringify(header, null, 2)}\n`);
      await syncToDisk(directory);
      return header;
    },
    abort() {
      for (const database of [entities, staging]) if (database.isOpen) database.close();
    },
  };
}

type Tally = { -readonly [K in keyof Omit<SnapshotCounts, 'identifiers'>]: Mutable<SnapshotCounts[K]> };
type Mutable<T> = T extends Readonly<Record<string, number>> ? Record<string, number> : T;

function emptyTally(): Tally {
  return { entities: 0, byType: {}, links: 0, byCategory: {}, redirects: 0, deletions: 0 };
}

function count(tally: Tally, { coverage }: SnapshotEntity): void {
  tally.entities += 1;
  tally.byType[coverage.type] = (tally.byType[coverage.type] ?? 0) + 1;
  tally.links += coverage.links;
  for (const [category, links] of Object.entries(coverage.byCategory)) {
    tally.byCategory[category] = (tally.byCategory[category] ?? 0) + links;
  }
}

function byProminence(staging: DatabaseSync): Iterable<SearchRow> {
  const rows = staging.prepare(
    'SELECT id, prominence, card, variants, identifiers FROM pending ORDER BY prominence DESC, id',
  );
  return rows.iterate() as unknown as Iterable<SearchRow>;
}
