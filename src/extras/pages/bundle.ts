/** Bundles the scripts and the style of pages: into `dist` when the package is built, or in memory when a server starts from a checkout. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { licenceTexts } from './licence-texts.ts';

const PROJECT = join(import.meta.dirname, '../../..');
const SCRIPTS = join(import.meta.dirname, 'script');
const LICENCES = 'licences.txt';

/** The style, and one script for each page and each worker; they contain their imports, except those that are loaded on demand. */
const ENTRIES = [
  '../style/style.css',
  'copy.ts',
  'countdown.ts',
  'coverage.ts',
  'entity.ts',
  'resolve.ts',
  'site.ts',
  'source-check.ts',
  'source-check-worker.ts',
].map((name) => join(SCRIPTS, name));

/** @returns files by name; they are served in one folder, so that they import each other by name */
export async function bundleAssets(): Promise<ReadonlyMap<string, Buffer>> {
  const { build } = await import('esbuild');
  const built = await Promise.all(
    ENTRIES.map((entry) =>
      build({
        entryPoints: [entry],
        // Names of chunks depend on this folder, so it must not be the folder in which the command is started.
        absWorkingDir: PROJECT,
        outdir: SCRIPTS,
        bundle: true,
        splitting: true,
        minify: true,
        format: 'esm',
        charset: 'utf8',
        banner: { js: `/*! Licences: ${LICENCES} */` },
        write: false,
        metafile: true,
      }),
    ),
  );
  const inputs = built.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  const manifests = inputs.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
  const licences = licenceTexts([...new Set(manifests)].map((folder) => join(PROJECT, folder, 'package.json')));
  return new Map([
    ...built.flatMap(({ outputFiles }) =>
      outputFiles.map(({ path, contents }) => [basename(path), Buffer.from(contents)] as const),
    ),
    [LICENCES, Buffer.from(licences)],
  ]);
}

if (import.meta.main) {
  const [folder = ''] = process.argv.slice(2);
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of await bundleAssets()) writeFileSync(join(folder, name), content);
}
