/** `gnd-links serve` answers from a snapshot over HTTP; `gnd-links demo` builds the bundled sample first. */
import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { BUILD_SETTINGS, SERVE_SETTINGS, SNAPSHOT_SETTING } from './config.ts';
import { buildFromRegister } from './build.ts';
import { ownPath } from './release.ts';
import type { Announce, ServingSettings } from './serving-process.ts';
import { addSettings, type SettingValues } from './settings.ts';

/** Adds the command to the program. */
export function addServeCommand(program: Command): void {
  const command = program
    .command('serve')
    .summary('answer the six endpoints from a snapshot')
    .description(
      'Serves the current snapshot of a folder over HTTP until it is told to stop (SIGTERM, SIGINT). When another becomes\n' +
        'the current one, it is verified and then served in its place, without a gap; SIGHUP looks for it at once.',
    );
  addSettings(command, { snapshot: SNAPSHOT_SETTING, config: BUILD_SETTINGS.config, ...SERVE_SETTINGS })
    .addHelpText(
      'after',
      `
Examples:
  gnd-links serve --snapshot data/sample
  gnd-links serve --snapshot /srv/gnd/snapshots --port 9000 --base-url https://gnd-links.example.org
  gnd-links serve --snapshot /srv/gnd/snapshots --workers 0 --admin-port 9090
  GND_LINKS_SNAPSHOT=/srv/gnd/snapshots gnd-links serve --trusted-proxies 10.0.0.0/8`,
    )
    .action((settings: ServingSettings) => serve(settings, printAddresses));
}

/** Not the folder of real snapshots, whatever the environment says: the demo keeps only its own. */
const DEMO_OUT = {
  flag: '--out <dir>',
  default: 'data/sample',
  help: 'folder for the snapshot of the sample',
  parse: (text: string) => text,
} as const;

/** Adds the command to the program; `npm start` is this. */
export function addDemoCommand(program: Command): void {
  const command = program
    .command('demo')
    .summary('build the bundled sample and serve it')
    .description('Builds the bundled sample of some 300 entities into a snapshot, which takes seconds, and serves it.');
  addSettings(command, { out: DEMO_OUT, ...SERVE_SETTINGS, logLevel: { ...SERVE_SETTINGS.logLevel, default: 'warn' } })
    .addHelpText('after', '\nExample:\n  gnd-links demo --port 9000')
    .action(async (settings: SettingValues<typeof SERVE_SETTINGS> & { readonly out: string }) => {
      const { snapshot } = await buildFromRegister({
        register: ownPath('sample/sources.yaml'),
        out: settings.out,
        config: undefined,
        keep: 1,
        quiet: true,
      });
      const { entities, links } = snapshot.counts;
      process.stdout.write(`Built the sample: ${entities} entities, ${links} links (snapshot ${snapshot.id}).\n`);
      await serve({ ...settings, snapshot: settings.out, interactive: true }, printExamples);
    });
}

/** Returns when it serves; the process ends when it is told to. */
async function serve(settings: ServingSettings, announce: Announce): Promise<void> {
  const workers = settings.workers === 0 ? availableParallelism() : settings.workers;
  // The other commands start sooner when they need not load what speaks HTTP and draws pages.
  if (workers === 1) await (await import('./serve-alone.ts')).serveAlone(settings, announce);
  else await (await import('./serve-workers.ts')).serveWithWorkers(settings, workers, announce);
}

const printAddresses: Announce = ({ snapshot, url, adminUrl }) => {
  process.stderr.write(`Serving ${snapshot} on ${url}\n`);
  if (adminUrl !== undefined) process.stderr.write(`Admin on ${adminUrl}\n`);
};

const printExamples: Announce = ({ url, adminUrl }) => {
  const examples = [
    ['the pages for people', '/'],
    ['an entity and its links', '/api/v1/gnd/118540238/links'],
    ['a merged identifier', '/api/v1/gnd/1012979499/links'],
    ['search', '/api/v1/search?q=bach%201685'],
    ['coverage of a list', '/api/v1/coverage?ids=118540238,1012979499,4074335-4&format=csv'],
    ['the sources', '/api/v1/sources'],
    ['health', '/api/v1/status'],
    ['the formal description', '/api/v1/openapi.json'],
  ] as const;
  const lines = examples.map(([what, path]) => `  ${what.padEnd(24)} ${url}${path}`);
  process.stdout.write(`\nServing on ${url} — try:\n\n${lines.join('\n')}\n\nStop with Ctrl+C.\n`);
  if (adminUrl !== undefined) process.stderr.write(`Admin on ${adminUrl}\n`);
};
