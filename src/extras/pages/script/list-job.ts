/** Requests answers until every row of a list has one, and shows the progress; it can be cancelled. */
import { createClient, type Snapshot } from '../../client/client.js';
import { address } from './address.ts';
import { announcementOf, type Sentence, sentencesOf, type State } from './list-state.ts';
import type { Row } from './list-table.ts';
import { byId, t } from './page.ts';

/** Number of rows that are checked again without showing the progress. */
const FEW = 100;

/** One pass over the rows without an answer. */
export interface JobRun<Item> {
  readonly client: ReturnType<typeof createClient>;
  readonly signal: AbortSignal;
  /** The text to be requested for each row without an answer. Rows that are added meanwhile have a pass of their own. */
  readonly inputs: readonly string[];
  /** Call this for each answer, in the order of the requests. */
  readonly answered: (item: Item) => void;
  /** Call this for each part of the answers. */
  readonly onSnapshot: (snapshot: Snapshot) => void;
}

/**
 * @param work obtains the answer of every open row @param arrived called for each part of the answers
 * @param finished called when no open row is left
 */
export function createJob<Item>(
  work: (run: JobRun<Item>) => Promise<void>,
  arrived: (snapshot: Snapshot) => void,
  finished: () => void,
) {
  let open = new Set<Row<Item>>();
  let stop = new AbortController();
  const progress = createProgress();
  const { set } = progress;

  const client = createClient({
    baseUrl: address(''),
    // A list may take hours, and readers can cancel it: an outage delays it, however long.
    attempts: Infinity,
    onWait({ reason, seconds }) {
      set({ reason, until: Date.now() + 1000 * seconds });
    },
  });
  byId('cancel').addEventListener('click', () => {
    stop.abort();
    open.clear();
    set({ phase: 'cancelled' });
  });
  globalThis.addEventListener('beforeunload', (event) => {
    if (progress.now().phase === 'running') event.preventDefault();
  });

  /** Adds rows that need answers. */
  function ask(rows: readonly Row<Item>[]) {
    for (const row of rows) open.add(row);
    const { phase, done, total } = progress.now();
    set({ total: (phase === 'cancelled' ? done : total) + rows.length, phase: 'running' });
    if (phase !== 'running') void run();
  }

  /** Ends when every row has its answer, after `stop`, or when the service refuses. */
  async function run() {
    stop = new AbortController();
    const { signal } = stop;
    try {
      while (open.size > 0) {
        await work(passOver(signal));
        signal.throwIfAborted();
      }
      set({ phase: 'done' });
      finished();
    } catch {
      // The reader stopped the check, so there is nothing to report.
      if (!signal.aborted) set({ phase: 'failed' });
    }
  }

  function passOver(signal: AbortSignal): JobRun<Item> {
    const rows = [...open];
    const unanswered = rows.values();
    return {
      client,
      signal,
      inputs: rows.map(({ corrected, input }) => corrected ?? input),
      answered(item) {
        // Answers that arrived when the reader began another list do not count for that one.
        signal.throwIfAborted();
        const row = unanswered.next().value as Row<Item>;
        row.item = item;
        open.delete(row);
        progress.count();
      },
      onSnapshot,
    };
  }

  function onSnapshot(snapshot: Snapshot) {
    arrived(snapshot);
    progress.reportSoon();
  }

  return {
    ask,
    announce,
    begin(rows: readonly Row<Item>[]) {
      stop.abort();
      open = new Set();
      progress.restart();
      byId('coverage').hidden = false;
      byId('job').hidden = false;
      ask(rows);
      byId('job-title').focus({ preventScroll: true });
      byId('job').scrollIntoView({ block: 'start' });
    },
  };
}

/** The state of a list, shown whenever it changes; screen readers are told only what is important. */
function createProgress() {
  const START = { phase: 'done', done: 0, total: 0 } as const;
  let now: State = START;
  let before: State | undefined;

  function report() {
    const isWaiting = now.phase === 'running' && (now.until ?? 0) > Date.now();
    const state: State = { ...now, phase: isWaiting ? 'waiting' : now.phase };
    const { done, total } = state;
    const textOf = ({ key, n = 0 }: Sentence) => t(key, { done, total, n });
    const announcement = announcementOf(before, state);
    if (announcement !== undefined) announce(textOf(announcement));
    before = state;
    show(state, textOf);
  }
  // The seconds are counted down even though nothing else happens.
  setInterval(() => before?.phase === 'waiting' && report(), 500);

  return {
    now: () => now,
    set: (change: Partial<State>) => {
      now = { ...now, ...change };
      report();
    },
    /** Counts an answer. */
    count: () => void (now = { ...now, done: now.done + 1 }),
    restart: () => void ([now, before] = [START, undefined]),
    /** Reports progress once all answers that arrived together have been processed. */
    reportSoon: () => void setTimeout(report),
  };
}

function show(state: State, textOf: (sentence: Sentence) => string) {
  const bar = byId<HTMLProgressElement>('bar');
  bar.max = Math.max(1, state.total);
  bar.value = state.done;
  byId('job-text').textContent = sentencesOf(state).map(textOf).join(' · ');
  const { phase, done, total } = state;
  const isDone = phase === 'done';
  const isOver = phase !== 'running' && phase !== 'waiting';
  const job = byId('job');
  byId('result').hidden &&= !isDone;
  // The focus must not be lost with what is hidden.
  if (isOver && job.contains(document.activeElement)) {
    byId(isDone ? 'result-title' : 'job-title').focus({ preventScroll: true });
  }
  byId('cancel').hidden = isOver;
  // The result must not jump while a few accepted suggestions are checked.
  job.hidden = isDone || (job.hidden && phase === 'running' && total - done <= FEW);
  job.dataset['phase'] = phase;
}

function announce(text: string) {
  byId('announcement').textContent = text;
}
