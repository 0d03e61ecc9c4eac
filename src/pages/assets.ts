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
/** Modules of the service that browsers run too, so that what is checked there is checked by the program of the build. */
const SHARED = ['readers/beacon', 'fetch/plausibility'];

const modules = new Map<string, string>();
for (const name of SHARED) addModule(join(import.meta.dirname, '..', name + extname(import.meta.filename)));
const assets = new Map<string, string>([
  ['style.css', style.map(read).join('\n')],
  ...globSync(['script/*.js', 'picture/*.svg', '../client/*.js'], { cwd: PAGES_FOLDER })
    .toSorted()
    .map((file) => [basename(file), read(file)] as const),
  ...LIBRARIES.map((file) => [basename(file), readFileSync(libraryFile(file), 'utf8')] as const),
  ...modules,
]);
const version = hash('sha256', JSON.stringify([...assets]), 'hex').slice(0, 12);

/** With all that it imports, as it is written. */
function addModule(file: string, name = basename(file).replace(/ts$/, 'js')): void {
  if (modules.has(name)) return;
  const text = readFileSync(file, 'utf8');
  modules.set(name, text);
  for (const [, fixed, late] of text.matchAll(/^import (?!type )[^;]*? from '([^']+)'|await import\('([^']+)'/gm)) {
    const imported = fixed ?? late ?? '';
    if (imported.startsWith('.')) addModule(join(dirname(file), imported));
    else addModule(fileURLToPath(import.meta.resolve(imported)), `${imported}.js`);
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
  const isTyped = modules.has(name) && import.meta.filename.endsWith('.ts');
  const script = (isTyped ? stripTypeScriptTypes(text) : text)
    .replace(/'(?:\.\.?\/)+(?:[\w-]+\/)*([\w-]+)\.[jt]s'/g, "'./$1.js'")
    .replace(/(?<=^import .* from )'(\w+)'/gm, "'./$1.js'");
  return Buffer.from(script);
}

/** Scripts whose names begin so; the browser may load them all at once. */
export function scriptPaths(prefix: string): readonly string[] {
  return [...assets.keys()].filter((name) => name.startsWith(prefix) && name.endsWith('.js')).map(assetPath);
}
