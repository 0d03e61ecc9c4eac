/** `gnd-links build`: makes a snapshot of the files that a register names. */
import { type Built, buildSnapshot } from '../ingest/build.ts';
import { SILENT } from '../ingest/progress.ts';
import { formatReport } from './build-report.ts';
import { buildInputs } from '../fetch/build-inputs.ts';
import { lockFolder } from '../files/lock.ts';
import { loadRegister } from '../register/register.ts';
import { createProgress } from './progress.ts';
import { loadCurationFrom, ownPath, RELEASE } from './installation.ts';
import type { SettingValues } from './setting.ts';
import { type BUILD_SETTINGS, SOURCES_SETTINGS } from './settings.ts';

type BuildValues = SettingValues<typeof BUILD_SETTINGS> & {
  readonly register: string;
  readonly sources?: string;
  readonly allowFailedSources?: boolean;
  /** No progress. */
  readonly quiet?: boolean;
};

/** Builds and prints the report. */
export async function runBuild(values: BuildValues & { readonly json?: boolean }): Promise<void> {
  const { report } = await buildFromRegister(values);
  process.stdout.write(values.json === true ? `${JSON.stringify(report, null, 2)}\n` : formatReport(report));
}

/** Builds, activates, and removes what is no longer to be kept. */
export async function buildFromRegister(
  settings: Pick<BuildValues, 'register' | 'out' | 'keep'> & Partial<BuildValues>,
): Promise<Built> {
  const config = settings.config ?? ownPath('config');
  const curation = await loadCurationFrom(config);
  const register = await loadRegister(settings.register, new Set(curation.collections.keys()));
  const now = buildTime();
  const sources = settings.sources ?? SOURCES_SETTINGS.sources.default;
  // A fetch at the same time would take copies away under the build's hands.
  const fetched = register.some(({ file, state }) => file === undefined && state === 'active');
  const lock = fetched ? lockFolder(sources, 'build', new Date()) : undefined;
  return buildSnapshot({
    sources: await buildInputs(register, sources),
    config,
    out: settings.out,
    keep: settings.keep,
    release: RELEASE,
    now,
    progress: settings.quiet === true ? SILENT : createProgress(),
    ...(settings.quiet !== true && { log: (line) => void process.stderr.write(`${line}\n`) }),
    ...(settings.allowFailedSources === true && { allowFailedSources: true }),
    ...(settings.ignoreDiskSpace === true && { ignoreDiskSpace: true }),
    ...(settings.threads !== undefined && { threads: settings.threads }),
  }).finally(() => lock?.release());
}

/** https://reproducible-builds.org/specs/source-date-epoch/ */
function buildTime(): Date {
  const epoch = process.env['SOURCE_DATE_EPOCH'];
  return epoch !== undefined && /^\d{1,12}$/.test(epoch) ? new Date(Number(epoch) * 1000) : new Date();
}
