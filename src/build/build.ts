/** Builds a snapshot from a register: read, resolve, merge, write, activate; the previous snapshot serves until the end. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { API_VERSION } from '../api/schemas.ts';
import { lockFolder } from '../sources/lock.ts';
import { activateSnapshot, makeBuildingSite, pruneSnapshots } from '../store/directory.ts';
import { createSqliteSnapshot } from '../store/sqlite/write.ts';
import type { Snapshot, SnapshotWriter } from '../store/store.ts';
import { BuildFailed, type BuildOptions } from './options.ts';
import { observe, publicSource, usedCollections } from './public-sources.ts';
import { type ReadSources, readSources } from './read-sources.ts';
import { resolveRedirects } from './redirects.ts';
import { type BuildReport, makeReport } from './report.ts';
import { writeEntities } from './write-entities.ts';

export interface Built {
  readonly directory: string;
  readonly snapshot: Snapshot;
  readonly report: BuildReport;
  /** Names of older snapshots that were not to be kept. */
  readonly removed: readonly string[];
}

export const REPORT_FILE = 'report.json';

/** @throws BuildFailed when sources cannot be used, Locked while another build works there, or system errors such as a full disk; nothing is left behind */
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
  const started = performance.now();
  const site = await makeBuildingSite(options.out);
  let read: ReadSources | undefined;
  try {
    read = await readSources(options, site);
    options.progress.stage('resolve redirects');
    const redirects = resolveRedirects(read.staging);
    const { snapshot, conflicts, directory: written } = await writeSnapshot(options, site, read);
    read.staging.close();
    const directory = join(site, 'snapshot');
    const report = await makeReport(options, started, snapshot, read.tallies, redirects, conflicts, written);
    await writeFile(join(directory, REPORT_FILE), `${JSON.stringify(report, null, 2)}\n`);
    await options.beforeActivation?.(directory);
    options.progress.stage('activate');
    const activated = await activateSnapshot(options.out, directory, snapshot.id);
    const removed = options.keep === undefined ? [] : await pruneSnapshots(options.out, options.keep);
    return { directory: activated, snapshot, report, removed };
  } finally {
    read?.staging.close();
    await rm(site, { recursive: true, force: true });
  }
}

async function writeSnapshot(options: BuildOptions, site: string, read: ReadSources) {
  const directory = join(site, 'snapshot');
  const writer: SnapshotWriter = createSqliteSnapshot(directory);
  try {
    const observations = await observe(options, read.tallies);
    const absent = new Set(options.sources.filter((source) => source.absent !== undefined).map(({ key }) => key));
    const date = [...observations]
      .filter(([key]) => !absent.has(key))
      .map(([, { retrievedAt }]) => retrievedAt.slice(0, 10))
      .sort()
      .at(-1);
    if (date === undefined) throw new BuildFailed('The register names no source.');
    const id = `${date.replaceAll('-', '')}-${read.fingerprint.slice(0, 8)}`;
    const conflicts = writeEntities({ ...options, ...read, writer, snapshot: { id, date } });
    options.progress.stage('index search');
    const snapshot = await writer.finish({
      id,
      date,
      builtAt: options.now.toISOString(),
      apiVersion: API_VERSION,
      fingerprint: read.fingerprint,
      sources: read.tallies.map((tally) => publicSource(options, tally, observations)),
      categories: options.curation.categories,
      collections: usedCollections(options.curation, read.tallies),
    });
    return { snapshot, conflicts, directory };
  } finally {
    writer.abort();
  }
}
