/** The tasks of a build, by name: each reads files and writes files, so any thread can do it. */
import { join } from 'node:path';
import { type Curation, loadCuration } from '../register/curation.ts';
import { loadVocabulary, type Vocabulary } from '../register/vocabulary.ts';
import { identify } from './identify.ts';
import { forward } from './forward.ts';
import { mergeRange } from './merge-range.ts';
import { readTask } from './read-source.ts';
import type { Advance } from './progress.ts';
import { settleIdentities } from './identities.ts';
import { writeEntitiesTask, writeSearchTask } from './write-files.ts';

/** What all tasks work with. */
export interface Workshop {
  readonly curation: Curation;
  readonly vocabulary: Vocabulary;
}

/** @throws InvalidConfiguration */
export async function openWorkshop(config: string): Promise<Workshop> {
  const curation = await loadCuration(join(config, 'categories.yaml'), join(config, 'collections.yaml'));
  return { curation, vocabulary: await loadVocabulary(join(config, 'vocabulary')) };
}

export type Task = (order: never, workshop: Workshop, advance: Advance) => unknown;

const TASKS = {
  read: readTask,
  identify,
  settle: settleIdentities,
  forward,
  merge: mergeRange,
  entities: writeEntitiesTask,
  search: writeSearchTask,
} as const satisfies Readonly<Record<string, Task>>;

export type TaskName = keyof typeof TASKS;
export type Order<Name extends TaskName> = Parameters<(typeof TASKS)[Name]>[0];
export type Outcome<Name extends TaskName> = Awaited<ReturnType<(typeof TASKS)[Name]>>;

export async function perform<Name extends TaskName>(
  name: Name,
  order: Order<Name>,
  workshop: Workshop,
  advance: Advance,
): Promise<Outcome<Name>> {
  const task = TASKS[name] as (given: Order<Name>, tools: Workshop, tell: typeof advance) => Promise<Outcome<Name>>;
  return task(order, workshop, advance);
}
