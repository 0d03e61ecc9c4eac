/** `gnd-links fetch` and `gnd-links harvest`: download what is due, judge it, and keep the last good copy of everything. */
import { alignColumns, grouped, listCounts } from './table.ts';
import { type FetchSourcesOptions, fetchSources } from '../fetch/fetch-sources.ts';
import type { FetchOutcome } from '../fetch/fetch-source.ts';
import { lockFolder } from '../files/lock.ts';
import type { RegisteredSource } from '../register/register.ts';
import { CommandFailed, EXIT, stopSignal } from './exit.ts';
import { createFetchProgress } from './fetch-progress.ts';
import { chosen, type FetchValues, fetchOptions, needsALook, openRegister } from './fetching.ts';
import type { SettingValues } from './setting.ts';
import type { HARVEST_SETTINGS } from './settings.ts';

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
  process.stdout.write(values.json === true ? `${JSON.stringify(outcomes, null, 2)}\n` : formatOutcomes(outcomes));
  failIfAnyNeedsALook(outcomes);
}

export async function runHarvest(
  keys: readonly string[],
  values: SettingValues<typeof HARVEST_SETTINGS>,
): Promise<void> {
  const { sources: register, curation } = await openRegister(values);
  const sources = chosen(register, keys).filter(({ origin }) => origin.oai !== undefined);
  const files = keys.filter((key) => !sources.some((source) => source.key === key));
  if (files.length > 0) throw new CommandFailed(`not harvested, but fetched: ${files.join(', ')}`, EXIT.usage);
  if (sources.length === 0) throw new CommandFailed('the register has no source that is harvested', EXIT.usage);
  failIfAnyNeedsALook(
    await fetchLocked(sources, fetchOptions(values, { dryRun: false, force: true, curation }), 'harvest'),
  );
}

/** @param what the work, for whoever finds the folder locked */
async function fetchLocked(
  sources: readonly RegisteredSource[],
  options: FetchSourcesOptions,
  what: string,
): Promise<readonly FetchOutcome[]> {
  const lock = lockFolder(options.sources, what, new Date());
  const stop = stopSignal();
  const progress = createFetchProgress(process.stderr, (line) => process.stderr.write(`${line}\n`));
  try {
    return await fetchSources(sources, { ...options, signal: stop.signal }, progress);
  } finally {
    progress.end();
    stop.done();
    lock.release();
  }
}

/** @throws CommandFailed: a source that has never had a copy and got none now is a failure, use of earlier copies is not */
function failIfAnyNeedsALook(outcomes: readonly FetchOutcome[]): void {
  const bad = outcomes.filter(needsALook);
  if (bad.length === 0) return;
  const code = bad.some(({ hasCopy }) => !hasCopy) ? EXIT.failed : EXIT.attention;
  throw new CommandFailed(`${bad.length} of ${outcomes.length} sources need a look`, code);
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
