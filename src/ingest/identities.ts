/** Who is who, in a database of the building site: names, redirects, deletions, and how often entities refer to each other. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type GndId, packGndId, unpackGndId } from '../model/gnd-id.ts';
import { IDENTITY } from './identify.ts';
import { type RedirectReport, resolveRedirects } from './redirects.ts';
import { mergeRuns } from './runs.ts';
import { NAME_RANK } from './statements.ts';

const IDENTITIES_FILE = 'identities.sqlite';

const SCHEMA = `
  CREATE TABLE name (id INTEGER PRIMARY KEY, rank INTEGER NOT NULL, label TEXT NOT NULL);
  CREATE TABLE claim (old INTEGER NOT NULL, target INTEGER NOT NULL, evidence INTEGER NOT NULL, PRIMARY KEY (old, target)) WITHOUT ROWID;
  CREATE TABLE deletion (id INTEGER PRIMARY KEY, successors TEXT NOT NULL DEFAULT '[]');
  CREATE TABLE redirect (old INTEGER PRIMARY KEY, target INTEGER NOT NULL);
  CREATE TABLE relation (target INTEGER PRIMARY KEY, relations INTEGER NOT NULL);
`;

/** Pages in memory while it is written; everything beyond goes to the file. */
const CACHE_KIB = 131_072;
/** Pages in memory of each reader. */
const READER_CACHE_KIB = 65_536;

/** @param directory is there; the file must not be */
export function createIdentities(directory: string) {
  const database = new DatabaseSync(join(directory, IDENTITIES_FILE), { defensive: false });
  database.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
    PRAGMA cache_size = -${CACHE_KIB}; PRAGMA temp_store = FILE;`);
  database.exec(SCHEMA);
  database.exec('BEGIN');
  const insert = {
    name: database.prepare('INSERT INTO name VALUES (?, ?, ?)'),
    claim: database.prepare('INSERT INTO claim VALUES (?, ?, ?)'),
    deletion: database.prepare('INSERT INTO deletion (id) VALUES (?)'),
    relation: database.prepare('INSERT INTO relation VALUES (?, ?)'),
  };
  return {
    database,
    addName: (id: number, rank: number, label: string) => void insert.name.run(id, rank, label),
    addClaim: (old: number, target: number, evidence: number) => void insert.claim.run(old, target, evidence),
    addDeletion: (id: number) => void insert.deletion.run(id),
    addRelations: (target: number, relations: number) => void insert.relation.run(target, relations),
    close(): void {
      if (database.isOpen) database.close();
    },
  };
}
export type Identities = ReturnType<typeof createIdentities>;

export interface SettleOrder {
  readonly runs: readonly string[];
  readonly partitions: number;
  readonly directory: string;
}

export interface Settled {
  readonly redirects: RedirectReport;
  /** Entities with a record, an estimate: some are redirected. */
  readonly entities: number;
}

/** Writes the database and decides what becomes of merged records. */
export function settleIdentities(
  { runs, partitions, directory }: SettleOrder,
  _: unknown,
  advance: (units: number) => void,
): Settled {
  const identities = createIdentities(directory);
  try {
    for (const { major: id, minor: kind, payload } of mergeRuns(runs)) {
      if (kind === IDENTITY.name) {
        identities.addName(id, payload[0] ?? NAME_RANK.mention, payload.toString('utf8', 1));
        advance(1);
      } else if (kind === IDENTITY.deletion) identities.addDeletion(id);
      else if (kind === IDENTITY.relations) identities.addRelations(id, Number(payload.toString()));
      else {
        const [target, evidence] = JSON.parse(payload.toString()) as [number, number];
        identities.addClaim(id, target, evidence);
      }
    }
    const redirects = resolveRedirects(identities.database);
    // The inbound relations of former identifiers are those of the entity that they lead to.
    identities.database.exec(`
      DROP TABLE claim;
      CREATE TABLE inbound (id INTEGER PRIMARY KEY, relations INTEGER NOT NULL);
      INSERT INTO inbound SELECT coalesce(redirect.target, relation.target) AS id, sum(relations)
        FROM relation LEFT JOIN redirect ON redirect.old = relation.target GROUP BY 1 ORDER BY 1;
      DROP TABLE relation;
      CREATE INDEX redirect_old ON redirect (old / 32 % ${partitions});
      CREATE INDEX redirect_target ON redirect (target / 32 % ${partitions});
      CREATE INDEX inbound_id ON inbound (id / 32 % ${partitions});
      CREATE INDEX deletion_id ON deletion (id / 32 % ${partitions});
    `);
    const known = `SELECT count(*) AS n FROM name WHERE rank <= ${NAME_RANK.supplement}`;
    const entities = identities.database.prepare(known).get()?.['n'] as number;
    identities.database.exec('COMMIT');
    return { redirects, entities };
  } finally {
    identities.close();
  }
}

/** By packed identifier. */
export interface PartitionIdentities {
  /** Former identifiers, and where they lead. */
  readonly moved: ReadonlyMap<number, number>;
  /** Identifiers that lead to an entity, ascending. */
  readonly formerIds: ReadonlyMap<number, readonly GndId[]>;
  /** How often others refer to it. */
  readonly inbound: ReadonlyMap<number, number>;
  readonly deleted: ReadonlySet<number>;
}

/** Opens the finished database. @param directory of the stage that wrote it */
export function openIdentities(directory: string, partitions: number) {
  const database = new DatabaseSync(join(directory, IDENTITIES_FILE), { readOnly: true });
  database.exec(`PRAGMA cache_size = -${READER_CACHE_KIB}; PRAGMA temp_store = FILE;`);
  const select = {
    target: database.prepare('SELECT target FROM redirect WHERE old = ?'),
    label: database.prepare('SELECT label FROM name WHERE id = ?'),
    moved: database.prepare(`SELECT old, target FROM redirect WHERE old / 32 % ${partitions} = ?`),
    former: database.prepare(`SELECT target, old FROM redirect WHERE target / 32 % ${partitions} = ? ORDER BY old`),
    inbound: database.prepare(`SELECT id, relations FROM inbound WHERE id / 32 % ${partitions} = ?`),
    deleted: database.prepare(`SELECT id FROM deletion WHERE id / 32 % ${partitions} = ?`),
    redirects: database.prepare('SELECT old, target FROM redirect ORDER BY old'),
    deletions: database.prepare('SELECT id, successors FROM deletion ORDER BY id'),
  };
  const movedFrom = (partition: number): ReadonlyMap<number, number> =>
    new Map(select.moved.all(partition).map((row) => [row['old'] as number, row['target'] as number]));
  return {
    /** The entity that an identifier stands for now, and its name, where they are known. */
    resolve(gnd: GndId): { gnd: GndId; label?: string } {
      const packed = packGndId(gnd);
      const target = (select.target.get(packed)?.['target'] as number | undefined) ?? packed;
      const label = select.label.get(target)?.['label'] as string | undefined;
      return { gnd: unpackGndId(target), ...(label !== undefined && { label }) };
    },
    /** What is known of the identifiers of a partition, in memory: asking for each by itself takes as long as merging it. */
    ofPartition(partition: number): PartitionIdentities {
      const formerIds = new Map<number, GndId[]>();
      for (const row of select.former.all(partition)) {
        const [target, old] = [row['target'] as number, unpackGndId(row['old'] as number)];
        const known = formerIds.get(target);
        if (known === undefined) formerIds.set(target, [old]);
        else known.push(old);
      }
      return {
        moved: movedFrom(partition),
        formerIds,
        inbound: new Map(select.inbound.all(partition).map((row) => [row['id'] as number, row['relations'] as number])),
        deleted: new Set(select.deleted.all(partition).map((row) => row['id'] as number)),
      };
    },
    movedFrom,
    *redirects(): Iterable<{ old: number; target: number }> {
      for (const row of select.redirects.iterate())
        yield { old: row['old'] as number, target: row['target'] as number };
    },
    *deletions(): Iterable<{ id: number; successors: readonly GndId[] }> {
      for (const row of select.deletions.iterate()) {
        yield { id: row['id'] as number, successors: JSON.parse(row['successors'] as string) as GndId[] };
      }
    },
    close: () => database.close(),
  };
}
export type OpenIdentities = ReturnType<typeof openIdentities>;
