/** Copies statements under former identifiers to the entities that they lead to. */
import { join } from 'node:path';
import type { Advance } from '../progress.ts';
import { createSpill, openSpills } from '../../../shared/files/spill.ts';
import { type IdRange, openIdentities } from './identities.ts';
import type { RecordOrigin } from './compare-records.ts';
import { sourceOf } from './read.ts';
import { openOutdated } from './choose-records.ts';
import type { Task, TaskContext } from './task.ts';

/** Spill of statements in the task's directory. */
export const MOVED_FILE = 'moved';

/** A task over the statements of a range of identifiers. */
export interface RangeTask extends Task, IdRange {
  /** Spills of statements. */
  readonly statements: readonly string[];
  /** Directory of the identities. */
  readonly identities: string;
  /** Folder in which the task `chooseRecords` has listed the identifiers of outdated records. */
  readonly outdatedFolder: string;
  /** By number of the source. */
  readonly recordOrigins: readonly RecordOrigin[];
}

/** @param task with a range of former identifiers */
export function moveStatements(task: RangeTask, _: TaskContext, advance: Advance): void {
  const { statements, from, to } = task;
  using identities = openIdentities(task.identities);
  using spills = openSpills(statements);
  using moved = createSpill(join(task.directory, MOVED_FILE));
  const targets = identities.movedFrom({ from, to });
  const isOutdated = openOutdated(task.outdatedFolder, task.recordOrigins);
  for (const { key, tag, body } of targets.size > 0 ? spills.records(from, to) : []) {
    const target = targets.get(key);
    if (target !== undefined && !isOutdated(sourceOf(tag), key)) moved.add(target, key, tag, body);
  }
  moved.finish();
  advance(1);
}
