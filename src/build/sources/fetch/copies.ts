/** The copies of a source: found again after a lost state, released by a person. */
import { omit } from '../../../shared/omit.ts';
import { UnusableSource } from '../readers/reader.ts';
import type { RegisteredSource } from '../register/register.ts';
import { inspect, type Inspection } from './inspect.ts';
import {
  type Copy,
  type LoadedState,
  type Observed,
  openSourceFolder,
  type SourceFolder,
  type SourceState,
} from './source-folder.ts';

/** The stated date if it is before the download. A later one is wrong, the same day may be the time of the request. */
function knownDate(stated: string | undefined, at: string): string | undefined {
  return stated !== undefined && stated < at.slice(0, 10) ? stated : undefined;
}

/**
 * The loaded state. Where it has lost its copy in use, a copy that was found is described if it can be read, so that a new file
 * can be compared. The day of its first observation is unknown, so `at` replaces it.
 */
export async function currentState(
  { state, unknownCopy: file }: LoadedState,
  at: string,
  source: RegisteredSource,
  folder: SourceFolder,
): Promise<SourceState> {
  if (file === undefined) return state;
  const where = { retrievedAt: at, url: '', observedSince: at.slice(0, 10) };
  try {
    const copy = describeCopy(where, await inspect(folder.pathOf({ file }), source));
    return { ...state, accepted: { ...copy, file } };
  } catch (error) {
    if (error instanceof UnusableSource) return state;
    throw error;
  }
}

/** @param declared date of the copy; the default is the stated date, if usable */
export function describeCopy(
  where: Pick<Copy, 'retrievedAt' | 'url' | 'etag' | 'lastModified' | 'observedSince'>,
  { declaredDate: stated, ...counts }: Inspection,
  declared = knownDate(stated, where.retrievedAt),
): Omit<Copy, 'file'> {
  return { ...where, ...counts, ...(declared && { declaredDate: declared }) };
}

/** Numbers of a copy that is newly in use, for the history. */
export function turnoverOf(copy: Copy | undefined): Pick<Observed, 'unreadable' | 'added' | 'removed'> {
  const { unreadable, change } = copy ?? {};
  return { unreadable, added: change?.added.ids, removed: change?.removed.ids };
}

type Released = { readonly ids: number; readonly refused?: undefined } | { readonly refused: string };

/** Makes the held copy of a source the copy in use, on request of a person. The caller holds the lock of the folder. */
export async function releaseCopy(sources: string, key: string, now: Date): Promise<Released> {
  const folder = openSourceFolder(sources, key);
  const { state } = await folder.load();
  const { held } = state;
  if (held === undefined) {
    const unread = 'the held file could not be read, so no copy of it was kept';
    return { refused: state.lastCheck?.verdict === 'held' ? unread : 'there is no held copy' };
  }
  if (held.statements === 0 && held.unreadable > 0)
    return { refused: `no line of the held copy can be used (${held.sentence})` };
  const { bytes, ids, sha256 } = held;
  const lastCheck = { at: now.toISOString(), verdict: 'accepted' as const };
  const file = await folder.keep(folder.pathOf(held), 'accepted', sha256);
  const accepted = { ...omit(held, 'reason', 'sentence'), file };
  const next = { ...omit(state, 'held', 'problemSince'), accepted, lastCheck };
  await folder.save(next);
  await folder.removeUnnamed(next);
  await folder.record({ ...lastCheck, released: true, bytes, ids, sha256, ...turnoverOf(held) });
  return { ids };
}
