/** The commands that answer questions from a snapshot. */
import { Option, type Command } from 'commander';
import { ENTITY_TYPES } from '../../core/model/entity.ts';
import { integer } from '../settings/setting.ts';
import { CONFIG_SETTING } from '../settings/common-settings.ts';
import { command, SNAPSHOTS } from './command.ts';

export function addReadingCommands(program: Command): void {
  command(program, 'lookup', {
    summary: 'show one entity and its links',
    settings: { config: CONFIG_SETTING },
    description: 'Prints the answer of the API about an entity, as JSON. The identifier may have any form.',
    examples: `
  gnd-links lookup data/sample 118540238
  gnd-links lookup data/sample https://d-nb.info/gnd/4074335-4
  gnd-links lookup data/sample 118540238 | jq .links.total`,
  })
    .argument('<dir>', SNAPSHOTS)
    .argument('<gnd>', 'GND identifier or URI')
    .action(async (dir, gnd, options) => (await import('../snapshot.ts')).runLookup(dir, gnd, options));

  command(program, 'search', {
    settings: { config: CONFIG_SETTING },
    summary: 'find entities by name, identifier or link',
    description:
      'Finds entities as the API does: by names in any order and spelling, by identifiers, and by addresses of links.',
    examples: `
  gnd-links search data/sample goethe johann
  gnd-links search data/sample bach 1685
  gnd-links search data/sample Q5879
  gnd-links search data/sample faust --type Work
  gnd-links search data/sample --explain Beethofen | jq .explanation`,
  })
    .argument('<dir>', SNAPSHOTS)
    .argument('<words...>', 'words of a name, an identifier, or an address')
    .option('--limit <number>', 'maximum number of hits', integer(1, 1000), 10)
    .option('--json', 'print the hits as JSON')
    .option(
      '--explain',
      'print JSON that also has the attempts of the search, their costs, and the reasons for the rank of each hit',
    )
    .addOption(new Option('--type <type>', 'entities of this type only').choices(ENTITY_TYPES))
    .action(async (dir, words, options) => (await import('../snapshot.ts')).runSearch(dir, words, options));

  command(program, 'audit', {
    settings: { config: CONFIG_SETTING },
    summary: 'check the identifiers of an authority file',
    description:
      'Checks GND identifiers and those of other schemes in the fields 010, 024 and 035 of MARC21-XML, in the columns of a table, or in a list. It finds merged, deleted, unknown, contradictory and missing identifiers, and exits with 3 if a finding calls for a correction.',
    examples: `
  gnd-links audit data/snapshots authorities.xml
  gnd-links audit data/snapshots persons.csv --csv findings.csv
  gnd-links audit data/snapshots persons.csv --missing gnd,viaf`,
  })
    .argument('<dir>', SNAPSHOTS)
    .argument(
      '<file>',
      'MARC21-XML, a table with columns named after schemes, or a list of GND identifiers; also gzipped',
    )
    .option('--csv <file>', 'write each finding as a line of a table; - for standard output')
    .option('--missing <schemes>', 'report missing identifiers of these schemes only, such as viaf,isni')
    .action(async (dir, file, options) => (await import('../audit/audit.ts')).runAudit(dir, file, options));

  command(program, 'mcp', {
    settings: { config: CONFIG_SETTING },
    summary: 'offer the tools for language models on standard input and output',
    description:
      'Speaks the Model Context Protocol on standard input and output, with data from a snapshot. This command is started by programs that offer tools to a language model.',
    examples: '\n  gnd-links mcp data/snapshots',
  })
    .argument('<dir>', SNAPSHOTS)
    .action(async (dir, options) => (await import('../mcp.ts')).runMcp(dir, options));
}
