/** Writes the two files of a snapshot from sorted rows, independently of each other. */
import { join } from 'node:path';
import { type GndId, unpackGndId } from '../../../core/model/gnd-id.ts';
import { SITEMAP_ENTRIES } from '../../../core/snapshot/build-notes.ts';
import { claimOf } from '../../../core/snapshot/header.ts';
import { decodeEntityRow } from '../../../core/snapshot/codec/entity-row.ts';
import { ENTITIES_FILE, SEARCH_FILE } from '../../../core/sqlite/schema.ts';
import { decodeSearchRow } from '../../../core/snapshot/codec/search-row.ts';
import { writeEntities } from '../snapshot/write-entities.ts';
import { writeSearch } from '../snapshot/write-search.ts';
import { openIdentities } from './identities.ts';
import type { Task, TaskContext } from './task.ts';
import type { Advance } from '../progress.ts';
import { openSpills } from '../../../shared/files/spill.ts';

interface WriteTask extends Task {
  /** Spills. */
  readonly rows: readonly string[];
}

interface WriteEntitiesTask extends WriteTask {
  /** Directory of the identities. */
  readonly identities: string;
}

export async function writeEntitiesFile(task: WriteEntitiesTask, { curation }: TaskContext, advance: Advance) {
  const file = join(task.directory, ENTITIES_FILE);
  using identities = openIdentities(task.identities);
  using spills = openSpills(task.rows);
  const sitemap: GndId[] = [];
  let entities = 0;
  const written = writeEntities(file, {
    categories: curation.categories.map(({ key }) => key),
    entities: Iterator.from(spills.records()).map(({ key, body }) => {
      advance(1);
      if (entities % SITEMAP_ENTRIES === 0) sitemap.push(unpackGndId(key));
      entities += 1;
      return { id: key, row: decodeEntityRow(body) };
    }),
    redirects: identities.redirects(),
    deletions: identities.deletions(),
    withheld: identities.withheld(),
  });
  return { ...written, sitemap, claim: await claimOf(file) };
}

const KEYS_FILE = 'keys.sqlite';

export async function writeSearchFile(task: WriteTask, _: TaskContext, advance: Advance) {
  const file = join(task.directory, SEARCH_FILE);
  using spills = openSpills(task.rows);
  const rows = Iterator.from(spills.records()).map(({ related: id, body }) => {
    advance(1);
    return { id, row: decodeSearchRow(body) };
  });
  const identifiers = writeSearch(file, join(task.directory, KEYS_FILE), rows);
  return { identifiers, claim: await claimOf(file) };
}
