/** The command line `gnd-links`: all commands with their help, and the run of one line. The module of a command is loaded when it is called. */
import { statSync } from 'node:fs';
import { Command, CommanderError, Help, InvalidArgumentError } from 'commander';
import { spellingDistance } from '../core/search/query/near-spelling.ts';
import { addReadingCommands } from './commands/reading-commands.ts';
import { SNAPSHOT_COMMANDS } from './commands/snapshot-commands.ts';
import { addSourcesCommands } from './commands/sources-commands.ts';
import { UPDATE_COMMANDS } from './commands/update-commands.ts';
import { CommandFailed, EXIT } from './exit.ts';
import { describeFailure } from './failure.ts';
import { RELEASE } from './installation.ts';
import { SETTINGS_BY_VARIABLE } from './settings/settings.ts';

const MORE = 'gnd-links help shows all commands, gnd-links help <command> one with examples';

/** A fresh program; it throws instead of ending the process. */
export function createProgram(): Command {
  const program = new Command('gnd-links')
    .description('GND entities and their curated links as a public JSON service.')
    .version(RELEASE, '-V, --version', 'print the version')
    .configureOutput({
      writeOut: (help) => void process.stdout.write(wrapped(help)),
      outputError(text, write) {
        const sentence = text
          .trim()
          .replace(/^error:/, 'gnd-links:')
          .replace(/\n\(Did you mean (.*)\?\)$/, '; did you mean $1?');
        write(`${sentence.replace('is invalid. must', 'is invalid: it must')} (${MORE})\n`);
      },
    })
    .configureHelp({ minWidthToWrap: 20 })
    // Subcommands have options with the names of their parents' options.
    .enablePositionalOptions()
    .exitOverride()
    .hook('preSubcommand', forgetEmptyVariables)
    .hook('preAction', () => refuseUnknownVariables(Object.keys(process.env)));

  for (const add of [...UPDATE_COMMANDS, addSourcesCommands, ...SNAPSHOT_COMMANDS, addReadingCommands]) add(program);
  for (const command of program.commands) finishCommand(command, program);
  return program.addHelpText(
    'after',
    '\nExit codes: 0 done, 1 failed, 2 wrong usage, 3 done but sources are held or failing, 4 the new data are in service but a later stage failed.',
  );
}

/** @throws CommandFailed for a variable that looks like a setting but has no effect */
function refuseUnknownVariables(variables: readonly string[]): void {
  const names = [...SETTINGS_BY_VARIABLE.keys()];
  const unknown = variables.find((name) => name.startsWith('GND_LINKS_') && !names.includes(name));
  if (unknown === undefined) return;
  const distance = (name: string) => spellingDistance(name, unknown, name.length);
  const nearest = names.reduce((best, name) => (distance(name) < distance(best) ? name : best));
  throw new CommandFailed(
    `the environment variable ${unknown} is not a setting; the nearest setting is ${nearest}`,
    EXIT.usage,
  );
}

function finishCommand(command: Command, from: Command): void {
  command.copyInheritedSettings(from);
  // An unknown word after a command with subcommands is reported as an unknown subcommand.
  command.allowExcessArguments(command.commands.length > 0);
  if (command.options.some(({ envVar }) => envVar !== undefined))
    command.option(
      '--env-file <file>',
      'file with settings (NAME=value); variables of the environment take precedence',
      loadEnvironment,
    );
  for (const below of command.commands) finishCommand(below, command);
}

/** Commander reads options before the environment, so the variables in the file take effect. */
function loadEnvironment(file: string): void {
  try {
    // Some devices never end.
    if (statSync(file).isCharacterDevice()) throw new Error('a device');
    process.loadEnvFile(file);
  } catch {
    throw new InvalidArgumentError('must be a readable file');
  }
  forgetEmptyVariables();
}

/** Empty variables count as unset, because files and scripts contain `NAME=` for settings without a value. */
function forgetEmptyVariables(): void {
  for (const name of SETTINGS_BY_VARIABLE.keys()) if (process.env[name] === '') delete process.env[name];
}

/** Wraps text to the width of the terminal, except for indented lines such as examples. */
function wrapped(help: string): string {
  const width = process.stdout.isTTY ? process.stdout.columns : 80;
  const lines = help.split('\n').map((line) => (line.startsWith(' ') ? line : new Help().boxWrap(line, width)));
  return lines.join('\n');
}

/**
 * Runs one command line, and turns errors into a sentence and an exit code.
 * @param args without interpreter and script
 * @returns the exit code
 */
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
