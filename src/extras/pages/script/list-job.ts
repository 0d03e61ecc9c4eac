/** Requests answers until every row of a list has one, and shows the progress; it can be cancelled and resumed. */
import { createClient, ProblemError } from '../../client/client.js';
import { address } from './address.ts';
import { announcementOf, type Sentence, sentencesOf, type State } from './list-state.ts';
import { byId, t } from './page.ts';

/** One pass over the rows without an answer. */
export interface JobRun<R> {
  readonly signal: AbortSignal;
  /** Rows without an answer, in the order of their requests; new rows come last. */
  readonly open: ReadonlySet<R>;
  /** Yields the text of each open row. */
  readonly inputs: (textOf: (row: R) => string) => Generator<string>;
  /** Call this for each answer, in the order of the requests. @returns the row of the answer */
  readonly answered: () => R;
}

/** @param work obtains the answer of every open row @param finished called when no open row is left */
export function createJob<R>(work: (run: JobRun<R>) => Promise<void>, finished: () => void) {
  let open = new Set<R>();
  let phase: State['phase'] = 'done';
  /** Numbers of answered rows and of all rows of the list. */
  let [done, total] = [0, 0];
  /** The reason and end of waiting, or the status with which the service refused. */
  let more: Pick<State, 'reason' | 'until' | 'status'> = {};
  let stop = new AbortController();
  let before: State | undefined;

  const client = createClient({
    baseUrl: address(''),
    onWait({ reason, seconds }) {
      more = { reason, until: Date.now() + 1000 * seconds };
      reportSoon();
    },
  });
  byId('resume').addEventListener('click', () => void run());
  byId('cancel').addEventListener('click', () => {
    stop.abort();
    open.clear();
    enter('cancelled');
  });
  globalThis.addEventListener('online', () => phase === 'failed' && void run());
  globalThis.addEventListener('beforeunload', (event) => {
    if (phase === 'running') event.preventDefault();
  });
  // The seconds are counted down even though nothing else happens.
  setInterval(() => before?.phase === 'waiting' && report(), 500);

  /** Adds rows that need answers. */
  function ask(rows: readonly R[]) {
    for (const row of rows) open.add(row);
    total += rows.length;
    if (phase === 'done' || phase === 'cancelled') void run();
    else report();
  }

  /** Ends when every row has its answer, after `stop`, or when the service does not answer. */
  async function run() {
    stop = new AbortController();
    const { signal } = stop;
    enter('running');
    try {
      await work(runOver(signal));
      enter('done');
      finished();
    } catch (error) {
      // The reader stopped the check, so there is nothing to report.
      if (signal.aborted) return;
      const isRefused = error instanceof ProblemError && error.status < 500 && error.status !== 429;
      more = isRefused ? { status: error.status } : {};
      enter('failed');
    }
  }

  function runOver(signal: AbortSignal): JobRun<R> {
    const rows = open;
    const asked: R[] = [];
    return {
      signal,
      open: rows,
      *inputs(textOf) {
        for (const row of rows) {
          asked.push(row);
          yield textOf(row);
        }
      },
      answered() {
        const row = asked.shift() as R;
        rows.delete(row);
        done += 1;
        return row;
      },
    };
  }

  function enter(next: State['phase']) {
    phase = next;
    report();
  }

  /** Shows the state; tells screen readers only what is important. */
  function report() {
    const isWaiting = phase === 'running' && (more.until ?? 0) > Date.now();
    const state: State = { ...more, phase: isWaiting ? 'waiting' : phase, done, total };
    const sentence = ({ key, n = 0 }: Sentence) => t(key, { done, total, status: String(state.status), n });
    const announcement = announcementOf(before, state);
    if (announcement !== undefined) announce(sentence(announcement));
    before = state;
    show(state, sentence);
  }

  /** Reports progress once all answers that arrived together have been processed. */
  function reportSoon() {
    setTimeout(report);
  }

  return {
    client,
    ask,
    reportSoon,
    announce,
    begin(rows: readonly R[]) {
      stop.abort();
      [open, done, total, phase, before] = [new Set(), 0, 0, 'done', undefined];
      byId('coverage').hidden = false;
      ask(rows);
      byId('job-title').focus({ preventScroll: true });
      byId('job').scrollIntoView({ block: 'start' });
    },
  };
}

function show(state: State, textOf: (sentence: Sentence) => string) {
  const bar = byId<HTMLProgressElement>('bar');
  bar.max = Math.max(1, state.total);
  bar.value = state.done;
  byId('job-text').textContent = sentencesOf(state).map(textOf).join(' · ');
  const isOver = state.phase === 'done' || state.phase === 'cancelled';
  // The focus must not be lost with a button that is removed.
  if (isOver && byId('job').contains(document.activeElement)) byId('job-title').focus({ preventScroll: true });
  byId('resume').hidden = state.phase !== 'failed';
  byId('cancel').hidden = isOver;
  byId('job').dataset['phase'] = state.phase;
}

function announce(text: string) {
  byId('announcement').textContent = text;
}
