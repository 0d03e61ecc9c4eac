/** Writes `entities.sqlite`, in order of identifiers: records in one table, coverage rows of entities in another. */
import { ENTITY_TYPES } from '../../../core/model/entity.ts';
import type { GndId } from '../../../core/model/gnd-id.ts';
import type { SnapshotCounts } from '../../../core/snapshot/store.ts';
import { checksumOf, createContentHasher } from '../../../core/snapshot/codec/checksum.ts';
import type { EntityRow, StoredCoverage } from '../../../core/snapshot/codec/entity-row.ts';
import {
  AFTER_ALL,
  BEFORE_ALL,
  createDatabase,
  ENTITIES_SCHEMA,
  ENTITY_PAGE_BYTES,
} from '../../../core/sqlite/schema.ts';

interface EntityFile {
  /** Keys of the categories, in the order of the header. */
  readonly categories: readonly string[];
  /** All four are in ascending order of packed identifiers, and no identifier occurs twice. */
  readonly entities: Iterable<{ readonly id: number; readonly row: EntityRow }>;
  readonly redirects: Iterable<{ readonly old: number; readonly target: number }>;
  readonly deletions: Iterable<{ readonly id: number; readonly successors: readonly GndId[] }>;
  readonly withheld: Iterable<number>;
}

type Mutable<T> = T extends Readonly<Record<string, number>> ? Record<string, number> : T;
type EntityCounts = { -readonly [K in Exclude<keyof SnapshotCounts, 'identifiers'>]: Mutable<SnapshotCounts[K]> };

/** A row of `record` without the columns that depend on the next row. */
interface Entry {
  readonly id: number;
  readonly target?: number;
  readonly successors?: string;
  readonly answer?: Uint8Array;
}

/** @throws when the disk is full, or the rows are out of order */
export function writeEntities(file: string, { categories, entities, redirects, deletions, withheld }: EntityFile) {
  const database = createDatabase(file, ENTITIES_SCHEMA, ENTITY_PAGE_BYTES);
  const counts: EntityCounts = {
    entities: 0,
    byType: {},
    links: 0,
    byCategory: {},
    redirects: 0,
    deletions: 0,
    withheld: 0,
  };
  const content = createContentHasher();
  const insertRecord = database.prepare('INSERT INTO record VALUES (?, ?, ?, ?, ?, ?)');
  const insertCoverage = database.prepare('INSERT INTO coverage VALUES (?, ?, ?)');

  const sequences: readonly Iterable<Entry>[] = [
    Iterator.from(entities).map(({ id, row }) => {
      insertCoverage.run(id, checksumOf([id], row.entry), row.entry);
      content.entity(row.digest);
      count(counts, JSON.parse(row.entry) as StoredCoverage, categories);
      return { id, answer: row.answer };
    }),
    Iterator.from(redirects).map(({ old: id, target }) => {
      content.redirect(id, target);
      counts.redirects += 1;
      return { id, target };
    }),
    Iterator.from(deletions).map(({ id, successors: list }) => {
      const successors = JSON.stringify(list);
      content.deletion(id, successors);
      counts.deletions += 1;
      return { id, successors };
    }),
    Iterator.from(withheld).map((id) => {
      content.withheld(id);
      counts.withheld += 1;
      return { id };
    }),
  ];
  const write = ({ id, target, successors, answer }: Entry, next: number): void => {
    if (next <= id) throw new Error(`identifiers out of order: ${next} after ${id}`);
    const checksum = checksumOf([id, next], answer ?? successors ?? String(target ?? ''));
    insertRecord.run(id, next, checksum, target ?? null, successors ?? null, answer ?? null);
  };

  try {
    database.exec('BEGIN');
    let last: Entry = { id: BEFORE_ALL };
    for (const record of inOrder(sequences)) {
      write(last, record.id);
      last = record;
    }
    write(last, AFTER_ALL);
    database.exec('COMMIT; ANALYZE');
    return { counts, contentHash: content.digest() };
  } finally {
    database.close();
  }
}

/** Merges sequences that are each in ascending order of `id`. */
function* inOrder(sequences: readonly Iterable<Entry>[]): Iterable<Entry> {
  const open = sequences.map((sequence) => sequence[Symbol.iterator]());
  const heads = open.map((iterator) => iterator.next());
  try {
    for (;;) {
      let least: Entry | undefined;
      for (const { done, value } of heads) if (done !== true && value.id < (least?.id ?? AFTER_ALL)) least = value;
      if (least === undefined) return;
      yield least;
      const index = heads.findIndex(({ value }) => value === least);
      heads[index] = (open[index] as Iterator<Entry>).next();
    }
  } finally {
    for (const iterator of open) iterator.return?.();
  }
}

function count(counts: EntityCounts, [type, , links]: StoredCoverage, categories: readonly string[]): void {
  const name = ENTITY_TYPES[type] ?? 'AuthorityResource';
  counts.entities += 1;
  counts.byType[name] = (counts.byType[name] ?? 0) + 1;
  for (const [index, number] of links.entries()) {
    if (number === 0) continue;
    const category = categories[index] ?? '';
    counts.links += number;
    counts.byCategory[category] = (counts.byCategory[category] ?? 0) + number;
  }
}
