/** `gnd-links demo` (`npm start`): builds the bundled sample, serves it, and prints addresses to try. */
import { localAddress } from '../core/http/server.ts';
import type { ExtraName } from './doors.ts';
import { buildSample } from './sample.ts';
import { serve } from './serve.ts';
import type { SettingValues } from './settings/setting.ts';
import type { DEMO_SETTINGS } from './settings/serve-settings.ts';

type DemoValues = SettingValues<typeof DEMO_SETTINGS>;

export const EXAMPLES: readonly (readonly [what: string, path: string, ...needs: ExtraName[]])[] = [
  ['The pages for people', '/', 'pages'],
  ['Ways to use the service', '/use', 'pages'],
  ['An entity', '/gnd/118540238', 'pages'],
  ['A merged identifier', '/gnd/1012979490', 'pages'],
  ['Search', '/api/v1/search?q=bach%201685'],
  ['A withheld entity', '/gnd/1999999983', 'pages'],
  ['A withheld date of birth', '/gnd/1999999975', 'pages'],
  ['A crosswalk', '/gnd/4047989-4', 'pages'],
  ['Sources (one retired)', '/api/v1/sources'],
  ['Health and harvest', '/api/v1/status'],
  ['Files and changes', '/files', 'pages', 'dumps'],
  ['Formal description', '/api/v1/openapi.json'],
];

/** The addresses that a service with these extras answers. */
export const examplesFor = (doors: readonly ExtraName[]) =>
  EXAMPLES.filter(([, , ...needs]) => needs.every((name) => doors.includes(name)));

export async function runDemo(values: DemoValues): Promise<void> {
  const { out, host, port } = values;
  // Lists state the address of their newest version, which is unknown until a free port is chosen.
  const baseUrl = values.baseUrl ?? (port === 0 ? undefined : localAddress(host, port));
  const { snapshot, config, dumps } = await buildSample(out, baseUrl);
  const { entities, links } = snapshot.counts;
  process.stdout.write(`Built the sample: ${entities} entities, ${links} links (snapshot ${snapshot.id}).\n`);
  const { url, adminUrl } = await serve({ ...values, config, dumps, snapshot: out, isDemonstration: true });
  const lines = examplesFor(values.doors).map(([what, path]) => `  ${what.padEnd(24)} ${url}${path}`);
  process.stdout.write(`\nServing on ${url} — try:\n\n${lines.join('\n')}\n\nStop with Ctrl+C.\n`);
  if (adminUrl !== undefined) process.stderr.write(`Admin on ${adminUrl}\n`);
}
