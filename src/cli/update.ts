/** `gnd-links update`: the one line for a timer; fetches, builds if need be, verifies, switches. */
import { publishSnapshot } from '../dump/publish.ts';
import { grouped, listCounts } from './table.ts';
import { updateSnapshot, type Updated } from '../ingest/update.ts';
import { pruneSnapshots } from '../store/directory.ts';
import { FAILURES, type Round } from '../store/updates.ts';
import { publishSnapshotTo } from './cluster.ts';
import { CommandFailed, EXIT, stopSignal } from './exit.ts';
import { createFetchProgress, createProgress } from './progress.ts';
import { fetchOptions, openRegister } from './fetch.ts';
import { ownPath, RELEASE } from './installation.ts';
import { recorded, recordHarvest } from './recorded.ts';
import type { SettingValues } from './setting.ts';
import type { UPDATE_SETTINGS } from './settings.ts';

type UpdateValues = SettingValues<typeof UPDATE_SETTINGS> & { readonly force?: boolean; readonly json?: boolean };
type Log = (line: string) => void;

export async function runUpdate(values: UpdateValues): Promise<void> {
  const stream = values.json === true ? process.stderr : process.stdout;
  const log = (line: string): void => void stream.write(`${new Date().toISOString()} ${line}\n`);
  const { outcomes, troubled } = await recorded(values.out, 'update', values.every, async (round) => {
    const updated = await update(values, round, log);
    log(summaryOf(updated));
    await publish(updated.directory, values, log);
    const old = updated.built === undefined ? [] : await pruneSnapshots(values.out, values.keep);
    for (const name of old) log(`Removed the old snapshot ${name}.`);
    if (values.json === true) process.stdout.write(`${JSON.stringify(factsOf(updated), null, 2)}\n`);
    if (!updated.isCutOff) return updated;
    await round.enter('download');
    throw new CommandFailed(FAILURES.unreachable, EXIT.failed, { reason: 'unreachable' });
  });
  const damaged = outcomes.filter(({ damage }) => damage !== undefined).map(({ key }) => key);
  const keys = [...new Set([...troubled, ...damaged])];
  if (keys.length === 0) return;
  throw new CommandFailed(`held, failing or damaged: ${keys.join(', ')}; see gnd-links sources`, EXIT.attention);
}

async function publish(directory: string, values: UpdateValues, log: Log): Promise<void> {
  const { dumps, out, baseUrl, keep, publishTo, shards, replicas } = values;
  if (dumps !== undefined) {
    const options = { out: dumps, snapshots: out, baseUrl, keep, now: new Date(), progress: createProgress() };
    for (const line of await publishSnapshot(directory, options)) log(line);
  }
  if (publishTo === undefined) return;
  for (const line of await publishSnapshotTo(directory, { to: publishTo, shards, replicas, keep })) log(line);
}

async function update(values: UpdateValues, round: Round, log: Log): Promise<Updated> {
  const { sources: register, curation } = await openRegister(values);
  const stop = stopSignal();
  const downloads = createFetchProgress(process.stderr, log);
  const building = createProgress();
  try {
    return await updateSnapshot({
      register,
      config: values.config ?? ownPath('config'),
      out: values.out,
      release: RELEASE,
      now: new Date(),
      ...(values.threads !== undefined && { threads: values.threads }),
      ...(values.ignoreDiskSpace === true && { ignoreDiskSpace: true }),
      fetching: fetchOptions(values, { dryRun: false, force: values.force === true, signal: stop.signal, curation }),
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
      onStage: round.enter,
      onFetched: (outcomes) => recordHarvest(values.every, round, register, outcomes),
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

function factsOf({ built, outcomes, ...updated }: Updated) {
  const { id, date, counts } = built?.snapshot ?? {};
  return {
    ...updated,
    sources: outcomes,
    ...(built && { snapshot: { id, date, counts }, seconds: built.report.seconds }),
  };
}
