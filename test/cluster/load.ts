/** A bounded client: a few requests at a time, an entity, a search and a report in turns, and what came of them. */
import { setTimeout as pause } from 'node:timers/promises';

export interface Report {
  readonly asked: number;
  /** How often each came; 0 is no answer, or none within the deadline. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Those of 5xx that did not say when to come again. */
  readonly withoutRetryAfter: number;
  /** Answers below 500 whose bytes are none of those that were learnt. */
  readonly strange: number;
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

interface Answer {
  readonly status: number;
  readonly ms: number;
  readonly isRude: boolean;
  readonly isStrange: boolean;
}

/** By path. */
export type Bodies = Map<string, Set<string>>;

/** Longer than any answer may take. */
const HANG_MS = 30_000;
const PATHS = [
  '/gnd/118540238/links',
  '/search?q=goethe',
  '/coverage?ids=118540238,118529579,118514768,1012979499,4074335-4',
  '/search?q=bach+1685',
  '/gnd/1012979499/links',
];

/** Learns what is right to answer now, besides what is known already. */
export async function learnAnswers(url: string, known: Bodies = new Map()): Promise<Bodies> {
  for (const path of PATHS) {
    const answer = await fetch(`${url}/api/v1${path}`);
    if (answer.status >= 500) throw new Error(`${path} answered ${answer.status}`);
    known.set(path, (known.get(path) ?? new Set()).add(await answer.text()));
  }
  return known;
}

export function startLoad(url: string, known: Bodies, connections = 4): Load {
  let answers: Answer[] = [];
  let isRunning = true;

  async function ask(path: string): Promise<Answer> {
    const begin = performance.now();
    try {
      const answer = await fetch(`${url}/api/v1${path}`, { signal: AbortSignal.timeout(HANG_MS) });
      const { status, headers } = answer;
      const body = await answer.text();
      const isRude = status >= 500 && !headers.has('retry-after');
      const isStrange = status < 500 && known.get(path)?.has(body) !== true;
      return { status, ms: performance.now() - begin, isRude, isStrange };
    } catch {
      return { status: 0, ms: performance.now() - begin, isRude: false, isStrange: false };
    }
  }
  const clients = Promise.all(
    Array.from({ length: connections }, async (_, number) => {
      for (let turn = number; isRunning; turn += 1) answers.push(await ask(PATHS[turn % PATHS.length] ?? ''));
    }),
  );

  return {
    async take(more = 0) {
      const enough = answers.length + more;
      while (answers.length < enough) await pause(5);
      const taken = answers;
      answers = [];
      return report(taken);
    },
    async stop() {
      isRunning = false;
      await clients;
    },
  };
}

function report(answers: readonly Answer[]): Report {
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (part: number) => Math.round(times[Math.floor(part * (times.length - 1))] ?? 0);
  const statuses: Record<number, number> = {};
  for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1;
  return {
    asked: answers.length,
    statuses,
    withoutRetryAfter: answers.filter(({ isRude }) => isRude).length,
    strange: answers.filter(({ isStrange }) => isStrange).length,
    p50: at(0.5),
    p99: at(0.99),
    slowest: at(1),
  };
}
