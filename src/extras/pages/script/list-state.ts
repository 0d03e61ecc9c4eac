/** The state of a list that is being answered, and the sentences about it for the screen and for screen readers. */

export interface State {
  readonly phase: 'running' | 'waiting' | 'failed' | 'done' | 'cancelled';
  readonly done: number;
  readonly total: number;
  /** Reason for waiting. */
  readonly reason?: 'quota' | 'busy' | 'network';
  /** End of waiting, in milliseconds since 1970. */
  readonly until?: number;
}

/** A sentence for the reader: name of the text, and the number in it. */
export interface Sentence {
  readonly key: string;
  readonly n?: number;
}

/** Sentences of the page about a state. */
export function sentencesOf(state: State): Sentence[] {
  const isStopped = state.phase === 'waiting' || state.phase === 'failed';
  return isStopped ? [{ key: 'running' }, sentenceOf(state)] : [sentenceOf(state)];
}

/** Sentence for screen readers when the state changes; most changes are not announced. */
export function announcementOf(before: State | undefined, now: State): Sentence | undefined {
  if (now.phase !== 'running') {
    return before?.phase === now.phase && before.until === now.until ? undefined : sentenceOf(now);
  }
  if (before?.total !== now.total) return { key: 'started', n: now.total };
  const [earlier, tenth] = [before, now].map(({ done, total }) => Math.floor((10 * done) / Math.max(1, total)));
  return tenth !== earlier && tenth !== 10 ? { key: 'percent', n: 10 * (tenth ?? 0) } : undefined;
}

function sentenceOf({ phase, total, reason = 'quota', until = 0 }: State): Sentence {
  if (phase !== 'waiting') return { key: phase, n: total };
  const key = { quota: 'waitingQuota', busy: 'waitingBusy', network: 'waitingNetwork' }[reason];
  return { key, n: Math.max(1, Math.ceil((until - Date.now()) / 1000)) };
}
