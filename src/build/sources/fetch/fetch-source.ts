/** Fetches one source: downloads a newer file if there is one, checks it, and saves the outcome. */
import { rm } from 'node:fs/promises';
import { defined, omit } from '../../../shared/omit.ts';
import { removePart } from '../download/download.ts';
import { DownloadFailed } from '../download/download-failure.ts';
import type { HarvestedCopy } from '../harvest/export.ts';
import { createListCheck } from '../register/list-check.ts';
import { UnusableSource } from '../readers/reader.ts';
import type { RegisteredSource } from '../register/register.ts';
import { currentState, describeCopy, turnoverOf } from './copies.ts';
import { downloadNewest, newestAddress, type SourceFetch } from './download-newest.ts';
import { isDue, nextCheckAt } from './due.ts';
import type { FetchListener, FetchOptions } from './fetch-options.ts';
import { inspect, type Inspection } from './inspect.ts';
import { changeOfList } from './list-change.ts';
import { checkPlausibility, isTrouble, resultOfUnusable, type ValidationResult } from './plausibility.ts';
import { type Copy, openSourceFolder, type SourceState } from './source-folder.ts';

/** `local`: the register entry names a local file, which is read in place. */
type FetchResult = ValidationResult['verdict'] | 'not_due' | 'due' | 'local' | 'retired';

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
  const folder = openSourceFolder(options.sourcesFolder, key);
  const loaded = await folder.load();
  const { damage } = loaded;
  const hasCopy = loaded.state.accepted !== undefined || loaded.unknownCopy !== undefined;
  const needed = options.force || damage !== undefined;
  if (!needed && !isDue(source.cadence, loaded.state, options.clock.now())) {
    const nextCheck = nextCheckAt(source.cadence, loaded.state);
    return {
      ...idle,
      hasCopy,
      result: 'not_due',
      ...(isTrouble(loaded.state.lastCheck?.verdict) && { troubled: true }),
      ...(nextCheck && { nextCheck }),
    };
  }
  if (options.dryRun) return { ...idle, damage, hasCopy, result: 'due' };
  await folder.create();
  const begun = performance.now();
  const at = options.clock.now().toISOString();
  const state = await currentState(loaded, at, source, folder);
  let bytes = 0;
  const progress: SourceFetch['progress'] = {
    onStart: (total) => listener.onStart?.(key, total),
    onBytes(count) {
      bytes += count;
      listener.onBytes?.(key, count);
    },
    onWindow: (window) => listener.onWindow?.(key, window),
  };
  const fetch = { source, options, folder, progress, at, state };
  const checked = await check(fetch);
  const { accepted } = await save(fetch, checked);
  const { result, contradictions, harvested } = checked;
  return {
    key,
    damage,
    result: result.verdict,
    seconds: (performance.now() - begun) / 1000,
    reason: result.reason,
    sentence: result.sentence,
    hasCopy: accepted !== undefined,
    bytes,
    ids: harvested?.records ?? accepted?.ids ?? 0,
    contradictions,
    harvested,
  };
}

/** The decision about a file, before it is saved. */
interface Decision {
  readonly result: ValidationResult;
  /** The state after the check, without the check itself. */
  readonly next: SourceState;
}

interface Checked extends Decision {
  readonly url?: string | undefined;
  /** Measurements of a new file that could be read. */
  readonly inspection?: Inspection;
  readonly contradictions?: readonly string[] | undefined;
  readonly harvested?: HarvestedCopy | undefined;
}

async function check(fetch: SourceFetch): Promise<Checked> {
  const { options, folder, state } = fetch;
  let url: string | undefined;
  let downloaded: Awaited<ReturnType<typeof downloadNewest>>;
  try {
    url = await newestAddress(fetch);
    downloaded = await downloadNewest(fetch, url);
  } catch (error) {
    if (!(error instanceof DownloadFailed)) throw error;
    return { url, result: { verdict: 'failed', reason: error.reason, sentence: error.message }, next: state };
  }
  if (downloaded.kind === 'not_modified') return { url, ...(await decideUnmodified(fetch)) };
  const { harvested, validators } = downloaded;
  if (harvested?.records === 0) {
    await removePart(folder.incoming);
    // Nothing changed since the first day of the harvest, and dumps have older changes: no copy is needed.
    return { url, harvested, result: { verdict: 'unchanged' }, next: omit(state, 'accepted', 'held') };
  }
  options.signal?.throwIfAborted();
  let inspected: Awaited<ReturnType<typeof inspectDownload>>;
  try {
    inspected = await inspectDownload(fetch);
  } catch (error) {
    const result = resultOfUnusable(error);
    await removePart(folder.incoming);
    return { url, harvested, result, next: state };
  }
  const { inspection } = inspected;
  const copy = copyOf(fetch, inspection, { url, ...validators }, harvested);
  return { url, harvested, ...inspected, ...(await decide(fetch, folder.incoming, copy)) };
}

/** @throws UnusableSource */
async function inspectDownload({ source, options: { curation }, folder }: SourceFetch) {
  const isList = source.origin.format === 'beacon' && curation !== undefined;
  const list = isList ? createListCheck(source, curation) : undefined;
  const inspection = await inspect(folder.incoming, source, (statement) => list?.add(statement));
  const contradictions = list?.contradictions() ?? [];
  return { inspection, contradictions: contradictions.length > 0 ? contradictions : undefined };
}

/** The unmodified file is the copy in use, or a held copy, which is judged again: limits and settings may have changed. */
async function decideUnmodified(fetch: SourceFetch): Promise<Decision> {
  const { source, folder, state } = fetch;
  const { held } = state;
  if (held === undefined) return { result: { verdict: 'unchanged' }, next: state };
  const file = folder.pathOf(held);
  let counts = {};
  try {
    // No setting changes how the statements of a dump are counted.
    if (source.kind !== 'entities') counts = omit(await inspect(file, source), 'declaredDate');
  } catch (error) {
    return { result: resultOfUnusable(error), next: state };
  }
  return decide(fetch, file, { ...omit(held, 'file', 'reason', 'sentence', 'change'), ...counts });
}

/** Decides about a new or held file, and keeps it unless its content is that of the copy in use. */
async function decide(fetch: SourceFetch, file: string, described: Described): Promise<Decision> {
  const { source, folder, state } = fetch;
  const isKnown = described.contentHash === state.accepted?.contentHash;
  const changed = isKnown ? {} : await changeSince(state.accepted, file, fetch);
  const result = checkPlausibility(described, source, state.accepted, changed.change);
  if (result.verdict === 'unchanged' && state.accepted !== undefined) {
    await removePart(folder.incoming);
    return { result, next: { ...omit(state, 'held'), accepted: seenAgain(state.accepted, described) } };
  }
  const copy = { ...described, ...changed };
  if (result.verdict === 'held') {
    const name = await folder.keep(file, 'held', described.sha256);
    const { reason = '', sentence = '' } = result;
    return { result, next: { ...state, held: { ...copy, file: name, reason, sentence } } };
  }
  const name = await folder.keep(file, 'accepted', described.sha256);
  return { result, next: { ...omit(state, 'held'), accepted: { ...copy, file: name } } };
}

/** The copy in use, with address, validators and dates of a new file that has the same content. */
function seenAgain(accepted: Copy, { url, etag, lastModified, declaredDate, harvestedThrough }: Described): Copy {
  return {
    ...omit(accepted, 'etag', 'lastModified', 'declaredDate'),
    ...defined({ url, etag, lastModified, declaredDate, harvestedThrough }),
  };
}

/** Changes of a list since its former copy; empty if one of them cannot be read. */
async function changeSince(
  former: Copy | undefined,
  file: string,
  { folder, source }: SourceFetch,
): Promise<Pick<Copy, 'change'>> {
  if (former === undefined || source.kind === 'entities') return {};
  try {
    return { change: await changeOfList(folder.pathOf(former), file, source) };
  } catch (error) {
    if (!(error instanceof UnusableSource)) throw error;
    return {};
  }
}

/** Saves the state, which makes a new copy valid, and then removes former copies. @returns the saved state */
async function save(
  { folder, at, state }: SourceFetch,
  { result, next, url, inspection }: Checked,
): Promise<SourceState> {
  const { problemSince: before, ...rest } = next;
  const problemSince = isTrouble(result.verdict) ? { problemSince: before ?? at } : {};
  const saved = { ...rest, lastCheck: { at, ...result }, ...problemSince };
  await folder.save(saved);
  await folder.removeUnnamed(saved);
  // `removeUnnamed` keeps accepted copies if none is in use, as the state may have lost one. This copy was dropped.
  if (state.accepted !== undefined && saved.accepted === undefined)
    await rm(folder.pathOf(state.accepted), { force: true });
  const { bytes, ids, sha256, declaredDate } = inspection ?? {};
  const turnover = result.verdict === 'accepted' ? turnoverOf(saved.accepted) : {};
  await folder.record({ at, ...result, url, bytes, ids, sha256, declaredDate, ...turnover });
  return saved;
}

/** A copy whose file has no name yet. */
type Described = Omit<Copy, 'file'>;

function copyOf(
  { at, state }: SourceFetch,
  inspection: Inspection,
  where: Pick<Copy, 'url' | 'etag' | 'lastModified'>,
  harvested: HarvestedCopy | undefined,
): Described {
  const { accepted } = state;
  // Changed settings give other pairs for the same file.
  const isSame = accepted?.sha256 === inspection.sha256 || accepted?.pairsHash === inspection.pairsHash;
  const observed = { retrievedAt: at, observedSince: (isSame && accepted?.observedSince) || at.slice(0, 10) };
  // The date of a harvested copy is the day up to which it was harvested.
  const copy = describeCopy({ ...where, ...observed }, inspection, harvested?.complete?.slice(0, 10));
  const { harvestedThrough } = harvested?.completeness ?? {};
  return { ...copy, ...(harvestedThrough !== undefined && { harvestedThrough }) };
}
