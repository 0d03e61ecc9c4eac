#!/usr/bin/env node
/** The command line: the only place where concrete readers, stores and servers are put together. */
import { Command, CommanderError } from 'commander';
import { BuildFailed } from '../build/build.ts';
import { InvalidConfiguration } from '../sources/yaml-file.ts';
import { UnusableSnapshot } from '../store/header.ts';
import { addBuildCommand } from './build.ts';
import { CommandFailed, EXIT } from './exit.ts';
import { addInspectCommand } from './inspect.ts';
import { addLookupCommand } from './lookup.ts';
import { RELEASE } from './release.ts';
import { addSearchCommand } from './search.ts';
import { addDemoCommand, addServeCommand } from './serve.ts';
import { addVerifyCommand } from './verify.ts';

function createProgram(): Command {
  const program = new Command('gnd-links')
    .description('GND entities and their curated links as a public JSON service.')
    .version(RELEASE, '-V, --version', 'print the version')
    .showHelpAfterError('(gnd-links help shows all commands, gnd-links help <command> one with examples)')
    .configureHelp({ showGlobalOptions: true })
    .exitOverride();
  for (const add of [
    addBuildCommand,
    addServeCommand,
    addVerifyCommand,
    addInspectCommand,
    addLookupCommand,
    addSearchCommand,
    addDemoCommand,
  ]) {
    add(program);
  }
  for (const command of program.commands) command.copyInheritedSettings(program);
  return program.addHelpText('after', '\nExit codes: 0 done, 1 failed, 2 wrong usage.');
}

async function main(): Promise<number> {
  try {
    await createProgram().parseAsync();
    return EXIT.done;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    process.stderr.write(`gnd-links: ${sentenceFor(error)}\n`);
    return EXIT.failed;
  }
}

/** Failures an operator can do something about get a sentence; of anything else the stack is of more use. */
function sentenceFor(error: unknown): string {
  if (
    error instanceof CommandFailed ||
    error instanceof BuildFailed ||
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

process.exitCode = await main();
