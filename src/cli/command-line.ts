/** Runs one command line, and turns errors into a sentence and an exit code. */
import { CommanderError } from 'commander';
import { CommandFailed, EXIT } from './exit.ts';
import { describeFailure } from './failure.ts';
import { createProgram } from './program.ts';

/** @param args without interpreter and script @returns the exit code */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  try {
    await createProgram().parseAsync(args, { from: 'user' });
    return EXIT.done;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    const { sentence } = describeFailure(error);
    if (sentence !== '') process.stderr.write(`gnd-links: ${sentence}\n`);
    return error instanceof CommandFailed ? error.exitCode : EXIT.failed;
  }
}
