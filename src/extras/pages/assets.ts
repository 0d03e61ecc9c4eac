/** Serves style, scripts and pictures of pages in a folder named after their content; browsers keep them for a year. */
import { hash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { type Door, door } from '../../core/http/door.ts';
import { lenient } from '../../core/http/parameters.ts';

const FOREVER = 'public, max-age=31536000, immutable';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

/** Folder of the sources, which modules compiled into `dist` also use. */
export const PAGES_FOLDER = join(import.meta.dirname, '../../../src/extras/pages');

/** Folder of the bundles that the build has written. A checkout has no such folder, and a package has no bundler. */
const BUNDLED = join(import.meta.dirname, 'bundled');
const bundled = existsSync(BUNDLED)
  ? filesIn(BUNDLED, '*')
  : await import('./bundle.ts').then(({ bundleAssets }) => bundleAssets());

const assets: ReadonlyMap<string, Buffer> = new Map([...filesIn(PAGES_FOLDER, 'picture/*.svg'), ...bundled]);
const version = versionOf(assets);

function filesIn(folder: string, pattern: string): ReadonlyMap<string, Buffer> {
  return new Map(globSync(pattern, { cwd: folder }).map((file) => [basename(file), readFileSync(join(folder, file))]));
}

function versionOf(files: ReadonlyMap<string, Buffer>): string {
  const hashes = [...files].map(([name, content]) => `${name} ${hash('sha256', content)}`);
  return hash('sha256', hashes.toSorted().join('\n')).slice(0, 12);
}

/** @throws Error when there is no such asset */
export function readAsset(name: string): string {
  const content = assets.get(name);
  if (content === undefined) throw new Error(`There is no asset ${name}.`);
  return content.toString();
}

/** Path of an asset; all are in one folder, so that scripts import each other. @throws Error for an unknown asset */
export function assetPath(name: string): string {
  if (!assets.has(name)) throw new Error(`There is no asset ${name}.`);
  return `/assets/${version}/${name}`;
}

export function assetDoors(): readonly Door[] {
  return Array.from(assets, ([name, body]) => {
    const contentType = TYPES[extname(name)];
    if (contentType === undefined) throw new Error(`${name} is of an unknown type.`);
    const answer = { contentType, body, shared: true };
    const path = assetPath(name);
    return door({
      path,
      summary: 'A file that the pages load',
      parameters: lenient({}),
      dependsOn: 'release',
      cacheControl: FOREVER,
      // A worker obeys the policy of its own file, not that of the page.
      ...(name.endsWith('-worker.js') && { headers: { 'content-security-policy': "script-src 'self'" } }),
      examples: [path],
      answer: () => answer,
    });
  });
}
