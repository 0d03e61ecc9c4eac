/** Writes the two files of a snapshot from sorted runs; each needs nothing of the other, so both are written at once. */
import { join } from 'node:path';
import { syncToDisk } from '../files/durable-file.ts';
import { claimOf, type FileClaim } from '../store/header.ts';
import { decodeEntityRow } from '../store/sqlite/entity-row.ts';
import { ENTITIES_FILE, SEARCH_FILE } from '../store/sqlite/schema.ts';
import { decodeSearchRow } from '../store/sqlite/search-row.ts';
import { writeEntities, type WrittenEntities } from '../store/sqlite/write-entities.ts';
import { writeSearch } from '../store/sqlite/write-search.ts';
import { openingsOf } from './compose.ts';
import { openIdentities } from './identities.ts';
import { mergeRuns } from './runs.ts';
import type { Workshop } from './tasks.ts';

const KEYS_FILE = 'keys.sqlite';

interface FileOrder {
  readonly runs: readonly string[];
  readonly directory: string;
}

export interface EntitiesOrder extends FileOrder {
  /** Directory of the identities. */
  readonly identities: string;
  readonly partitions: number;
  readonly snapshot: { readonly id: string; readonly date: string };
}

export async function writeEntitiesTask(
  order: EntitiesOrder,
  { curation }: Workshop,
  advance: (units: number) => void,
): Promise<WrittenEntities & { readonly claim: FileClaim }> {
  const file = join(order.directory, ENTITIES_FILE);
  const identities = openIdentities(order.identities, order.partitions);
  try {
    const written = writeEntities(file, {
      openings: openingsOf(order),
      categories: curation.categories.map(({ key }) => key),
      entities: entityRows(order.runs, advance),
      redirects: identities.redirects(),
      deletions: identities.deletions(),
    });
    await syncToDisk(file);
    return { ...written, claim: await claimOf(file) };
  } finally {
    identities.close();
  }
}

function* entityRows(runs: readonly string[], advance: (units: number) => void) {
  for (const { major, payload } of mergeRuns(runs)) {
    yield { id: major, row: decodeEntityRow(payload) };
    advance(1);
  }
}

export async function writeSearchTask(
  { runs, directory }: FileOrder,
  _: Workshop,
  advance: (units: number) => void,
): Promise<{ readonly identifiers: number; readonly claim: FileClaim }> {
  const file = join(directory, SEARCH_FILE);
  const identifiers = writeSearch(file, join(directory, KEYS_FILE), searchRows(runs, advance));
  await syncToDisk(file);
  return { identifiers, claim: await claimOf(file) };
}

function* searchRows(runs: readonly string[], advance: (units: number) => void) {
  for (const { minor, payload } of mergeRuns(runs)) {
    yield { id: minor, row: decodeSearchRow(payload) };
    advance(1);
  }
}
