/** The building site: everything the sources say, on disk, until it can be read back one entity at a time. */
import { DatabaseSync } from 'node:sqlite';
import type { GndId } from '../model/gnd-id.ts';
import { packGndId } from '../model/gnd-id.ts';
import { REDIRECT_EVIDENCE, type RedirectEvidence } from '../readers/reader.ts';

/** How much a name counts as the label of an entity: of its GND record, of its Entity Facts, of somebody's mention. */
export const NAME_RANK = { record: 0, supplement: 1, mention: 2 } as const;

export interface StagedStatement {
  /** Packed identifier of the entity it belongs to, redirects followed. */
  readonly entity: number;
  /** Packed identifier under which it was stated. */
  readonly stated: number;
  readonly kind: 'entity' | 'link';
  readonly source: string;
  readonly body: string;
}

const KINDS = ['entity', 'link'] as const;
/** Number of the kind `entity` in the column `kind`. */
export const ENTITY_KIND = KINDS.indexOf('entity');

const SCHEMA = `
  CREATE TABLE statement (id INTEGER NOT NULL, kind INTEGER NOT NULL, source INTEGER NOT NULL, body TEXT NOT NULL);
  CREATE TABLE name (id INTEGER PRIMARY KEY, rank INTEGER NOT NULL, precedence TEXT NOT NULL, label TEXT NOT NULL);
  CREATE TABLE claim (old INTEGER NOT NULL, target INTEGER NOT NULL, evidence INTEGER NOT NULL, PRIMARY KEY (old, target)) WITHOUT ROWID;
  CREATE TABLE deletion (id INTEGER PRIMARY KEY, successors TEXT NOT NULL DEFAULT '[]');
  CREATE TABLE redirect (old INTEGER PRIMARY KEY, target INTEGER NOT NULL);
  CREATE TABLE relation (target INTEGER NOT NULL);
`;

/** Pages in memory; everything beyond goes to the file. */
const CACHE_KIB = 131_072;

/** Opens a building site in a new file. Source keys must be known beforehand, sorted, so that numbers follow names. */
export function openStaging(file: string, sourceKeys: readonly string[]) {
  const database = new DatabaseSync(file, { defensive: false });
  database.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
    PRAGMA cache_size = -${CACHE_KIB}; PRAGMA temp_store = FILE;`);
  database.exec(SCHEMA);
  database.exec('BEGIN');
  const sources = [...sourceKeys].sort();
  const numberOf = new Map(sources.map((key, index) => [key, index]));
  const insert = {
    statement: database.prepare('INSERT INTO statement VALUES (?, ?, ?, ?)'),
    // The better name wins whatever comes first: rank, then the record's precedence, then the text.
    name: database.prepare(`INSERT INTO name VALUES (?1, ?2, ?3, ?4) ON CONFLICT (id) DO UPDATE
      SET rank = excluded.rank, precedence = excluded.precedence, label = excluded.label
      WHERE (excluded.rank, excluded.precedence, excluded.label) < (rank, precedence, label)`),
    claim: database.prepare(`INSERT INTO claim VALUES (?, ?, ?) ON CONFLICT (old, target) DO UPDATE
      SET evidence = min(evidence, excluded.evidence)`),
    deletion: database.prepare('INSERT OR IGNORE INTO deletion (id) VALUES (?)'),
    relation: database.prepare('INSERT INTO relation VALUES (?)'),
  };
  return {
    database,
    addStatement(gnd: GndId, kind: StagedStatement['kind'], source: string, body: string): void {
      insert.statement.run(packGndId(gnd), KINDS.indexOf(kind), numberOf.get(source) ?? -1, body);
    },
    addName(gnd: GndId, rank: number, precedence: string, label: string): void {
      insert.name.run(packGndId(gnd), rank, precedence, label);
    },
    addClaim(from: GndId, to: GndId, evidence: RedirectEvidence): void {
      if (from !== to) insert.claim.run(packGndId(from), packGndId(to), REDIRECT_EVIDENCE.indexOf(evidence));
    },
    addDeletion(gnd: GndId): void {
      insert.deletion.run(packGndId(gnd));
    },
    addRelation(target: GndId): void {
      insert.relation.run(packGndId(target));
    },
    /** Everything is in: makes what reading back needs. Redirects must have been resolved. */
    prepareReading(): void {
      database.exec(`
        CREATE INDEX redirect_target ON redirect (target);
        CREATE TABLE inbound AS SELECT coalesce(redirect.target, relation.target) AS id, count(*) AS relations
          FROM relation LEFT JOIN redirect ON redirect.old = relation.target GROUP BY 1;
        CREATE UNIQUE INDEX inbound_id ON inbound (id);
      `);
    },
    /** All statements, entity by entity, in an order that does not depend on how they came in. */
    *statements(): IterableIterator<StagedStatement> {
      const rows = database.prepare(`
        SELECT coalesce(redirect.target, statement.id) AS entity, statement.id AS stated, kind, source, body
        FROM statement LEFT JOIN redirect ON redirect.old = statement.id
        ORDER BY 1, kind, source, body, stated`);
      for (const row of rows.iterate()) {
        yield {
          entity: row['entity'] as number,
          stated: row['stated'] as number,
          kind: KINDS[row['kind'] as number] ?? 'link',
          source: sources[row['source'] as number] ?? '',
          body: row['body'] as string,
        };
      }
    },
    close(): void {
      if (database.isOpen) database.close();
    },
  };
}
export type Staging = ReturnType<typeof openStaging>;
