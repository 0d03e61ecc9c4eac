/** Fetches one source: downloads a newer file if there is one, checks it, and saves the outcome. */
import { rm } from 'node:fs/promises';
import { type Downloaded, removePart } from '../download/download.ts';
import { DownloadFailed } from '../download/download-failure.ts';
import type { HarvestedCopy } from '../harvest/export.ts';
import { createListCheck } from '../register/list-check.ts';
import { UnusableSource } from '../readers/reader.ts';
import type { RegisteredSource } from '../register/register.ts';
import { describeCopy, releaseHeld, turnoverOf } from './copies.ts';
import { isDue, nextCheck } from './due.ts';
import { downloadNewest, type FetchListener, type FetchOptions, type FetchRun, startRun } from './fetch-run.ts';
import { changeOfList } from './list-change.ts';
import { inspect, type Inspection } from './inspect.ts';
import { checkPlausibility, resultOfUnusable, type ValidationResult } from './plausibility.ts';
import { type Copy, openSourceFolder, type SourceState } from './source-folder.ts';

/** `local`: the register entry names a local file, which is read in place. */
export type FetchResult = ValidationResult['verdict'] | 'not_due' | 'due' | 'local' | 'retired';

export interface FetchOutcome {
  readonly key: string;
  readonly result: FetchResult;
  readonly reason?: string | undefined;
  readonly sentence?: string | undefined;
  /** Whether there is a copy for a build. */
  readonly hasCopy: boolean;
  readonly bytes: number;
  readonly ids: number;
  /** Duration in seconds; absent for a source without a request. */
  readonly seconds?: number;
  /** Damage of the saved state, as a sentence. */
  readonly damage?: string | undefined;
  /** RFC 3339 instant of the next check; only with `not_due`. */
  readonly nextCheck?: string;
  /** Whether the last check was held or failed; only with `not_due`. */
  readonly troubled?: boolean;
  /** Contradictions between a list, its targets and its register entry. */
  readonly contradictions?: readonly string[] | undefined;
  /** Result of a harvest that did not fail. */
  readonly harvested?: HarvestedCopy | undefined;
}

/** Faults of the source become results. @throws errors of the local disk, or the reason of the abort signal */
export async function fetchSource(
  source: RegisteredSource,
  options: FetchOptions,
  listener: FetchListener = {},
): Promise<FetchOutcome> {
  const { key } = source;
  const idle = { key, bytes: 0, ids: 0 };
  if (source.state === 'retired') return { ...idle, result: 'retired', hasCopy: false };
  if (source.file !== undefined) return { ...idle, result: 'local', hasCopy: true };
  const folder = openSourceFolder(options.sources, key);
  const loaded = await folder.load();
  const { damage } = loaded;
  const hasCopy = loaded.state.accepted !== undefined || loaded.unknownCopy !== undefined;
  const needed = options.force || damage !== undefined;
  if (!needed && !isDue(source.cadence, loaded.state, options.now())) {
    const next = nextCheck(source.cadence, loaded.state);
    const last = loaded.state.lastCheck?.verdict;
    return {
      ...idle,
      hasCopy,
      result: 'not_due',
      ...((last === 'held' || last === 'failed') && { troubled: true }),
      ...(Number.isFinite(next) && { nextCheck: new Date(next).toISOString() }),
    };
  }
  if (options.dryRun) return { ...idle, damage, hasCopy, result: 'due' };
  await folder.create();
  const begun = performance.now();
  const run = await startRun(source, options, folder, loaded, listener);
  const { verdict, reason, sentence } = await check(run);
  return {
    key,
    damage,
    result: verdict,
    seconds: (performance.now() - begun) / 1000,
    reason,
    sentence,
    hasCopy: run.state.accepted !== undefined,
    bytes: run.bytes,
    ids: run.state.accepted?.ids ?? 0,
    contradictions: run.contradictions,
    harvested: run.harvested,
  };
}

async function check(run: FetchRun): Promise<ValidationResult> {
  const { source, options, folder } = run;
  let downloaded: Downloaded;
  try {
    downloaded = await downloadNewest(run);
  } catch (error) {
    if (!(error instanceof DownloadFailed)) throw error;
    return finish(run, { verdict: 'failed', reason: error.reason, sentence: error.message }, run.state);
  }
  run.url = downloaded.url;
  if (downloaded.kind === 'not_modified') return keepUnmodified(run);
  if (run.harvested?.records === 0) return dropEmptyHarvest(run);
  options.signal?.throwIfAborted();
  try {
    const { curation } = options;
    const isList = source.origin.format === 'beacon' && curation !== undefined;
    const list = isList ? createListCheck(source, curation) : undefined;
    run.found = await inspect(folder.incoming, source, (statement) => list?.add(statement));
    const contradictions = list?.contradictions() ?? [];
    if (contradictions.length > 0) run.contradictions = contradictions;
  } catch (error) {
    const result = resultOfUnusable(error);
    await removePart(folder.incoming);
    return finish(run, result, run.state);
  }
  return keepDownloaded(run, run.found, downloaded);
}

/** Drops the copy after a harvest without records: nothing changed since its first day, dumps have older changes. */
async function dropEmptyHarvest(run: FetchRun): Promise<ValidationResult> {
  const { folder } = run;
  const { accepted, held: _, ...rest } = run.state;
  await removePart(folder.incoming);
  const result = await finish(run, { verdict: 'unchanged' }, rest);
  // A later fetch would take a remaining copy for one that the state has lost.
  if (accepted !== undefined) await rm(folder.pathOf(accepted), { force: true });
  return result;
}

/** The unmodified file is the copy in use, or a held copy, which may be accepted after a change of limits. */
async function keepUnmodified(run: FetchRun): Promise<ValidationResult> {
  const { accepted, held } = run.state;
  if (held === undefined) return finish(run, { verdict: 'unchanged' }, run.state);
  const result = checkPlausibility(held, run.source, accepted);
  if (result.verdict !== 'accepted') return finish(run, result, run.state);
  return finish(run, result, await releaseHeld(run.folder, run.state, held));
}

async function keepDownloaded(
  run: FetchRun,
  found: Inspection,
  downloaded: Downloaded & { kind: 'body' },
): Promise<ValidationResult> {
  const { source, folder, state } = run;
  const result = checkPlausibility(found, source, state.accepted);
  const { held: _, ...withoutHeld } = state;
  const described = copyOf(run, found, downloaded);
  if (result.verdict === 'unchanged' && state.accepted !== undefined) {
    await removePart(folder.incoming);
    const { etag: __, lastModified: ___, declaredDate: ____, ...same } = state.accepted;
    const { etag, lastModified, declaredDate, url, harvestedThrough } = described;
    const seen = {
      url,
      ...(etag && { etag }),
      ...(lastModified && { lastModified }),
      ...(declaredDate && { declaredDate }),
      ...(harvestedThrough && { harvestedThrough }),
    };
    return finish(run, result, { ...withoutHeld, accepted: { ...same, ...seen } });
  }
  const copy = { ...described, ...(await changeSince(state.accepted, run)) };
  if (result.verdict === 'held') {
    const file = await folder.keep(folder.incoming, 'held', found.sha256);
    const { reason = '', sentence = '' } = result;
    return finish(run, result, { ...state, held: { ...copy, file, reason, sentence } });
  }
  const file = await folder.keep(folder.incoming, 'accepted', found.sha256);
  const { released: __, ...next } = withoutHeld;
  return finish(run, result, { ...next, accepted: { ...copy, file } });
}

/** Changes of a list since its former copy; empty if one of them cannot be read. */
async function changeSince(former: Copy | undefined, { folder, source }: FetchRun): Promise<Pick<Copy, 'change'>> {
  if (former === undefined || source.kind === 'entities') return {};
  try {
    return { change: await changeOfList(folder.pathOf(former), folder.incoming, source) };
  } catch (error) {
    if (!(error instanceof UnusableSource)) throw error;
    return {};
  }
}

/** Saves the state, which makes a new copy valid, and then removes former copies. */
async function finish(run: FetchRun, result: ValidationResult, next: SourceState): Promise<ValidationResult> {
  const { folder, at, url, found } = run;
  const { problemSince: before, ...rest } = next;
  const good = result.verdict === 'accepted' || result.verdict === 'unchanged';
  run.state = { ...rest, lastCheck: { at, ...result }, ...(!good && { problemSince: before ?? at }) };
  await folder.save(run.state);
  await folder.removeUnnamed(run.state);
  const { bytes, ids, sha256, declaredDate } = found ?? {};
  const turnover = result.verdict === 'accepted' ? turnoverOf(run.state.accepted) : {};
  await folder.record({ at, ...result, url, bytes, ids, sha256, declaredDate, ...turnover });
  return result;
}

function copyOf(run: FetchRun, found: Inspection, { url, validators }: Downloaded & { kind: 'body' }): Copy {
  const { at, source, state, harvested } = run;
  const samePairs = state.accepted?.pairsHash === found.pairsHash ? state.accepted.observedSince : undefined;
  const where = { file: '', retrievedAt: at, url, ...validators, observedSince: samePairs ?? at.slice(0, 10) };
  // The date of a harvested copy is the day up to which it was harvested.
  const { harvestedThrough } = harvested?.completeness ?? {};
  const copy = describeCopy(where, found, source, harvested?.complete?.slice(0, 10));
  return { ...copy, ...(harvestedThrough !== undefined && { harvestedThrough }) };
}
