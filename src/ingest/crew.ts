/** Who does the heavy work of a build: worker threads, or for little work the caller's own. */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Advance } from './progress.ts';
import { openWorkshop, type Order, type Outcome, perform, type TaskName, type Workshop } from './tasks.ts';

export interface Crew {
  readonly threads: number;
  /**
   * Waits for somebody who is free.
   * @param advance told of units of work done
   * @throws what the task throws
   */
  run<Name extends TaskName>(task: Name, order: Order<Name>, advance: Advance): Promise<Outcome<Name>>;
  /** Ends the threads, whatever they are at. */
  dismiss(): Promise<void>;
}

/** What a task threw, in another thread: of the class only the name arrives. */
export interface TaskError {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
}

/** From the thread. */
export type CrewMessage =
  | { readonly kind: 'advance'; readonly units: number }
  | { readonly kind: 'done'; readonly outcome: unknown }
  | {
      readonly kind: 'failed';
      readonly error: TaskError;
    };

/** What a thread may allocate besides buffers, in MiB; a partition or a record of the largest size takes a third of it. */
const HEAP_MEBIBYTES = 384;

/**
 * @param threads 0 does everything in this thread
 * @param config folder of the configuration
 */
export async function hireCrew(threads: number, config: string): Promise<Crew> {
  if (threads === 0) return alone(await openWorkshop(config));
  const members = Array.from({ length: threads }, () => hire(config));
  const free = [...members];
  const queue: ((member: Member) => void)[] = [];
  return {
    threads,
    async run(task, order, advance) {
      const member = free.pop() ?? (await new Promise<Member>((resolve) => queue.push(resolve)));
      try {
        return (await member.perform(task, order, advance)) as Outcome<typeof task>;
      } finally {
        const next = queue.shift();
        if (next === undefined) free.push(member);
        else next(member);
      }
    },
    async dismiss() {
      await Promise.all(members.map((member) => member.dismiss()));
    },
  };
}

function alone(workshop: Workshop): Crew {
  let last: Promise<unknown> = Promise.resolve();
  let dismissed = false;
  return {
    threads: 0,
    run(task, order, advance) {
      // One after the other, as a single thread would.
      const outcome = last.then(() => {
        if (dismissed) throw new Error('The build was given up.');
        return perform(task, order, workshop, advance);
      });
      last = outcome.catch(() => undefined);
      return outcome;
    },
    async dismiss() {
      dismissed = true;
      await last;
    },
  };
}

interface Member {
  perform(task: TaskName, order: unknown, advance: Advance): Promise<unknown>;
  dismiss(): Promise<void>;
}

function hire(config: string): Member {
  const thread = new Worker(new URL(`./crew-thread${extname(import.meta.url)}`, import.meta.url), {
    workerData: { config },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEBIBYTES },
  });
  let under: { advance: Advance; resolve(outcome: unknown): void; reject(error: Error): void } | undefined;
  let broken: Error | undefined;
  const settle = (): typeof under => {
    const settled = under;
    under = undefined;
    return settled;
  };
  thread.on('message', (message: CrewMessage) => {
    if (message.kind === 'advance') under?.advance(message.units);
    else if (message.kind === 'done') settle()?.resolve(message.outcome);
    else settle()?.reject(errorFrom(message.error));
  });
  thread.on('error', (error: Error) => {
    broken = error;
    settle()?.reject(error);
  });
  thread.on('exit', () => {
    broken ??= new Error('A thread of the build ended before its work was done.');
    settle()?.reject(broken);
  });
  return {
    perform: (task, order, advance) =>
      new Promise((resolve, reject) => {
        if (broken !== undefined) return reject(broken);
        under = { advance, resolve, reject };
        thread.postMessage({ task, order });
      }),
    async dismiss() {
      await thread.terminate();
    },
  };
}

function errorFrom({ name, message, code, stack }: TaskError): Error {
  const error = new Error(message);
  if (stack !== undefined) error.stack = stack;
  return Object.assign(error, { name }, code !== undefined && { code });
}
