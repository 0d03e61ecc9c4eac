/** `gnd-links fetch`: downloads what is due, judges it, and keeps the last good copy of everything. */
import type { Command } from 'commander';
import { alignColumns, grouped, listCounts } from '../ingest/table.ts';
import { fetchSources } from '../fetch/fetch-sources.ts';
import type { FetchOutcome } from '../fetch/fetch-source.ts';
import { lockFolder } from '../files/lock.ts';
import { CommandFailed, EXIT } from './exit.ts';
import {
  chosen,
  exitCodeOf,
  needsALook,
  type FetchingValues,
  FETCHING_SETTINGS,
  fetchOptions,
  openRegister,
  stopSignal,
} from './fetch-options.ts';
import { createFetchProgress } from './fetch-progress.ts';
import { addSettings } from './settings.ts';

interface FetchFlags {
  readonly dryRun?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
}

/** Adds the command to the program. */
export function addFetchCommand(program: Command): void {
  const command = program
    .command('fetch')
    .summary('download the sources of a register that are due')
    .description(
      'Asks the origin of each source whether there is a newer file, downloads it, and judges it before it replaces the\n' +
        'copy in use: accepted, unchanged, held (a person may release it: gnd-links sources accept) or failed.\n' +
        'Sources are asked when their cadence says so; --force asks all.',
    )
    .argument('[source...]', 'keys of the register; without them all');
  addSettings(command, FETCHING_SETTINGS)
    .option('--dry-run', 'say what would be asked, and ask nobody')
    .option('--force', 'ask also for what is not due')
    .option('--json', 'print what came of it as JSON')
    .addHelpText(
      'after',
      `
Exit codes: 0 all accepted, unchanged or not due; 1 a source has no copy at all, or nothing could be done;
2 wrong usage; 3 some are held or failed, their copies of earlier days are in use.

Examples:
  gnd-links fetch
  gnd-links fetch --dry-run
  gnd-links fetch kalliope gnd-persons
  gnd-links fetch --register /srv/gnd/sources.yaml --sources /srv/gnd/sources --contact https://gnd-links.example.org`,
    )
    .action(async (keys: string[], values: FetchingValues & FetchFlags) => {
      const outcomes = await runFetch(keys, values);
      process.stdout.write(values.json === true ? `${JSON.stringify(outcomes, null, 2)}\n` : formatOutcomes(outcomes));
      const code = exitCodeOf(outcomes);
      if (code === EXIT.done) return;
      throw new CommandFailed(`${outcomes.filter(needsALook).length} of ${outcomes.length} sources need a look`, code);
    });
}

async function runFetch(
  keys: readonly string[],
  values: FetchingValues & FetchFlags,
): Promise<readonly FetchOutcome[]> {
  // Whoever names a source wants it asked.
  const { dryRun = false, force = keys.length > 0 } = values;
  const { sources } = await openRegister(values);
  const wanted = chosen(sources, keys);
  if (dryRun) return fetchSources(wanted, fetchOptions(values, { dryRun, force }));
  const lock = lockFolder(values.sources, 'fetch', new Date());
  const stop = stopSignal();
  const progress = createFetchProgress(process.stderr, (line) => process.stderr.write(`${line}\n`));
  try {
    return await fetchSources(wanted, fetchOptions(values, { dryRun, force, signal: stop.signal }), progress);
  } finally {
    progress.end();
    stop.done();
    lock.release();
  }
}

function formatOutcomes(outcomes: readonly FetchOutcome[]): string {
  const counts: Record<string, number> = {};
  for (const { result } of outcomes) counts[result] = (counts[result] ?? 0) + 1;
  const rows = outcomes
    .filter(({ result }) => result !== 'retired')
    .map(({ key, result, reason, nextCheck, ids, bytes }) => [
      key,
      result,
      reason ?? (nextCheck === undefined ? '' : `next ${nextCheck.slice(0, 10)}`),
      ids > 0 ? grouped(ids) : '',
      bytes > 0 ? grouped(bytes) : '',
    ]);
  const head = ['source', 'result', 'why', 'identifiers', 'bytes fetched'];
  return `${alignColumns([head, ...rows], new Set([3, 4])).join('\n')}\n\n${listCounts(counts)}\n`;
}
