/** `gnd-links diff`: what changed between two snapshots. */
import type { Command } from 'commander';
import { diffSnapshots } from '../diff/diff-snapshots.ts';
import type { SnapshotDiff } from '../diff/snapshot-diff.ts';
import { locateSnapshot } from '../store/directory.ts';
import { UnusableSnapshot } from '../store/header.ts';
import { formatDiff } from './diff-table.ts';
import { CommandFailed, EXIT } from './exit.ts';
import { createProgress } from './progress.ts';

interface DiffFlags {
  readonly sample: string;
  readonly json?: true;
  readonly quiet?: true;
}

/** Adds the command to the program. */
export function addDiffCommand(program: Command): void {
  const command = program
    .command('diff')
    .summary('show what changed between two snapshots')
    .description(
      'Shows which entities and links are new, gone or changed, by type, category, collection and source, with examples.',
    )
    .argument('<before>', 'folder of snapshots, or one snapshot')
    .argument('<after>', 'folder of snapshots, or one snapshot')
    .option('--sample <number>', 'examples of each kind of change', '5')
    .option('--json', 'print the comparison as JSON')
    .option('--quiet', 'print nothing; the exit code says whether anything changed')
    .addHelpText(
      'after',
      `
Exit codes: 0 nothing differs, 1 something does, 2 wrong usage or a snapshot that cannot be read.

Examples:
  gnd-links diff /srv/gnd/snapshots/20261013-3f9c2a7d /srv/gnd/snapshots
  gnd-links diff --sample 20 --json before after | jq .entities.renamed
  gnd-links diff --quiet data/sample data/snapshots`,
    )
    .action(async (before: string, after: string, { sample, json, quiet }: DiffFlags) => {
      if (!/^\d{1,4}$/.test(sample)) command.error("error: option '--sample <number>' must be from 0 to 9999");
      const diff = await compare(before, after, Number(sample), quiet === true);
      if (quiet !== true) process.stdout.write(json === true ? `${JSON.stringify(diff, null, 2)}\n` : formatDiff(diff));
      // Nothing went wrong, so there is no sentence; the code says it.
      if (diff.differs) throw new CommandFailed('', EXIT.failed);
    });
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
