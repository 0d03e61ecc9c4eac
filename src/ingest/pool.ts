/** Runs the tasks of a build: in a pool of worker threads, or for small inputs in the caller's own thread. */
import { extname } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { Tinypool } from 'tinypool';
import type { Advance } from './progress.ts';
import {
  type Assignment,
  type Completion,
  openTaskContext,
  type Order,
  type Outcome,
  perform,
  type TaskName,
} from './tasks.ts';

export interface Pool {
  /**
   * Waits for a free thread.
   * @param advance told of units of work done
   * @throws what the task throws; of an error from a thread only name, message, code and stack arrive
   */
  run<Name extends TaskName>(task: Name, order: Order<Name>, advance: Advance): Promise<Outcome<Name>>;
  /** Ends the threads, whatever they are at. */
  close(): Promise<void>;
}

/** What a thread may allocate besides buffers, in MiB; a record of the largest size takes a third of it. */
const HEAP_MEBIBYTES = 384;

/** Beside this file, and like it a source or compiled. */
const TASKS_FILE = new URL(`tasks${extname(import.meta.url)}`, import.meta.url);

/**
 * @param threads 0 does everything in this thread
 * @param config folder of the configuration
 */
export async function startPool(threads: number, config: string): Promise<Pool> {
  if (threads === 0) return inOwnThread(config);
  const pool = new Tinypool({
    filename: TASKS_FILE.href,
    name: 'performInThread',
    minThreads: threads,
    maxThreads: threads,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEBIBYTES },
  });
  return {
    async run(task, order, advance) {
      const { port1, port2 } = new MessageChannel();
      let told = 0;
      port1.on('message', (units: number) => {
        told += units;
        advance(units);
      });
      const assignment: Assignment = { task, order, config, port: port2 };
      try {
        const completion = (await pool.run(assignment, { transferList: [port2] })) as Completion;
        if ('failure' in completion) throw Object.assign(new Error(completion.failure.message), completion.failure);
        // Messages that were overtaken by the outcome are lost with their port.
        port1.removeAllListeners('message');
        advance(completion.units - told);
        return completion.outcome as Outcome<typeof task>;
      } finally {
        port1.close();
      }
    },
    close: () => pool.destroy(),
  };
}

async function inOwnThread(config: string): Promise<Pool> {
  const context = await openTaskContext(config);
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;
  return {
    run(task, order, advance) {
      // One after the other, as a single thread would.
      const outcome = last.then(() => {
        if (closed) throw new Error('The build was given up.');
        return perform(task, order, context, advance);
      });
      last = outcome.catch(() => undefined);
      return outcome;
    },
    async close() {
      closed = true;
      await last;
    },
  };
}
