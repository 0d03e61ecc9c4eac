/** `gnd-links update`: the one line for a timer; fetches, builds if need be, verifies, switches. */
import type { Command } from 'commander';
import { grouped, listCounts } from '../ingest/table.ts';
import { updateSnapshot, type Updated } from '../ingest/update.ts';
import { BUILD_SETTINGS } from './config.ts';
import { CommandFailed, EXIT } from './exit.ts';
import { FETCHING_SETTINGS, fetchOptions, openRegister, stopSignal } from './fetch-options.ts';
import { createFetchProgress } from './fetch-progress.ts';
import { createProgress } from './progress.ts';
import { RELEASE } from './release.ts';
import { addSettings, type SettingValues } from './settings.ts';

const UPDATE_SETTINGS = { ...FETCHING_SETTINGS, ...BUILD_SETTINGS, register: FETCHING_SETTINGS.register } as const;
type UpdateValues = SettingValues<typeof UPDATE_SETTINGS> & { readonly force?: boolean };

/** Adds the command to the program. */
export function addUpdateCommand(program: Command): void {
  const command = program
    .command('update')
    .summary('fetch, build, verify and switch: the one line for a timer')
    .description(
      'Fetches what is due, builds a new snapshot if anything changed, verifies it, and only then makes it the current\n' +
        'one. When nothing changed it is done at once. Whatever fails, the current snapshot stays.',
    );
  addSettings(command, UPDATE_SETTINGS)
    .option('--force', 'ask also for what is not due')
    .addHelpText(
      'after',
      `
Exit codes: 0 updated, or nothing to do; 1 failed, the old data serve on; 2 wrong usage;
3 updated or nothing to do, but some sources are held or failing (gnd-links sources says which and why).

Examples:
  gnd-links update
  gnd-links update --register /srv/gnd/sources.yaml --sources /srv/gnd/sources --out /srv/gnd/snapshots --keep 3
  17 3 * * *  gnd-links update --contact https://gnd-links.example.org >> /var/log/gnd-links.log 2>&1`,
    )
    .action(async (values: UpdateValues) => {
      const updated = await runUpdate(values);
      log(summaryOf(updated));
      const { troubled, outcomes } = updated;
      const damaged = outcomes.filter(({ damage }) => damage !== undefined).map(({ key }) => key);
      const keys = [...new Set([...troubled, ...damaged])];
      if (keys.length === 0) return;
      throw new CommandFailed(`held, failing or damaged: ${keys.join(', ')}; see gnd-links sources`, EXIT.attention);
    });
}

async function runUpdate(values: UpdateValues): Promise<Updated> {
  const { folder, sources } = await openRegister(values);
  const stop = stopSignal();
  const downloads = createFetchProgress(process.stderr, log);
  const building = createProgress();
  try {
    return await updateSnapshot({
      register: sources,
      config: folder,
      out: values.out,
      keep: values.keep,
      release: RELEASE,
      now: new Date(),
      ...(values.threads !== undefined && { threads: values.threads }),
      ...(values.ignoreDiskSpace === true && { ignoreDiskSpace: true }),
      fetching: fetchOptions(values, { dryRun: false, force: values.force === true, signal: stop.signal }),
      listener: downloads,
      progress: {
        ...building,
        stage(...stage) {
          // A build is not waited for: the next one goes on behind it, and the system's own way of ending it is quicker.
          stop.done();
          downloads.end();
          building.stage(...stage);
        },
      },
      log,
    });
  } finally {
    downloads.end();
    stop.done();
  }
}

function summaryOf({ result, directory, outcomes, built }: Updated): string {
  const counts: Record<string, number> = {};
  for (const { result: what } of outcomes) counts[what] = (counts[what] ?? 0) + 1;
  const sources = `Sources: ${listCounts(counts)}.`;
  if (built === undefined)
    return `${sources} ${result === 'idle' ? 'Nothing to do' : 'Nothing to build'}; current is ${directory}.`;
  const { entities, links } = built.snapshot.counts;
  const seconds = built.report.seconds.toFixed(1);
  return `${sources} Built in ${seconds} s: ${grouped(entities)} entities, ${grouped(links)} links; current is ${directory}.`;
}

function log(line: string): void {
  process.stdout.write(`${new Date().toISOString()} ${line}\n`);
}
