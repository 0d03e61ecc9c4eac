/** What is known of a copy: its counts as the register reads it today, its dates, and its way into use. */
import { judgeDeclaredDate } from '../readers/beacon-date.ts';
import { judgeUnusable } from './guard.ts';
import { inspect, recipeOf } from './inspect.ts';
import type { RegisteredSource } from '../register/register.ts';
import type { Copy, HeldCopy, SourceFolder, SourceState } from './state.ts';

/** A day in the future is false, and the very day of the download may only mean "now". */
export function knownDate(stated: string | undefined, at: string): string | undefined {
  return stated !== undefined && judgeDeclaredDate(stated, new Date(at)) === 'past' ? stated : undefined;
}

/** The held copy becomes the one in use. */
export async function releaseHeld(folder: SourceFolder, state: SourceState, copy: HeldCopy): Promise<SourceState> {
  const { reason: _, sentence: __, ...kept } = copy;
  const { held: ___, ...rest } = state;
  const file = await folder.keep(folder.pathOf(copy), 'accepted', copy.sha256);
  return { ...rest, accepted: { ...kept, file } };
}

/** Counts that were taken with other switches are no measure for a new file. A copy that those cannot read any more stays. */
export async function countAnew<T extends Copy>(
  copy: T | undefined,
  source: RegisteredSource,
  folder: SourceFolder,
): Promise<T | undefined> {
  if (copy === undefined || copy.recipe === recipeOf(source)) return copy;
  try {
    const { declaredDate: _, ...counts } = await inspect(folder.pathOf(copy), source);
    return { ...copy, ...counts, recipe: recipeOf(source) };
  } catch (error) {
    judgeUnusable(error);
    return copy;
  }
}

/** A copy of which nothing is remembered: what it holds is counted, since when it is known cannot be told. */
export async function recognise(
  file: string,
  at: string,
  source: RegisteredSource,
  folder: SourceFolder,
): Promise<Copy | undefined> {
  try {
    const { declaredDate: stated, ...counts } = await inspect(folder.pathOf({ file }), source);
    const declared = knownDate(stated, at);
    return {
      file,
      retrievedAt: at,
      url: '',
      ...counts,
      recipe: recipeOf(source),
      observedSince: at.slice(0, 10),
      ...(declared !== undefined && { declaredDate: declared }),
    };
  } catch (error) {
    judgeUnusable(error);
    return undefined;
  }
}
