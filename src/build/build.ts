/** Builds a snapshot from a register: read, resolve, merge, write, activate; the previous snapshot serves until the end. */
import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { API_VERSION } from '../api/schemas.ts';
import type { Collection, Observation, Source } from '../model/source.ts';
import type { Curation } from '../sources/curation.ts';
import { type BuildInput, factsOf } from '../sources/accepted.ts';
import { lockFolder } from '../sources/lock.ts';
import { publicOrigin } from '../sources/register.ts';
import type { Vocabulary } from '../sources/vocabulary.ts';
import { activateSnapshot, makeBuildingSite, pruneSnapshots } from '../store/directory.ts';
import { SNAPSHOT_FORMAT } from '../store/header.ts';
import { createSqliteSnapshot } from '../store/sqlite/write.ts';
import type { Snapshot, SnapshotWriter } from '../store/store.ts';
import { createFingerprint } from './fingerprint.ts';
import type { Progress } from './progress.ts';
import { readSource } from './read-source.ts';
import { type RedirectReport, resolveRedirects } from './redirects.ts';
import { type BuildReport, importCounts, sorted, type SourceReport } from './report.ts';
import { openStaging, type Staging } from './staging.ts';
import { type Counts, createTally, increment, type SourceTally } from './tally.ts';
import { writeEntities } from './write-entities.ts';

export interface BuildOptions {
  readonly sources: readonly BuildInput[];
  readonly curation: Curation;
  readonly vocabulary: Vocabulary;
  /** Texts that curation and vocabulary were made of: another label is another snapshot. */
  readonly configuration: readonly string[];
  /** Folder of snapshots. */
  readonly out: string;
  /** Version of the software; another version may compose other answers from the same inputs. */
  readonly release: string;
  readonly now: Date;
  readonly progress: Progress;
  /** Snapshots to keep, the new one included; all when absent. */
  readonly keep?: number;
  /** Leave out sources whose file cannot be used instead of giving up. */
  readonly allowFailedSources?: boolean;
  /** Sees the finished snapshot before it becomes the current one; what it throws prevents that. */
  readonly beforeActivation?: (directory: string) => Promise<void>;
}

export interface Built {
  readonly directory: string;
  readonly snapshot: Snapshot;
  readonly report: BuildReport;
  /** Names of older snapshots that were not to be kept. */
  readonly removed: readonly string[];
}

/** The build gave up; nothing has changed. The message is for the operator, a line per reason. */
export class BuildFailed extends Error {
  override readonly name = 'BuildFailed';
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

interface ReadSources {
  readonly staging: Staging;
  readonly tallies: readonly SourceTally[];
  readonly fingerprint: string;
}

async function readSources(options: BuildOptions, site: string): Promise<ReadSources> {
  const failed = new Map<string, SourceTally>();
  for (let attempt = 1; ; attempt += 1) {
    const sources = options.sources.filter(({ key }) => !failed.has(key));
    const file = join(site, `staging-${attempt}.sqlite`);
    const staging = openStaging(
      file,
      sources.map(({ key }) => key),
    );
    const { tallies, fingerprint } = await readAll(options, sources, staging);
    const absent = new Set(sources.filter((source) => source.absent !== undefined).map(({ key }) => key));
    const failures = tallies.filter(({ key, failure }) => failure !== undefined && !absent.has(key));
    if (failures.length > 0 && options.allowFailedSources !== true) {
      staging.close();
      throw new BuildFailed(failures.map((tally) => failureSentence(options, tally)).join('\n'));
    }
    if (!failures.some(hasStaged)) {
      const all = [...tallies, ...failed.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
      if (!all.some(({ entities, failure }) => entities > 0 && failure === undefined)) {
        staging.close();
        const missing = all.filter(({ failure }) => failure?.reason === 'not_fetched').length;
        const hint = missing > 0 ? ` Of ${all.length} sources ${missing} have no copy yet: gnd-links fetch.` : '';
        throw new BuildFailed(`No source yielded a single entity, so there is nothing to build.${hint}`);
      }
      return { staging, tallies: all, fingerprint };
    }
    // Half a file is on the site and cannot be told from the rest: begin again without it.
    staging.close();
    await rm(file);
    for (const tally of failures) failed.set(tally.key, tally);
  }
}

function hasStaged({ failure, entities, links, redirects, deletions }: SourceTally): boolean {
  return failure !== undefined && entities + links + redirects + deletions > 0;
}

async function readAll(options: BuildOptions, sources: readonly BuildInput[], staging: Staging) {
  const fingerprint = createFingerprint();
  const tallies: SourceTally[] = [];
  for (const source of sources) {
    const tally = createTally(source);
    tallies.push(tally);
    const { file } = source;
    if (file === undefined) {
      tally.failure = { reason: 'not_fetched', sentence: source.absent ?? 'There is no copy of it.' };
      continue;
    }
    const size = await stat(file).then(
      ({ size: bytes }) => bytes,
      () => 0,
    );
    options.progress.stage(`read ${source.key}`, size, 'bytes');
    const site = { staging, fingerprint, curation: options.curation };
    await readSource({ ...source, file }, tally, site, options.progress.advance);
  }
  const facts = options.sources.map(factsOf).sort().join('\n');
  const deciding = [options.release, API_VERSION, String(SNAPSHOT_FORMAT), facts, ...options.configuration];
  return { tallies, fingerprint: fingerprint.digest(JSON.stringify(deciding)) };
}

function failureSentence(options: BuildOptions, tally: SourceTally): string {
  const file = options.sources.find(({ key }) => key === tally.key)?.file ?? '';
  return `${tally.key}: ${tally.failure?.sentence ?? ''} (${file})`;
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

/** When each source's copy was fetched; a list that declares a day after that, or just that day, declares nothing. */
async function observe(options: BuildOptions, tallies: readonly SourceTally[]): Promise<Map<string, Observation>> {
  const observations = new Map<string, Observation>();
  for (const source of options.sources) {
    const tally = tallies.find(({ key }) => key === source.key);
    if (source.observation !== undefined) {
      observations.set(source.key, { ...source.observation, ...problemOfCopy(source, tally) });
      continue;
    }
    const modified = await stat(source.file ?? '').then(
      ({ mtime }) => mtime,
      () => options.now,
    );
    const retrievedAt = new Date(source.retrievedAt ?? modified).toISOString();
    const declared = tally?.header?.declaredDate;
    observations.set(source.key, {
      retrievedAt,
      checkedAt: retrievedAt,
      ...(declared !== undefined && declared < retrievedAt.slice(0, 10) && { declaredDate: declared }),
      observedSince: retrievedAt.slice(0, 10),
      ...problemOfCopy(source, tally),
    });
  }
  return observations;
}

/** A copy that cannot be read is worse than whatever became of the last download. */
function problemOfCopy({ absent }: BuildInput, tally: SourceTally | undefined): Pick<Observation, 'problem'> {
  if (tally?.failure === undefined || absent !== undefined) return {};
  return { problem: { state: 'failing', reason: tally.failure.sentence } };
}

function publicSource(options: BuildOptions, tally: SourceTally, observations: Map<string, Observation>): Source {
  const source = options.sources.find(({ key }) => key === tally.key);
  const observation = observations.get(tally.key);
  if (source === undefined || observation === undefined) throw new Error(`source ${tally.key} is not registered`);
  const { key, title, description, kind, origin, licence, cadence, scope } = source;
  const found = tally.scope;
  return {
    key,
    title,
    description,
    kind,
    origin: publicOrigin(origin),
    licence,
    cadence,
    observation,
    scope: {
      types: (Object.keys(found.types) as Source['scope']['types'][number][]).sort(),
      categories: options.curation.categories.map((category) => category.key).filter((name) => found.categories[name]),
      collections: Object.keys(found.collections).sort(),
      entities: found.entities,
      links: found.links,
      description: scope.description,
    },
    import: importCounts(tally, kind),
  };
}

function usedCollections(curation: Curation, tallies: readonly SourceTally[]): Collection[] {
  const used = [...new Set(tallies.flatMap(({ scope }) => Object.keys(scope.collections)))].sort();
  return used.flatMap((key) => {
    const found = curation.collections.get(key);
    if (found === undefined) return [];
    const { label, category, publisher, homepage } = found;
    return [{ key, label, category, ...(publisher && { publisher }), ...(homepage && { homepage }) }];
  });
}

async function makeReport(
  options: BuildOptions,
  started: number,
  snapshot: Snapshot,
  tallies: readonly SourceTally[],
  redirects: RedirectReport,
  conflicts: Readonly<Counts>,
  directory: string,
): Promise<BuildReport> {
  const files = await Promise.all(['entities.sqlite', 'search.sqlite'].map((name) => stat(join(directory, name))));
  const unknownHosts: Counts = {};
  for (const tally of tallies) {
    for (const [host, links] of Object.entries(tally.unknownHosts)) increment(unknownHosts, host, links);
  }
  return {
    snapshot: { id: snapshot.id, date: snapshot.date, contentHash: snapshot.contentHash },
    builtAt: snapshot.builtAt,
    seconds: (performance.now() - started) / 1000,
    peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
    snapshotBytes: files.reduce((total, { size }) => total + size, 0),
    counts: snapshot.counts,
    redirects,
    conflicts: sorted(conflicts),
    unknownHosts: sorted(unknownHosts, 1000),
    sources: tallies.map((tally) => sourceReport(options, tally, snapshot)),
  };
}

function sourceReport(options: BuildOptions, tally: SourceTally, snapshot: Snapshot): SourceReport {
  const source = options.sources.find(({ key }) => key === tally.key);
  const counts = snapshot.sources.find(({ key }) => key === tally.key)?.import;
  return {
    key: tally.key,
    format: source?.origin.format ?? '',
    bytes: tally.bytes,
    seconds: tally.seconds,
    ...(tally.failure !== undefined && { failure: tally.failure }),
    import: counts ?? importCounts(tally, 'links'),
    details: sorted(tally.details),
    notices: sorted(tally.notices),
    linksViaFormerIds: tally.scope.viaFormerIds,
    linksByCollection: sorted(tally.scope.collections),
    examples: tally.examples,
    sampleUrls: tally.sampleUrls,
  };
}
