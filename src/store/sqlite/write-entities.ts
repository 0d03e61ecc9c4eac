/** Writes `entities.sqlite`: answers, coverage rows, redirects and deletions, each in order of the identifiers. */
import { ENTITY_TYPES } from '../../model/entity.ts';
import type { GndId } from '../../model/gnd-id.ts';
import type { SnapshotCounts } from '../store.ts';
import type { Openings } from './answer-coding.ts';
import { createContentHasher } from './content-hash.ts';
import type { StoredCoverage } from './coverage-entry.ts';
import type { EntityRow } from './entity-row.ts';
import { createDatabase, ENTITIES_SCHEMA, ENTITY_PAGE_BYTES } from './schema.ts';

export interface EntityFile {
  readonly openings: Openings;
  /** Keys, in the header's order. */
  readonly categories: readonly string[];
  /** Packed identifiers, ascending. */
  readonly entities: Iterable<{ readonly id: number; readonly row: EntityRow }>;
  readonly redirects: Iterable<{ readonly old: number; readonly target: number }>;
  readonly deletions: Iterable<{ readonly id: number; readonly successors: readonly GndId[] }>;
}

export interface WrittenEntities {
  readonly counts: Omit<SnapshotCounts, 'identifiers'>;
  readonly contentHash: string;
}

type Mutable<T> = T extends Readonly<Record<string, number>> ? Record<string, number> : T;
type Counts = { -readonly [K in keyof WrittenEntities['counts']]: Mutable<WrittenEntities['counts'][K]> };

/** @throws when the disk is full, or the order is not kept */
export function writeEntities(
  file: string,
  { openings, categories, entities, redirects, deletions }: EntityFile,
): WrittenEntities {
  const database = createDatabase(file, ENTITIES_SCHEMA, ENTITY_PAGE_BYTES);
  const insert = {
    opening: database.prepare('INSERT INTO opening VALUES (?, ?)'),
    entity: database.prepare('INSERT INTO entity VALUES (?, ?)'),
    coverage: database.prepare('INSERT INTO coverage VALUES (?, ?)'),
    redirect: database.prepare('INSERT INTO redirect VALUES (?, ?)'),
    deletion: database.prepare('INSERT INTO deletion VALUES (?, ?)'),
  };
  const counts: Counts = { entities: 0, byType: {}, links: 0, byCategory: {}, redirects: 0, deletions: 0 };
  const content = createContentHasher();
  try {
    database.exec('BEGIN');
    for (const [number, text] of openings.entries()) insert.opening.run(number, text);
    let last = -1;
    for (const { id, row } of entities) {
      if (id <= last) throw new Error(`entities out of order: ${id} after ${last}`);
      last = id;
      insert.entity.run(id, row.answer);
      insert.coverage.run(id, row.entry);
      content.entity(row.digest);
      count(counts, JSON.parse(row.entry) as StoredCoverage, categories);
    }
    for (const { old, target } of redirects) {
      insert.redirect.run(old, target);
      content.redirect(old, target);
      counts.redirects += 1;
    }
    for (const { id, successors } of deletions) {
      const text = JSON.stringify(successors);
      insert.deletion.run(id, text);
      content.deletion(id, text);
      counts.deletions += 1;
    }
    database.exec('COMMIT; ANALYZE');
    return { counts, contentHash: content.digest() };
  } finally {
    database.close();
  }
}

function count(counts: Counts, [type, , links]: StoredCoverage, categories: readonly string[]): void {
  const name = ENTITY_TYPES[type] ?? 'AuthorityResource';
  counts.entities += 1;
  counts.byType[name] = (counts.byType[name] ?? 0) + 1;
  for (const [place, number] of links.entries()) {
    if (number === 0) continue;
    const category = categories[place] ?? '';
    counts.links += number;
    counts.byCategory[category] = (counts.byCategory[category] ?? 0) + number;
  }
}
