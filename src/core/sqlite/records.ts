/** Looks identifiers up in `entities.sqlite`. Rows are checked; the preceding row proves that an identifier is unknown. */
import type { DatabaseSync } from 'node:sqlite';
import { type GndId, packGndId, unpackGndId } from '../model/gnd-id.ts';
import type { Coverage, Deleted, Found, Redirected, Withheld } from '../snapshot/store.ts';
import { DamagedRow, verifyChecksum } from '../snapshot/codec/checksum.ts';
import { type CoverageWords, createCoverageDecoder } from '../snapshot/codec/entity-row.ts';
import { prepareRows } from './row-statement.ts';
import { AFTER_ALL, BEFORE_ALL } from './schema.ts';

/** A row of `record`: at most one of the last three columns has a value, none in the first row and for withheld identifiers. */
export interface RecordRow {
  readonly id: number;
  readonly next: number;
  readonly checksum: number;
  readonly target: number | null;
  readonly successors: string | null;
  readonly answer: Uint8Array | null;
}

/** @throws DamagedRow unless the row is as it was written */
export function checkRecord(row: object): RecordRow {
  const { id, next, checksum, target, successors, answer } = row as RecordRow;
  verifyChecksum([id, next], answer ?? successors ?? String(target ?? ''), checksum);
  return row as RecordRow;
}

/**
 * All rows but the first, ascending.
 * @throws DamagedRow when a row is damaged or missing
 */
export function* allRecords(database: DatabaseSync): Iterable<RecordRow> {
  let expected = BEFORE_ALL;
  for (const row of database.prepare('SELECT * FROM record ORDER BY id').iterate()) {
    const record = checkRecord(row);
    if (record.id !== expected) throw new DamagedRow(`the row of identifier ${expected} is missing`);
    if (record.id !== BEFORE_ALL) yield record;
    expected = record.next;
  }
  if (expected !== AFTER_ALL) throw new DamagedRow(`the row of identifier ${expected} is missing`);
}

/** The state of an identifier, without the answer of a survivor. */
type State = Found | Omit<Redirected, 'answer'> | Deleted | Withheld;

export function openRecords(database: DatabaseSync, words: CoverageWords) {
  const select = {
    ids: database.prepare('SELECT id FROM coverage WHERE id >= ? ORDER BY id LIMIT CAST(? AS INTEGER)'),
    record: prepareRows<readonly [number, number, number, number | null, string | null, Uint8Array | null]>(
      database,
      // The row of the identifier or, where there is none, the preceding row.
      'SELECT id, next, checksum, target, successors, answer FROM record WHERE id <= ? ORDER BY id DESC LIMIT 1',
    ),
  };

  /** Undefined when the preceding row proves that the identifier is unknown. @throws DamagedRow */
  function stateOf(gnd: GndId): State | undefined {
    const wanted = packGndId(gnd);
    const row = select.record.get(wanted);
    if (row === undefined) throw new DamagedRow('the first row is missing');
    const [id, next, checksum, target, successors, answer] = row;
    checkRecord({ id, next, checksum, target, successors, answer });
    if (id < wanted && next > wanted) return undefined;
    if (id !== wanted) throw new DamagedRow(`the row of identifier ${gnd} is missing`);
    if (answer !== null) return { kind: 'found', answer };
    if (successors !== null) return { kind: 'deleted', successors: JSON.parse(successors) as GndId[] };
    return target === null ? { kind: 'withheld' } : { kind: 'redirected', from: gnd, to: unpackGndId(target) };
  }

  /** @throws DamagedRow when the identifier is that of an entity: search should have found it */
  function survivorOf(id: GndId): GndId | undefined {
    const state = stateOf(id);
    if (state?.kind === 'found') throw new DamagedRow(`the search row of identifier ${id} is missing`);
    return state?.kind === 'redirected' ? state.to : undefined;
  }

  function entity(id: GndId): Found | Redirected | Deleted | Withheld | undefined {
    const state = stateOf(id);
    if (state?.kind !== 'redirected') return state;
    const survivor = stateOf(state.to);
    if (survivor?.kind !== 'found') throw new DamagedRow(`identifier ${id} leads to no entity`);
    return { ...state, answer: survivor.answer };
  }

  function answers(ids: readonly GndId[]): ReadonlyMap<GndId, Uint8Array> {
    return new Map(
      ids.flatMap((id) => {
        const state = stateOf(id);
        return state?.kind === 'found' ? [[id, state.answer] as const] : [];
      }),
    );
  }

  function entityIds(from: GndId | undefined, limit: number): readonly GndId[] {
    const rows = select.ids.all(from === undefined ? BEFORE_ALL : packGndId(from), limit);
    return rows.map((row) => unpackGndId(row['id'] as number));
  }

  const coverage = openCoverage(database, words, stateOf);
  return { entity, answers, coverage, survivorOf, entityIds };
}

function openCoverage(database: DatabaseSync, words: CoverageWords, stateOf: (id: GndId) => State | undefined) {
  const decodeEntry = createCoverageDecoder(words);
  const entryRows = prepareRows<readonly [id: number, checksum: number, entry: string]>(
    database,
    // With IN, SQLite would first sort the list, which takes longer than some of the look-ups.
    'SELECT coverage.id, checksum, entry FROM json_each(?) CROSS JOIN coverage ON coverage.id = value',
  );

  /** The stored coverage rows of entities, in one query: separate queries take one and a half times as long. */
  function entriesOf(ids: readonly number[]): ReadonlyMap<number, string> {
    const entries = new Map<number, string>();
    for (const [id, checksum, entry] of entryRows.all(JSON.stringify(ids))) {
      verifyChecksum([id], entry, checksum);
      entries.set(id, entry);
    }
    return entries;
  }

  function coverageOfOther(id: GndId): Coverage {
    const state = stateOf(id);
    if (state?.kind === 'found') throw new DamagedRow(`there is no coverage row for ${id}`);
    if (state?.kind !== 'redirected') return state ?? { kind: 'unknown' };
    const packed = packGndId(state.to);
    const entry = entriesOf([packed]).get(packed);
    if (entry === undefined) throw new DamagedRow(`there is no coverage row for ${state.to}`);
    return { kind: 'redirected', entry: decodeEntry(state.to, entry) };
  }

  return (ids: readonly GndId[]): Coverage[] => {
    const packed = ids.map(packGndId);
    const entries = entriesOf(packed);
    return ids.map((id, place) => {
      const entry = entries.get(packed[place] as number);
      return entry === undefined ? coverageOfOther(id) : { kind: 'found', entry: decodeEntry(id, entry) };
    });
  };
}
