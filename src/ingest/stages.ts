/** The stages of a build, from copies of sources to the files of a snapshot: read, identify, move, merge, write. */
import { mergeLinkSamples } from '../snapshot/link-sample.ts';
import { join } from 'node:path';
import type { BuildInput } from '../sources/fetch/build-inputs.ts';
import { ENTITIES_FILE, SEARCH_FILE } from '../engines/sqlite/schema.ts';
import { BuildFailed } from './build-failed.ts';
import type { Checkpoints } from './checkpoints.ts';
import {
  type Counts,
  createCounters,
  createFingerprint,
  increment,
  mergeCounters,
  type SourceCounters,
} from './counters.ts';
import { describeInputs, hashInputs, type InputFile, type Recipe } from './inputs.ts';
import type { OutcomeOf, Pool, TaskName, TaskOf } from './pool.ts';
import type { Progress } from './progress.ts';
import { ENTITY_ROWS_FILE, SEARCH_ROWS_FILE } from './tasks/merge.ts';
import { MOVED_FILE } from './tasks/move.ts';
import { CLAIMS_FILE, type ReadOutcome, STATEMENTS_FILE } from './tasks/read.ts';
import { REPLACED_FILE, SUPERSEDED_FILE } from './tasks/replaced.ts';

/** The means of all stages. */
export interface Workshop {
  readonly pool: Pool;
  readonly checkpoints: Checkpoints;
  readonly progress: Progress;
}

/** Runs a task, unless the checkpoint has its outcome and its files. */
function runOnce<Name extends TaskName>(
  { pool, checkpoints }: Workshop,
  checkpoint: string,
  cacheKey: string,
  name: Name,
  task: Omit<TaskOf<Name>, 'directory'>,
): Promise<OutcomeOf<Name>> {
  return checkpoints.once(checkpoint, cacheKey, (directory, advance) =>
    pool.run(name, { ...task, directory } as TaskOf<Name>, advance),
  );
}

type Readable = BuildInput & { readonly file: string };

export type ReadSources = Awaited<ReturnType<typeof readSources>>;

/**
 * Reads every source, harvests before the dumps, since of two records with one identifier the newer counts.
 * @param allowFailed leaves out sources whose file cannot be used
 * @throws BuildFailed when sources cannot be used
 */
export async function readSources(
  workshop: Workshop,
  recipe: Recipe,
  given: readonly BuildInput[],
  copies: ReadonlyMap<string, InputFile>,
  allowFailed: boolean,
) {
  const sources = [...given].sort((a, b) => (a.key < b.key ? -1 : 1));
  const readable = sources.filter((source): source is Readable => source.file !== undefined);
  const outcomes = new Map<string, ReadOutcome>();
  /** Keys of harvests that were read again, without the records that a dump has in a newer version. */
  const readAgain = new Set<string>();
  const checkpointOf = ({ key }: Readable): string => `${readAgain.has(key) ? 'reread' : 'read'}-${key}`;
  const fileOf = (source: Readable, name: string): string =>
    join(workshop.checkpoints.directoryOf(checkpointOf(source)), name);
  const bytesOf = ({ key }: Readable): number => copies.get(key)?.bytes ?? 0;
  workshop.progress.stage(
    'read sources',
    readable.reduce((sum, source) => sum + bytesOf(source), 0),
    'bytes',
  );

  /** @param rivals sources that may have newer records than those of the batch: harvests or dumps */
  async function readAll(batch: readonly Readable[], rivals: readonly Readable[]): Promise<void> {
    const [harvests, others] = [rivals.filter(isHarvest), rivals.filter((source) => !isHarvest(source))];
    const replaced = harvests.map((source) => fileOf(source, REPLACED_FILE));
    const superseded = others.map((source) => fileOf(source, SUPERSEDED_FILE));
    const rivalCopies = rivals.map(({ key }) => [key, outcomes.get(key)?.counters.sha256]);
    // The largest first, so that none of them is left over at the end.
    const ordered = [...batch].sort((a, b) => bytesOf(b) - bytesOf(a));
    await Promise.all(
      ordered.map(async (source) => {
        const number = sources.indexOf(source);
        const copy = copies.get(source.key)?.identity;
        const cacheKey = hashInputs(recipe, [{ source, copy }], number, rivalCopies);
        const task = { source: withoutObservations(source), number, day: recipe.day, replaced, superseded };
        outcomes.set(source.key, await runOnce(workshop, checkpointOf(source), cacheKey, 'read', task));
      }),
    );
  }

  const isUsable = ({ key }: Readable): boolean => outcomes.get(key)?.counters.failure === undefined;
  const harvests = readable.filter(isHarvest);
  const dumps = readable.filter((source) => !isHarvest(source));
  await readAll(harvests, []);
  const usableHarvests = harvests.filter(isUsable);
  await readAll(dumps, usableHarvests);
  const newer = dumps.filter((source) => isUsable(source) && (outcomes.get(source.key)?.supersedes ?? 0) > 0);
  if (newer.length > 0) {
    for (const { key } of usableHarvests) readAgain.add(key);
    await readAll(usableHarvests, newer);
  }

  const failed = readable.filter((source) => !isUsable(source));
  if (failed.length > 0 && !allowFailed) {
    const sentences = failed.map(
      ({ key, file }) => `${key}: ${outcomes.get(key)?.counters.failure?.sentence ?? ''} (${file})`,
    );
    throw new BuildFailed(sentences.join('\n'));
  }
  const counters = sources.map((source) => outcomes.get(source.key)?.counters ?? countersOfAbsent(source));
  requireEntities(counters);
  const usable = readable.filter(isUsable);
  const fingerprint = createFingerprint();
  for (const { key } of usable) fingerprint.addAccumulators(outcomes.get(key)?.fingerprint ?? []);
  return {
    /** All sources, by key. */
    counters,
    /** Names of the checkpoints of those that could be read, and the spills in their directories. */
    checkpoints: usable.map(checkpointOf),
    statements: usable.map((source) => fileOf(source, STATEMENTS_FILE)),
    claims: usable.map((source) => fileOf(source, CLAIMS_FILE)),
    fingerprint: fingerprint.digest(describeInputs(recipe, given)),
  };
}

function isHarvest({ updates }: BuildInput): boolean {
  return updates === true;
}

/** Observations change from fetch to fetch and decide nothing that is read. */
function withoutObservations(source: Readable): Readable {
  const { observation: _observation, absent: _absent, ...facts } = source;
  return facts;
}

function countersOfAbsent(source: BuildInput): SourceCounters {
  const counters = createCounters(source);
  counters.failure = { reason: 'not_fetched', sentence: source.absent ?? 'There is no copy of it.' };
  return counters;
}

function requireEntities(counters: readonly SourceCounters[]): void {
  if (counters.some(({ entities, failure }) => entities > 0 && failure === undefined)) return;
  const missing = counters.filter(({ failure }) => failure?.reason === 'not_fetched').length;
  const hint = missing > 0 ? ` ${missing} of ${counters.length} sources have no copy yet: gnd-links fetch.` : '';
  throw new BuildFailed(`No source yielded a single entity, so there is nothing to build.${hint}`);
}

export type MergedSources = Awaited<ReturnType<typeof mergeSources>>;

/**
 * Turns statements into rows of the snapshot: resolves identities, moves statements to them, merges ranges.
 * @param cacheKey everything that decides the outcome
 * @param ranges number of ranges into which the entities are cut at most
 */
export async function mergeSources(
  workshop: Workshop,
  cacheKey: string,
  read: ReadSources,
  ranges: number,
  snapshot: { readonly id: string; readonly date: string },
) {
  const { checkpoints, progress } = workshop;
  const records = read.counters.reduce((sum, { entities }) => sum + entities, 0);
  progress.stage('identify', records, 'entities');
  const identified = await runOnce(workshop, 'identities', cacheKey, 'identify', { claims: read.claims, ranges });
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
        runOnce(workshop, `${name}-${number}`, cacheKey, name, { ...task, ...range } as Omit<
          TaskOf<Name>,
          'directory'
        >),
      ),
    );

  progress.stage('move', identified.ranges.length, 'parts');
  await forEachRange('move', { statements: read.statements, identities });

  progress.stage('merge', identified.entities, 'entities');
  const statements = [...read.statements, ...filesOf('move', MOVED_FILE)];
  const sources = read.counters.map(({ key, kind }) => ({ key, kind }));
  const merged = await forEachRange('merge', { statements, identities, sources, snapshot });
  // Nothing needs the input of the merge any more, and the snapshot needs the space.
  await checkpoints.clear([...read.checkpoints, ...checkpointsOf('move')]);

  const conflicts: Counts = {};
  for (const range of merged) {
    for (const [collection, count] of Object.entries(range.conflicts)) increment(conflicts, collection, count);
  }
  return {
    /** All sources, by key, with their contributions. */
    counters: read.counters.map((counted, number) =>
      mergeCounters(
        counted,
        merged.map(({ counters }) => counters[number]),
      ),
    ),
    /** Spills of rows: of entities, range after range, and of search rows by descending prominence. */
    rows: { entities: filesOf('merge', ENTITY_ROWS_FILE), search: filesOf('merge', SEARCH_ROWS_FILE) },
    /** Directory. */
    identities,
    redirects: identified.redirects,
    /** Entities with conflicts, by collection. */
    conflicts,
    /** Addresses by collection. */
    linkSample: mergeLinkSamples(merged.map(({ sample }) => sample)),
    entities: identified.entities,
  };
}

/** Writes both files of the snapshot at once. @param cacheKey as of {@link mergeSources} */
export async function writeFiles(
  workshop: Workshop,
  cacheKey: string,
  { rows, identities, entities }: Pick<MergedSources, 'rows' | 'identities' | 'entities'>,
) {
  workshop.progress.stage('write snapshot', 2 * entities, 'entities');
  const [content, search] = await Promise.all([
    runOnce(workshop, 'write-entities', cacheKey, 'writeEntities', { rows: rows.entities, identities }),
    runOnce(workshop, 'write-search', cacheKey, 'writeSearch', { rows: rows.search }),
  ]);
  const { directoryOf } = workshop.checkpoints;
  return {
    contentHash: content.contentHash,
    sitemap: content.sitemap,
    counts: { ...content.counts, identifiers: search.identifiers },
    files: { [ENTITIES_FILE]: content.claim, [SEARCH_FILE]: search.claim },
    paths: {
      [ENTITIES_FILE]: join(directoryOf('write-entities'), ENTITIES_FILE),
      [SEARCH_FILE]: join(directoryOf('write-search'), SEARCH_FILE),
    },
  };
}
