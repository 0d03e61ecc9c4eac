/** Style, scripts and pictures that pages load: read once, named by their content, kept by browsers for a year. */
import { hash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Page, PageAnswer } from '../http/page.ts';

const FOREVER = 'public, max-age=31536000, immutable';

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

interface Asset {
  readonly path: string;
  readonly answer: PageAnswer;
}

/** Where the sources are, also for what was compiled from them into `dist`: browsers get the files as they are written. */
const folder = join(import.meta.dirname, '../../src/pages');
/** All parts of the style in one file, `base.css` first. */
const parts = globSync('style/*.css', { cwd: folder }).toSorted(
  (a, b) => Number(b.endsWith('base.css')) - Number(a.endsWith('base.css')) || (a < b ? -1 : 1),
);
const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const assets = new Map<string, Asset>([
  assetOf('style.css', parts.map(read).join('\n')),
  ...globSync(['script/*.js', 'picture/*.svg'], { cwd: folder }).map((file) => assetOf(basename(file), read(file))),
]);

function assetOf(name: string, text: string): [string, Asset] {
  const [stem = '', extension = ''] = name.split('.');
  const contentType = TYPES[extension];
  if (contentType === undefined) throw new Error(`${name} is of no known type.`);
  const path = `/assets/${stem}.${hash('sha256', text, 'hex').slice(0, 12)}.${extension}`;
  return [name, { path, answer: { contentType, body: Buffer.from(text), shared: true, cacheControl: FOREVER } }];
}

/** @throws when there is no such asset: a mistake in a page, found by its first test */
export function assetPath(name: string): string {
  const asset = assets.get(name);
  if (asset === undefined) throw new Error(`There is no asset ${name}.`);
  return asset.path;
}

export function assetPages(): readonly Page[] {
  return [...assets.values()].map(({ path, answer }) => ({ path, answer: () => answer }));
}
