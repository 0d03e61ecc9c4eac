/** A person lets a held copy replace the one in use. */
import { releaseHeld } from './copies.ts';
import { openSourceFolder } from './state.ts';

export type Released = { readonly ids: number; readonly refused?: undefined } | { readonly refused: string };

/** The caller holds the lock of the folder. */
export async function releaseCopy(sources: string, key: string, now: Date): Promise<Released> {
  const folder = openSourceFolder(sources, key);
  const { state } = await folder.load();
  const { held } = state;
  if (held === undefined) {
    const reason =
      state.lastCheck?.verdict === 'held' ? 'what was held cannot be read, so it was not kept' : 'nothing is held';
    return { refused: reason };
  }
  if (held.statements === 0 && held.unreadable > 0) {
    return { refused: `no line of the held copy can be used (${held.sentence})` };
  }
  const { problemSince: _, ...released } = await releaseHeld(folder, state, held);
  const at = now.toISOString();
  const next = { ...released, lastCheck: { at, verdict: 'accepted' as const } };
  await folder.save(next);
  await folder.tidy(next);
  await folder.record({
    at,
    verdict: 'accepted',
    released: true,
    bytes: held.bytes,
    ids: held.ids,
    sha256: held.sha256,
  });
  return { ids: held.ids };
}
