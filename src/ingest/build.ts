/** Builds a snapshot from a register: read, identify, merge, write, activate; the previous snapshot serves until the end. */
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { API_VERSION } from '../api/schemas.ts';
import { factsOf } from '../fetch/build-inputs.ts';
import { syncToDisk, writeDurably } from '../files/durable-file.ts';
import { lockFolder } from '../files/lock.ts';
import type { Curation } from '../register/curation.ts';
import { readBuildNotes, REPORT_FILE } from '../store/build-notes.ts';
import { activateSnapshot, openWorkDirectory, pruneSnapshots, shareFile } from '../store/directory.ts';
import { HEADER_FILE, SNAPSHOT_FORMAT, type SnapshotHeader } from '../store/header.ts';
import type { Snapshot } from '../store/store.ts';
import { emptyWorkDirectory, openCheckpoints } from './checkpoints.ts';
import { mergeSources } from './merge-sources.ts';
import { BuildFailed, type BuildOptions, checkDiskSpace, configurationTexts, type Plan, planBuild } from './plan.ts';
import { openTaskContext, type Pool, startPool } from './pool.ts';
import { type BuildReport, makeReport, newestDate, observe, publicSource, usedCollections } from './report.ts';
import { readSources } from './read-sources.ts';
import { bytesIn, monitorResources, type ResourceMonitor } from './progress.ts';
import { writeFiles } from './write-files.ts';

export interface Built {
  readonly directory: string;
  readonly snapshot: Snapshot;
  readonly report: BuildReport;
  /** Names of older snapshots that were not to be kept. */
  readonly removed: readonly string[];
}

const NOTHING_TO_BUILD =
  'No source has a copy yet, so there is nothing to build. gnd-links update fetches at once what has none, and says why ' +
  'something cannot be had; gnd-links sources says so afterwards. Behind a proxy set HTTPS_PROXY.';

/**
 * What is finished stays in the work directory until the build has ended well or its input has proved unusable, so that
 * the next build of the same inputs goes on there, whatever ended this one: a full disk, a signal, a crash.
 * @throws BuildFailed when sources cannot be used or the disk is too small, Locked while another build works there, or system errors such as a full disk
 */
export async function buildSnapshot(options: BuildOptions): Promise<Built> {
  try {
    using _lock = lockFolder(options.out, 'build', new Date());
    return await buildLocked(options);
  } finally {
    options.progress.end();
  }
}

async function buildLocked(options: BuildOptions): Promise<Built> {
  if (options.sources.every(({ absent }) => absent !== undefined))
    throw new BuildFailed(NOTHING_TO_BUILD, { reason: 'nothing_to_build' });
  const plan = await planBuild(options);
  const workDirectory = await openWorkDirectory(options.out);
  const { ino } = await stat(workDirectory);
  const isThere = async (): Promise<boolean> => (await stat(workDirectory).catch(() => undefined))?.ino === ino;
  await checkDiskSpace(options, plan, bytesIn(workDirectory));
  const context = await openTaskContext(options.config);
  const pool = startPool(plan.threads, options.config, context);
  using monitor = monitorResources(workDirectory, options.progress);
  const beforeActivation = async (directory: string): Promise<void> => {
    await options.beforeActivation?.(directory);
    if (!(await isThere())) throw new Error(`${directory} is another build's.`);
  };
  try {
    const monitored = { ...options, progress: monitor.progress, beforeActivation };
    const built = await buildIn(workDirectory, plan, monitored, pool, monitor, context.curation);
    await removeWorkDirectory(workDirectory);
    return built;
  } catch (error) {
    await pool.close();
    if (!(await isThere())) {
      const sentence = `${workDirectory} went away while a build was at work there; nothing was changed.`;
      throw new BuildFailed(sentence, { cause: error });
    }
    const failure = asBuildFailed(error);
    if (failure instanceof BuildFailed) await removeWorkDirectory(workDirectory);
    else options.log?.(`What was finished stays in ${workDirectory}; the next build of the same inputs goes on there.`);
    throw failure;
  } finally {
    await pool.close();
  }
}

async function removeWorkDirectory(workDirectory: string): Promise<void> {
  await emptyWorkDirectory(workDirectory);
  await rm(workDirectory, { recursive: true, force: true });
}

/** What SQLite says of a file that is not as it was written; a missing one cannot be an input, whose readers say so. */
const DAMAGED = /database disk image is malformed|file is not a database|unable to open database file/;

/** What lies in the inputs or in damaged files, whichever thread it comes from; to go on from there would be of no use. */
function asBuildFailed(error: unknown): unknown {
  const { name, message, code } = error as NodeJS.ErrnoException;
  if (name === 'DamagedSpill' || code === 'ENOENT' || DAMAGED.test(message)) {
    const sentence = `What a build that was cut off had left is damaged (${message}). Build again, which begins anew.`;
    return new BuildFailed(sentence, { cause: error });
  }
  if (code !== 'ERR_WORKER_OUT_OF_MEMORY') return error;
  const sentence = 'A thread of the build had no memory left: a source has a record of absurd size.';
  return new BuildFailed(sentence, { cause: error });
}

async function buildIn(
  workDirectory: string,
  plan: Plan,
  options: BuildOptions,
  pool: Pool,
  monitor: ResourceMonitor,
  curation: Curation,
): Promise<Built> {
  const { progress } = options;
  const configuration = await configurationTexts(options.config);
  // When somebody last looked at a source changes from day to day and decides nothing but the header.
  const sources = options.sources.map((source) => {
    const retrievedAt = source.observation?.retrievedAt ?? source.retrievedAt;
    return [factsOf(source), plan.files.get(source.key)?.identity, retrievedAt];
  });
  const inputs = JSON.stringify([options.release, configuration, sources]);
  const checkpoints = await openCheckpoints(workDirectory, inputs, progress);
  const bytes = [...plan.files.values()].reduce((sum, file) => sum + file.bytes, 0);
  progress.stage('read sources', bytes, 'bytes');
  const read = await readSources(options, plan, checkpoints, pool, configuration);
  const observations = await observe(options, read.counters);
  const date = newestDate(read.counters, observations);
  const identity = { id: `${date.replaceAll('-', '')}-${read.fingerprint.slice(0, 8)}`, date };
  const merged = await mergeSources(options, plan, checkpoints, pool, read, identity);
  const written = await writeFiles(options, checkpoints, pool, merged);
  const snapshot: SnapshotHeader = {
    format: SNAPSHOT_FORMAT,
    ...identity,
    builtAt: options.now.toISOString(),
    apiVersion: API_VERSION,
    fingerprint: read.fingerprint,
    contentHash: written.contentHash,
    counts: written.counts,
    sources: merged.counters.map((counters) => publicSource(options, curation, counters, observations)),
    categories: curation.categories,
    collections: usedCollections(curation, merged.counters),
    files: written.files,
  };
  const directory = join(workDirectory, 'snapshot');
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory);
  for (const [file, from] of Object.entries(written.paths)) await shareFile(from, join(directory, file));
  await writeDurably(join(directory, HEADER_FILE), `${JSON.stringify(snapshot, null, 2)}\n`);
  progress.stage('activate');
  const before = await readBuildNotes(join(options.out, 'current'));
  const costs = { stages: monitor.stages(), resumed: checkpoints.resumed(), expected: plan.expected };
  const report = makeReport(options, snapshot, { ...merged, ...costs, sitemap: written.sitemap, before });
  await writeFile(join(directory, REPORT_FILE), `${JSON.stringify(report, null, 2)}\n`);
  await syncToDisk(directory);
  await options.beforeActivation?.(directory);
  const activated = await activateSnapshot(options.out, directory, snapshot.id);
  const removed = options.keep === undefined ? [] : await pruneSnapshots(options.out, options.keep);
  return { directory: activated, snapshot, report, removed };
}
