/** The copies of a source: recounted after changed settings, found again after a lost state, released by a person. */
import { judgeDeclaredDate } from '../readers/dates.ts';
import type { RegisteredSource } from '../register/register.ts';
import { inspect, type Inspection, settingsHash } from './inspect.ts';
import { resultOfUnusable } from './plausibility.ts';
import {
  type Copy,
  type HeldCopy,
  type Observed,
  openSourceFolder,
  type SourceFolder,
  type SourceState,
} from './source-folder.ts';

/** The stated date if it is before the download. A later one is wrong, the same day may be the time of the request. */
function knownDate(stated: string | undefined, at: string): string | undefined {
  return stated !== undefined && judgeDeclaredDate(stated, new Date(at)) === 'past' ? stated : undefined;
}

/** Counts a copy again with the present settings, so that a new file can be compared. An unreadable copy is kept. */
export async function recount<T extends Copy>(
  copy: T | undefined,
  source: RegisteredSource,
  folder: SourceFolder,
): Promise<T | undefined> {
  if (copy === undefined || copy.recipe === settingsHash(source)) return copy;
  const found = await inspectCopy(copy, source, folder);
  if (found === undefined) return copy;
  const { declaredDate: _, ...counts } = found;
  return { ...copy, ...counts, recipe: settingsHash(source) };
}

/** @returns undefined for a copy that cannot be read with the present settings */
async function inspectCopy(copy: { readonly file: string }, source: RegisteredSource, folder: SourceFolder) {
  try {
    return await inspect(folder.pathOf(copy), source);
  } catch (error) {
    resultOfUnusable(error);
    return undefined;
  }
}

/** Describes a copy that the state does not name. The day of its first observation is unknown, so `at` replaces it. */
export async function recognise(
  file: string,
  at: string,
  source: RegisteredSource,
  folder: SourceFolder,
): Promise<Copy | undefined> {
  const found = await inspectCopy({ file }, source, folder);
  return found && describeCopy({ file, retrievedAt: at, url: '', observedSince: at.slice(0, 10) }, found, source);
}

/** @param declared date of the copy; the default is the stated date, if usable */
export function describeCopy(
  where: Pick<Copy, 'file' | 'retrievedAt' | 'url' | 'etag' | 'lastModified' | 'observedSince'>,
  { declaredDate: stated, ...counts }: Inspection,
  source: RegisteredSource,
  declared = knownDate(stated, where.retrievedAt),
): Copy {
  return { ...where, ...counts, recipe: settingsHash(source), ...(declared && { declaredDate: declared }) };
}

/** Makes the held copy the copy in use. */
export async function releaseHeld(folder: SourceFolder, state: SourceState, copy: HeldCopy): Promise<SourceState> {
  const { reason: _, sentence: __, ...kept } = copy;
  const { held: ___, released: ____, ...rest } = state;
  const file = await folder.keep(folder.pathOf(copy), 'accepted', copy.sha256);
  return { ...rest, accepted: { ...kept, file } };
}

/** Numbers of a copy that is newly in use, for the history. */
export function turnoverOf(copy: Copy | undefined): Pick<Observed, 'unreadable' | 'added' | 'removed'> {
  const { unreadable, change } = copy ?? {};
  return { unreadable, added: change?.added.ids, removed: change?.removed.ids };
}

export type Released = { readonly ids: number; readonly refused?: undefined } | { readonly refused: string };

/** Makes the held copy of a source the copy in use, on request of a person. The caller holds the lock of the folder. */
export async function releaseCopy(sources: string, key: string, now: Date): Promise<Released> {
  const folder = openSourceFolder(sources, key);
  const { state } = await folder.load();
  const { held } = state;
  if (held === undefined) {
    const unread = 'what was held cannot be read, so it was not kept';
    return { refused: state.lastCheck?.verdict === 'held' ? unread : 'nothing is held' };
  }
  if (held.statements === 0 && held.unreadable > 0)
    return { refused: `no line of the held copy can be used (${held.sentence})` };
  const { bytes, ids, sha256, reason, sentence } = held;
  const { problemSince, ...next } = await releaseHeld(folder, state, held);
  const lastCheck = { at: now.toISOString(), verdict: 'accepted' as const };
  const replaced = state.accepted === undefined ? {} : { replaced: state.accepted };
  const released = { reason, sentence, ...(problemSince !== undefined && { problemSince }), ...replaced };
  await folder.save({ ...next, lastCheck, released });
  await folder.removeUnnamed({ ...next, released });
  await folder.record({ ...lastCheck, released: true, bytes, ids, sha256, ...turnoverOf(held) });
  return { ids };
}

/** Undoes {@link releaseCopy}: uses the replaced copy again, and holds the released one. The caller holds the lock. */
export async function undoRelease(sources: string, key: string, now: Date): Promise<Released> {
  const folder = openSourceFolder(sources, key);
  const { state } = await folder.load();
  const { accepted, released, held: _, ...rest } = state;
  if (accepted === undefined || released === undefined) return { refused: 'no held copy is in use' };
  const { reason, sentence, problemSince, replaced } = released;
  const file = await folder.keep(folder.pathOf(accepted), 'held', accepted.sha256);
  const lastCheck = { at: now.toISOString(), verdict: 'held' as const, reason, sentence };
  const next: SourceState = {
    ...rest,
    ...(replaced !== undefined && { accepted: replaced }),
    held: { ...accepted, file, reason, sentence },
    lastCheck,
    problemSince: problemSince ?? lastCheck.at,
  };
  await folder.save(next);
  await folder.removeUnnamed(next);
  await folder.record({ ...lastCheck, undone: true, ids: accepted.ids, sha256: accepted.sha256 });
  return { ids: replaced?.ids ?? 0 };
}
