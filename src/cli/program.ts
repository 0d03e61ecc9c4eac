/** All commands of `gnd-links` on one page, with their help. The module of a command is loaded when it is called. */
import { PROBE_LIMITS } from '../sources/probe/limits.ts';
import { Command, Help, InvalidArgumentError, Option } from 'commander';
import { ENTITY_TYPES } from '../model/entity.ts';
import { spellingDistance } from '../search/query/near-spelling.ts';
import { CommandFailed, EXIT } from './exit.ts';
import { RELEASE } from './installation.ts';
import { addSettings, integer, type SettingTable } from './setting.ts';
import {
  COMPLETENESS_SETTINGS,
  BUILD_SETTINGS,
  CONFIG_SETTING,
  DEMO_SETTINGS,
  DOWNLOAD_SETTINGS,
  DUMP_SETTINGS,
  FETCH_SETTINGS,
  HARVEST_SETTINGS,
  PROBE_SETTINGS,
  PRUNE_SETTINGS,
  PUBLISH_SETTINGS,
  PUBLISH_TO_SETTING,
  SERVE_SETTINGS,
  SETTINGS_BY_VARIABLE,
  SNAPSHOT_SETTING,
  SOURCES_SETTINGS,
  UPDATE_SETTINGS,
} from './settings.ts';

const SNAPSHOTS = 'folder of snapshots, or one snapshot';
const MORE = 'gnd-links help shows all commands, gnd-links help <command> one with examples';
const KEYS = 'keys of sources in the register; all without them';
const HELD_OR_FAILED = '3 some sources are held or failed; their earlier copies stay in use.';

/** A fresh program; it throws instead of ending the process. @param addCompletion adds the command `complete` */
export function createProgram(addCompletion: (program: Command) => void = describeCompletion): Command {
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
    // Subcommands have options of the same names.
    .enablePositionalOptions()
    .exitOverride()
    .hook('preSubcommand', forgetEmptyVariables)
    .hook('preAction', () => refuseUnknownVariables(Object.keys(process.env)));

  command(program, 'update', {
    settings: UPDATE_SETTINGS,
    summary: 'fetch, build, verify and switch: the one line for a timer',
    description:
      'Fetches what is due, builds a new snapshot if anything changed, verifies it, and only then makes it the current ' +
      'one. It ends at once when nothing changed. The current snapshot stays when a step fails.',
    exitCodes:
      '0 updated, or nothing to do; 1 failed, the old data serve on; 2 wrong usage; 3 updated or nothing to do, but some sources are held or failing (gnd-links sources says which and why).',
    examples: `
  gnd-links update
  gnd-links update --register /srv/gnd/sources.yaml --sources /srv/gnd/sources --out /srv/gnd/snapshots --keep 3
  17 3 * * *  gnd-links update --contact https://gnd-links.example.org >> /var/log/gnd-links.log 2>&1`,
  })
    .option('--force', 'fetch also sources that are not due')
    .option('--json', 'print the outcome as JSON; progress goes to standard error')
    .action(async (values) => (await import('./update.ts')).runUpdate(values));

  command(program, 'fetch', {
    settings: FETCH_SETTINGS,
    summary: 'download the sources of a register that are due',
    description:
      'Asks the origin of each source whether there is a newer file, downloads it, and judges it before it replaces the ' +
      'copy in use: accepted, unchanged, held (a person may release it: gnd-links sources accept) or failed. ' +
      'Sources are asked when their cadence says so; --force asks all.',
    exitCodes: `0 all accepted, unchanged or not due; 1 a source has no copy at all, or nothing could be done; 2 wrong usage; ${HELD_OR_FAILED}`,
    examples: `
  gnd-links fetch
  gnd-links fetch --dry-run
  gnd-links fetch kalliope gnd-persons
  gnd-links fetch --register /srv/gnd/sources.yaml --sources /srv/gnd/sources --contact https://gnd-links.example.org`,
  })
    .argument('[source...]', KEYS)
    .option('--dry-run', 'print which sources would be fetched, without any request')
    .option('--force', 'fetch also sources that are not due')
    .option('--json', 'print the outcome as JSON')
    .action(async (keys, values) => (await import('./fetch.ts')).runFetch(keys, values));

  command(program, 'harvest', {
    settings: HARVEST_SETTINGS,
    summary: 'harvest the changes since the dumps over OAI-PMH, whether due or not',
    description:
      'Asks the repository of each harvested source for changes since the last harvest, and keeps them in a record store, ' +
      'which the next build applies over the dumps. An interrupted harvest goes on where it stopped. gnd-links fetch and ' +
      'update do the same when it is due.',
    exitCodes: `0 harvested; 1 a source has no copy at all, or nothing could be done; 2 wrong usage; ${HELD_OR_FAILED}`,
    examples: `
  gnd-links harvest
  gnd-links harvest gnd-changes --max-pages 100000
  gnd-links harvest gnd-changes --from 2026-10-06`,
  })
    .argument('[source...]', 'keys of harvested sources in the register; all without them')
    .option('--json', 'print the outcome as JSON')
    .action(async (keys, values) => (await import('./fetch.ts')).runHarvest(keys, values));

  command(program, 'completeness', {
    settings: COMPLETENESS_SETTINGS,
    summary: 'check what was harvested, and say how complete it is',
    description:
      'Asks the repository again for the days that were harvested 3 and 14 days ago, identifiers only, fetches the records ' +
      'that are missing, compares a few with those at the address of the publisher, and says how complete the harvest is. ' +
      'gnd-links harvest, fetch and update do the same after each harvest.',
    exitCodes: '0 checked; 1 nothing could be done; 2 wrong usage; 3 the repository did not answer all questions.',
    examples: `
  gnd-links completeness
  gnd-links completeness --json --audit-requests 1000`,
  })
    .argument('[source...]', `${KEYS} sources that are harvested`)
    .option('--json', 'print how complete it is as JSON')
    .action(async (keys, values) => (await import('./fetch.ts')).runCompleteness(keys, values));

  command(program, 'probe', {
    settings: PROBE_SETTINGS,
    summary: 'look at a sample of the linked addresses: which collections are alive',
    description:
      `Looks at up to ${PROBE_LIMITS.perCollection} addresses of each collection a day, ${PROBE_LIMITS.perDay.toLocaleString('en')} in all, one request to a ` +
      `host and ${PROBE_LIMITS.pauseMs / 1000} seconds at most, as robots.txt allows. It takes some hours, may be stopped at any time, ` +
      'and goes on with the next run. The next build reads what it found.',
    examples: `
  gnd-links probe --contact https://gnd-links.example.org
  gnd-links probe --json > health.json`,
  })
    .option('--json', 'print the health of the collections as JSON')
    .action(async (values) => (await import('./probe.ts')).runProbe(values));

  addSourcesCommands(program);

  const register = { ...SOURCES_SETTINGS.register, help: 'register of sources (YAML)' };
  const build = command(program, 'build', {
    settings: { register, ...BUILD_SETTINGS, sources: SOURCES_SETTINGS.sources },
    summary: 'make a snapshot of the files that a register names',
    description:
      'Reads every source of the register, merges their statements by GND identifier and writes one snapshot, ' +
      'which then becomes the current one of the folder. Until that moment the previous one is untouched.',
    examples: `
  gnd-links build --register sample/sources.yaml --out data/sample
  gnd-links build --register /srv/gnd/sources.yaml --out /srv/gnd/snapshots --keep 3
  gnd-links build --register sources.yaml --json > report.json`,
  });
  build
    .option('--allow-failed-sources', 'leave out sources whose file cannot be used, instead of giving up')
    .option('--json', 'print the report as JSON')
    .action(async (values) => {
      if (values.register === undefined) build.error("error: required option '--register <file>' not specified");
      await (await import('./build.ts')).runBuild(values);
    });

  command(program, 'serve', {
    settings: { snapshot: SNAPSHOT_SETTING, config: CONFIG_SETTING, ...SERVE_SETTINGS },
    summary: 'answer the six endpoints from a snapshot',
    description:
      'Serves the current snapshot of a folder over HTTP until it receives SIGTERM or SIGINT. When another becomes ' +
      'the current one, it is verified and then served in its place, without a gap; SIGHUP looks for it at once.',
    examples: `
  gnd-links serve --snapshot data/sample
  gnd-links serve --snapshot /srv/gnd/snapshots --port 9000 --base-url https://gnd-links.example.org
  gnd-links serve --snapshot /srv/gnd/snapshots --reuse-port --admin-port 9464 --limiter-url redis://127.0.0.1:6379/0
  GND_LINKS_SNAPSHOT=/srv/gnd/snapshots gnd-links serve --trusted-proxies 10.0.0.0/8`,
  }).action(async (values) => {
    const { snapshot, url, adminUrl } = await (await import('./serve.ts')).serve(values);
    process.stderr.write(`Serving ${snapshot ?? 'nothing yet'} on ${url}\n`);
    if (adminUrl !== undefined) process.stderr.write(`Admin on ${adminUrl}\n`);
  });

  command(program, 'verify', {
    summary: 'check every claim of a snapshot against its contents',
    description: 'Checks counts, hashes, references and search rows of a snapshot, and names each claim that is false.',
    examples: `
  gnd-links verify data/sample
  gnd-links verify --quiet /srv/gnd/snapshots/20261120-3f9c2a7d`,
  })
    .argument('<dir>', SNAPSHOTS)
    .option('--quiet', 'print false claims only')
    .option('--json', 'print one JSON object per claim and line')
    .action(async (dir, options) => (await import('./snapshot.ts')).runVerify(dir, options));

  command(program, 'dump', {
    settings: DUMP_SETTINGS,
    summary: 'write all data of a snapshot into files for everybody',
    description:
      'Writes tables, BEACON lists and all answers of a snapshot into a directory of its own with an index. Lists whose ' +
      'licence does not let them be passed on are left out and named. A dump that is there already stays as it is.',
    examples: `
  gnd-links dump data/sample --out data/dumps
  gnd-links dump /srv/gnd/snapshots --out /srv/gnd/dumps --base-url https://gnd-links.example.org`,
  })
    .argument('<dir>', SNAPSHOTS)
    .action(async (dir, values) => (await import('./dump.ts')).runDump(dir, values));

  const to = { to: PUBLISH_TO_SETTING };
  command(program, 'publish', {
    settings: { ...to, ...PUBLISH_SETTINGS, keep: BUILD_SETTINGS.keep },
    summary: 'load a snapshot into an OpenSearch cluster and make it the current one there',
    description:
      'Loads a snapshot into indices of its own, verifies every answer there, makes copies, and switches the alias in one ' +
      'request. When it is interrupted the previous snapshot stays current, and the next publication goes on from there. ' +
      'User, password, API key and certificate come from the environment: GND_LINKS_CLUSTER_USER and others.',
    examples: `
  gnd-links publish data/snapshots --to opensearch+http://127.0.0.1:9200/gnd
  gnd-links publish /srv/gnd/snapshots --to opensearch+https://search-1:9200,search-2:9200/gnd --keep 3 --replicas 1`,
  })
    .argument('<dir>', SNAPSHOTS)
    .action(async (dir, values) => (await import('./cluster.ts')).runPublish(dir, values));

  command(program, 'rollback', {
    settings: to,
    summary: 'make an earlier snapshot of a cluster the current one again',
    description: 'Switches the alias back in one request; servers follow within seconds.',
    examples: `
  gnd-links rollback --to opensearch+http://127.0.0.1:9200/gnd
  gnd-links rollback 20261013-3f9c2a7d`,
  })
    .argument('[snapshot]', 'without it the one that was published before the current one')
    .action(async (id, values) => (await import('./cluster.ts')).runRollback(id, values));

  command(program, 'prune', {
    settings: PRUNE_SETTINGS,
    summary: 'remove old snapshots and dumps',
    description:
      'Removes all but the newest snapshots and dumps, as an update does at its end. The current one stays in any case, and ' +
      'so do snapshots that a server has open.',
    examples: `
  gnd-links prune --keep 1
  gnd-links prune --out /srv/gnd/snapshots --dumps /srv/gnd/dumps --keep 2`,
  }).action(async (values) => (await import('./prune.ts')).runPrune(values));

  command(program, 'inspect', {
    summary: 'show header, counts and sources of a snapshot',
    description: 'Shows the header of a snapshot. gnd-links verify checks whether it is true.',
    examples: `
  gnd-links inspect data/sample
  gnd-links inspect --json data/sample`,
  })
    .argument('<dir>', SNAPSHOTS)
    .option('--json', 'print the header as JSON')
    .action(async (dir, options) => (await import('./snapshot.ts')).runInspect(dir, options));

  command(program, 'diff', {
    summary: 'show what changed between two snapshots',
    description:
      'Shows which entities and links are new, gone or changed, by type, category, collection and source, with examples.',
    exitCodes: '0 nothing differs, 1 something does, 2 wrong usage or a snapshot that cannot be read.',
    examples: `
  gnd-links diff /srv/gnd/snapshots/20261013-3f9c2a7d /srv/gnd/snapshots
  gnd-links diff --sample 20 --json before after | jq .entities.renamed
  gnd-links diff --quiet data/sample data/snapshots`,
  })
    .argument('<before>', SNAPSHOTS)
    .argument('<after>', SNAPSHOTS)
    .option('--sample <number>', 'examples of each kind of change', integer(0, 9999), 5)
    .option('--json', 'print the comparison as JSON')
    .option('--quiet', 'print nothing; the exit code says whether anything changed')
    .action(async (before, after, options) => (await import('./diff.ts')).runDiff(before, after, options));

  command(program, 'lookup', {
    summary: 'show one entity and its links',
    settings: { config: CONFIG_SETTING },
    description:
      'Shows an entity with its names, attributes and categorised links. Any spelling of the identifier will do.',
    examples: `
  gnd-links lookup data/sample 118540238
  gnd-links lookup data/sample https://d-nb.info/gnd/4074335-4
  gnd-links lookup --why data/sample 118540238
  gnd-links lookup --json data/sample 118540238 | jq .links.total`,
  })
    .argument('<dir>', SNAPSHOTS)
    .argument('<gnd>', 'GND identifier or URI')
    .option('--json', 'print the answer of the API as it is')
    .option('--why', 'print which decisions of links.yaml are about its links, and whether they were applied')
    .action(async (dir, gnd, options) => (await import('./snapshot.ts')).runLookup(dir, gnd, options));

  command(program, 'search', {
    settings: { config: CONFIG_SETTING },
    summary: 'find entities by name, identifier or link',
    description: 'Finds entities as the API does: by names in any order and spelling, identifiers, addresses of links.',
    examples: `
  gnd-links search data/sample goethe johann
  gnd-links search data/sample bach 1685
  gnd-links search data/sample Q5879
  gnd-links search data/sample faust --type Work
  gnd-links search data/sample --explain Beethofen`,
  })
    .argument('<dir>', SNAPSHOTS)
    .argument('<words...>', 'words of a name, an identifier, or an address')
    .option('--limit <number>', 'largest number of hits', integer(1, 1000), 10)
    .option('--json', 'print the hits as JSON')
    .option('--explain', 'print the attempts of the search with their costs, and the reasons for the place of each hit')
    .addOption(new Option('--type <type>', 'entities of this type only').choices(ENTITY_TYPES))
    .action(async (dir, words, options) => (await import('./snapshot.ts')).runSearch(dir, words, options));

  command(program, 'audit', {
    settings: { config: CONFIG_SETTING },
    summary: 'check the identifiers of an authority file',
    description:
      'Checks GND numbers and identifiers of other schemes in 024 and 035 of MARC21-XML or ISO 2709, or in the columns of a\n' +
      'table: merged, deleted, unknown, contradicting, or missing though known. Exits with 3 when something is to be done.',
    examples: `
  gnd-links audit data/snapshots authorities.mrc
  gnd-links audit data/snapshots persons.csv --csv findings.csv`,
  })
    .argument('<dir>', SNAPSHOTS)
    .argument('<file>', 'MARC21-XML, ISO 2709, or a table with columns named after schemes; also gzipped')
    .option('--csv <file>', 'write each finding as a line of a table; - for the output')
    .action(async (dir, file, options) => (await import('./audit/audit.ts')).runAudit(dir, file, options));

  command(program, 'mcp', {
    settings: { config: CONFIG_SETTING },
    summary: 'the tools for language models, on standard input and output',
    description:
      'Speaks the Model Context Protocol on standard input and output, over a snapshot of this machine or over a service:\n' +
      'a program that lets a language model use tools starts it.',
    examples: `
  gnd-links mcp data/snapshots
  gnd-links mcp https://gnd-links.example.org`,
  })
    .argument('<source>', `${SNAPSHOTS}; or the address of a service`)
    .action(async (source, options) => (await import('./mcp.ts')).runMcp(source, options));

  command(program, 'demo', {
    settings: DEMO_SETTINGS,
    summary: 'build the bundled sample and serve it',
    description: 'Builds the bundled sample of some 300 entities into a snapshot, which takes seconds, and serves it.',
    examples: '\n  gnd-links demo --port 9000',
  }).action(async (values) => (await import('./demo.ts')).runDemo(values));

  for (const command of program.commands) finishCommand(command, program);
  addCompletion(program);
  return program.addHelpText(
    'after',
    '\nExit codes: 0 done, 1 failed, 2 wrong usage, 3 done but sources are held or failing.',
  );
}

/** For the help only; a call runs the command of the library, which is loaded then. */
function describeCompletion(program: Command): void {
  command(program, 'complete', {
    summary: 'print a script for the completion of commands and options',
    description: 'Prints a script by which bash, zsh or fish complete commands, options and some values.',
    examples: `
  gnd-links complete fish > ~/.config/fish/completions/gnd-links.fish
  source <(gnd-links complete bash)`,
  }).argument('<shell>', 'bash, zsh or fish');
}

/** @throws CommandFailed when a variable looks like a setting and is none, because it would have no effect */
function refuseUnknownVariables(variables: readonly string[]): void {
  const known = [...SETTINGS_BY_VARIABLE.keys()];
  const unknown = variables.find((name) => name.startsWith('GND_LINKS_') && !known.includes(name));
  if (unknown === undefined) return;
  const distance = (name: string) => spellingDistance(name, unknown, name.length);
  const nearest = known.reduce((best, name) => (distance(name) < distance(best) ? name : best));
  throw new CommandFailed(`the environment has ${unknown}, which is no setting; the nearest is ${nearest}`, EXIT.usage);
}

function addSourcesCommands(program: Command): void {
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
      const known = sources.commands.map((command) => command.name()).join(', ');
      if (unknown !== undefined) sources.error(`error: unknown command 'sources ${unknown}': there are ${known}`);
      await (await import('./sources.ts')).runSources(values);
    });

  command(sources, 'accept', {
    settings: SOURCES_SETTINGS,
    summary: 'release a held copy',
    description: 'Lets the held copy of a source replace the one in use, after a person has looked at it.',
    examples: `
  gnd-links sources accept bavarian-lexica && gnd-links update
  gnd-links sources accept bavarian-lexica --undo`,
  })
    .argument('<key>', 'source of the register')
    .option('--undo', 'undo a release: the replaced copy is in use again, and the released one is held')
    .action(async (key, values) => (await import('./sources.ts')).runAccept(key, values));

  command(sources, 'history', {
    settings: SOURCES_SETTINGS,
    summary: 'show every look at a source',
    description: 'Shows every look at a source with its verdict, oldest first.',
    examples: '\n  gnd-links sources history kalliope',
  })
    .argument('<key>', 'source of the register')
    .option('--json', 'print one JSON object per line')
    .action(async (key, values) => (await import('./sources.ts')).runHistory(key, values));

  const { register, config } = SOURCES_SETTINGS;
  command(sources, 'check', {
    settings: { register, config, ...DOWNLOAD_SETTINGS },
    summary: 'check a BEACON list, for its makers',
    description: 'Reads a BEACON list and prints its flaws line by line, and five of the addresses that it leads to.',
    exitCodes:
      '0 nothing is wrong, 1 lines or parts of them cannot be used, or the file is no list. Notices about odd lines that can be used are printed and do not count. 3 its #NAME, its targets and its entry in the register contradict each other.',
    examples: `
  gnd-links sources check beacon.txt
  gnd-links sources check https://example.org/beacon.txt
  gnd-links sources check --target 'https://example.org/person/{ID}' beacon.txt`,
  })
    .argument('<file or URL>', 'file (plain or gzip), or http(s) address')
    .option('--shown <number>', 'flaws of one kind to print; the rest is counted', integer(0, 999_999_999), 20)
    .option('--source <key>', 'entry of the register to compare it with; without it the one with this address')
    .option('--target <pattern>', 'pattern with {ID} in place of #TARGET')
    .option('--json', 'print the findings as JSON')
    .addOption(
      new Option('--target-token <token>', 'which column fills the pattern').choices(['source', 'third', 'auto']),
    )
    .action(async (place, values) => (await import('./sources-check.ts')).runCheck(place, values));
}

interface Description {
  readonly settings?: SettingTable;
  readonly summary: string;
  readonly description: string;
  /** Where they mean more than for all commands. */
  readonly exitCodes?: string;
  /** Each on a line of its own, after a line break and two blanks. */
  readonly examples: string;
}

function command(parent: Command, name: string, description: Description): Command {
  const { settings = {}, exitCodes, examples } = description;
  const codes = exitCodes === undefined ? '' : `\nExit codes: ${exitCodes}\n`;
  const head = examples.lastIndexOf('\n') > 0 ? 'Examples' : 'Example';
  return addSettings(parent.command(name), settings)
    .summary(description.summary)
    .description(description.description)
    .addHelpText('after', `${codes}\n${head}:${examples}`);
}

function finishCommand(command: Command, from: Command): void {
  command.copyInheritedSettings(from);
  // An unknown word after a command with subcommands is reported as an unknown subcommand.
  command.allowExcessArguments(command.commands.length > 0);
  if (command.options.some(({ envVar }) => envVar !== undefined))
    command.option(
      '--env-file <file>',
      'file of settings (NAME=value) that the environment does not have',
      loadEnvironment,
    );
  for (const below of command.commands) finishCommand(below, command);
}

/** Options are read before the environment, so that the file's variables count. */
function loadEnvironment(file: string): void {
  try {
    process.loadEnvFile(file);
  } catch {
    throw new InvalidArgumentError('must be a file that can be read');
  }
  forgetEmptyVariables();
}

/** Files and scripts leave a setting open as `NAME=`, so that an empty variable counts as none. */
function forgetEmptyVariables(): void {
  for (const name of SETTINGS_BY_VARIABLE.keys()) if (process.env[name] === '') delete process.env[name];
}

/** Wraps text to the terminal, but for examples and indented lines. */
function wrapped(help: string): string {
  const width = process.stdout.isTTY ? process.stdout.columns : 80;
  const lines = help.split('\n').map((line) => (line.startsWith(' ') ? line : new Help().boxWrap(line, width)));
  return lines.join('\n');
}
