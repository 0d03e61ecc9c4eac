/** All commands of `gnd-links` as one program, with their help. */
import { Command } from 'commander';
import { addBuildCommand } from './build.ts';
import { addDiffCommand } from './diff.ts';
import { addFetchCommand } from './fetch.ts';
import { addHarvestCommand } from './harvest.ts';
import { addInspectCommand } from './inspect.ts';
import { addLookupCommand } from './lookup.ts';
import { RELEASE } from './release.ts';
import { addSearchCommand } from './search.ts';
import { addDemoCommand, addServeCommand } from './serve.ts';
import { addSourcesCommand } from './sources.ts';
import { addUpdateCommand } from './update.ts';
import { addVerifyCommand } from './verify.ts';

/** A fresh program; it throws instead of ending the process. */
export function createProgram(): Command {
  const program = new Command('gnd-links')
    .description('GND entities and their curated links as a public JSON service.')
    .version(RELEASE, '-V, --version', 'print the version')
    .showHelpAfterError('(gnd-links help shows all commands, gnd-links help <command> one with examples)')
    .configureHelp({ showGlobalOptions: true })
    // A command below a command has options of the same names.
    .enablePositionalOptions()
    .exitOverride();
  for (const add of [
    addUpdateCommand,
    addFetchCommand,
    addHarvestCommand,
    addSourcesCommand,
    addBuildCommand,
    addServeCommand,
    addVerifyCommand,
    addInspectCommand,
    addDiffCommand,
    addLookupCommand,
    addSearchCommand,
    addDemoCommand,
  ]) {
    add(program);
  }
  for (const command of program.commands) command.copyInheritedSettings(program);
  return program.addHelpText(
    'after',
    '\nExit codes: 0 done, 1 failed, 2 wrong usage, 3 done but sources are held or failing.',
  );
}
