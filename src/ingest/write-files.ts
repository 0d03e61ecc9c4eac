/** Writes the two files of a snapshot from rows in their order; each needs nothing of the other, so both are written at once. */
import { join } from 'node:path';
import { type GndId, unpackGndId } from '../model/gnd-id.ts';
import { claimOf, type FileClaim } from '../store/header.ts';
import { decodeEntityRow } from '../store/sqlite/entity-row.ts';
import { ENTITIES_FILE, SEARCH_FILE } from '../store/sqlite/schema.ts';
import { decodeSearchRow } from '../store/sqlite/search-row.ts';
import { writeEntities, type WrittenEntities } from '../store/sqlite/write-entities.ts';
import { writeSearch } from '../store/sqlite/write-search.ts';
import type { Checkpoints } from './checkpoints.ts';
import { openIdentities } from './identities.ts';
import type { MergedSources } from './merge-sources.ts';
import type { BuildOptions } from './plan.ts';
import type { Pool, TaskContext } from './pool.ts';
import type { Advance } from './progress.ts';
import { openSpills } from '../files/spill.ts';

/** Addresses in one file of a sitemap, https://www.sitemaps.org/protocol.html */
const SITEMAP_ENTRIES = 50_000;

/** Both files at once. */
export async function writeFiles(
  { progress }: BuildOptions,
  checkpoints: Checkpoints,
  pool: Pool,
  { rows, identities, entities, cacheKey }: MergedSources,
) {
  progress.stage('write snapshot', 2 * entities, 'entities');
  const [content, search] = await Promise.all([
    checkpoints.once('write-entities', cacheKey, (directory, advance) =>
      pool.run('entities', { rows: rows.entities, directory, identities }, advance),
    ),
    checkpoints.once('write-search', cacheKey, (directory, advance) =>
      pool.run('search', { rows: rows.search, directory }, advance),
    ),
  ]);
  return {
    contentHash: content.contentHash,
    sitemap: content.sitemap,
    counts: { ...content.counts, identifiers: search.identifiers },
    files: { [ENTITIES_FILE]: content.claim, [SEARCH_FILE]: search.claim },
    paths: {
      [ENTITIES_FILE]: join(checkpoints.directoryOf('write-entities'), ENTITIES_FILE),
      [SEARCH_FILE]: join(checkpoints.directoryOf('write-search'), SEARCH_FILE),
    },
  };
}

interface FileOrder {
  /** Spills. */
  readonly rows: readonly string[];
  readonly directory: string;
}

export interface EntitiesOrder extends FileOrder {
  /** Directory of the identities. */
  readonly identities: string;
}

export async function writeEntitiesFile(
  order: EntitiesOrder,
  { curation }: TaskContext,
  advance: Advance,
): Promise<WrittenEntities & { readonly claim: FileClaim; readonly sitemap: readonly GndId[] }> {
  const file = join(order.directory, ENTITIES_FILE);
  using identities = openIdentities(order.identities);
  using spills = openSpills(order.rows);
  const sitemap: GndId[] = [];
  let entities = 0;
  const written = writeEntities(file, {
    categories: curation.categories.map(({ key }) => key),
    entities: tell(advance, spills.records(), ({ key, body }) => {
      if (entities % SITEMAP_ENTRIES === 0) sitemap.push(unpackGndId(key));
      entities += 1;
      return { id: key, row: decodeEntityRow(body) };
    }),
    redirects: identities.redirects(),
    deletions: identities.deletions(),
  });
  return { ...written, sitemap, claim: await claimOf(file) };
}

const KEYS_FILE = 'keys.sqlite';

export async function writeSearchFile(
  order: FileOrder,
  _: unknown,
  advance: Advance,
): Promise<{ readonly identifiers: number; readonly claim: FileClaim }> {
  const file = join(order.directory, SEARCH_FILE);
  using spills = openSpills(order.rows);
  const rows = tell(advance, spills.records(), ({ related, body }) => ({ id: related, row: decodeSearchRow(body) }));
  const identifiers = writeSearch(file, join(order.directory, KEYS_FILE), rows);
  return { identifiers, claim: await claimOf(file) };
}

function* tell<T, U>(advance: Advance, values: Iterable<T>, convert: (value: T) => U): Iterable<U> {
  for (const value of values) {
    yield convert(value);
    advance(1);
  }
}
