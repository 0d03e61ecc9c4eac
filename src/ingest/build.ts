/** Builds a snapshot from a register: read, settle identities, merge, write, activate; the previous snapshot serves until the end. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { API_VERSION } from '../api/schemas.ts';
import { loadCuration } from '../register/curation.ts';
import { syncToDisk, writeDurably } from '../files/durable-file.ts';
import { lockFolder } from '../files/lock.ts';
import { activateSnapshot, openBuildingSite, pruneSnapshots, shareFile } from '../store/directory.ts';
import { HEADER_FILE, SNAPSHOT_FORMAT, type SnapshotHeader } from '../store/header.ts';
import { ENTITIES_FILE, SEARCH_FILE } from '../store/sqlite/schema.ts';
import type { Snapshot } from '../store/store.ts';
import { configurationTexts } from './configuration.ts';
import { type MergedAll, mergeAll } from './merge-all.ts';
import { BuildFailed, type BuildOptions } from './options.ts';
import { checkDiskSpace, type Plan, planBuild } from './plan.ts';
import { observe, publicSource, usedCollections } from './public-sources.ts';
import { readSources } from './read-sources.ts';
import { type BuildReport, makeReport } from './report.ts';
import { type Crew, hireCrew } from './crew.ts';
import { openStages, type Stages } from './stages.ts';
import { bytesIn, type Gauge, gauge } from './gauge.ts';

export interface Built {
  readonly directory: string;
  readonly snapshot: Snapshot;
  readonly report: BuildReport;
  /** Names of older snapshots that were not to be kept. */
  readonly removed: readonly string[];
}

export const REPORT_FILE = 'report.json';

/**
 * A build that was killed goes on where it was when the next one has the same inputs; one that ends by itself, well or
 * not, leaves nothing behind.
 * @throws BuildFailed when sources cannot be used or the disk is too small, Locked while another build works there, or system errors such as a full disk
 */
export async function buildSnapshot(options: BuildOptions): Promise<Built> {
  const lock = lockFolder(options.out, 'build', new Date());
  try {
    return await buildAlone(options);
  } finally {
    options.progress.end();
    lock.release();
  }
}

async function buildAlone(options: BuildOptions): Promise<Built> {
  const plan = await planBuild(options);
  const site = await openBuildingSite(options.out);
  await checkDiskSpace(options, plan, bytesIn(site));
  const crew = await hireCrew(plan.threads, options.config);
  const measured = gauge(site, options.progress);
  try {
    return await buildOn(site, plan, { ...options, progress: measured.progress }, crew, measured);
  } catch (error) {
    throw asBuildFailed(error);
  } finally {
    measured.stop();
    await crew.dismiss();
    await rm(site, { recursive: true, force: true });
  }
}

/** What an operator can do something about, whichever thread it comes from. */
function asBuildFailed(error: unknown): unknown {
  const { name, message, code } = error as NodeJS.ErrnoException;
  if (name === 'DamagedSite') return new BuildFailed(message, { cause: error });
  if (code !== 'ERR_WORKER_OUT_OF_MEMORY') return error;
  return new BuildFailed('A thread of the build had no memory left: a source has a record of absurd size.', {
    cause: error,
  });
}

async function buildOn(site: string, plan: Plan, options: BuildOptions, crew: Crew, measured: Gauge): Promise<Built> {
  const { progress } = options;
  const configuration = await configurationTexts(options.config);
  const files = [...plan.files].map(([key, { identity }]) => [key, identity]);
  const inputs = JSON.stringify([options.release, configuration, options.sources, files]);
  const stages = await openStages(site, inputs, progress);
  const bytes = [...plan.files.values()].reduce((sum, file) => sum + file.bytes, 0);
  progress.stage('read sources', bytes, 'bytes');
  const read = await readSources(options, plan, stages, crew, configuration);
  const observations = await observe(options, read.tallies);
  const date = newestDate(options, observations);
  const identity = { id: `${date.replaceAll('-', '')}-${read.fingerprint.slice(0, 8)}`, date };
  const merged = await mergeAll({ options, plan, stages, crew, read, snapshot: identity });
  const written = await writeFiles(merged, identity, plan, options, stages, crew);
  const curation = await loadCuration(
    join(options.config, 'categories.yaml'),
    join(options.config, 'collections.yaml'),
  );
  const snapshot: SnapshotHeader = {
    format: SNAPSHOT_FORMAT,
    ...identity,
    builtAt: options.now.toISOString(),
    apiVersion: API_VERSION,
    fingerprint: read.fingerprint,
    contentHash: written.contentHash,
    counts: written.counts,
    sources: merged.tallies.map((tally) => publicSource(options, curation, tally, observations)),
    categories: curation.categories,
    collections: usedCollections(curation, merged.tallies),
    files: written.files,
  };
  const directory = join(site, 'snapshot');
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory);
  for (const [file, from] of Object.entries(written.paths)) await shareFile(from, join(directory, file));
  await writeDurably(join(directory, HEADER_FILE), `${JSON.stringify(snapshot, null, 2)}\n`);
  progress.stage('activate');
  const report = makeReport(options, snapshot, merged, {
    stages: measured.stages(),
    resumed: stages.resumed(),
    expected: plan.expected,
  });
  await writeFile(join(directory, REPORT_FILE), `${JSON.stringify(report, null, 2)}\n`);
  await syncToDisk(directory);
  await options.beforeActivation?.(directory);
  const activated = await activateSnapshot(options.out, directory, snapshot.id);
  const removed = options.keep === undefined ? [] : await pruneSnapshots(options.out, options.keep);
  return { directory: activated, snapshot, report, removed };
}

/** Day of the newest source that there is a copy of. */
function newestDate(
  options: BuildOptions,
  observations: ReadonlyMap<string, { readonly retrievedAt: string }>,
): string {
  const absent = new Set(options.sources.filter((source) => source.absent !== undefined).map(({ key }) => key));
  const days = [...observations]
    .filter(([key]) => !absent.has(key))
    .map(([, { retrievedAt }]) => retrievedAt.slice(0, 10));
  const newest = days.sort().at(-1);
  if (newest === undefined) throw new BuildFailed('The register names no source.');
  return newest;
}

/** Both files at once; on the disk when this ends. */
async function writeFiles(
  merged: MergedAll,
  snapshot: { readonly id: string; readonly date: string },
  { partitions }: Plan,
  { progress }: BuildOptions,
  stages: Stages,
  crew: Crew,
) {
  progress.stage('write snapshot', 2 * merged.entities, 'entities');
  const { identities, deciding } = merged;
  const [entities, search] = await Promise.all([
    stages.once('write-entities', deciding, (directory, advance) =>
      crew.run('entities', { runs: merged.runs.entities, directory, identities, partitions, snapshot }, advance),
    ),
    stages.once('write-search', deciding, (directory, advance) =>
      crew.run('search', { runs: merged.runs.search, directory }, advance),
    ),
  ]);
  return {
    contentHash: entities.contentHash,
    counts: { ...entities.counts, identifiers: search.identifiers },
    files: { [ENTITIES_FILE]: entities.claim, [SEARCH_FILE]: search.claim },
    paths: {
      [ENTITIES_FILE]: join(stages.directoryOf('write-entities'), ENTITIES_FILE),
      [SEARCH_FILE]: join(stages.directoryOf('write-search'), SEARCH_FILE),
    },
  };
}
