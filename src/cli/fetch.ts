/** `gnd-links fetch` and `gnd-links harvest`: download what is due, check it, and keep the last good copy of everything. */
import type { DownloadOptions } from '../download/download.ts';
import { createHttpClient } from '../download/http-client.ts';
import { proxiesOf } from '../download/proxy.ts';
import type { FetchOutcome } from '../fetch/fetch-source.ts';
import { fetchSources, type FetchSourcesOptions } from '../fetch/fetch-sources.ts';
import { lockFolder } from '../files/lock.ts';
import { loadCuration } from '../register/curation.ts';
import { loadRegister, type RegisteredSource } from '../register/register.ts';
import { CommandFailed, EXIT, stopSignal } from './exit.ts';
import { ownPath, RELEASE } from './installation.ts';
import { createFetchProgress } from './progress.ts';
import { recorded } from './recorded.ts';
import type { SettingValues } from './setting.ts';
import type { FETCH_SETTINGS, HARVEST_SETTINGS, SOURCES_SETTINGS } from './settings.ts';
import { alignColumns, grouped, listCounts } from './table.ts';

export type SourcesValues = SettingValues<typeof SOURCES_SETTINGS>;
type FetchValues = SettingValues<typeof FETCH_SETTINGS>;

/** In milliseconds. */
const TIME_OUTS = { connect: 20_000, headers: 60_000, idle: 60_000, total: 6 * 3_600_000 } as const;
const RETRIES = { retries: 3, pauseMs: 2_000, maximumPauseMs: 120_000 } as const;

export function downloadOptions({
  contact,
  allowPrivateAddresses,
}: Pick<FetchValues, 'contact' | 'allowPrivateAddresses'>): DownloadOptions {
  return {
    ...RETRIES,
    http: createHttpClient({
      timeOuts: TIME_OUTS,
      allowPrivate: allowPrivateAddresses === true,
      proxies: proxiesOf(process.env),
      userAgent: `gnd-links/${RELEASE}${contact === undefined ? '' : ` (+${contact})`}`,
    }),
  };
}

export function fetchOptions(
  values: FetchValues & { readonly from?: string | undefined; readonly until?: string | undefined },
  more: Pick<FetchSourcesOptions, 'force' | 'dryRun' | 'curation'> & { readonly signal?: AbortSignal },
): FetchSourcesOptions {
  const { sources, concurrency, maxPages, pagePause, from, until } = values;
  return {
    ...downloadOptions(values),
    ...more,
    sources,
    concurrency,
    harvest: {
      maxPages,
      pauseMs: pagePause,
      ...(from !== undefined && { from }),
      ...(until !== undefined && { until }),
    },
    now: () => new Date(),
  };
}

/** The sources of the register, and the curation that it refers to. @throws InvalidConfiguration */
export async function openRegister({
  register,
  config = ownPath('config'),
}: Pick<SourcesValues, 'register' | 'config'>) {
  const curation = await loadCuration(config);
  const file = register ?? ownPath('config/sources.yaml');
  return { sources: await loadRegister(file, new Set(curation.collections.keys())), curation };
}

/** The sources with these keys, or all. @throws CommandFailed with the exit code of wrong usage */
export function chosen(sources: readonly RegisteredSource[], keys: readonly string[]): readonly RegisteredSource[] {
  const unknown = keys.filter((key) => !sources.some((source) => source.key === key));
  if (unknown.length > 0) throw new CommandFailed(`the register has no source ${unknown.join(', ')}`, EXIT.usage);
  return keys.length === 0 ? sources : sources.filter(({ key }) => keys.includes(key));
}

/** Held, failing or damaged, whether it was looked at this time or not. */
function needsALook({ result, troubled, damage }: FetchOutcome): boolean {
  return result === 'held' || result === 'failed' || troubled === true || damage !== undefined;
}

interface FetchFlags {
  readonly dryRun?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
}

/** @param keys of sources; whoever names a source wants it asked */
export async function runFetch(keys: readonly string[], values: FetchValues & FetchFlags): Promise<void> {
  const { dryRun = false, force = keys.length > 0 } = values;
  const { sources: register, curation } = await openRegister(values);
  const sources = chosen(register, keys);
  const options = fetchOptions(values, { dryRun, force, curation });
  const outcomes = dryRun ? await fetchSources(sources, options) : await fetchLocked(sources, options, 'fetch');
  tell(outcomes, values.json);
}

export async function runHarvest(
  keys: readonly string[],
  values: SettingValues<typeof HARVEST_SETTINGS> & Pick<FetchFlags, 'json'>,
): Promise<void> {
  const { sources: register, curation } = await openRegister(values);
  const sources = chosen(register, keys).filter(({ origin }) => origin.oai !== undefined);
  const files = keys.filter((key) => !sources.some((source) => source.key === key));
  if (files.length > 0) throw new CommandFailed(`not harvested, but fetched: ${files.join(', ')}`, EXIT.usage);
  if (sources.length === 0) throw new CommandFailed('the register has no source that is harvested', EXIT.usage);
  const options = fetchOptions(values, { dryRun: false, force: true, curation });
  await recorded(values.out, 'harvest', values.every, async ({ enter }) => {
    await enter('download');
    tell(await fetchLocked(sources, options, 'harvest'), values.json);
    return { result: 'harvested' };
  });
}

/** @param what the work, for whoever finds the folder locked */
async function fetchLocked(
  sources: readonly RegisteredSource[],
  options: FetchSourcesOptions,
  what: string,
): Promise<readonly FetchOutcome[]> {
  using _lock = lockFolder(options.sources, what, new Date());
  const stop = stopSignal();
  const progress = createFetchProgress(process.stderr, (line) => process.stderr.write(`${line}\n`));
  try {
    return await fetchSources(sources, { ...options, signal: stop.signal }, progress);
  } finally {
    progress.end();
    stop.done();
  }
}

/** @throws CommandFailed: a source that has never had a copy and got none now is a failure, use of earlier copies is not */
function tell(outcomes: readonly FetchOutcome[], json = false): void {
  process.stdout.write(json ? `${JSON.stringify(outcomes, null, 2)}\n` : formatOutcomes(outcomes));
  const bad = outcomes.filter(needsALook);
  if (bad.length === 0) return;
  const code = bad.some(({ hasCopy }) => !hasCopy) ? EXIT.failed : EXIT.attention;
  throw new CommandFailed(`${bad.length} of ${outcomes.length} sources need a look`, code, { reason: 'source_failed' });
}

function formatOutcomes(outcomes: readonly FetchOutcome[]): string {
  const counts: Record<string, number> = {};
  for (const { result } of outcomes) counts[result] = (counts[result] ?? 0) + 1;
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
  return `${alignColumns([head, ...rows], new Set([3, 4])).join('\n')}\n\n${listCounts(counts)}\n`;
}
