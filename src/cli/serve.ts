/** `gnd-links serve` answers from a snapshot over HTTP; `gnd-links demo` builds the bundled sample first. */
import closeWithGrace from 'close-with-grace';
import type { Command } from 'commander';
import { BUILD_SETTINGS, SERVE_SETTINGS, SNAPSHOT_SETTING } from '../config.ts';
import { startServer } from '../http/server.ts';
import type { Store } from '../store/store.ts';
import { buildFromRegister } from './build.ts';
import { openSnapshot } from './open-snapshot.ts';
import { ownPath, RELEASE } from './release.ts';
import { addSettings, type SettingValues } from './settings.ts';

type ServeSettings = SettingValues<typeof SERVE_SETTINGS>;

const WINDOW_SECONDS = 60;
/** Requests under way may take so long to finish after a signal, in milliseconds. */
const GRACE_MS = 10_000;

/** Adds the command to the program. */
export function addServeCommand(program: Command): void {
  const command = program
    .command('serve')
    .summary('answer the six endpoints from a snapshot')
    .description('Serves the current snapshot of a folder over HTTP until it is told to stop (SIGTERM, SIGINT).');
  addSettings(command, { snapshot: SNAPSHOT_SETTING, config: BUILD_SETTINGS.config, ...SERVE_SETTINGS })
    .addHelpText(
      'after',
      `
Examples:
  gnd-links serve --snapshot data/sample
  gnd-links serve --snapshot /srv/gnd/snapshots --port 9000 --base-url https://gnd-links.example.org
  GND_LINKS_SNAPSHOT=/srv/gnd/snapshots gnd-links serve --trusted-proxies 10.0.0.0/8`,
    )
    .action(async (settings: ServeSettings & { readonly snapshot: string; readonly config?: string }) => {
      await serve(await openSnapshot(settings.snapshot, settings.config), settings);
    });
}

/** Not the folder of real snapshots, whatever the environment says: the demo keeps only its own. */
const DEMO_OUT = {
  flag: '--out <dir>',
  default: ownPath('data/sample'),
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
    .action(async (settings: ServeSettings & { readonly out: string }) => {
      const { snapshot } = await buildFromRegister({
        register: ownPath('sample/sources.yaml'),
        out: settings.out,
        config: undefined,
        keep: 1,
        quiet: true,
      });
      const { entities, links } = snapshot.counts;
      process.stdout.write(`Built the sample: ${entities} entities, ${links} links (snapshot ${snapshot.id}).\n`);
      await serve(await openSnapshot(settings.out), settings, printExamples);
    });
}

/** Resolves when the server has been told to stop and has done so. */
async function serve(
  store: Store,
  settings: ServeSettings,
  announce: (url: string) => void = (url) => process.stderr.write(`Serving ${store.snapshot.id} on ${url}\n`),
): Promise<void> {
  const server = await startServer({
    store: () => store,
    host: settings.host,
    port: settings.port,
    ...(settings.baseUrl !== undefined && { baseUrl: settings.baseUrl }),
    release: RELEASE,
    trustedProxies: settings.trustedProxies,
    limits: {
      links: { quota: settings.linksQuota, windowSeconds: WINDOW_SECONDS },
      search: { quota: settings.searchQuota, windowSeconds: WINDOW_SECONDS },
      coverage: { quota: settings.coverageQuota, windowSeconds: WINDOW_SECONDS },
    },
    logger: settings.logLevel === 'silent' ? false : { level: settings.logLevel },
  });
  announce(server.url);
  await new Promise<void>((stopped) => {
    closeWithGrace({ delay: GRACE_MS }, async ({ err }) => {
      if (err !== undefined) process.stderr.write(`gnd-links: ${err.stack ?? err.message}\n`);
      await server.close();
      await store.close();
      stopped();
    });
  });
}

function printExamples(url: string): void {
  const examples = [
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
}
