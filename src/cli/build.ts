/** `gnd-links build`: makes a snapshot of the files that a register names. */
import { join } from 'node:path';
import type { Command } from 'commander';
import { type Built, buildSnapshot } from '../ingest/build.ts';
import { SILENT } from '../ingest/progress.ts';
import { formatReport } from '../ingest/report.ts';
import { BUILD_SETTINGS, SOURCES_SETTING } from './config.ts';
import { buildInputs } from '../fetch/build-inputs.ts';
import { loadCuration } from '../register/curation.ts';
import { lockFolder } from '../files/lock.ts';
import { loadRegister } from '../register/register.ts';
import { createProgress } from './progress.ts';
import { ownPath, RELEASE } from './release.ts';
import { addSettings, type SettingValues } from './settings.ts';

type BuildSettings = SettingValues<typeof BUILD_SETTINGS> & {
  readonly sources?: string;
  readonly allowFailedSources?: boolean;
  /** No progress. */
  readonly quiet?: boolean;
};

/** Adds the command to the program. */
export function addBuildCommand(program: Command): void {
  const command = program
    .command('build')
    .summary('make a snapshot of the files that a register names')
    .description(
      'Reads every source of the register, merges what they say by GND identifier and writes one snapshot,\n' +
        'which then becomes the current one of the folder. Until that moment the previous one is untouched.',
    );
  addSettings(command, { ...BUILD_SETTINGS, sources: SOURCES_SETTING })
    .option('--allow-failed-sources', 'leave out sources whose file cannot be used, instead of giving up')
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      `
Examples:
  gnd-links build --register sample/sources.yaml --out data/sample
  gnd-links build --register /srv/gnd/sources.yaml --out /srv/gnd/snapshots --keep 3
  gnd-links build --register sources.yaml --json > report.json`,
    )
    .action(async (settings: BuildSettings & { json?: boolean }) => {
      if (settings.register === undefined) command.error("error: required option '--register <file>' not specified");
      const { report } = await buildFromRegister({ ...settings, register: settings.register ?? '' });
      process.stdout.write(settings.json === true ? `${JSON.stringify(report, null, 2)}\n` : formatReport(report));
    });
}

/** Builds, activates, and removes what is no longer to be kept. */
export async function buildFromRegister(
  settings: Pick<BuildSettings, 'out' | 'keep' | 'config'> & Partial<BuildSettings> & { readonly register: string },
): Promise<Built> {
  const config = settings.config ?? ownPath('config');
  const curation = await loadCuration(join(config, 'categories.yaml'), join(config, 'collections.yaml'));
  const register = await loadRegister(settings.register, new Set(curation.collections.keys()));
  const now = buildTime();
  const sources = settings.sources ?? SOURCES_SETTING.default;
  // A fetch at the same time would take copies away under the build's hands.
  const fetched = register.some(({ file, state }) => file === undefined && state === 'active');
  const lock = fetched ? lockFolder(sources, 'build', new Date()) : undefined;
  return buildSnapshot({
    sources: await buildInputs(register, sources, now),
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
