/** Direct access to the tables of a snapshot for benchmarks: entities by rank, plain matches, sizes. */
import { createReadStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { ENTITY_TYPES, type EntityType } from '../../src/core/model/entity.ts';
import { unpackGndId } from '../../src/core/model/gnd-id.ts';
import { searchWords } from '../../src/core/search/names/search-text.ts';
import { decodeCard } from '../../src/core/snapshot/codec/card.ts';
import { ENTITIES_FILE, openDatabase, SEARCH_FILE, wordTable } from '../../src/core/sqlite/schema.ts';
import type { EntityCard } from '../../src/core/search/engine.ts';

export interface IndexedEntity {
  /** 1 is the most prominent; ranks have no gaps. */
  readonly rank: number;
  readonly card: EntityCard;
  readonly variants: readonly string[];
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
  /** Whether any entity bears all words, the last of them as a prefix. */
  matches(query: WordQuery): boolean;
  /** Reads the files that search uses into the page cache, as much as memory allows. */
  warm(): Promise<void>;
  /** Sizes of all tables and indices for search from `dbstat`, the largest first; reads the whole file. */
  sizes(): readonly TableSize[];
  /** Size of the file of answers, which search does not read. */
  answersBytes(): number;
  close(): void;
}

export function openSnapshotTables(directory: string): SnapshotTables {
  const search = openDatabase(join(directory, SEARCH_FILE));
  const select = {
    last: search.prepare('SELECT max(rank) AS n FROM hit'),
    one: search.prepare('SELECT rank, id, card, variants FROM hit WHERE rank = ?'),
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
    matches({ q, types = ENTITY_TYPES }) {
      const match = matchExpression(q);
      return match !== undefined && types.some((type) => words.get(type)?.get(match) !== undefined);
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
    card: decodeCard(unpackGndId(row['id'] as number), row['card'] as string),
    variants: variants === '' ? [] : variants.split('\n'),
  };
}

/** An FTS5 expression for all words, the last of them as a prefix; undefined if there is no word. */
function matchExpression(q: string): string | undefined {
  const words = searchWords(q).map((word) => `"${word}"`);
  return words.length === 0 ? undefined : `${words.join(' AND ')} *`;
}
