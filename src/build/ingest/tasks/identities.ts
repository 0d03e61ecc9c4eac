/** Looks up which identifier stands for which entity, in the database that the task `identify` wrote. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type GndId, packGndId, unpackGndId } from '../../../core/model/gnd-id.ts';

export const IDENTITIES_FILE = 'identities.sqlite';

/** Size of the cache of each reader, in KiB. */
const CACHE_KIB = 65_536;

/** Identifiers from `from` up to, not including, `to`; packed. */
export interface IdRange {
  readonly from: number;
  readonly to: number;
}

function prepareStatements(database: DatabaseSync) {
  const rows = (sql: string) => {
    const statement = database.prepare(sql);
    statement.setReturnArrays(true);
    return ({ from, to }: IdRange) => statement.all(from, to) as unknown as (readonly [number, number])[];
  };
  return {
    target: database.prepare('SELECT target FROM redirect WHERE old = ?'),
    successors: database.prepare('SELECT successors FROM deletion WHERE id = ?'),
    label: database.prepare('SELECT label FROM name WHERE id = ?'),
    moved: rows('SELECT old, target FROM redirect WHERE old >= ? AND old < ?'),
    former: rows('SELECT target, old FROM redirect WHERE target >= ? AND target < ? ORDER BY old'),
    inbound: rows('SELECT id, relations FROM inbound WHERE id >= ? AND id < ?'),
    deleted: rows('SELECT id, 0 FROM deletion WHERE id >= ? AND id < ?'),
    decided: rows('SELECT id, number FROM decision WHERE id >= ? AND id < ?'),
    redirects: database.prepare('SELECT old, target FROM redirect ORDER BY old'),
    deletions: database.prepare('SELECT id, successors FROM deletion ORDER BY id'),
    withheld: database.prepare('SELECT id FROM withheld ORDER BY id'),
  };
}

/** Opens the database, whose keys are packed identifiers. @param directory of the task `identify` */
export function openIdentities(directory: string) {
  const database = new DatabaseSync(join(directory, IDENTITIES_FILE), { readOnly: true });
  // Within one transaction SQLite does not lock and check the file for each look-up.
  database.exec(`PRAGMA cache_size = -${CACHE_KIB}; PRAGMA temp_store = FILE; BEGIN`);
  const select = prepareStatements(database);
  // People ask for these one by one, so there are few of them.
  const withheld = new Set(select.withheld.all().map((row) => row['id'] as number));

  /** The entity that an identifier stands for now, and its name, where they are known; undefined if it is withheld. */
  function resolve(gnd: GndId): { gnd: GndId; label?: string } | undefined {
    const packed = packGndId(gnd);
    if (withheld.has(packed)) return undefined;
    const target = (select.target.get(packed)?.['target'] as number | undefined) ?? packed;
    const label = select.label.get(target)?.['label'] as string | undefined;
    return { gnd: unpackGndId(target), ...(label !== undefined && { label }) };
  }

  return {
    resolve,
    /** Whether an identifier leads to an entity that has a name, and is neither deleted nor withheld. */
    isShown: (gnd: GndId): boolean =>
      select.successors.get(packGndId(gnd)) === undefined && resolve(gnd)?.label !== undefined,
    /** Identifiers of withheld entities, ascending, former ones included. */
    withheld: (): Iterable<number> => withheld,
    isWithheld: (gnd: GndId): boolean => withheld.has(packGndId(gnd)),
    /** The successors of a deleted identifier; none for others, and none for one that is withheld. */
    successorsOf(gnd: GndId): readonly GndId[] {
      const packed = packGndId(gnd);
      const successors = withheld.has(packed) ? undefined : select.successors.get(packed)?.['successors'];
      return successors === undefined ? [] : (JSON.parse(successors as string) as GndId[]);
    },
    /** Former identifiers of a range, with the identifiers that they lead to. */
    movedFrom: (range: IdRange): ReadonlyMap<number, number> => new Map(select.moved(range)),
    /** Loads a range into memory, because a look-up for each identifier would take as long as its merge. */
    ofRange(range: IdRange) {
      const former = Map.groupBy(select.former(range), ([target]) => target);
      const deleted = new Set(select.deleted(range).map(([id]) => id));
      const decided = Map.groupBy(select.decided(range), ([id]) => id);
      return {
        /** Former identifiers, with the identifiers that they lead to. */
        moved: new Map(select.moved(range)),
        /** Identifiers that lead to an entity, ascending. */
        formerIds: (id: number): readonly GndId[] => (former.get(id) ?? []).map(([, old]) => unpackGndId(old)),
        /** Number of references to each entity. */
        inbound: new Map(select.inbound(range)),
        isDeleted: (id: number): boolean => deleted.has(id),
        isWithheld: (id: number): boolean => withheld.has(id),
        /** Indexes of the decisions that hold for an entity. */
        decisionsAbout: (id: number): readonly number[] => (decided.get(id) ?? []).map(([, number]) => number),
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
