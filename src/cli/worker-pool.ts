/** Keeps a number of workers running: one that ended is replaced, at once or after a pause that grows. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ToWorker } from './worker-messages.ts';
import { forkWorker, type WorkerProcess } from './worker-process.ts';

export interface WorkerPoolOptions {
  readonly count: number;
  /** What a worker that begins is told. */
  readonly start: () => ToWorker & { readonly type: 'start' };
  readonly log: Logger;
}

export interface WorkerPool {
  /**
   * Resolves with their address when all listen.
   * @throws what the first said that could not start; all have ended then
   */
  start(): Promise<string>;
  /** Workers that listen. */
  readonly listening: () => number;
  tell(message: ToWorker): void;
  /** Resolves when all have finished what was under way. Rejects when one did not end well. */
  stop(): Promise<void>;
  kill(): void;
}

/** A worker that lived so long had nothing wrong with it. */
const SETTLED_SECONDS = 10;
const MAX_PAUSE_SECONDS = 30;

/** @param crashes in a row, this one included @returns seconds */
export function pauseAfter(crashes: number): number {
  return crashes <= 1 ? 0 : Math.min(2 ** (crashes - 2), MAX_PAUSE_SECONDS);
}

export function createWorkerPool({ count, start, log }: WorkerPoolOptions): WorkerPool {
  const alive = new Set<WorkerProcess>();
  const listening = new Set<WorkerProcess>();
  const stopping = new AbortController();

  function begin(): WorkerProcess {
    const worker = forkWorker(start());
    alive.add(worker);
    worker.listening.then(
      () => {
        if (!alive.has(worker)) return;
        listening.add(worker);
        log.info({ worker: worker.pid }, 'a worker serves');
      },
      () => undefined,
    );
    void worker.ended.then(() => {
      alive.delete(worker);
      listening.delete(worker);
    });
    return worker;
  }

  async function keepOne(first: WorkerProcess): Promise<void> {
    let crashes = 0;
    for (let worker = first; ; worker = begin()) {
      const failed = worker.listening.then(
        () => undefined,
        (error: Error) => error.message,
      );
      const { code, signal, seconds } = await worker.ended;
      if (stopping.signal.aborted) return;
      crashes = seconds < SETTLED_SECONDS ? crashes + 1 : 1;
      const pauseSeconds = pauseAfter(crashes);
      const details = { worker: worker.pid, code, signal, seconds, pauseSeconds, why: await failed };
      log.error(details, 'a worker ended, another takes its place');
      await pause(pauseSeconds * 1000, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
    }
  }

  const kill = () => alive.forEach((worker) => worker.kill());
  const tell = (message: ToWorker) => alive.forEach((worker) => worker.tell(message));

  return {
    async start() {
      const first = Array.from({ length: count }, begin);
      try {
        const [url = ''] = await Promise.all(first.map((worker) => worker.listening));
        for (const worker of first) void keepOne(worker);
        return url;
      } catch (error) {
        kill();
        await Promise.all(first.map((worker) => worker.ended));
        throw error;
      }
    },
    listening: () => listening.size,
    tell,
    async stop() {
      stopping.abort();
      const ends = [...alive].map((worker) => worker.ended);
      alive.forEach((worker) => worker.stop());
      const unwell = (await Promise.all(ends)).filter(({ code }) => code !== 0).length;
      if (unwell > 0) throw new Error(`${unwell} workers did not end well`);
    },
    kill,
  };
}
