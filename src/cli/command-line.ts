/** Runs one command line, and turns what goes wrong into a sentence and an exit code. */
import { CommanderError } from 'commander';
import { BuildFailed } from '../ingest/plan.ts';
import { Locked } from '../files/lock.ts';
import { InvalidConfiguration } from '../register/yaml-file.ts';
import { UnusableSnapshot } from '../store/header.ts';
import { CommandFailed, EXIT } from './exit.ts';
import { createProgram } from './program.ts';

/** @param args without interpreter and script @returns the exit code */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  try {
    await createProgram().parseAsync(args, { from: 'user' });
    return EXIT.done;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    const sentence = sentenceFor(error);
    if (sentence !== '') process.stderr.write(`gnd-links: ${sentence}\n`);
    return error instanceof CommandFailed ? error.exitCode : EXIT.failed;
  }
}

/** Failures an operator can do something about get a sentence; of anything else the stack is of more use. */
function sentenceFor(error: unknown): string {
  if (
    error instanceof CommandFailed ||
    error instanceof BuildFailed ||
    error instanceof Locked ||
    error instanceof InvalidConfiguration ||
    error instanceof UnusableSnapshot
  ) {
    return error.message;
  }
  if (!(error instanceof Error)) return String(error);
  const { code, path } = error as NodeJS.ErrnoException & { path?: string };
  const about = path === undefined ? '' : ` (${path})`;
  if (code === 'ENOSPC' || /disk is full/i.test(error.message)) return `the disk is full${about}; nothing was changed`;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return `no permission to write${about}`;
  if (code === 'EADDRINUSE') return 'the port is in use by another program; choose another with --port';
  if (code === 'ENOTDIR' || code === 'EEXIST') return `not a directory${about}`;
  return error.stack ?? error.message;
}
