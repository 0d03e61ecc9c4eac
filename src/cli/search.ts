/** `gnd-links search`: finds entities by words, for the terminal. */
import { type Command, Option } from 'commander';
import { alignColumns } from '../ingest/table.ts';
import { ENTITY_TYPES, type EntityType } from '../model/entity.ts';
import { BUILD_SETTINGS } from './config.ts';
import { EXIT } from './exit.ts';
import { openSnapshot } from './open-snapshot.ts';
import { addSettings } from './settings.ts';

/** Adds the command to the program. */
export function addSearchCommand(program: Command): void {
  const command = program
    .command('search')
    .summary('find entities by name, identifier or link')
    .description('Finds entities as the API does: by names in any order and spelling, identifiers, addresses of links.')
    .argument('<dir>', 'folder of snapshots, or one snapshot')
    .argument('<words...>', 'what to look for')
    .addOption(new Option('--type <type>', 'entities of this type only').choices([...ENTITY_TYPES]))
    .option('--limit <number>', 'how many at most', '10');
  addSettings(command, { config: BUILD_SETTINGS.config })
    .addHelpText(
      'after',
      `
Examples:
  gnd-links search data/sample goethe johann
  gnd-links search data/sample bach 1685
  gnd-links search data/sample Q5879
  gnd-links search data/sample faust --type Work`,
    )
    .action(async (dir: string, words: string[], options: { type?: EntityType; limit: string; config?: string }) => {
      const limit = Number(options.limit);
      if (!Number.isInteger(limit) || limit < 1 || limit > 1000) {
        command.error('error: --limit must be a whole number from 1 to 1000', { exitCode: EXIT.usage });
      }
      const store = await openSnapshot(dir, options.config);
      try {
        const page = await store.search({
          q: words.join(' ').normalize('NFC').trim(),
          ...(options.type !== undefined && { types: [options.type] }),
          limit,
          offset: 0,
        });
        const rows = page.items.map((hit) => [
          hit.gnd,
          hit.type,
          hit.preferredName,
          hit.description ?? '',
          `${hit.linkCount} links`,
          hit.matched.field === 'preferredName' ? '' : `${hit.matched.field}: ${hit.matched.value}`,
        ]);
        const { value, relation } = page.total;
        const near = page.approximate === true ? ', nothing exactly so: near spellings' : '';
        const total = `${relation === 'atLeast' ? 'at least ' : ''}${value} found${near}`;
        process.stdout.write(`${[...alignColumns(rows), total].join('\n')}\n`);
      } finally {
        await store.close();
      }
    });
}
