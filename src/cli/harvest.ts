/** `gnd-links harvest`: brings the journals of harvested sources up to date, or begins them anew after new dumps. */
import type { Command } from 'commander';
import { HARVEST_DAYS } from './config.ts';
import { fetchSources } from '../fetch/fetch-sources.ts';
import type { FetchOutcome } from '../fetch/fetch-source.ts';
import { lockFolder } from '../files/lock.ts';
import { CommandFailed, EXIT } from './exit.ts';
import {
  chosen,
  exitCodeOf,
  FETCHING_SETTINGS,
  fetchOptions,
  needsALook,
  openRegister,
  stopSignal,
} from './fetch-options.ts';
import { createFetchProgress } from './fetch-progress.ts';
import { addSettings, type SettingValues } from './settings.ts';

const SETTINGS = { ...FETCHING_SETTINGS, ...HARVEST_DAYS } as const;
type HarvestValues = SettingValues<typeof SETTINGS>;

/** Adds the command to the program. */
export function addHarvestCommand(program: Command): void {
  const command = program
    .command('harvest')
    .summary('harvest the changes since the dumps over OAI-PMH, whether due or not')
    .description(
      'Asks the repository of each harvested source for what has changed since the last time, and keeps it in a journal,\n' +
        'which the next build applies over the dumps. Interrupted, it goes on where it was. gnd-links fetch and update do\n' +
        'the same when it is due.',
    )
    .argument('[source...]', 'keys of the register; without them all sources that are harvested');
  addSettings(command, SETTINGS)
    .addHelpText(
      'after',
      `
Exit codes: 0 harvested; 1 a source has no copy at all, or nothing could be done; 2 wrong usage;
3 some are held or failed, their copies of earlier days are in use.

Examples:
  gnd-links harvest
  gnd-links harvest gnd-changes --max-pages 100000
  gnd-links harvest gnd-changes --from 2026-10-06`,
    )
    .action(async (keys: string[], values: HarvestValues) => {
      const outcomes = await runHarvest(keys, values);
      const code = exitCodeOf(outcomes);
      if (code === EXIT.done) return;
      throw new CommandFailed(`${outcomes.filter(needsALook).length} of ${outcomes.length} sources need a look`, code);
    });
}

async function runHarvest(keys: readonly string[], values: HarvestValues): Promise<readonly FetchOutcome[]> {
  const { sources } = await openRegister(values);
  const harvested = chosen(sources, keys).filter(({ origin }) => origin.oai !== undefined);
  const files = keys.filter((key) => !harvested.some((source) => source.key === key));
  if (files.length > 0) throw new CommandFailed(`not harvested, but fetched: ${files.join(', ')}`, EXIT.usage);
  if (harvested.length === 0) throw new CommandFailed('the register has no source that is harvested', EXIT.usage);
  const lock = lockFolder(values.sources, 'harvest', new Date());
  const stop = stopSignal();
  const progress = createFetchProgress(process.stderr, (line) => process.stderr.write(`${line}\n`));
  try {
    return await fetchSources(
      harvested,
      fetchOptions(values, { dryRun: false, force: true, signal: stop.signal }),
      progress,
    );
  } finally {
    progress.end();
    stop.done();
    lock.release();
  }
}
