/** The tasks of a build, by name: each reads files and writes files, so any thread can do it. */
import { join } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
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

/** @throws InvalidConfiguration */
export async function openTaskContext(config: string): Promise<TaskContext> {
  const curation = await loadCuration(join(config, 'categories.yaml'), join(config, 'collections.yaml'));
  return { curation, vocabulary: await loadVocabulary(join(config, 'vocabulary')) };
}

const TASKS = {
  read: readSource,
  identify,
  move: moveStatements,
  merge: mergeRange,
  entities: writeEntitiesFile,
  search: writeSearchFile,
} as const satisfies Readonly<Record<string, (order: never, context: TaskContext, advance: Advance) => unknown>>;

export type TaskName = keyof typeof TASKS;
export type Order<Name extends TaskName> = Parameters<(typeof TASKS)[Name]>[0];
export type Outcome<Name extends TaskName> = Awaited<ReturnType<(typeof TASKS)[Name]>>;

export async function perform<Name extends TaskName>(
  name: Name,
  order: Order<Name>,
  context: TaskContext,
  advance: Advance,
): Promise<Outcome<Name>> {
  const task = TASKS[name] as (given: Order<Name>, tools: TaskContext, tell: Advance) => Promise<Outcome<Name>>;
  return task(order, context, advance);
}

/** A task as it is sent to a thread. */
export interface Assignment {
  readonly task: TaskName;
  readonly order: Order<TaskName>;
  /** Folder of the configuration. */
  readonly config: string;
  /** Receives units of work done, as numbers. */
  readonly port: MessagePort;
}

/** What comes back: of an error only what a structured clone would lose is named. */
export type Completion =
  | {
      readonly outcome: unknown;
      /** All of the work, whatever was told before. */
      readonly units: number;
    }
  | {
      readonly failure: {
        readonly name: string;
        readonly message: string;
        readonly code?: string;
        readonly stack?: string;
      };
    };

/** Progress is told in batches, so that messages cost nothing. */
const BATCH_MILLISECONDS = 100;

let context: Promise<TaskContext> | undefined;

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
    context ??= openTaskContext(config);
    return { outcome: await perform(task, order, await context, advance), units };
  } catch (error) {
    const { name, message, stack, code } = error as NodeJS.ErrnoException;
    return {
      failure: {
        name,
        message,
        ...(stack !== undefined && { stack }),
        ...(code !== undefined && { code: String(code) }),
      },
    };
  } finally {
    port.close();
  }
}
