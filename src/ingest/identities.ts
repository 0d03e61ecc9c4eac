/** Which identifier stands for which entity, in a database of the work directory: names, redirects, deletions, relations. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type GndId, packGndId, unpackGndId } from '../model/gnd-id.ts';
import { REDIRECT_EVIDENCE, type RedirectEvidence } from '../readers/reader.ts';
import { NAME_RANK } from './merge.ts';
import type { Advance } from './progress.ts';
import { resolveRedirects } from './redirects.ts';
import { openSpills, type Spill, type SpilledRecord } from '../files/spill.ts';

/** Tags of claims about identities, spilled by the identifier that they are about. */
const CLAIM = {
  /** Body: rank, precedence and label as JSON. */
  name: 0,
  /** Related: the identifier that the record is merged into. Body: one byte, the place of the evidence. */
  redirect: 1,
  deletion: 2,
  /** Another entity refers to it. */
  relation: 3,
} as const;

const NOTHING = new Uint8Array();

/** Adds claims about identities to a spill. */
export function createClaims(spill: Spill) {
  return {
    name(gnd: GndId, rank: number, precedence: string, label: string): void {
      spill.add(packGndId(gnd), 0, CLAIM.name, JSON.stringify([rank, precedence, label]));
    },
    redirect(from: GndId, to: GndId, evidence: RedirectEvidence): void {
      if (from === to) return;
      spill.add(packGndId(from), packGndId(to), CLAIM.redirect, Uint8Array.of(REDIRECT_EVIDENCE.indexOf(evidence)));
    },
    deletion: (gnd: GndId): void => spill.add(packGndId(gnd), 0, CLAIM.deletion, NOTHING),
    relation: (target: GndId): void => spill.add(packGndId(target), 0, CLAIM.relation, NOTHING),
    finish: (): void => spill.finish(),
  };
}
export type Claims = ReturnType<typeof createClaims>;

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

/** Identifiers from `from` up to, not including, `to`; packed. */
export interface IdRange {
  readonly from: number;
  readonly to: number;
}

export interface IdentifyOrder {
  /** Spills of claims. */
  readonly claims: readonly string[];
  /** Into so many ranges the entities are to be cut. */
  readonly ranges: number;
  readonly directory: string;
}

/**
 * Reduces the claims to one name, one count and one fate for each identifier, and writes the database.
 * @returns `entities` with a record, an estimate: some are redirected; `ranges` of about as many of them each
 */
export function identify({ claims, ranges, directory }: IdentifyOrder, _: unknown, advance: Advance) {
  using spills = openSpills(claims);
  using database = createIdentities(directory);
  const insert = insertsOf(database);
  for (const identity of reduceClaims(spills.records())) {
    insert(identity);
    if (identity.name !== undefined) advance(1);
  }
  const redirects = resolveRedirects(database);
  // The inbound relations of former identifiers are those of the entity that they lead to.
  database.exec(`
    DROP TABLE claim;
    CREATE TABLE inbound (id INTEGER PRIMARY KEY, relations INTEGER NOT NULL);
    INSERT INTO inbound SELECT coalesce(redirect.target, relation.target) AS id, sum(relations)
      FROM relation LEFT JOIN redirect ON redirect.old = relation.target GROUP BY 1 ORDER BY 1;
    DROP TABLE relation;
    CREATE INDEX redirect_target ON redirect (target);
  `);
  const known = `FROM name WHERE rank <= ${NAME_RANK.supplement}`;
  const entities = database.prepare(`SELECT count(*) AS n ${known}`).get()?.['n'] as number;
  const border = database.prepare(`SELECT id ${known} ORDER BY id LIMIT 1 OFFSET ?`);
  const borders = Array.from(
    { length: ranges - 1 },
    (_entry, index) => border.get(Math.round(((index + 1) * entities) / ranges))?.['id'] as number | undefined,
  ).filter((id) => id !== undefined);
  database.exec('COMMIT');
  return { redirects, entities, ranges: rangesBetween(borders) };
}

/** Beyond all packed identifiers. */
const END = 2 ** 36;

function rangesBetween(borders: readonly number[]): IdRange[] {
  const all = [...new Set([0, ...borders, END])];
  return all.slice(1).map((to, index) => ({ from: all[index] as number, to }));
}

/** Opens a transaction. @param directory is there; the file must not be */
export function createIdentities(directory: string): DatabaseSync {
  const database = new DatabaseSync(join(directory, IDENTITIES_FILE), { defensive: false });
  database.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
    PRAGMA cache_size = -${CACHE_KIB}; PRAGMA temp_store = FILE; ${SCHEMA} BEGIN`);
  return database;
}

interface Name {
  readonly rank: number;
  readonly precedence: string;
  readonly label: string;
}

/** All that is claimed of one identifier. */
export interface Identity {
  readonly id: number;
  name?: Name;
  deleted: boolean;
  relations: number;
  /** Place of the strongest evidence by target. */
  readonly redirects: Map<number, number>;
}

function* reduceClaims(records: Iterable<SpilledRecord>): Iterable<Identity> {
  let identity: Identity | undefined;
  for (const { key, related, tag, body } of records) {
    if (identity?.id !== key) {
      if (identity !== undefined) yield identity;
      identity = { id: key, deleted: false, relations: 0, redirects: new Map() };
    }
    if (tag === CLAIM.relation) identity.relations += 1;
    else if (tag === CLAIM.deletion) identity.deleted = true;
    else if (tag === CLAIM.redirect) {
      const evidence = body[0] ?? 0;
      identity.redirects.set(related, Math.min(evidence, identity.redirects.get(related) ?? evidence));
    } else {
      const [rank, precedence, label] = JSON.parse(body.toString()) as [number, string, string];
      const name = { rank, precedence, label };
      if (identity.name === undefined || isBetter(name, identity.name)) identity.name = name;
    }
  }
  if (identity !== undefined) yield identity;
}

/** The better name wins whatever comes first: rank, then the record's precedence, then the text. */
function isBetter(a: Name, b: Name): boolean {
  if (a.rank !== b.rank) return a.rank < b.rank;
  if (a.precedence !== b.precedence) return a.precedence < b.precedence;
  return a.label < b.label;
}

/** Writes what was claimed of one identifier. */
export function insertsOf(database: DatabaseSync): (identity: Identity) => void {
  const insert = {
    name: database.prepare('INSERT INTO name VALUES (?, ?, ?)'),
    claim: database.prepare('INSERT INTO claim VALUES (?, ?, ?)'),
    deletion: database.prepare('INSERT INTO deletion (id) VALUES (?)'),
    relation: database.prepare('INSERT INTO relation VALUES (?, ?)'),
  };
  return ({ id, name, deleted, relations, redirects }) => {
    if (name !== undefined) insert.name.run(id, name.rank, name.label);
    if (deleted) insert.deletion.run(id);
    if (relations > 0) insert.relation.run(id, relations);
    for (const [target, evidence] of redirects) insert.claim.run(id, target, evidence);
  };
}

/** Opens the finished database; all is by packed identifier. @param directory where `identify` wrote it */
export function openIdentities(directory: string) {
  const database = new DatabaseSync(join(directory, IDENTITIES_FILE), { readOnly: true });
  database.exec(`PRAGMA cache_size = -${READER_CACHE_KIB}; PRAGMA temp_store = FILE;`);
  const rows = (sql: string) => {
    const statement = database.prepare(sql);
    statement.setReturnArrays(true);
    return ({ from, to }: IdRange) => statement.all(from, to) as unknown as (readonly [number, number])[];
  };
  const select = {
    target: database.prepare('SELECT target FROM redirect WHERE old = ?'),
    label: database.prepare('SELECT label FROM name WHERE id = ?'),
    moved: rows('SELECT old, target FROM redirect WHERE old >= ? AND old < ?'),
    former: rows('SELECT target, old FROM redirect WHERE target >= ? AND target < ? ORDER BY old'),
    inbound: rows('SELECT id, relations FROM inbound WHERE id >= ? AND id < ?'),
    deleted: rows('SELECT id, 0 FROM deletion WHERE id >= ? AND id < ?'),
    redirects: database.prepare('SELECT old, target FROM redirect ORDER BY old'),
    deletions: database.prepare('SELECT id, successors FROM deletion ORDER BY id'),
  };
  return {
    /** The entity that an identifier stands for now, and its name, where they are known. */
    resolve(gnd: GndId): { gnd: GndId; label?: string } {
      const packed = packGndId(gnd);
      const target = (select.target.get(packed)?.['target'] as number | undefined) ?? packed;
      const label = select.label.get(target)?.['label'] as string | undefined;
      return { gnd: unpackGndId(target), ...(label !== undefined && { label }) };
    },
    /** Former identifiers of a range, and where they lead. */
    movedFrom: (range: IdRange): ReadonlyMap<number, number> => new Map(select.moved(range)),
    /** What is known of the identifiers of a range, in memory: asking for each by itself takes as long as merging it. */
    ofRange(range: IdRange) {
      const former = Map.groupBy(select.former(range), ([target]) => target);
      const deleted = new Set(select.deleted(range).map(([id]) => id));
      return {
        /** Former identifiers, and where they lead. */
        moved: new Map(select.moved(range)),
        /** Identifiers that lead to an entity, ascending. */
        formerIds: (id: number): readonly GndId[] => (former.get(id) ?? []).map(([, old]) => unpackGndId(old)),
        /** How often others refer to it. */
        inbound: new Map(select.inbound(range)),
        isDeleted: (id: number): boolean => deleted.has(id),
      };
    },
    redirects: () => select.redirects.iterate() as unknown as Iterable<{ old: number; target: number }>,
    *deletions(): Iterable<{ id: number; successors: readonly GndId[] }> {
      for (const row of select.deletions.iterate()) {
        yield { id: row['id'] as number, successors: JSON.parse(row['successors'] as string) as GndId[] };
      }
    },
    [Symbol.dispose]: () => database.close(),
  };
}
export type OpenIdentities = ReturnType<typeof openIdentities>;
