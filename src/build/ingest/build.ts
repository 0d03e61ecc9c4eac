/** Builds a snapshot from the copies of sources and, at the end, makes it the current one. */
import { grouped } from '../../shared/numbers.ts';
import { hash } from 'node:crypto';
import type { EntityDecisions } from '../sources/register/entity-decisions.ts';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { API_VERSION } from '../../core/model/schema.ts';
import { bytesIn } from './disk-use.ts';
import { syncToDisk, writeDurably } from '../../shared/files/durable-file.ts';
import type { FolderLock } from '../../shared/files/lock.ts';
import { isDamaged, isUnopenable } from '../../shared/files/sqlite-errors.ts';
import { readBuildNotes, REPORT_FILE } from '../../core/snapshot/build-notes.ts';
import { CURRENT } from '../../core/snapshot/directory.ts';
import { activateSnapshot, openWorkDirectory, shareFile } from './snapshot/snapshot-folder.ts';
import { NUMBERS_FILE } from '../../shared/dumps/dump-folder.ts';
import { FINDINGS_FOLDER } from './tasks/findings.ts';
import { LINK_SAMPLE_FILE } from './snapshot/link-sample.ts';
import { HEADER_FILE, readHeader, SNAPSHOT_FORMAT, type SnapshotHeader } from '../../core/snapshot/header.ts';
import type { Snapshot } from '../../core/snapshot/store.ts';
import type { CollectionHealth, RetiredSource } from '../../core/model/source.ts';
import type { BuildInput } from '../sources/fetch/build-inputs.ts';
import type { Curation } from '../sources/register/curation.ts';
import { BuildFailed } from './build-failed.ts';
import { checkpointOfRead, emptyWorkDirectory, openCheckpoints, readsIn } from './checkpoints.ts';
import { type Inputs, readInputs } from './inputs.ts';
import { checkDiskSpace, type DiskOptions, type Plan, planBuild, type PlanOptions } from './plan.ts';
import { type Pool, startPool } from './pool.ts';
import { type Progress, timeStages } from './progress.ts';
import { type BuildReport, makeReport } from './report.ts';
import { describeSources, newestDate, observe, usedCollections } from './source-facts.ts';
import { readSources } from './read-sources.ts';
import { mergeSources, writeFiles } from './stages.ts';
import { openTaskContext } from './tasks/task.ts';

export interface BuildOptions extends PlanOptions, Omit<DiskOptions, 'out'> {
  /** The lock of the folder of snapshots. */
  readonly lock: FolderLock;
  readonly sources: readonly BuildInput[];
  /** Folder of the configuration: curation and vocabulary. Any change in it, even of a label, makes another snapshot. */
  readonly config: string;
  /** Version of the software; another version may compose other answers from the same inputs. */
  readonly release: string;
  /** Health of collections, by key, as a probe found it. It only appears in the header. */
  readonly health?: Readonly<Record<string, CollectionHealth>> | undefined;
  /** Retired sources of the register. They only appear in the header. */
  readonly retired?: readonly RetiredSource[];
  readonly now: Date;
  readonly progress: Progress;
  /** Whether sources with unusable files are left out; otherwise the build fails. */
  readonly allowFailedSources?: boolean | undefined;
  /** Whether the work directory keeps what was read of each source, so that the next build reads only changed sources. */
  readonly keepRead?: boolean | undefined;
  /** Called with the finished snapshot before it becomes the current one; an error prevents that. */
  readonly beforeActivation?: (directory: string) => Promise<void>;
}

export interface Built {
  readonly directory: string;
  readonly snapshot: Snapshot;
  readonly report: BuildReport;
}

const NOTHING_TO_BUILD =
  'No source has been fetched yet, so there is nothing to build. gnd-links update fetches the missing copies, and prints ' +
  'why a fetch failed; gnd-links sources shows the reasons later. Behind a proxy, set HTTPS_PROXY.';

/**
 * Builds a snapshot. After a full disk, a signal or a crash, finished work stays in the work directory, and the next
 * build of the same inputs continues there. After a success or a BuildFailed the work directory is emptied.
 * @throws BuildFailed when sources are unusable or the disk is too small, or system errors
 */
export async function buildSnapshot(options: BuildOptions): Promise<Built> {
  try {
    return await build(options);
  } finally {
    options.progress.end();
  }
}

async function build(options: BuildOptions): Promise<Built> {
  const { lock, sources, config } = options;
  if (sources.every(({ absent }) => absent !== undefined))
    throw new BuildFailed(NOTHING_TO_BUILD, { reason: 'nothing_to_build' });
  const context = await openTaskContext(config);
  const inputs = await readInputs(sources, options.release, config, context.curation, options.now);
  const plan = planBuild(inputs.copies.values(), options);
  const workDirectory = await openWorkDirectory(lock);
  await checkDiskSpace({ ...options, out: lock.folder }, plan.expected, bytesIn(workDirectory));
  const isThere = await watchDirectory(workDirectory);
  const pool = startPool(plan.threads, config, context);
  try {
    const { directory, header, report } = await runStages(workDirectory, inputs, plan, pool, context.curation, options);
    await options.beforeActivation?.(directory);
    if (!(await isThere())) throw new Error(`${directory} belongs to another build.`);
    const activated = await activateSnapshot(lock, directory, header.id);
    const tidied = options.keepRead === true ? keepReads(workDirectory, options) : removeWorkDirectory(workDirectory);
    // The snapshot is in service, so this is no failure of the build; the next build tidies up.
    await tidied.catch((error: Error) =>
      options.log?.(`Temporary files of the build could not be removed: ${error.message}.`),
    );
    return { directory: activated, snapshot: header, report };
  } catch (error) {
    await pool.close();
    if (!(await isThere())) {
      const sentence = `${workDirectory} was removed during the build; nothing was changed.`;
      throw new BuildFailed(sentence, { cause: error });
    }
    const failure = asBuildFailed(error, workDirectory);
    if (failure instanceof BuildFailed) await removeWorkDirectory(workDirectory);
    else options.log?.(`Finished work stays in ${workDirectory}; the next build from the same inputs continues there.`);
    throw failure;
  } finally {
    await pool.close();
  }
}

/** @returns a function that says whether the directory is still the same: neither removed nor replaced */
async function watchDirectory(directory: string): Promise<() => Promise<boolean>> {
  const { ino } = await stat(directory);
  return async () => (await stat(directory).catch(() => undefined))?.ino === ino;
}

/** Empties the work directory, but keeps the checkpoints of reading for the sources of this build. */
async function keepReads(workDirectory: string, { sources, log }: BuildOptions): Promise<void> {
  const current = new Set(sources.map(({ key }) => checkpointOfRead(key)));
  const kept = (await readsIn(workDirectory)).filter((name) => current.has(name));
  await emptyWorkDirectory(workDirectory, kept);
  const bytes = grouped(bytesIn(workDirectory));
  const from = `${kept.length} source${kept.length === 1 ? '' : 's'}`;
  log?.(`Kept what was read from ${from} for the next build: ${bytes} bytes in ${workDirectory}.`);
}

async function removeWorkDirectory(workDirectory: string): Promise<void> {
  await emptyWorkDirectory(workDirectory);
  await rm(workDirectory, { recursive: true, force: true });
}

/** Turns errors about damaged or missing work files, from any thread, into BuildFailed: the build cannot continue. */
function asBuildFailed(error: unknown, workDirectory: string): unknown {
  const { name, message, code, path } = error as NodeJS.ErrnoException;
  const isMissing = code === 'ENOENT' && path !== undefined && isWithin(workDirectory, path);
  // All databases of a build are in the work directory.
  if (isMissing || name === 'DamagedSpill' || isDamaged(error) || isUnopenable(error)) {
    const sentence = `Files of an interrupted build are damaged (${message}). Run the build again; it starts from the beginning.`;
    return new BuildFailed(sentence, { cause: error });
  }
  if (code !== 'ERR_WORKER_OUT_OF_MEMORY') return error;
  const sentence = 'A worker thread ran out of memory: a source has an extremely large record.';
  return new BuildFailed(sentence, { cause: error });
}

const isWithin = (directory: string, path: string): boolean => !/^\.\.(?:\/|$)/.test(relative(directory, path));

const NO_LONGER_MET = 'this decision no longer applies to any link or record.';

/** Reasons and names of those who decided have no influence. */
function hashOfDecisions(decisions: EntityDecisions, day: string): Pick<SnapshotHeader, 'decided'> {
  const decided = [...decisions.on(day).values()].map(({ gnd, verdict, attributes, names }) => [
    gnd,
    verdict,
    attributes,
    names,
  ]);
  return decided.length === 0 ? {} : { decided: hash('sha256', JSON.stringify(decided)) };
}

/** @returns the finished snapshot, in a directory below the work directory */
async function runStages(
  workDirectory: string,
  inputs: Inputs,
  { ranges }: Plan,
  pool: Pool,
  curation: Curation,
  { sources, lock, now, log, health, retired, progress: listener, allowFailedSources = false, keepRead }: BuildOptions,
) {
  const current = join(lock.folder, CURRENT);
  const { progress, times } = timeStages(listener);
  const cacheKey = `${inputs.hash} ${ranges}`;
  const checkpoints = await openCheckpoints(workDirectory, cacheKey, progress.advance, keepRead);
  const context = { pool, checkpoints, progress };
  const read = await readSources(context, inputs, sources, allowFailedSources);
  const former = await readHeader(current).catch(() => undefined);
  const observations = await observe(sources, read.counters, former?.sources ?? [], now);
  const date = newestDate(read.counters, observations);
  const identity = { id: `${date.replaceAll('-', '')}-${read.fingerprint.slice(0, 8)}`, date };
  const merged = await mergeSources(context, cacheKey, read, ranges, identity);
  const { paths, findings, sitemap, ...written } = await writeFiles(context, cacheKey, merged);
  const header: SnapshotHeader = {
    format: SNAPSHOT_FORMAT,
    ...identity,
    builtAt: now.toISOString(),
    apiVersion: API_VERSION,
    fingerprint: read.fingerprint,
    contentHash: written.contentHash,
    counts: written.counts,
    entityDecisions: merged.decided.decisions,
    ...hashOfDecisions(curation.entityDecisions, read.day),
    sources: describeSources(sources, curation.categories, merged.counters, observations),
    ...(retired !== undefined && { retired }),
    categories: curation.categories,
    collections: usedCollections(curation, merged.counters, health),
    files: written.files,
  };
  const directory = join(workDirectory, 'snapshot');
  await rm(directory, { recursive: true, force: true });
  const findingsFolder = join(directory, FINDINGS_FOLDER);
  await mkdir(findingsFolder, { recursive: true });
  for (const [file, from] of Object.entries(paths)) await shareFile(from, join(directory, file));
  await shareFile(findings, join(findingsFolder, NUMBERS_FILE));
  await writeDurably(join(directory, HEADER_FILE), `${JSON.stringify(header, null, 2)}\n`);
  await writeDurably(join(directory, LINK_SAMPLE_FILE), `${JSON.stringify(merged.linkSample)}\n`);
  progress.stage('activate');
  const run = { stages: times(), resumedStages: checkpoints.resumed() };
  const report = makeReport(sources, header, merged, run, curation, sitemap, await readBuildNotes(current));
  for (const place of report.unusedDecisions) log?.(`${place}: ${NO_LONGER_MET}`);
  for (const notice of merged.decided.notices) log?.(notice);
  await writeDurably(join(directory, REPORT_FILE), `${JSON.stringify(report, null, 2)}\n`);
  await syncToDisk(findingsFolder);
  await syncToDisk(directory);
  return { directory, header, report };
}
