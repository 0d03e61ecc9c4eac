/** Requests answers until every row of a list has one; waits, stops and continues. */
import { createClient, ProblemError } from '../../client/client.js';
import { address } from './address.ts';
import { createProgress } from './coverage-progress.ts';
import type { State } from './coverage-state.ts';

/** One pass over the rows without an answer. */
export interface JobRun<R> {
  readonly signal: AbortSignal;
  /** Rows without an answer, in the order of their requests; new rows come last. */
  readonly open: ReadonlySet<R>;
  /** Yields the text of each open row; waits while the job is paused. */
  readonly inputs: (textOf: (row: R) => string) => AsyncGenerator<string>;
  /** Call this for each answer, in the order of the requests. @returns the row of the answer */
  readonly answered: () => R;
}

interface Job<R> {
  begin(rows: readonly R[]): void;
  /** Adds rows that need answers. */
  ask(rows: readonly R[]): void;
  announce(text: string): void;
  /** Reports progress once all answers that arrived together have been processed. */
  reportSoon(): void;
  readonly client: ReturnType<typeof createClient>;
}

/** @param work obtains the answer of every open row @param finished called when no open row is left */
export function createJob<R>(work: (run: JobRun<R>) => Promise<void>, finished: () => void): Job<R> {
  let open = new Set<R>();
  let phase: State['phase'] = 'done';
  /** Numbers of answered rows and of all rows of the list. */
  let [done, total] = [0, 0];
  /** The reason and end of waiting, or the status with which the service refused. */
  let more: Pick<State, 'reason' | 'until' | 'status'> = {};
  let stop = new AbortController();
  /** The promise is pending while the job is paused. */
  let gate = Promise.withResolvers();

  const reportSoon = () => void setTimeout(report);
  const client = createClient({
    baseUrl: address(''),
    onWait({ reason, seconds }) {
      more = { reason, until: Date.now() + 1000 * seconds };
      reportSoon();
    },
  });
  const progress = createProgress({
    pause() {
      gate = Promise.withResolvers();
      enter('paused');
    },
    resume,
    cancel() {
      stop.abort();
      open.clear();
      enter('cancelled');
    },
  });
  globalThis.addEventListener('online', () => phase === 'failed' && resume());
  globalThis.addEventListener('beforeunload', (event) => {
    if (phase === 'running') event.preventDefault();
  });

  function ask(rows: readonly R[]) {
    for (const row of rows) open.add(row);
    total += rows.length;
    if (phase === 'done' || phase === 'cancelled') void run();
    else report();
  }

  function resume() {
    if (phase === 'failed') void run();
    else enter('running');
    gate.resolve(undefined);
  }

  /** Ends when every row has its answer, after `stop`, or when the service does not answer. */
  async function run() {
    stop = new AbortController();
    const { signal } = stop;
    gate.resolve(undefined);
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
      async *inputs(textOf) {
        for (const row of rows) {
          await gate.promise;
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

  function report() {
    const isWaiting = phase === 'running' && (more.until ?? 0) > Date.now();
    progress.changed({ ...more, phase: isWaiting ? 'waiting' : phase, done, total });
  }

  return {
    client,
    ask,
    reportSoon,
    announce: progress.announce,
    begin(rows) {
      stop.abort();
      [open, done, total, phase] = [new Set(), 0, 0, 'done'];
      progress.reset();
      ask(rows);
    },
  };
}
