/** `gnd-links build`: makes a snapshot of the files that a register names, and prints a report. */
import { readHealth } from '../build/sources/probe/health.ts';
import { healthFile } from '../build/sources/probe/files.ts';
import { buildInputs, retiredSources } from '../build/sources/fetch/build-inputs.ts';
import { lockFolder } from '../shared/files/lock.ts';
import { folderPlace, type LaterRun, type Run } from '../build/runs/run.ts';
import { buildSnapshot, type Built } from '../build/ingest/build.ts';
import { checkLosses } from '../build/ingest/losses.ts';
import { mostFrequent, sum } from '../shared/counts.ts';
import { SILENT } from '../build/ingest/progress.ts';
import type { BuildReport, SourceReport } from '../build/ingest/report.ts';
import { locateSnapshot } from '../core/snapshot/directory.ts';
import { pruneSnapshots } from '../build/ingest/snapshot/snapshot-folder.ts';
import { CommandFailed, EXIT } from './exit.ts';
import { openRegister } from './fetch.ts';
import { ownPath, RELEASE } from './installation.ts';
import { createProgress } from './progress.ts';
import { describeLaterFailures, runAt } from './runs.ts';
import type { SettingValues } from './settings/setting.ts';
import { type BUILD_SETTINGS } from './settings/build-settings.ts';
import { SOURCES_SETTINGS } from './settings/fetch-settings.ts';
import { alignColumns, counted, listCounts } from './table.ts';
import { grouped } from '../shared/numbers.ts';

type BuildValues = SettingValues<typeof BUILD_SETTINGS> & {
  readonly register: string;
  readonly sources?: string;
  readonly allowFailedSources?: boolean;
  readonly acceptLoss?: string;
  /** Whether the display of progress is left out. */
  readonly quiet?: boolean;
};

export async function runBuild(values: BuildValues & { readonly json?: boolean }): Promise<void> {
  const { built, failures } = await buildFromRegister(values);
  const { report } = built;
  process.stdout.write(values.json === true ? `${JSON.stringify(report, null, 2)}\n` : formatReport(report));
  if (failures.length > 0) throw new CommandFailed(describeLaterFailures(failures).join('\n'), EXIT.partly);
}

/** Builds, activates, and removes old snapshots. */
export async function buildFromRegister(
  settings: Pick<BuildValues, 'register' | 'out' | 'keep'> & Partial<BuildValues>,
) {
  const { out, keep } = settings;
  const work = async (run: Run) => ({ result: 'built', built: await build(run, settings) });
  const prune: LaterRun = {
    kind: 'prune',
    perform: async ({ lock }) => ({ result: 'pruned', removed: await pruneSnapshots(lock, keep) }),
  };
  return await runAt(folderPlace(out), 'build', work, { laterOf: () => [prune] });
}

async function build(run: Run, settings: Parameters<typeof buildFromRegister>[0]): Promise<Built> {
  const { lock } = run;
  const { config = ownPath('config'), allowFailedSources, keepRead, ignoreDiskSpace, threads } = settings;
  const { register } = await openRegister({ register: settings.register, config });
  const now = buildTime();
  const sources = settings.sources ?? SOURCES_SETTINGS.sources.default;
  // A simultaneous fetch would remove copies that the build reads.
  const fetched = register.some(({ file, state }) => file === undefined && state === 'active');
  using _copies = fetched ? lockFolder(sources, 'build', new Date()) : undefined;
  await run.stage('build');
  const former = await locateSnapshot(lock.folder).catch(() => undefined);
  return await buildSnapshot({
    sources: await buildInputs(register, sources),
    retired: retiredSources(register),
    config,
    lock,
    release: RELEASE,
    now,
    health: (await readHealth(healthFile(sources)))?.collections,
    beforeActivation: async (directory) => {
      await checkLosses(former, directory, settings.acceptLoss);
      await run.stage('activate');
    },
    progress: settings.quiet === true ? SILENT : createProgress(),
    ...(settings.quiet !== true && { log: (line) => void process.stderr.write(`${line}\n`) }),
    allowFailedSources,
    keepRead,
    ignoreDiskSpace,
    threads,
  });
}

/** https://reproducible-builds.org/specs/source-date-epoch/ */
function buildTime(): Date {
  const epoch = process.env['SOURCE_DATE_EPOCH'];
  return epoch !== undefined && /^\d{1,12}$/.test(epoch) ? new Date(Number(epoch) * 1000) : new Date();
}

/** The report as text, at most 100 columns wide where the data allow. */
export function formatReport(report: BuildReport): string {
  const lines = [
    `Snapshot ${report.snapshot.id} (data as of ${report.snapshot.date})`,
    `  ${counted(report.counts.entities, 'entity', 'entities')}: ${listCounts(report.counts.byType)}`,
    `  ${counted(report.counts.links, 'link')}: ${listCounts(report.counts.byCategory)}`,
    `  ${counted(report.counts.redirects, 'former identifier')}, ${counted(report.counts.deletions, 'deleted identifier')}`,
    `  ${report.seconds.toFixed(1)} s, ${mib(report.peakMemoryBytes)} peak memory, ${mib(report.snapshotBytes)} on disk`,
    '',
    ...table(report.sources),
  ];
  const lists = {
    'Refused or unusual entries, by source': report.sources.flatMap(refusals),
    'Contradictions between lists and register': report.sources.flatMap(({ key, contradictions }) =>
      contradictions.map((each) => `  ${key}: ${each}`),
    ),
  };
  for (const [head, own] of Object.entries(lists)) if (own.length > 0) lines.push('', `${head}:`, ...own);
  const { redirects: _redirects, deletions: _deletions, ...odd } = report.redirects;
  const counts = {
    'Conflicting identifiers': report.conflicts,
    'Links to unknown collections': mostFrequent(report.unknownHosts, 10),
    'Odd redirects': Object.fromEntries(Object.entries(odd).filter(([, n]) => n > 0)),
  };
  for (const [head, own] of Object.entries(counts)) if (sum(own) > 0) lines.push('', `${head}: ${listCounts(own)}`);
  return `${lines.join('\n')}\n`;
}

function table(sources: readonly SourceReport[]): string[] {
  const rows = sources.map((source) => [
    source.key,
    source.format,
    grouped(source.import.read),
    source.failure === undefined ? grouped(source.import.accepted) : `failed: ${source.failure.reason}`,
    grouped(sum(source.import.rejected)),
    source.seconds.toFixed(1),
  ]);
  const head = ['source', 'format', 'read', 'accepted', 'rejected', 'seconds'];
  return alignColumns([head, ...rows], new Set([2, 3, 4, 5]));
}

function refusals(source: SourceReport): string[] {
  if (source.failure !== undefined) return [`  ${source.key}: ${source.failure.sentence}`];
  const parts = [source.import.rejected, source.details, source.notices].filter((counts) => sum(counts) > 0);
  return parts.length === 0 ? [] : [`  ${source.key}: ${parts.map(listCounts).join('; ')}`];
}

function mib(bytes: number): string {
  return `${(bytes / 1024 ** 2).toFixed(bytes < 100 * 1024 ** 2 ? 1 : 0)} MiB`;
}
