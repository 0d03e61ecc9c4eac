/** `gnd-links diff`: what changed between two snapshots. */
import { diffSnapshots } from '../diff/diff-snapshots.ts';
import type { SnapshotDiff } from '../diff/snapshot-diff.ts';
import { locateSnapshot } from '../store/directory.ts';
import { UnusableSnapshot } from '../store/header.ts';
import { formatDiff } from './diff-table.ts';
import { CommandFailed, EXIT } from './exit.ts';
import { createProgress } from './progress.ts';

interface DiffOptions {
  /** Examples of each kind of change. */
  readonly sample: number;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

export async function runDiff(
  before: string,
  after: string,
  { sample, json, quiet = false }: DiffOptions,
): Promise<void> {
  const diff = await compare(before, after, sample, quiet);
  if (!quiet) process.stdout.write(json === true ? `${JSON.stringify(diff, null, 2)}\n` : formatDiff(diff));
  // Nothing went wrong, so there is no sentence; the code says it.
  if (diff.differs) throw new CommandFailed('', EXIT.failed);
}

async function compare(before: string, after: string, sample: number, quiet: boolean): Promise<SnapshotDiff> {
  try {
    const [earlier, later] = [await locateSnapshot(before), await locateSnapshot(after)];
    return await diffSnapshots(earlier, later, { sample, ...(!quiet && { progress: createProgress() }) });
  } catch (error) {
    if (error instanceof UnusableSnapshot) throw new CommandFailed(error.message, EXIT.usage, { cause: error });
    throw error;
  }
}
