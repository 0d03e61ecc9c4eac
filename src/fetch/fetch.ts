/** Looks at one source: asks whether there is a newer file, fetches it, has it judged, remembers what came of it. */
import { rm } from 'node:fs/promises';
import { knownDate, releaseHeld } from './copies.ts';
import { type Downloaded, forgetPart } from './download.ts';
import { DownloadFailed } from './download-failure.ts';
import { isDue, nextCheck } from './due.ts';
import { judge, type Judgement, judgeUnusable } from './guard.ts';
import { inspect, type Inspection, recipeOf } from './inspect.ts';
import type { HarvestedCopy } from '../oai/harvested-copy.ts';
import { obtain } from './obtain.ts';
import type { RegisteredSource } from '../register/register.ts';
import { type Copy, openSourceFolder, type SourceState } from './state.ts';
import { beginVisit, type FetchListener, type FetchOptions, type Visit } from './visit.ts';

/** `local`: its register entry names a file, which is read where it lies. */
export type FetchResult = Judgement['verdict'] | 'not_due' | 'due' | 'local' | 'retired';

export interface FetchOutcome {
  readonly key: string;
  readonly result: FetchResult;
  readonly reason?: string;
  readonly sentence?: string;
  /** There is a copy that can be built from. */
  readonly hasCopy: boolean;
  readonly bytes: number;
  readonly ids: number;
  /** What is wrong with the remembered state. */
  readonly damage?: string;
  /** Of `not_due`. */
  readonly nextCheck?: string;
  /** Of `not_due`: the last look was no good one. */
  readonly troubled?: boolean;
  /** Of a harvest that did not fail. */
  readonly harvested?: HarvestedCopy;
}

/** @throws only what is no fault of the source: errors of the own disk, and the reason of the abort signal */
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
  const damage = loaded.damage === undefined ? {} : { damage: loaded.damage };
  const known = {
    ...idle,
    ...damage,
    hasCopy: loaded.state.accepted !== undefined || loaded.unknownCopy !== undefined,
  };
  const needed = options.force || loaded.damage !== undefined;
  if (!needed && !isDue(source.cadence, loaded.state, options.now())) {
    const next = nextCheck(source.cadence, loaded.state);
    const last = loaded.state.lastCheck?.verdict;
    return {
      ...known,
      result: 'not_due',
      ...((last === 'held' || last === 'failed') && { troubled: true }),
      ...(Number.isFinite(next) && { nextCheck: new Date(next).toISOString() }),
    };
  }
  if (options.dryRun) return { ...known, result: 'due' };
  await folder.create();
  const visit = await beginVisit(source, options, folder, loaded, listener);
  const judgement = await look(visit);
  const { state } = visit;
  return {
    key,
    ...damage,
    result: judgement.verdict,
    ...(judgement.reason !== undefined && { reason: judgement.reason }),
    ...(judgement.sentence !== undefined && { sentence: judgement.sentence }),
    hasCopy: state.accepted !== undefined,
    bytes: visit.bytes,
    ids: state.accepted?.ids ?? 0,
    ...(visit.harvested !== undefined && { harvested: visit.harvested }),
  };
}

async function look(visit: Visit): Promise<Judgement> {
  const { source, options, folder } = visit;
  let downloaded: Downloaded;
  try {
    downloaded = await obtain(visit);
  } catch (error) {
    if (!(error instanceof DownloadFailed)) throw error;
    return conclude(visit, { verdict: 'failed', reason: error.reason, sentence: error.message }, visit.state);
  }
  visit.url = downloaded.url;
  if (downloaded.kind === 'not_modified') return stillTheSame(visit);
  if (visit.harvested?.records === 0) return nothingNew(visit);
  options.signal?.throwIfAborted();
  let found: Inspection;
  try {
    found = visit.found = await inspect(folder.incoming, source);
  } catch (error) {
    const judgement = judgeUnusable(error);
    await forgetPart(folder.incoming);
    return conclude(visit, judgement, visit.state);
  }
  return take(visit, found, downloaded);
}

/** Nothing has changed since the day at which the journal begins; what an older one held is in the dumps now. */
async function nothingNew(visit: Visit): Promise<Judgement> {
  const { folder } = visit;
  const { accepted, held: _, ...rest } = visit.state;
  await forgetPart(folder.incoming);
  const judgement = await conclude(visit, { verdict: 'unchanged' }, rest);
  // Left there, it would be taken for one that was forgotten.
  if (accepted !== undefined) await rm(folder.pathOf(accepted), { force: true });
  return judgement;
}

/** The origin has what was seen last: the copy in use, or one that was held and may meet other limits today. */
async function stillTheSame(visit: Visit): Promise<Judgement> {
  const { accepted, held } = visit.state;
  if (held === undefined) return conclude(visit, { verdict: 'unchanged' }, visit.state);
  const judgement = judge(held, kindOf(visit.source), visit.source.guard, accepted);
  if (judgement.verdict !== 'accepted') return conclude(visit, judgement, visit.state);
  return conclude(visit, judgement, await releaseHeld(visit.folder, visit.state, held));
}

async function take(visit: Visit, found: Inspection, downloaded: Downloaded & { kind: 'body' }): Promise<Judgement> {
  const { source, folder, state } = visit;
  const judgement = judge(found, kindOf(source), source.guard, state.accepted);
  const copy = describeCopy(visit, found, downloaded);
  const { held: _, ...withoutHeld } = state;
  if (judgement.verdict === 'unchanged' && state.accepted !== undefined) {
    await forgetPart(folder.incoming);
    const { etag: __, lastModified: ___, declaredDate: ____, ...same } = state.accepted;
    const { etag, lastModified, declaredDate, url } = copy;
    const seen = {
      url,
      ...(etag && { etag }),
      ...(lastModified && { lastModified }),
      ...(declaredDate && { declaredDate }),
    };
    return conclude(visit, judgement, { ...withoutHeld, accepted: { ...same, ...seen } });
  }
  if (judgement.verdict === 'held') {
    const file = await folder.keep(folder.incoming, 'held', found.sha256);
    const { reason = '', sentence = '' } = judgement;
    return conclude(visit, judgement, { ...state, held: { ...copy, file, reason, sentence } });
  }
  const file = await folder.keep(folder.incoming, 'accepted', found.sha256);
  return conclude(visit, judgement, { ...withoutHeld, accepted: { ...copy, file } });
}

/** Remembers; only with this the copies that were kept before count, and those that were in use before go. */
async function conclude(visit: Visit, judgement: Judgement, next: SourceState): Promise<Judgement> {
  const { folder, at, url, found } = visit;
  const { problemSince: before, ...rest } = next;
  const good = judgement.verdict === 'accepted' || judgement.verdict === 'unchanged';
  const state: SourceState = {
    ...rest,
    lastCheck: { at, ...judgement },
    ...(!good && { problemSince: before ?? at }),
  };
  visit.state = state;
  await folder.save(state);
  await folder.tidy(state);
  await folder.record({
    at,
    ...judgement,
    ...(url !== undefined && { url }),
    ...(found !== undefined && { bytes: found.bytes, ids: found.ids, sha256: found.sha256 }),
    ...(found?.declaredDate !== undefined && { declaredDate: found.declaredDate }),
  });
  return judgement;
}

function describeCopy(visit: Visit, found: Inspection, { url, validators }: Downloaded & { kind: 'body' }): Copy {
  const { at, source, state } = visit;
  const { declaredDate: stated, ...counts } = found;
  const samePairs = state.accepted?.pairsHash === found.pairsHash ? state.accepted.observedSince : undefined;
  // A repository is asked for all up to a day: of that day its answer is.
  const declared = visit.harvested?.complete?.slice(0, 10) ?? knownDate(stated, at);
  return {
    file: '',
    retrievedAt: at,
    url,
    ...validators,
    ...counts,
    recipe: recipeOf(source),
    observedSince: samePairs ?? at.slice(0, 10),
    ...(declared !== undefined && { declaredDate: declared }),
  };
}

function kindOf(source: RegisteredSource): 'list' | 'dump' {
  return source.kind === 'entities' ? 'dump' : 'list';
}
