/** From what the sources say to rows of the snapshot: identities resolved, statements moved to them, ranges merged. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Checkpoints } from './checkpoints.ts';
import { type Counts, increment, mergeCounters } from './counters.ts';
import type { IdRange } from './identities.ts';
import { ENTITY_ROWS_FILE, MOVED_FILE, SEARCH_ROWS_FILE } from './merge-range.ts';
import type { BuildOptions, Plan } from './plan.ts';
import type { Pool } from './pool.ts';
import type { ReadSources } from './read-sources.ts';

export type MergedSources = Awaited<ReturnType<typeof mergeSources>>;

export async function mergeSources(
  { progress }: BuildOptions,
  plan: Plan,
  checkpoints: Checkpoints,
  pool: Pool,
  read: ReadSources,
  snapshot: { readonly id: string; readonly date: string },
) {
  const facts = [read.fingerprint, snapshot, plan.ranges, read.counters.map(({ key, sha256 }) => [key, sha256])];
  const cacheKey = createHash('sha256').update(JSON.stringify(facts)).digest('hex');
  const records = read.counters.reduce((sum, { entities }) => sum + entities, 0);

  progress.stage('identify', records, 'entities');
  const identified = await checkpoints.once('identities', cacheKey, (directory, advance) =>
    pool.run('identify', { claims: read.claims, ranges: plan.ranges, directory }, advance),
  );
  const { ranges } = identified;
  const identities = checkpoints.directoryOf('identities');
  const forEachRange = <T>(stage: string, work: (range: IdRange, name: string) => Promise<T>): Promise<T[]> =>
    Promise.all(ranges.map((range, number) => work(range, `${stage}-${number}`)));
  const filesOf = (stage: string, file: string): string[] =>
    ranges.map((_, number) => join(checkpoints.directoryOf(`${stage}-${number}`), file));

  progress.stage('move', ranges.length, 'parts');
  await forEachRange('move', (range, name) =>
    checkpoints.once(name, cacheKey, (directory, advance) =>
      pool.run('move', { ...range, statements: read.statements, identities, directory }, advance),
    ),
  );

  progress.stage('merge', identified.entities, 'entities');
  const statements = [...read.statements, ...filesOf('move', MOVED_FILE)];
  const sources = read.counters.map(({ key, kind }) => ({ key, kind }));
  const merged = await forEachRange('merge', (range, name) =>
    checkpoints.once(name, cacheKey, (directory, advance) =>
      pool.run('merge', { ...range, statements, identities, sources, snapshot, directory }, advance),
    ),
  );
  // Nothing asks for what went into the merge any more, and the snapshot needs the room.
  await checkpoints.clear([...read.checkpoints, ...ranges.map((_, number) => `move-${number}`)]);

  const conflicts: Counts = {};
  for (const range of merged) {
    for (const [collection, count] of Object.entries(range.conflicts)) increment(conflicts, collection, count);
  }
  const counters = read.counters.map((counted, number) => {
    const inRanges = merged.map((range) => range.counters[number]);
    return mergeCounters(counted, inRanges);
  });
  return {
    /** All sources, by key, with what they brought. */
    counters,
    /** Spills of rows: of entities, range after range, and of search rows by descending prominence. */
    rows: { entities: filesOf('merge', ENTITY_ROWS_FILE), search: filesOf('merge', SEARCH_ROWS_FILE) },
    /** Directory. */
    identities,
    redirects: identified.redirects,
    /** Entities with conflicts, by collection. */
    conflicts,
    entities: identified.entities,
    /** Everything that decided the outcome, as text. */
    cacheKey,
  };
}
