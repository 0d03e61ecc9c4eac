/** Bundles the scripts of pages: for `dist` when the package is built, in a checkout when the server starts. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { licenceTexts } from './licence-texts.ts';

const PROJECT = join(import.meta.dirname, '../../..');
const SCRIPTS = join(import.meta.dirname, 'script');
const LICENCES = 'licences.txt';

/** One script for each page and each worker. Scripts contain their imports, except those that are loaded on demand. */
const ENTRIES = [
  'copy',
  'countdown',
  'coverage',
  'entity',
  'resolve',
  'site',
  'source-check',
  'source-check-worker',
].map((name) => join(SCRIPTS, `${name}.ts`));

/** @returns files by name; they are served in one folder, so that they import each other by name */
export async function bundleScripts(): Promise<ReadonlyMap<string, Buffer>> {
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
  for (const [name, content] of await bundleScripts()) writeFileSync(join(folder, name), content);
}
