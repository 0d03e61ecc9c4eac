/** Runs the tasks of a build in worker threads, or for small inputs in the caller's thread. */
import { memoize } from '../../core/model/memo.ts';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { Tinypool } from 'tinypool';
import type { Advance } from './progress.ts';
import { writeFindings } from './tasks/findings.ts';
import { identify } from './tasks/identify.ts';
import { mergeRange } from './tasks/merge.ts';
import { moveStatements } from './tasks/move.ts';
import { chooseRecords } from './tasks/choose-records.ts';
import { readSource } from './tasks/read.ts';
import { openTaskContext, type Perform, type TaskContext } from './tasks/task.ts';
import { writeEntitiesFile, writeSearchFile } from './tasks/write.ts';

const TASKS = {
  read: readSource,
  chooseRecords,
  identify,
  move: moveStatements,
  merge: mergeRange,
  writeEntities: writeEntitiesFile,
  writeSearch: writeSearchFile,
  writeFindings,
} as const satisfies Readonly<Record<string, Perform<never, unknown>>>;

export type TaskName = keyof typeof TASKS;
export type TaskOf<Name extends TaskName> = Parameters<(typeof TASKS)[Name]>[0];
export type OutcomeOf<Name extends TaskName> = { [Each in TaskName]: Awaited<ReturnType<(typeof TASKS)[Each]>> }[Name];

export interface Pool {
  /**
   * Runs a task in the next free thread.
   * @param advance receives units of work done
   * @throws the error of the task; from a thread only with name, message, stack, code, path and errcode (SQLite)
   */
  run<Name extends TaskName>(name: Name, task: TaskOf<Name>, advance: Advance): Promise<OutcomeOf<Name>>;
  /** Ends the threads, even in the middle of a task. */
  close(): Promise<void>;
}

/** Heap of a thread without buffers, in MiB; a record of the largest size takes a third of it. */
const HEAP_MEBIBYTES = 384;

/**
 * @param threads number of threads; 0 runs all tasks in this thread, with the context of the caller
 * @param config folder of the configuration, from which every thread makes its own context
 */
export function startPool(threads: number, config: string, context: TaskContext): Pool {
  if (threads === 0) return inOwnThread(context);
  const pool = new Tinypool({
    filename: import.meta.url,
    name: 'performInThread',
    minThreads: threads,
    maxThreads: threads,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEBIBYTES },
  });
  return {
    async run<Name extends TaskName>(name: Name, task: TaskOf<Name>, advance: Advance) {
      const { port1, port2 } = new MessageChannel();
      let received = 0;
      port1.on('message', (units: number) => {
        received += units;
        advance(units);
      });
      try {
        const assignment: Assignment = { name, task, config, port: port2 };
        const completion = (await pool.run(assignment, { transferList: [port2] })) as Completion;
        if ('failure' in completion) throw Object.assign(new Error(), completion.failure);
        // Messages that arrive after the outcome are dropped with their port.
        port1.removeAllListeners('message');
        advance(completion.units - received);
        return completion.outcome as OutcomeOf<Name>;
      } finally {
        port1.close();
      }
    },
    close: () => pool.destroy(),
  };
}

function inOwnThread(context: TaskContext): Pool {
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;
  return {
    run(name, task, advance) {
      // Tasks run one after the other, as in a pool of one thread.
      const outcome = last.then(() => {
        if (closed) throw new Error('The build was abandoned.');
        return performTask(name, task, context, advance);
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

async function performTask<Name extends TaskName>(
  name: Name,
  task: TaskOf<Name>,
  context: TaskContext,
  advance: Advance,
): Promise<OutcomeOf<Name>> {
  return (TASKS[name] as Perform<TaskOf<Name>, OutcomeOf<Name>>)(task, context, advance);
}

/** A task as it is sent to a thread. */
interface Assignment {
  readonly name: TaskName;
  readonly task: TaskOf<TaskName>;
  /** Folder of the configuration. */
  readonly config: string;
  /** Receives units of work done, as numbers. */
  readonly port: MessagePort;
}

/** The outcome with all units of work. An error is plain data, because a structured clone would lose parts of it. */
type Completion =
  | { readonly outcome: unknown; readonly units: number }
  | { readonly failure: Readonly<Record<string, unknown>> };

/** An error of a task, of the system or of SQLite. */
type TaskError = NodeJS.ErrnoException & { readonly errcode?: number };

/** Milliseconds between two reports of units, because messages cost time. */
const REPORT_INTERVAL_MS = 100;

/** A thread works with one configuration. */
const contextOf = memoize(2, openTaskContext);

/** Entry point of a thread. */
export async function performInThread({ name, task, config, port }: Assignment): Promise<Completion> {
  let [units, reported, reportedAt] = [0, 0, performance.now()];
  const advance = (more: number): void => {
    units += more;
    if (performance.now() - reportedAt < REPORT_INTERVAL_MS) return;
    port.postMessage(units - reported);
    [reported, reportedAt] = [units, performance.now()];
  };
  try {
    return { outcome: await performTask(name, task, await contextOf(config), advance), units };
  } catch (error) {
    const { name: errorName, message, stack, code, path, errcode } = error as TaskError;
    return { failure: { name: errorName, message, stack, code, path, errcode } };
  } finally {
    port.close();
  }
}
