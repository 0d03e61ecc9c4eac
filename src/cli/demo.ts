/** `gnd-links demo`, which is `npm start`: builds the bundled sample, serves it, and prints what to try. */
import { buildFromRegister } from './build.ts';
import { ownPath } from './installation.ts';
import { serve } from './serve.ts';
import type { SettingValues } from './settings/setting.ts';
import type { DEMO_SETTINGS } from './settings/serve-settings.ts';

const EXAMPLES = [
  ['the pages for people', '/'],
  ['an entity and its links', '/api/v1/gnd/118540238/links'],
  ['a merged identifier', '/api/v1/gnd/1012979499/links'],
  ['search', '/api/v1/search?q=bach%201685'],
  ['coverage of a list', '/api/v1/coverage?ids=118540238,1012979499,4074335-4&format=csv'],
  ['the sources', '/api/v1/sources'],
  ['health', '/api/v1/status'],
  ['the formal description', '/api/v1/openapi.json'],
] as const;

export async function runDemo(values: SettingValues<typeof DEMO_SETTINGS>): Promise<void> {
  const register = ownPath('sample/sources.yaml');
  const { snapshot } = await buildFromRegister({ register, out: values.out, keep: 1, quiet: true });
  const { entities, links } = snapshot.counts;
  process.stdout.write(`Built the sample: ${entities} entities, ${links} links (snapshot ${snapshot.id}).\n`);
  const { url, adminUrl } = await serve({ ...values, snapshot: values.out, interactive: true });
  const lines = EXAMPLES.map(([what, path]) => `  ${what.padEnd(24)} ${url}${path}`);
  process.stdout.write(`\nServing on ${url} — try:\n\n${lines.join('\n')}\n\nStop with Ctrl+C.\n`);
  if (adminUrl !== undefined) process.stderr.write(`Admin on ${adminUrl}\n`);
}
