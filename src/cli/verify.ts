/** `gnd-links verify`: checks every claim of a snapshot's header against its contents. */
import type { Command } from 'commander';
import { locateSnapshot } from '../store/directory.ts';
import { verifySnapshot } from '../store/sqlite/verify.ts';
import { CommandFailed } from './exit.ts';

/** Adds the command to the program. */
export function addVerifyCommand(program: Command): void {
  program
    .command('verify')
    .summary('check every claim of a snapshot against its contents')
    .description('Checks counts, hashes, references and search rows of a snapshot, and names each claim that is false.')
    .argument('<dir>', 'folder of snapshots, or one snapshot')
    .option('--quiet', 'print false claims only')
    .addHelpText(
      'after',
      `
Examples:
  gnd-links verify data/sample
  gnd-links verify --quiet /srv/gnd/snapshots/20261120-3f9c2a7d`,
    )
    .action(async (dir: string, { quiet }: { quiet?: boolean }) => {
      const snapshot = await locateSnapshot(dir);
      const failures: string[] = [];
      let checked = 0;
      for await (const { claim, falsehood } of verifySnapshot(snapshot)) {
        checked += 1;
        if (falsehood !== undefined) failures.push(claim);
        if (falsehood !== undefined) process.stdout.write(`false  ${claim}: ${falsehood}\n`);
        else if (quiet !== true) process.stdout.write(`true   ${claim}\n`);
      }
      if (failures.length > 0)
        throw new CommandFailed(`${failures.length} of ${checked} claims are false: ${snapshot}`);
      if (quiet !== true) process.stdout.write(`All ${checked} claims hold: ${snapshot}\n`);
    });
}
