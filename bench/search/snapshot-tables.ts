/** The tables of a snapshot as benchmarks read them: entities at random, plain matches, cards, sizes. */
import { createReadStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { ENTITY_TYPES, type EntityType } from '../../src/model/entity.ts';
import { unpackGndId } from '../../src/model/gnd-id.ts';
import { searchWords } from '../../src/search/search-text.ts';
import { decodeCard } from '../../src/store/sqlite/card.ts';
import { ENTITIES_FILE, openDatabase, SEARCH_FILE, wordTable } from '../../src/store/sqlite/schema.ts';
import type { EntityCard } from '../../src/store/store.ts';

export interface IndexedEntity {
  /** 1 is the most prominent; no rank is left out. */
  readonly rank: number;
  readonly prominence: number;
  readonly card: EntityCard;
  readonly variants: readonly string[];
}

/** What an entity is found by; names as the snapshot keeps them, folded and one per line. */
export interface FoldedEntity {
  readonly rank: number;
  readonly type: EntityType;
  /** Preferred and display. */
  readonly names: string;
  readonly variants: string;
  /** Of beginning and end. */
  readonly years: readonly number[];
}

export interface WordQuery {
  readonly q: string;
  readonly types?: readonly EntityType[];
}

export interface TableSize {
  readonly table: string;
  readonly bytes: number;
}

export interface SnapshotTables {
  readonly entities: number;
  entity(rank: number): IndexedEntity | undefined;
  /** All of them in order of rank, one at a time. */
  all(): Iterable<IndexedEntity>;
  /** Whether any entity bears all words, the last as the beginning of one. */
  matches(query: WordQuery): boolean;
  /** JSON. */
  card(rank: number): string;
  /** All entities in order of rank, one at a time. */
  folded(): Iterable<FoldedEntity>;
  /** Reads what search reads once, so that the page cache holds it as far as there is room. */
  warm(): Promise<void>;
  /** Of every table and index for search, the largest first, from `dbstat`; reads the whole file. */
  sizes(): readonly TableSize[];
  /** Of the file of answers, which search does not read. */
  answersBytes(): number;
  close(): void;
}

export function openSnapshotTables(directory: string): SnapshotTables {
  const search = openDatabase(join(directory, SEARCH_FILE));
  const select = {
    last: search.prepare('SELECT max(rank) AS n FROM hit'),
    one: search.prepare(
      'SELECT rank, id, prominence, card, variants FROM hit JOIN candidate USING (rank) WHERE rank = ?',
    ),
    all: search.prepare(
      'SELECT rank, id, prominence, card, variants FROM hit JOIN candidate USING (rank) ORDER BY rank',
    ),
    card: search.prepare('SELECT card FROM hit WHERE rank = ?'),
    folded: search.prepare(
      `SELECT rank, type, names, folded_variants, first_year, last_year
       FROM candidate JOIN hit USING (rank) ORDER BY rank`,
    ),
  };
  const words = new Map(
    ENTITY_TYPES.map((type) => {
      const table = wordTable(type);
      return [type, search.prepare(`SELECT 1 FROM ${table} WHERE ${table} MATCH ? LIMIT 1`)];
    }),
  );
  return {
    entities: Number(select.last.get()?.['n'] ?? 0),
    entity(rank) {
      const row = select.one.get(rank);
      return row === undefined ? undefined : readEntity(row);
    },
    *all() {
      for (const row of select.all.iterate()) yield readEntity(row);
    },
    matches({ q, types = ENTITY_TYPES }) {
      const match = matchExpression(q);
      return match !== undefined && types.some((type) => words.get(type)?.get(match) !== undefined);
    },
    card: (rank) => select.card.get(rank)?.['card'] as string,
    *folded() {
      for (const row of select.folded.iterate()) yield readFolded(row);
    },
    async warm() {
      for await (const _ of createReadStream(join(directory, SEARCH_FILE), { highWaterMark: 1 << 20 }));
    },
    sizes: () =>
      search
        .prepare('SELECT name, pgsize FROM dbstat WHERE aggregate = TRUE ORDER BY pgsize DESC')
        .all()
        .map((row) => ({ table: String(row['name']), bytes: Number(row['pgsize']) })),
    answersBytes: () => statSync(join(directory, ENTITIES_FILE)).size,
    close: () => search.close(),
  };
}

function readEntity(row: Record<string, unknown>): IndexedEntity {
  const variants = row['variants'] as string;
  return {
    rank: row['rank'] as number,
    prominence: row['prominence'] as number,
    card: decodeCard(unpackGndId(row['id'] as number), row['card'] as string),
    variants: variants === '' ? [] : variants.split('\n'),
  };
}

function readFolded(row: Record<string, unknown>): FoldedEntity {
  return {
    rank: row['rank'] as number,
    type: ENTITY_TYPES[row['type'] as number] as EntityType,
    names: row['names'] as string,
    variants: row['folded_variants'] as string,
    years: [row['first_year'], row['last_year']].filter((year) => typeof year === 'number'),
  };
}

/** All words, the last as the beginning of one; undefined when there is none. */
export function matchExpression(q: string): string | undefined {
  const words = searchWords(q).map((word) => `"${word}"`);
  return words.length === 0 ? undefined : `${words.join(' AND ')} *`;
}
