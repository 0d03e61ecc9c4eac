/** The events of a source, derived from the history of its checks: news for its publisher and its users. */
import type { SourceEvent } from '../../../core/model/source.ts';
import { isTrouble, PROBLEM_STATES } from './plausibility.ts';
import type { Observed } from './source-folder.ts';

const MAX_EVENTS = 20;

/** @param history oldest first @returns the newest first */
export async function eventsOf(history: AsyncIterable<Observed> | Iterable<Observed>): Promise<readonly SourceEvent[]> {
  const events: SourceEvent[] = [];
  let trouble: string | undefined;
  /** Number of unusable lines in the copy in use. */
  let unusable: number | undefined;
  for await (const { at, verdict, sentence, reason = verdict, added = 0, removed = 0, unreadable } of history) {
    if (isTrouble(verdict)) {
      if (trouble !== verdict)
        events.push({ at, kind: PROBLEM_STATES[verdict], code: reason, reason: sentence ?? reason });
      trouble = verdict;
      continue;
    }
    if (trouble !== undefined) events.push({ at, kind: 'back' });
    trouble = undefined;
    if (added + removed > 0) events.push({ at, kind: 'changed', added, removed });
    if (unreadable === undefined) continue;
    const before = unusable ?? unreadable;
    if (unreadable > before) events.push({ at, kind: 'rejected', before, now: unreadable });
    unusable = unreadable;
  }
  return events.slice(-MAX_EVENTS).toReversed();
}
