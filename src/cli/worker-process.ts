/** A worker as the primary process sees it: when it listens, when it ended, and what it is told. */
import cluster from 'node:cluster';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandFailed } from './exit.ts';
import { type FromWorker, type ToWorker, unwrapped, wrapped } from './worker-messages.ts';

/** Beside this file, and like it a source or compiled. */
const WORKER = fileURLToPath(new URL(`worker${extname(import.meta.url)}`, import.meta.url));

export interface WorkerEnd {
  readonly code: number | null;
  readonly signal: string | null;
  /** How long it lived. */
  readonly seconds: number;
}

export interface WorkerProcess {
  readonly pid: number | undefined;
  /** Where it listens. Rejects with what kept it from starting. */
  readonly listening: Promise<string>;
  readonly ended: Promise<WorkerEnd>;
  tell(message: ToWorker): void;
  /** From now on it gets no connection; it finishes what is under way and ends. */
  stop(): void;
  kill(): void;
}

/**
 * The workers accept connections themselves, whoever is free first. Node's own way is to hand them out in turn: those that
 * are being handed to a worker that dies are never answered, and never closed.
 */
cluster.schedulingPolicy = cluster.SCHED_NONE;

export function forkWorker(start: ToWorker & { readonly type: 'start' }): WorkerProcess {
  cluster.setupPrimary({ exec: WORKER, args: [] });
  const begin = performance.now();
  const worker = cluster.fork();
  const listening = Promise.withResolvers<string>();
  const ended = Promise.withResolvers<WorkerEnd>();
  worker.on('message', (text: unknown) => {
    const message = unwrapped<FromWorker>(text);
    if (message?.type === 'listening') listening.resolve(message.url);
    if (message?.type === 'failed') listening.reject(failureOf(message));
  });
  // Without a listener it would end the primary; `exit` follows.
  worker.on('error', () => undefined);
  worker.once('exit', (code: number | null, signal: string | null) => {
    const seconds = Math.round(performance.now() - begin) / 1000;
    listening.reject(new CommandFailed(`a worker process ended (${signal ?? code}) before it could serve`));
    ended.resolve({ code, signal, seconds });
  });
  function tell(message: ToWorker): void {
    if (worker.isConnected()) worker.send(wrapped(message), () => undefined);
  }
  tell(start);
  const { process } = worker;
  return {
    pid: process.pid,
    listening: listening.promise,
    ended: ended.promise,
    tell,
    stop() {
      tell({ type: 'stop' });
      // Takes it off the list of those that get connections, which the worker's own closing would do too late: a
      // connection that reaches it then is never answered.
      worker.disconnect();
    },
    kill: () => void process.kill('SIGKILL'),
  };
}

/** The same error again, as far as anybody wants to know it. */
function failureOf({ message, stack, code }: FromWorker & { readonly type: 'failed' }): Error {
  return Object.assign(new Error(message), { stack, code });
}
