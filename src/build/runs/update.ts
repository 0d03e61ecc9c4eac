/** The run `update`: fetches due sources, builds if anything changed, verifies, and only then switches. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { UNREACHED } from '../sources/download/download-failure.ts';
import { buildInputs, retiredSources } from '../sources/fetch/build-inputs.ts';
import type { FetchOutcome } from '../sources/fetch/fetch-source.ts';
import type { FetchOptions } from '../sources/fetch/fetch-options.ts';
import { fetchSources, type FetchSourcesListener, hostOf } from '../sources/fetch/fetch-sources.ts';
import { syncToDisk, writeDurably } from '../../shared/files/durable-file.ts';
import { type FolderLock, lockFolder } from '../../shared/files/lock.ts';
import type { CollectionHealth, SourceObservation, RetiredSource } from '../../core/model/source.ts';
import { CHECK_VERDICTS } from '../sources/fetch/plausibility.ts';
import type { RegisteredSource } from '../sources/register/register.ts';
import { locateSnapshot } from '../../core/snapshot/directory.ts';
import { activateSnapshot, makeTemporaryDirectory, shareFiles } from '../ingest/snapshot/snapshot-folder.ts';
import { HEADER_FILE, readHeader, type SnapshotHeader, UnusableSnapshot } from '../../core/snapshot/header.ts';
import { verifySnapshot } from '../ingest/snapshot/verify.ts';
import { readJson } from '../../core/snapshot/read-json.ts';
import { checkFiles } from '../../core/snapshot/verify-files.ts';
import { buildSnapshot, type BuildOptions, type Built } from '../ingest/build.ts';
import { BuildFailed } from '../ingest/build-failed.ts';
import { checkLosses } from '../ingest/losses.ts';
import { readInputs } from '../ingest/inputs.ts';
import { loadCuration } from '../sources/register/curation.ts';
import type { Run } from './run.ts';

export interface UpdateOptions extends Omit<
  BuildOptions,
  'sources' | 'retired' | 'lock' | 'allowFailedSources' | 'beforeActivation'
> {
  /** The register, retired sources included. */
  readonly register: readonly RegisteredSource[];
  readonly fetching: FetchOptions;
  readonly listener?: FetchSourcesListener;
  /** Identifier of a held snapshot whose losses a person has accepted. */
  readonly acceptLoss?: string | undefined;
  /** Lines for the operator. */
  readonly log: (line: string) => void;
  readonly onFetched?: (outcomes: readonly FetchOutcome[]) => Promise<void>;
}

export interface Updated {
  /** `observed`: the same data, with newer observations of the sources. */
  readonly result: 'built' | 'observed' | 'idle';
  readonly directory: string;
  readonly outcomes: readonly FetchOutcome[];
  /** Keys of the sources that are held or failing, even if they were not due. */
  readonly troubled: readonly string[];
  /** Set where none of several servers could be reached, which points to the network and not to the servers. */
  readonly failure?: { readonly stage: 'download'; readonly reason: 'unreachable' };
  readonly built?: Built;
  /** Directory of the snapshot that was current before. */
  readonly former?: string;
}

/** File in the directory of a snapshot with the hash of its inputs. */
const INPUTS_FILE = 'inputs.json';

/**
 * The stages up to the switch. The former snapshot stays current until the new one is verified.
 * @throws Locked while another command works on the copies of the sources, BuildFailed, or errors of the local disk
 */
export async function updateSnapshot(run: Run, options: UpdateOptions): Promise<Updated> {
  const { register, fetching, log } = options;
  const { lock } = run;
  using _copies = lockFolder(fetching.sourcesFolder, 'update', options.now);
  await run.stage('download');
  const outcomes = await fetchSources(register, fetching, options.listener);
  await options.onFetched?.(outcomes);
  const inputs = await buildInputs(register, fetching.sourcesFolder);
  const curation = await loadCuration(options.config);
  const { dataHash: hash } = await readInputs(inputs, options.release, options.config, curation, options.now);
  const current = await currentSnapshot(lock.folder, hash, log);
  const fetched = {
    outcomes,
    troubled: inputs.filter(({ observation }) => observation?.problem !== undefined).map(({ key }) => key),
    ...(noneReached(register, outcomes) && { failure: { stage: 'download', reason: 'unreachable' } as const }),
  };
  if (current !== undefined) {
    await run.stage('activate');
    const observations = new Map(inputs.map(({ key, observation }) => [key, observation]));
    const directory = await reissueSnapshot(lock, observations, options.health, retiredSources(register));
    if (directory === undefined) return { ...fetched, result: 'idle', directory: current };
    log(`Nothing to build; ${directory} has the newest information about the sources.`);
    return { ...fetched, result: 'observed', directory };
  }
  const present = inputs.filter(({ absent }) => absent === undefined);
  if (present.length > 0) log(`Building from ${present.length} source${present.length === 1 ? '' : 's'}.`);
  await run.stage('build');
  const former = await locateSnapshot(lock.folder).catch(() => undefined);
  const built = await buildSnapshot({
    ...options,
    lock,
    sources: inputs,
    retired: retiredSources(register),
    beforeActivation: async (directory) => {
      await run.stage('verify');
      await verify(directory, log);
      await checkLosses(former, directory, options.acceptLoss);
      await run.stage('activate');
      await writeDurably(join(directory, INPUTS_FILE), `${JSON.stringify({ version: 1, hash })}\n`);
    },
  });
  return { ...fetched, result: 'built', directory: built.directory, built, ...(former && { former }) };
}

/** Whether several servers were requested and none was reached, which points to the network or a proxy. */
function noneReached(register: readonly RegisteredSource[], outcomes: readonly FetchOutcome[]): boolean {
  const requested = outcomes.filter(({ result }) => CHECK_VERDICTS.some((verdict) => verdict === result));
  const keys = new Set(requested.map(({ key }) => key));
  const hosts = new Set(register.filter(({ key }) => keys.has(key)).map(hostOf));
  return hosts.size > 1 && requested.every(({ reason }) => reason !== undefined && UNREACHED.has(reason));
}

/** The current snapshot, if it was made of exactly these inputs and its files have the sizes in its header. */
async function currentSnapshot(out: string, hash: string, log: UpdateOptions['log']): Promise<string | undefined> {
  const directory = await locateSnapshot(out).catch(() => undefined);
  if (directory === undefined) return undefined;
  try {
    await checkFiles(directory, await readHeader(directory));
  } catch (error) {
    if (!(error instanceof UnusableSnapshot)) throw error;
    log(`Building a new snapshot because ${error.message}.`);
    return undefined;
  }
  const isSame = (inputs: unknown): inputs is object => (inputs as { readonly hash?: string }).hash === hash;
  return (await readJson(join(directory, INPUTS_FILE), isSame)) && directory;
}

async function verify(directory: string, log: (line: string) => void): Promise<void> {
  const claims = await Array.fromAsync(verifySnapshot(directory));
  const falsehoods = claims.flatMap(({ claim, falsehood }) =>
    falsehood === undefined ? [] : [`${claim}: ${falsehood}`],
  );
  if (falsehoods.length > 0)
    throw new BuildFailed(`The new snapshot failed verification.\n${falsehoods.join('\n')}`, { reason: 'unsound' });
  log(`Verified: all ${claims.length} claims hold.`);
}

/**
 * Issues the current snapshot again with newer observations. The files of a snapshot never change, so both issues share
 * them.
 * @param observations by key; a source without one keeps its observation in the snapshot
 * @param retired retired sources of the register, where it is known
 * @returns the new directory; undefined when nothing would change
 */
export async function reissueSnapshot(
  lock: FolderLock,
  observations: ReadonlyMap<string, SourceObservation | undefined>,
  health: Readonly<Record<string, CollectionHealth>> = {},
  retired?: readonly RetiredSource[],
): Promise<string | undefined> {
  const previous = await locateSnapshot(lock.folder);
  const header = await readHeader(previous);
  const sources = header.sources.map((source) => ({
    ...source,
    observation: observations.get(source.key) ?? source.observation,
  }));
  const collections = header.collections.map((collection) => ({
    ...collection,
    ...(health[collection.key] && { health: health[collection.key] }),
  }));
  const reissued: SnapshotHeader = { ...header, ...(retired && { retired }), sources, collections };
  if (isDeepStrictEqual(reissued, header)) return undefined;
  const temporary = await makeTemporaryDirectory(lock);
  try {
    const directory = join(temporary, 'snapshot');
    await shareFiles(previous, directory, HEADER_FILE);
    await writeDurably(join(directory, HEADER_FILE), `${JSON.stringify(reissued, null, 2)}\n`);
    await syncToDisk(directory);
    return await activateSnapshot(lock, directory, header.id);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}
