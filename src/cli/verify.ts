/** `gnd-links verify`: checks every claim of a snapshot's header against its contents. */
import { locateSnapshot } from '../store/directory.ts';
import { verifySnapshot } from '../store/sqlite/verify.ts';
import { CommandFailed } from './exit.ts';

export async function runVerify(dir: string, { quiet = false }: { readonly quiet?: boolean }): Promise<void> {
  const snapshot = await locateSnapshot(dir);
  const failures: string[] = [];
  let checked = 0;
  for await (const { claim, falsehood } of verifySnapshot(snapshot)) {
    checked += 1;
    if (falsehood !== undefined) failures.push(claim);
    if (falsehood !== undefined) process.stdout.write(`false  ${claim}: ${falsehood}\n`);
    else if (!quiet) process.stdout.write(`true   ${claim}\n`);
  }
  if (failures.length > 0) throw new CommandFailed(`${failures.length} of ${checked} claims are false: ${snapshot}`);
  if (!quiet) process.stdout.write(`All ${checked} claims hold: ${snapshot}\n`);
}
