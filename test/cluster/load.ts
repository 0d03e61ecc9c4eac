/** A bounded client: a few requests at a time, an entity, a search and a report in turns, and what came of them. */
import { setTimeout as pause } from 'node:timers/promises';

export interface Report {
  readonly asked: number;
  /** How often each came; `0` is no answer, or none within the deadline. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Those of 5xx that did not say when to come again. */
  readonly withoutRetryAfter: number;
  /** Whatever `marks` found, `SNAPSHOT MARK`. */
  readonly marks: ReadonlySet<string>;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly slowest: number;
}

export interface Load {
  /** What came since the last time. @param more waits for so many answers */
  take(more?: number): Promise<Report>;
  stop(): Promise<void>;
}

export interface LoadOptions {
  readonly urls: readonly string[];
  /** Below `/api/v1`. */
  readonly paths: readonly string[];
  readonly connections?: number;
  /** What tells of which snapshot an answer is: compared with the snapshot that it names. */
  readonly marks?: RegExp;
}

/** Longer than any answer may take. */
const HANG_MS = 30_000;

export function startLoad({ urls, paths, connections = 4, marks }: LoadOptions): Load {
  let answers: { readonly status: number; readonly ms: number; readonly isRude: boolean; readonly mark: string }[] = [];
  let isRunning = true;

  async function ask(url: string): Promise<void> {
    const begin = performance.now();
    const answered = await fetch(url, { signal: AbortSignal.timeout(HANG_MS) })
      .then(async (answer) => ({ answer, body: await answer.text() }))
      .catch(() => undefined);
    const { status = 0, headers } = answered?.answer ?? {};
    const named = /"snapshot":\{"id":"([^"]+)"/.exec(answered?.body ?? '')?.[1] ?? '';
    const found = marks === undefined ? '' : (marks.exec(answered?.body ?? '')?.[1] ?? '');
    answers.push({
      status,
      ms: performance.now() - begin,
      isRude: status >= 500 && !headers?.has('retry-after'),
      mark: `${named} ${found}`,
    });
  }

  async function client(number: number): Promise<void> {
    for (let turn = number; isRunning; turn += 1)
      await ask(`${urls[turn % urls.length]}/api/v1${paths[turn % paths.length]}`);
  }
  const clients = Promise.all(Array.from({ length: connections }, (_, number) => client(number)));

  return {
    async take(more = 0) {
      const enough = answers.length + more;
      while (answers.length < enough) await pause(5);
      const taken = answers;
      answers = [];
      const times = taken.map(({ ms }) => ms).sort((a, b) => a - b);
      const at = (part: number) => Math.round(times[Math.floor(part * (times.length - 1))] ?? 0);
      const statuses: Record<string, number> = {};
      for (const { status } of taken) statuses[status] = (statuses[status] ?? 0) + 1;
      return {
        asked: taken.length,
        statuses,
        withoutRetryAfter: taken.filter(({ isRude }) => isRude).length,
        marks: new Set(taken.filter(({ status }) => status === 200).map(({ mark }) => mark)),
        p50: at(0.5),
        p99: at(0.99),
        slowest: at(1),
      };
    },
    async stop() {
      isRunning = false;
      await clients;
    },
  };
}
