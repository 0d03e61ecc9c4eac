/** Runs the tasks of a build (each reads files and writes files): in worker threads, or for small inputs in the caller's own. */
import { join } from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { Tinypool } from 'tinypool';
import { type Curation, loadCuration } from '../register/curation.ts';
import { loadVocabulary, type Vocabulary } from '../register/vocabulary.ts';
import { identify } from './identities.ts';
import { mergeRange, moveStatements } from './merge-range.ts';
import type { Advance } from './progress.ts';
import { readSource } from './read.ts';
import { writeEntitiesFile, writeSearchFile } from './write-files.ts';

/** What all tasks work with. */
export interface TaskContext {
  readonly curation: Curation;
  readonly vocabulary: Vocabulary;
}

const TASKS = {
  read: readSource,
  identify,
  move: moveStatements,
  merge: mergeRange,
  entities: writeEntitiesFile,
  search: writeSearchFile,
} as const satisfies Readonly<Record<string, (order: never, context: TaskContext, advance: Advance) => unknown>>;

type TaskName = keyof typeof TASKS;
type Order<Name extends TaskName> = Parameters<(typeof TASKS)[Name]>[0];
type Outcome<Name extends TaskName> = { [Each in TaskName]: Awaited<ReturnType<(typeof TASKS)[Each]>> }[Name];

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

/**
 * @param threads 0 does everything in this thread, with the context of the caller
 * @param config folder of the configuration, of which every thread makes its own context
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
    async run<Name extends TaskName>(task: Name, order: Order<Name>, advance: Advance) {
      const { port1, port2 } = new MessageChannel();
      let told = 0;
      port1.on('message', (units: number) => {
        told += units;
        advance(units);
      });
      try {
        const assignment: Assignment = { task, order, config, port: port2 };
        const completion = (await pool.run(assignment, { transferList: [port2] })) as Completion;
        if ('failure' in completion) throw Object.assign(new Error(), completion.failure);
        // Messages that were overtaken by the outcome are lost with their port.
        port1.removeAllListeners('message');
        advance(completion.units - told);
        return completion.outcome as Outcome<Name>;
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
    run(task, order, advance) {
      // One after the other, as a single thread would.
      const outcome = last.then(() => {
        if (closed) throw new Error('The build was given up.');
        return (TASKS[task] as Perform<typeof task>)(order, context, advance);
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

/** @throws InvalidConfiguration */
export async function openTaskContext(config: string): Promise<TaskContext> {
  return { curation: await loadCuration(config), vocabulary: await loadVocabulary(join(config, 'vocabulary')) };
}

/** Does a task here and now. */
type Perform<Name extends TaskName> = (
  order: Order<Name>,
  context: TaskContext,
  tell: Advance,
) => Promise<Outcome<Name>>;

/** A task as it is sent to a thread. */
interface Assignment {
  readonly task: TaskName;
  readonly order: Order<TaskName>;
  /** Folder of the configuration. */
  readonly config: string;
  /** Receives units of work done, as numbers. */
  readonly port: MessagePort;
}

/** What comes back, with all units of the work whatever was told before; of an error what a structured clone would lose. */
type Completion =
  | { readonly outcome: unknown; readonly units: number }
  | { readonly failure: Pick<NodeJS.ErrnoException, 'name' | 'message' | 'code' | 'stack'> };

/** Progress is told in batches, so that messages cost nothing. */
const BATCH_MILLISECONDS = 100;

let contextOfThread: Promise<TaskContext> | undefined;

/** Entry point of a thread. */
export async function performInThread({ task, order, config, port }: Assignment): Promise<Completion> {
  let [units, told, toldAt] = [0, 0, performance.now()];
  const advance = (more: number): void => {
    units += more;
    if (performance.now() - toldAt < BATCH_MILLISECONDS) return;
    port.postMessage(units - told);
    [told, toldAt] = [units, performance.now()];
  };
  try {
    contextOfThread ??= openTaskContext(config);
    const perform = TASKS[task] as Perform<TaskName>;
    return { outcome: await perform(order, await contextOfThread, advance), units };
  } catch (error) {
    const { name, message, stack = '', code } = error as NodeJS.ErrnoException;
    return { failure: { name, message, stack, ...(code !== undefined && { code: String(code) }) } };
  } finally {
    port.close();
  }
}
