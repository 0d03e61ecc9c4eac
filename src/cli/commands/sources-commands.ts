/** The command `sources` and its subcommands. */
import { Option, type Command } from 'commander';
import { integer } from '../settings/setting.ts';
import { BUILD_SETTINGS } from '../settings/build-settings.ts';
import { BASE_URL_SETTING, DUMPS_SETTING, SNAPSHOT_SETTING } from '../settings/common-settings.ts';
import { DOWNLOAD_SETTINGS, SOURCES_SETTINGS } from '../settings/fetch-settings.ts';
import { command } from './command.ts';

export function addSourcesCommands(program: Command): void {
  const sources = command(program, 'sources', {
    settings: SOURCES_SETTINGS,
    summary: 'show the state of every source; release copies, check lists, show the history',
    description: 'Shows state, age, counts and the last verdict of every source of the register.',
    examples: `
  gnd-links sources
  gnd-links sources accept kalliope
  gnd-links sources history kalliope
  gnd-links sources check beacon.txt`,
  })
    .option('--json', 'print the table as JSON')
    .action(async (values, { args: [unknown] }: Command) => {
      const names = sources.commands.map((command) => command.name()).join(', ');
      if (unknown !== undefined) sources.error(`error: unknown command 'sources ${unknown}': there are ${names}`);
      await (await import('../sources.ts')).runSources(values);
    });
  const additions = [addAccept, addHistory, addReport, addCheck];
  for (const add of additions) add(sources);
}

function addAccept(sources: Command): void {
  command(sources, 'accept', {
    settings: SOURCES_SETTINGS,
    summary: 'release a held copy',
    description: 'Replaces the copy of a source that is in use by the held copy, which a person has checked.',
    examples: '\n  gnd-links sources accept bavarian-lexica && gnd-links update',
  })
    .argument('<key>', 'source of the register')
    .action(async (key, values) => (await import('../sources.ts')).runAccept(key, values));
}

function addHistory(sources: Command): void {
  command(sources, 'history', {
    settings: SOURCES_SETTINGS,
    summary: 'show every check of a source',
    description: 'Shows every check of a source with its verdict, oldest first.',
    examples: '\n  gnd-links sources history kalliope',
  })
    .argument('<key>', 'source of the register')
    .option('--json', 'print one JSON object per line')
    .action(async (key, values) => (await import('../sources.ts')).runHistory(key, values));
}

function addReport(sources: Command): void {
  command(sources, 'report', {
    settings: {
      out: BUILD_SETTINGS.out,
      dumps: DUMPS_SETTING,
      baseUrl: BASE_URL_SETTING,
      contact: DOWNLOAD_SETTINGS.contact,
    },
    summary: 'print the report for the keeper of a list, as text for a mail',
    description:
      'Prints the report that the page of the source shows, from the current snapshot: state and next check, steps to publish a new ' +
      'version, faulty lines, the health of the links, and the history.',
    examples: `
  gnd-links sources report kalliope --base-url https://gnd-links.example.org
  gnd-links sources report kalliope --lang de | mail -s 'Ihre BEACON-Liste' keeper@example.org`,
  })
    .argument('<key>', 'source of the register')
    .addOption(new Option('--lang <language>', 'language of the report').choices(['de', 'en']).default('en'))
    .action(async (key, values) => (await import('../sources-report.ts')).runReport(key, values));
}

function addCheck(sources: Command): void {
  const { register, config } = SOURCES_SETTINGS;
  command(sources, 'check', {
    settings: { register, config, snapshot: SNAPSHOT_SETTING, ...DOWNLOAD_SETTINGS },
    summary: 'check a BEACON list, or the decisions about links',
    description:
      'Reads a BEACON list and prints its flaws line by line, five of the addresses that it leads to, and with a snapshot at ' +
      'hand which numbers are merged, deleted or unknown. Without a list it checks the register, and names the decisions of ' +
      'links.yaml that have ended or that no link of the snapshot meets.',
    exitCodes:
      '0 no flaws; 1 lines or parts of lines are unusable, or the file is not a list; 3 check characters are wrong, #NAME, targets and register entry of the list contradict each other, or a decision meets no link any more. Other notices about odd but usable lines are printed, but do not count.',
    examples: `
  gnd-links sources check
  gnd-links sources check beacon.txt
  gnd-links sources check https://example.org/beacon.txt
  gnd-links sources check --target 'https://example.org/person/{ID}' beacon.txt`,
  })
    .argument('[file or URL]', 'file (plain or gzip), or http(s) address')
    .option('--shown <number>', 'flaws of each kind to print; further ones are counted', integer(0, 999_999_999), 20)
    .option('--source <key>', 'entry of the register to compare with; without it the entry with this address')
    .option('--target <pattern>', 'pattern with {ID} in place of #TARGET')
    .option('--json', 'print the findings as JSON')
    .addOption(
      new Option('--target-token <token>', 'column that fills the pattern').choices(['source', 'third', 'auto']),
    )
    .action(async (place, values) =>
      place === undefined
        ? (await import('../decisions-check.ts')).runDecisionsCheck(values)
        : (await import('../sources-check.ts')).runCheck(place, values),
    );
}
