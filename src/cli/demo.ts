/** `gnd-links demo` (`npm start`): builds the bundled sample, serves it with all doors, and prints addresses to try. */
import { fillPath } from '../core/http/door-link.ts';
import { locateSnapshot } from '../core/snapshot/directory.ts';
import { methodsOf } from '../core/http/door-route.ts';
import { openDoors } from './doors.ts';
import { updateChanges, updateDump } from '../build/runs/dump/update-dumps.ts';
import { folderPlace } from '../build/runs/run.ts';
import { buildFromRegister } from './build.ts';
import { ownPath, readings, RELEASE } from './installation.ts';
import { runAt } from './runs.ts';
import { serve } from './serve.ts';
import type { SettingValues } from './settings/setting.ts';
import type { DEMO_SETTINGS } from './settings/serve-settings.ts';

type DemoValues = SettingValues<typeof DEMO_SETTINGS>;

const EXAMPLES: readonly (readonly [what: string, path: string])[] = [
  ['The pages for people', '/'],
  ['How to use all of it', '/use'],
  ['An entity', '/gnd/118540238'],
  ['A merged identifier', '/gnd/1012979499'],
  ['Search', '/api/v1/search?q=bach%201685'],
  ['Sources', '/api/v1/sources'],
  ['Health', '/api/v1/status'],
  ['Formal description', '/api/v1/openapi.json'],
];

export async function runDemo(values: DemoValues): Promise<void> {
  const register = ownPath('sample/sources.yaml');
  const { built } = await buildFromRegister({ register, out: values.out, keep: 1, quiet: true });
  const { entities, links } = built.snapshot.counts;
  process.stdout.write(`Built the sample: ${entities} entities, ${links} links (snapshot ${built.snapshot.id}).\n`);
  const dumps = values.dumps ?? (await writeFiles(values));
  const { url, adminUrl } = await serve({ ...values, dumps, snapshot: values.out, interactive: true });
  const lines = [...EXAMPLES, ...(await usesOf(values, dumps))].map(
    ([what, path]) => `  ${what.padEnd(24)} ${url}${path}`,
  );
  process.stdout.write(`\nServing on ${url} — try:\n\n${lines.join('\n')}\n\nStop with Ctrl+C.\n`);
  if (adminUrl !== undefined) process.stderr.write(`Admin on ${adminUrl}\n`);
}

/** @returns the folder of dumps */
async function writeFiles({ out, baseUrl, host, port }: DemoValues): Promise<string> {
  const dumps = `${out}-files`;
  // Lists state the address of their newest version, which is unknown until a free port is chosen.
  const address = baseUrl ?? (port === 0 ? undefined : `http://${host}:${port}`);
  const options = {
    config: ownPath('config'),
    snapshots: out,
    keep: 1,
    changesDays: 1,
    now: new Date(),
    baseUrl: address,
  };
  await runAt(folderPlace(dumps), 'dump', async (run) => {
    const directory = await locateSnapshot(out);
    await updateDump(run, directory, options);
    await updateChanges(run, directory, options);
    return { result: 'dumped' };
  });
  return dumps;
}

/** One address for each way to use the service. */
async function usesOf({ doors }: DemoValues, dumps: string): Promise<typeof EXAMPLES> {
  const served = await openDoors({ release: RELEASE, dumps, schemes: (await readings()).schemes }, doors);
  return served.flatMap((door) => {
    const { use, path, examples } = door;
    if (use === undefined) return [];
    const [, shown = path] = /SERVICE([^"\s]*)/.exec(use.example('SERVICE').text) ?? [];
    const [example = path.includes('{') ? shown : path] = examples.filter((one) => typeof one === 'string');
    // A browser cannot call a door that accepts POST only, so its page is shown.
    const page = served.find(({ name }) => name === use.page.door);
    const shownPage = page === undefined ? path : fillPath(page.path, use.page.values);
    return [[use.name.en, methodsOf(door).includes('GET') ? example : shownPage] as const];
  });
}
