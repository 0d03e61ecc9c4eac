/** `gnd-links fetch` and `gnd-links harvest`: download due sources, check the files, and keep the last good copies. */
import { HOUR_MS } from '../core/model/days.ts';
import type { DownloadOptions } from '../build/sources/download/download.ts';
import { SYSTEM_CLOCK } from '../build/sources/download/pace.ts';
import type { FetchOutcome } from '../build/sources/fetch/fetch-source.ts';
import type { FetchOptions } from '../build/sources/fetch/fetch-options.ts';
import { fetchSources } from '../build/sources/fetch/fetch-sources.ts';
import { isTrouble } from '../build/sources/fetch/plausibility.ts';
import { lockFolder } from '../shared/files/lock.ts';
import { folderPlace, type Run } from '../build/runs/run.ts';
import { loadRegister, type RegisteredSource } from '../build/sources/register/register.ts';
import { CommandFailed, EXIT, stopSignal } from './exit.ts';
import { openCuration, openHttpClient, ownPath } from './installation.ts';
import { createFetchProgress } from './progress.ts';
import { describeUnread, recordAudit, recordCompleteness, runAt } from './runs.ts';
import type { SettingValues } from './settings/setting.ts';
import type { FETCH_SETTINGS, HARVEST_SETTINGS, SOURCES_SETTINGS } from './settings/fetch-settings.ts';
import { alignColumns, listCounts } from './table.ts';
import { countNames } from '../shared/counts.ts';
import { grouped } from '../shared/numbers.ts';

export type SourcesValues = SettingValues<typeof SOURCES_SETTINGS>;
type FetchValues = SettingValues<typeof FETCH_SETTINGS>;

/** Time-outs of downloads in milliseconds. */
const TIME_OUTS = { connect: 20_000, headers: 60_000, idle: 60_000, total: 6 * HOUR_MS } as const;
/** Shortest pause between the requests of an audit. */
const AUDIT_PAUSE_MS = 1_000;
const RETRIES = { retries: 3, pauseMs: 2_000, maximumPauseMs: 120_000 } as const;

export function downloadOptions(values: Pick<FetchValues, 'contact' | 'allowPrivateAddresses'>): DownloadOptions {
  return { ...RETRIES, http: openHttpClient(values, TIME_OUTS) };
}

export function fetchOptions(
  values: FetchValues & { readonly from?: string | undefined },
  more: Pick<FetchOptions, 'force' | 'dryRun' | 'curation'> & { readonly signal?: AbortSignal },
): FetchOptions {
  const { sources, maxPages, pagePause, from, auditRequests } = values;
  return {
    ...downloadOptions(values),
    ...more,
    sourcesFolder: sources,
    harvest: { maxPages, pauseMs: pagePause, ...(from !== undefined && { from }) },
    audit: {
      requestsPerDay: auditRequests,
      pauseMs: pagePause === 0 ? 0 : Math.max(AUDIT_PAUSE_MS, pagePause),
    },
    clock: SYSTEM_CLOCK,
  };
}

/** The sources of the register, and the curation that it refers to. @throws InvalidConfiguration */
export async function openRegister({ register: path, config }: Pick<SourcesValues, 'register' | 'config'>) {
  const curation = await openCuration(config);
  const file = path ?? ownPath('config/sources.yaml');
  return { register: await loadRegister(file, new Set(curation.collections.keys())), curation };
}

/** The sources with these keys; without keys all. @throws CommandFailed with the exit code of wrong usage */
export function chosen(sources: readonly RegisteredSource[], keys: readonly string[]): readonly RegisteredSource[] {
  const unknown = keys.filter((key) => !sources.some((source) => source.key === key));
  if (unknown.length > 0) throw new CommandFailed(`the register has no source ${unknown.join(' or ')}`, EXIT.usage);
  return keys.length === 0 ? sources : sources.filter(({ key }) => keys.includes(key));
}

/** Whether a source is held, failing or damaged, even if it was not due, or has records that cannot be used. */
function needsAttention({ result, troubled, damage, harvested }: FetchOutcome): boolean {
  const isUnread = describeUnread(harvested?.completeness.unread) !== undefined;
  return isTrouble(result) || troubled === true || damage !== undefined || isUnread;
}

interface FetchFlags {
  readonly dryRun?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
}

/** @param keys keys of sources to fetch even if they are not due; empty for all due sources */
export async function runFetch(keys: readonly string[], values: FetchValues & FetchFlags): Promise<void> {
  const { dryRun = false, force = keys.length > 0 } = values;
  const { register, curation } = await openRegister(values);
  const sources = chosen(register, keys);
  const options = fetchOptions(values, { dryRun, force, curation });
  const outcomes = dryRun ? await fetchSources(sources, options) : await fetchLocked(sources, options, 'fetch');
  printOutcomes(outcomes, values.json);
}

export async function runHarvest(
  keys: readonly string[],
  values: SettingValues<typeof HARVEST_SETTINGS> & Pick<FetchFlags, 'json'>,
): Promise<void> {
  const { register, curation } = await openRegister(values);
  const sources = chosenToHarvest(register, keys);
  const options = fetchOptions(values, { dryRun: false, force: true, curation });
  const work = async (run: Run) => {
    await run.stage('download');
    const outcomes = await fetchLocked(sources, options, 'harvest');
    await recordAudit(run, outcomes);
    await recordCompleteness(values, register);
    printOutcomes(outcomes, values.json);
    return { result: 'harvested' };
  };
  await runAt(folderPlace(values.out), 'harvest', work, { every: values.every });
}

function chosenToHarvest(register: readonly RegisteredSource[], keys: readonly string[]): readonly RegisteredSource[] {
  const sources = chosen(register, keys).filter(({ origin }) => origin.oai !== undefined);
  const files = keys.filter((key) => !sources.some((source) => source.key === key));
  if (files.length > 0)
    throw new CommandFailed(`only harvested sources can be named here, not ${files.join(' or ')}`, EXIT.usage);
  if (sources.length === 0) throw new CommandFailed('the register has no harvested source', EXIT.usage);
  return sources;
}

/** @param what name of the work, for the message to other commands that find the folder locked */
async function fetchLocked(
  sources: readonly RegisteredSource[],
  options: FetchOptions,
  what: string,
): Promise<readonly FetchOutcome[]> {
  using _lock = lockFolder(options.sourcesFolder, what, new Date());
  using stop = stopSignal();
  const progress = createFetchProgress((line) => process.stderr.write(`${line}\n`));
  return await fetchSources(sources, { ...options, signal: stop.signal }, progress);
}

/** @throws CommandFailed with `failed` when a source has no copy at all, with `attention` when earlier copies are in use */
function printOutcomes(outcomes: readonly FetchOutcome[], json = false): void {
  process.stdout.write(json ? `${JSON.stringify(outcomes, null, 2)}\n` : formatOutcomes(outcomes));
  const bad = outcomes.filter(needsAttention);
  if (bad.length === 0) return;
  const code = bad.some(({ hasCopy, result }) => !hasCopy && result !== 'unchanged') ? EXIT.failed : EXIT.attention;
  throw new CommandFailed(
    `${bad.length} of ${outcomes.length} sources ${bad.length === 1 ? 'needs' : 'need'} attention`,
    code,
    {
      reason: 'source_failed',
    },
  );
}

function formatOutcomes(outcomes: readonly FetchOutcome[]): string {
  const counts = countNames(outcomes.map(({ result }) => result));
  const rows = outcomes
    .filter(({ result }) => result !== 'retired')
    .map(({ key, result, reason, nextCheck, ids, bytes }) => [
      key,
      result,
      reason ?? (nextCheck === undefined ? '' : `next ${nextCheck.slice(0, 10)}`),
      ids > 0 ? grouped(ids) : '',
      bytes > 0 ? grouped(bytes) : '',
    ]);
  const head = ['source', 'result', 'why', 'identifiers', 'bytes fetched'];
  const hint = 'not_due' in counts ? 'To fetch a source that is not due, name it: gnd-links fetch KEY\n' : '';
  return `${alignColumns([head, ...rows], new Set([3, 4])).join('\n')}\n\n${listCounts(counts)}\n${hint}`;
}
