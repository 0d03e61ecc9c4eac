/** `gnd-links update`, the command for a timer: fetches, builds if anything changed, verifies, switches. */
import { readHealth } from '../build/sources/probe/health.ts';
import { healthFile } from '../build/sources/probe/files.ts';
import { folderPlace, type LaterFailure, type Run } from '../build/runs/run.ts';
import { type DumpCheck, readCompleteness } from '../core/snapshot/completeness.ts';
import { counted, listCounts } from './table.ts';
import { countNames } from '../shared/counts.ts';
import { updateSnapshot, type Updated } from '../build/runs/update.ts';
import { FAILURES } from '../core/snapshot/run-log.ts';
import { WITHOUT_ADDRESS } from './dump.ts';
import { CommandFailed, EXIT, stopSignal } from './exit.ts';
import { createFetchProgress, createProgress } from './progress.ts';
import { fetchOptions, openRegister } from './fetch.ts';
import { ownPath, RELEASE } from './installation.ts';
import { laterStages } from './later-stages.ts';
import {
  describeLaterFailures,
  describeUnread,
  recordAudit,
  recordCompleteness,
  recordHarvest,
  runAt,
} from './runs.ts';
import type { SettingValues } from './settings/setting.ts';
import type { UPDATE_SETTINGS } from './settings/update-settings.ts';

type UpdateValues = SettingValues<typeof UPDATE_SETTINGS> & {
  readonly force?: boolean;
  readonly json?: boolean;
  readonly acceptLoss?: string;
};
type Log = (line: string) => void;

export async function runUpdate(values: UpdateValues): Promise<void> {
  const stream = values.json === true ? process.stderr : process.stdout;
  const log = (line: string): void => void stream.write(`${new Date().toISOString()} ${line}\n`);
  let harvestCheck: DumpCheck | undefined;
  const { out, dumps, baseUrl, every } = values;
  const work = async (run: Run): Promise<Updated> => {
    const updated = await update(run, values, log);
    log(summaryOf(updated));
    return updated;
  };
  const stages = (updated: Updated) => laterStages(updated, values, log, (check) => (harvestCheck = check));
  const { failures, ...updated } = await runAt(folderPlace(out), 'update', work, { every, laterOf: stages });
  if (values.json === true) process.stdout.write(`${JSON.stringify({ ...factsOf(updated), harvestCheck }, null, 2)}\n`);
  if (dumps !== undefined && baseUrl === undefined) log(`Note on the dump: ${WITHOUT_ADDRESS}.`);
  reportEnd(updated, failures, describeUnread((await readCompleteness(out))?.unread));
}

/** @throws CommandFailed with the exit code */
function reportEnd(
  { outcomes, troubled, failure }: Updated,
  failures: readonly LaterFailure[],
  unread: string | undefined,
): void {
  const damaged = outcomes.filter(({ damage }) => damage !== undefined).map(({ key }) => key);
  const keys = [...new Set([...troubled, ...damaged])];
  const sentences = [
    ...(failure === undefined ? [] : [FAILURES[failure.reason]]),
    ...describeLaterFailures(failures),
    ...(keys.length === 0
      ? []
      : [`sources that are held, failing or damaged: ${keys.join(', ')}; see gnd-links sources`]),
    ...(unread === undefined ? [] : [unread]),
  ];
  if (sentences.length === 0) return;
  const code = failures.length > 0 ? EXIT.partly : EXIT.attention;
  throw new CommandFailed(sentences.join('\n'), failure === undefined ? code : EXIT.failed);
}

async function update(run: Run, values: UpdateValues, log: Log): Promise<Updated> {
  const { register, curation } = await openRegister(values);
  const { threads, keepRead, ignoreDiskSpace } = values;
  using stop = stopSignal();
  const building = createProgress();
  return await updateSnapshot(run, {
    register,
    config: values.config ?? ownPath('config'),
    release: RELEASE,
    now: new Date(),
    health: (await readHealth(healthFile(values.sources)))?.collections,
    threads,
    keepRead,
    ignoreDiskSpace,
    fetching: fetchOptions(values, { dryRun: false, force: values.force === true, signal: stop.signal, curation }),
    listener: createFetchProgress(log),
    progress: {
      ...building,
      stage(...stage) {
        // During a build, a signal ends the process immediately: the next build continues from the checkpoints.
        stop.done();
        building.stage(...stage);
      },
    },
    acceptLoss: values.acceptLoss,
    log,
    async onFetched(outcomes) {
      await recordHarvest(run, register, outcomes);
      await recordAudit(run, outcomes);
      await recordCompleteness(values, register);
    },
  });
}

function summaryOf({ result, directory, outcomes, built }: Updated): string {
  const sources = `Sources: ${listCounts(countNames(outcomes.map((outcome) => outcome.result)))}.`;
  if (built === undefined)
    return `${sources} ${result === 'idle' ? 'Nothing to do' : 'Nothing to build'}; the current snapshot is ${directory}.`;
  const { entities, links } = built.snapshot.counts;
  const seconds = built.report.seconds.toFixed(1);
  return `${sources} Built in ${seconds} s: ${counted(entities, 'entity', 'entities')}, ${counted(links, 'link')}; the current snapshot is ${directory}.`;
}

function factsOf({ built, outcomes, ...updated }: Updated) {
  const { id, date, counts } = built?.snapshot ?? {};
  return {
    ...updated,
    sources: outcomes,
    ...(built && { snapshot: { id, date, counts }, seconds: built.report.seconds }),
  };
}
