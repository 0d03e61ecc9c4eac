/** No document, page or register of others leads to a package on npm before its name is ours. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './markdown.ts';

const names = ['package.json', 'src/extras/client/package.json'].map(
  (file) => (JSON.parse(readFileSync(join(root, file), 'utf8')) as { readonly name: string }).name,
);
const [service = '', client = ''] = names;

/** Ways in which a text makes its reader load a package. A file of a checkout, as in `./gnd-links-1.0.0.tgz`, is ours. */
const LOADS = [
  String.raw`\b(?:npx|bunx|pnpm dlx|yarn dlx)\s+(?:-\S+\s+)*${service}`,
  String.raw`\b(?:npm|pnpm|yarn|bun)\s+(?:i|install|add|exec)\s+(?:-\S+\s+)*${service}`,
  String.raw`(?:from|import\()\s*['"](?:npm:)?${service}`,
  String.raw`(?:npm:|esm\.sh/|jsdelivr\.net/npm/|unpkg\.com/|npmjs\.com/package/)${service}`,
  String.raw`"command":\s*"npx"|"identifier":\s*"${service}`,
  client,
].map((pattern) => new RegExp(pattern));

const PLACES = [
  '*.{md,json,cff,yaml}',
  'docs/**/*.{md,json,ts}',
  'sample/**/*',
  'config/**/*',
  'deploy/**/*.{md,yaml,env,service}',
  'src/**/*.{ts,js,json,md}',
];

it('only package.json has the name of a package, and nothing loads one', () => {
  const files = globSync(PLACES, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^(?:package(?:-lock)?\.json|CHANGELOG\.md)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  expect(files.length).toBeGreaterThan(500);
  const found = files.filter((file) => LOADS.some((pattern) => pattern.test(readFileSync(file, 'utf8'))));
  expect(found).toEqual([]);
});

it.each([
  'npx -y gnd-links serve',
  'npm install --global gnd-links',
  "import { createClient } from 'gnd-links-client';",
  '"command": "npx"',
])('%s would be found', (text) => {
  expect(LOADS.some((pattern) => pattern.test(text))).toBe(true);
});
