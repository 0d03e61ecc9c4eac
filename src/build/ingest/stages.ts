/** The stages of a build after reading, from statements to the files of a snapshot: identify, move, merge, write. */
import { join } from 'node:path';
import { ENTITIES_FILE, SEARCH_FILE } from '../../core/sqlite/schema.ts';
import { NUMBERS_FILE } from '../../shared/dumps/dump-folder.ts';
import { mergeLinkSamples } from './snapshot/link-sample.ts';
import { addCounts, type Counts } from '../../shared/counts.ts';
import { mergeCounters, withoutExamplesOf } from './counters.ts';
import type { TaskOf } from './pool.ts';
import type { ReadSources } from './read-sources.ts';
import { FINDINGS_FILE } from './tasks/findings.ts';
import { ENTITY_ROWS_FILE, SEARCH_ROWS_FILE } from './tasks/merge.ts';
import { MOVED_FILE } from './tasks/move.ts';
import { runOnce, type BuildContext } from './build-context.ts';

export type MergedSources = Awaited<ReturnType<typeof mergeSources>>;

/**
 * Turns statements into rows of the snapshot: resolves identities, moves statements to them, merges ranges.
 * @param cacheKey hash of all inputs of the work
 * @param ranges largest number of ranges into which the entities are divided
 */
export async function mergeSources(
  context: BuildContext,
  cacheKey: string,
  read: ReadSources,
  ranges: number,
  snapshot: { readonly id: string; readonly date: string },
) {
  const { checkpoints, progress } = context;
  const records = read.counters.reduce((sum, { entities }) => sum + entities, 0);
  progress.stage('identify', records);
  const identified = await runOnce(context, 'identities', cacheKey, 'identify', {
    ...read.versions,
    claims: read.claims,
    day: read.day,
    ranges,
  });
  const identities = checkpoints.directoryOf('identities');
  const checkpointsOf = (stage: string) => identified.ranges.map((_, number) => `${stage}-${number}`);
  const filesOf = (stage: string, file: string) =>
    checkpointsOf(stage).map((checkpoint) => join(checkpoints.directoryOf(checkpoint), file));
  const forEachRange = <Name extends 'move' | 'merge'>(
    name: Name,
    task: Omit<TaskOf<Name>, 'directory' | 'from' | 'to'>,
  ) =>
    Promise.all(
      identified.ranges.map((range, number) =>
        runOnce(context, `${name}-${number}`, cacheKey, name, { ...task, ...range } as Omit<TaskOf<Name>, 'directory'>),
      ),
    );

  progress.stage('move', identified.ranges.length);
  await forEachRange('move', { ...read.versions, statements: read.statements, identities });

  progress.stage('merge', identified.entities);
  const statements = [...read.statements, ...filesOf('move', MOVED_FILE)];
  const sources = read.counters.map(({ key, kind }) => ({ key, kind }));
  const merged = await forEachRange('merge', { ...read.versions, statements, identities, sources, snapshot });
  // The input of the merge is no longer needed, and the files of the snapshot need its space.
  await checkpoints.clear([...read.checkpoints, ...checkpointsOf('move')]);

  const conflicts: Counts = {};
  for (const part of merged) addCounts(conflicts, part.conflicts);
  return {
    /** All sources, by key, with their contributions. */
    counters: read.counters.map((counted, number) =>
      withoutExamplesOf(
        identified.decided.identifiers,
        mergeCounters(
          counted,
          merged.map(({ counters }) => counters[number]),
        ),
      ),
    ),
    /** Spills of rows, one per range: entities by identifier, search rows by descending prominence. */
    rows: { entities: filesOf('merge', ENTITY_ROWS_FILE), search: filesOf('merge', SEARCH_ROWS_FILE) },
    findings: filesOf('merge', FINDINGS_FILE),
    identities,
    redirects: identified.redirects,
    /** The outcome of the decisions about entities, and the places of those that left something out. */
    decided: identified.decided,
    metDecisions: new Set(merged.flatMap(({ metDecisions }) => metDecisions)),
    /** Entities with conflicts, by collection. */
    conflicts,
    /** Addresses by collection. */
    linkSample: mergeLinkSamples(merged.map(({ sample }) => sample)),
    entities: identified.entities,
  };
}

/**
 * Writes both files of the snapshot and the findings about lists, all at the same time.
 * @param cacheKey as for {@link mergeSources}
 */
export async function writeFiles(
  context: BuildContext,
  cacheKey: string,
  { rows, findings, identities, entities, counters }: MergedSources,
) {
  context.progress.stage('write snapshot', 2 * entities);
  const sources = counters.map(({ key }) => key);
  const [content, search] = await Promise.all([
    runOnce(context, 'write-entities', cacheKey, 'writeEntities', { rows: rows.entities, identities }),
    runOnce(context, 'write-search', cacheKey, 'writeSearch', { rows: rows.search }),
    runOnce(context, 'write-findings', cacheKey, 'writeFindings', { findings, identities, sources }),
  ]);
  const { directoryOf } = context.checkpoints;
  return {
    contentHash: content.contentHash,
    sitemap: content.sitemap,
    counts: { ...content.counts, identifiers: search.identifiers },
    files: { [ENTITIES_FILE]: content.claim, [SEARCH_FILE]: search.claim },
    paths: {
      [ENTITIES_FILE]: join(directoryOf('write-entities'), ENTITIES_FILE),
      [SEARCH_FILE]: join(directoryOf('write-search'), SEARCH_FILE),
    },
    /** Table of the findings about lists, beside the data. */
    findings: join(directoryOf('write-findings'), NUMBERS_FILE),
  };
}
