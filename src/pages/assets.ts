/** Style, scripts and pictures that pages load: read once, in a folder named by their content, kept by browsers for a year. */
import { hash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import type { Page } from '../http/page.ts';

const FOREVER = 'public, max-age=31536000, immutable';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Where the sources are, also for what was compiled from them into `dist`: browsers get the files as they are written. */
export const PAGES_FOLDER = join(import.meta.dirname, '../../src/pages');
/** The client of the package, which scripts import; in a browser it lies beside them. */
const CLIENT = '../client/';
const read = (file: string) => readFileSync(join(PAGES_FOLDER, file), 'utf8').replaceAll(`'../${CLIENT}`, "'./");

/** All parts of the style in one file, `base.css` first. */
const style = globSync('style/*.css', { cwd: PAGES_FOLDER }).toSorted(
  (a, b) => Number(b.endsWith('base.css')) - Number(a.endsWith('base.css')) || (a < b ? -1 : 1),
);
/** Programs of others that run in browsers: what draws the OpenAPI description, what writes workbooks. */
const LIBRARIES = ['rapidoc/dist/rapidoc-min.js', 'write-excel-file/bundle/write-excel-file.min.js'];

const assets = new Map<string, string>([
  ['style.css', style.map(read).join('\n')],
  ...globSync(['script/*.js', 'picture/*.svg', `${CLIENT}*.js`], { cwd: PAGES_FOLDER })
    .toSorted()
    .map((file) => [basename(file), read(file)] as const),
  ...LIBRARIES.map((file) => [basename(file), readFileSync(libraryFile(file), 'utf8')] as const),
]);
const version = hash('sha256', JSON.stringify([...assets]), 'hex').slice(0, 12);

/** Beside this file in a package, which has a copy, else where npm has put it. */
function libraryFile(file: string): string {
  const copy = join(import.meta.dirname, basename(file));
  return existsSync(copy) ? copy : join(import.meta.dirname, '../../node_modules', file);
}

/** @throws when there is no such asset */
export function readAsset(name: string): string {
  const text = assets.get(name);
  if (text === undefined) throw new Error(`There is no asset ${name}.`);
  return text;
}

/** All in one folder, so that scripts import each other by their names. @throws when there is no such asset: a mistake in a page */
export function assetPath(name: string): string {
  readAsset(name);
  return `/assets/${version}/${name}`;
}

export function assetPages(): readonly Page[] {
  return [...assets].map(([name, text]) => {
    const contentType = TYPES[extname(name)];
    if (contentType === undefined) throw new Error(`${name} is of no known type.`);
    const answer = { contentType, body: Buffer.from(text), shared: true, cacheControl: FOREVER };
    return { path: assetPath(name), answer: () => answer };
  });
}

/** Scripts whose names begin so; the browser may load them all at once. */
export function scriptPaths(prefix: string): readonly string[] {
  return [...assets.keys()].filter((name) => name.startsWith(prefix) && name.endsWith('.js')).map(assetPath);
}
