/** The command `sources` and its subcommands. */
import { Option, type Command } from 'commander';
import { integer } from '../settings/setting.ts';
import { SNAPSHOT_SETTING } from '../settings/common-settings.ts';
import { DOWNLOAD_SETTINGS, SOURCES_SETTINGS } from '../settings/fetch-settings.ts';
import { command } from './command.ts';

export function addSourcesCommands(program: Command): void {
  const sources = command(program, 'sources', {
    settings: SOURCES_SETTINGS,
    summary: 'show the state of every source; release copies, check lists',
    description: 'Shows the state, age, counts and last verdict of every source in the register.',
    examples: `
  gnd-links sources
  gnd-links sources accept kalliope
  gnd-links sources check beacon.txt`,
  })
    .option('--json', 'print the table as JSON')
    .action(async (values, { args: [unknown] }: Command) => {
      const names = sources.commands.map((command) => command.name()).join(' and ');
      if (unknown !== undefined)
        sources.error(`error: unknown command 'sources ${unknown}'; the commands are ${names}`);
      await (await import('../sources.ts')).runSources(values);
    });
  addAccept(sources);
  addCheck(sources);
}

function addAccept(sources: Command): void {
  command(sources, 'accept', {
    settings: SOURCES_SETTINGS,
    summary: 'release a held copy',
    description: 'Puts the held copy of a source into use. Check the copy first.',
    examples: '\n  gnd-links sources accept bavarian-lexica && gnd-links update',
  })
    .argument('<key>', 'key of the source in the register')
    .action(async (key, values) => (await import('../sources.ts')).runAccept(key, values));
}

function addCheck(sources: Command): void {
  const { register, config } = SOURCES_SETTINGS;
  command(sources, 'check', {
    settings: { register, config, snapshot: SNAPSHOT_SETTING, ...DOWNLOAD_SETTINGS },
    summary: 'check a BEACON list',
    description:
      'Reads a BEACON list and prints its flaws line by line, and five of the addresses that its links lead to. If there is a snapshot, the command also prints which identifiers are merged, deleted or unknown.',
    exitCodes:
      '0 no flaws; 1 unusable lines or parts of lines, or the file is not a list; 3 wrong check digits, or contradictions between #NAME, the targets and the entry in the register. Other notices about odd but usable lines are printed, but do not change the exit code.',
    examples: `
  gnd-links sources check beacon.txt
  gnd-links sources check https://example.org/beacon.txt
  gnd-links sources check --target 'https://example.org/person/{ID}' beacon.txt`,
  })
    .argument('<file or URL>', 'file (plain or gzip), or http(s) address')
    .option(
      '--shown <number>',
      'number of flaws of each kind to print; further flaws are only counted',
      integer(0, 999_999_999),
      20,
    )
    .option(
      '--source <key>',
      'key of the entry of the register to compare with; the default is the entry with the same address',
    )
    .option('--target <pattern>', 'pattern with {ID} that replaces #TARGET')
    .option('--json', 'print the findings as JSON')
    .addOption(
      new Option(
        '--target-token <token>',
        'what replaces {ID}: the GND identifier (source), the third column (third), or the third column where a line has one (auto)',
      ).choices(['source', 'third', 'auto']),
    )
    .action(async (place, values) => (await import('../sources-check.ts')).runCheck(place, values));
}
