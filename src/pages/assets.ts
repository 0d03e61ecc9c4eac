/** Style, scripts and pictures that pages load: read once, in a folder named by their content, kept by browsers for a year. */
import { hash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '../http/page.ts';

const FOREVER = 'public, max-age=31536000, immutable';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Where the sources are, also for what was compiled from them into `dist`: browsers get the files as they are written. */
export const PAGES_FOLDER = join(import.meta.dirname, '../../src/pages');
const read = (file: string) => readFileSync(join(PAGES_FOLDER, file), 'utf8');

/** All parts of the style in one file, `base.css` first. */
const style = globSync('style/*.css', { cwd: PAGES_FOLDER }).toSorted(
  (a, b) => Number(b.endsWith('base.css')) - Number(a.endsWith('base.css')) || (a < b ? -1 : 1),
);
/** Programs of others that run in browsers: what draws the OpenAPI description, what writes workbooks. */
const LIBRARIES = ['rapidoc/dist/rapidoc-min.js', 'write-excel-file/bundle/write-excel-file.min.js'];

/** Sources by the name of the asset. */
const files = new Map<string, string>();
for (const file of globSync(['picture/*.svg', '../client/*.js'], { cwd: PAGES_FOLDER })) add(join(PAGES_FOLDER, file));
for (const file of LIBRARIES) add(libraryFile(file));
for (const file of globSync(`script/*${extname(import.meta.filename)}`, { cwd: import.meta.dirname })) {
  add(join(import.meta.dirname, file));
}
const assets = new Map([['style.css', style.map(read).join('\n')]]);
for (const name of [...files.keys()].toSorted()) assets.set(name, readFileSync(files.get(name) ?? '', 'utf8'));
const version = hash('sha256', JSON.stringify([...assets]), 'hex').slice(0, 12);

/** With all that a script imports: what is checked in a browser is checked by the program of the build. */
function add(file: string, name = basename(file).replace(/ts$/, 'js')): void {
  if (files.has(name)) return;
  files.set(name, file);
  if (file.endsWith('.min.js') || !/[jt]s$/.test(file)) return;
  const text = readFileSync(file, 'utf8');
  for (const [, fixed, late] of text.matchAll(/^import (?!type )[^;]*? from '([^']+)'|await import\('([^']+)'/gm)) {
    const imported = fixed ?? late ?? '';
    if (imported.startsWith('.')) add(join(dirname(file), imported));
    else add(fileURLToPath(import.meta.resolve(imported)), `${imported}.js`);
  }
}

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
  return [...assets.keys()].map((name) => {
    const contentType = TYPES[extname(name)];
    if (contentType === undefined) throw new Error(`${name} is of no known type.`);
    let answer: Awaited<ReturnType<Page['answer']>> | undefined;
    return {
      path: assetPath(name),
      answer: () =>
        (answer ??= {
          contentType,
          body: bodyOf(name),
          shared: true,
          cacheControl: FOREVER,
          // A worker has the policy of its own file.
          ...(name.endsWith('-worker.js') && { headers: { 'content-security-policy': "script-src 'self'" } }),
        }),
    };
  });
}

/** What imports lead to lies beside it, and has no types any more. */
function bodyOf(name: string): Buffer {
  const text = readAsset(name);
  if (!name.endsWith('.js')) return Buffer.from(text);
  const script = (files.get(name)?.endsWith('.ts') === true ? stripTypeScriptTypes(text) : text)
    .replace(/'(?:\.\.?\/)+(?:[\w-]+\/)*([\w-]+)\.[jt]s'/g, "'./$1.js'")
    .replace(/(?<=^import .* from )'(\w+)'/gm, "'./$1.js'");
  return Buffer.from(script);
}

/** Scripts whose names begin so; the browser may load them all at once. */
export function scriptPaths(prefix: string): readonly string[] {
  return [...assets.keys()].filter((name) => name.startsWith(prefix) && name.endsWith('.js')).map(assetPath);
}
