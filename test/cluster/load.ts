/** A bounded load: two connections request an entity, searches and a report in turn, and count the results. */
import { setTimeout as pause } from 'node:timers/promises';

export interface Report {
  readonly asked: number;
  /** Number of answers by status; 0 means no answer, or none within the deadline. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Answers of 5xx without Retry-After. */
  readonly withoutRetryAfter: number;
  /** Answers below 500 whose bytes differ from all learnt ones. */
  readonly strange: number;
}

export interface Load {
  /** The results since the last call. @param more waits for this number of answers */
  take(more?: number): Promise<Report>;
  stop(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly isRude: boolean;
  readonly isStrange: boolean;
}

/** Right answers by path. */
export type Bodies = Map<string, Set<string>>;

/** Deadline of an answer, longer than any slow one takes. */
const HANG_MS = 240_000;
const CONNECTIONS = 2;
/** Milliseconds between two requests of a connection, so that the load leaves processors to the cluster. */
const PAUSE_MS = 300;
/** The same while nobody waits for answers. */
export const SLOW_MS = 2_000;
const PATHS = [
  '/gnd/118540238/links',
  '/search?q=goethe',
  '/coverage?ids=118540238,118529579,118514768,1012979490,4074335-4',
  '/search?q=bach+1685',
  '/gnd/1012979490/links',
];

/** Requests the address; again while a busy machine is overloaded, which says nothing about the cluster. */
async function request(url: string): Promise<{ status: number; headers: Headers; body: string }> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(HANG_MS) });
  const { status, headers } = answer;
  const body = await answer.text();
  return status === 503 && body.includes('"overloaded"') ? request(url) : { status, headers, body };
}

/** Adds the current answers to the known right ones. */
export async function learnAnswers(url: string, known: Bodies = new Map()): Promise<Bodies> {
  for (const path of PATHS) {
    const { status, body } = await request(`${url}/api/v1${path}`);
    if (status >= 500) throw new Error(`${path} answered ${status}`);
    known.set(path, (known.get(path) ?? new Set()).add(body));
  }
  return known;
}

/** @param idleMs milliseconds between two requests of a connection while nobody waits for answers */
export function startLoad(url: string, known: Bodies, idleMs = PAUSE_MS): Load {
  let answers: Answer[] = [];
  let isRunning = true;
  let pauseMs = idleMs;

  async function ask(path: string): Promise<Answer> {
    try {
      const { status, headers, body } = await request(`${url}/api/v1${path}`);
      const isRude = status >= 500 && !headers.has('retry-after');
      const isStrange = status < 500 && known.get(path)?.has(body) !== true;
      return { status, isRude, isStrange };
    } catch {
      return { status: 0, isRude: false, isStrange: false };
    }
  }
  const clients = Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, number) => {
      for (let turn = number; isRunning; turn += 1) {
        answers.push(await ask(PATHS[turn % PATHS.length] ?? ''));
        await pause(pauseMs);
      }
    }),
  );

  return {
    async take(more = 0) {
      const enough = answers.length + more;
      pauseMs = PAUSE_MS;
      while (answers.length < enough) await pause(20);
      pauseMs = idleMs;
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
  const statuses: Record<number, number> = {};
  for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1;
  return {
    asked: answers.length,
    statuses,
    withoutRetryAfter: answers.filter(({ isRude }) => isRude).length,
    strange: answers.filter(({ isStrange }) => isStrange).length,
  };
}
