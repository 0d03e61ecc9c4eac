/** The original licences of packages that are bundled into the assets of pages. */
import { globSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** @param manifests paths of `package.json` @returns one text with the licences of these packages and their dependencies */
export function licenceTexts(manifests: readonly string[]): string {
  const texts = new Map<string, string>();
  const open = [...manifests];
  for (let manifest = open.pop(); manifest !== undefined; manifest = open.pop()) {
    const { name, version, license, dependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as Manifest;
    const title = `${name} ${version}`;
    if (texts.has(title)) continue;
    texts.set(title, licenceIn(dirname(manifest)) || `Licence: ${license}`);
    for (const dependency of Object.keys(dependencies)) {
      const found = findPackageJSON(dependency, manifest);
      if (found !== undefined) open.push(found);
    }
  }
  const sections = [...texts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return sections.map(([title, text]) => `${title}\n${'='.repeat(title.length)}\n\n${text}\n`).join('\n\n');
}

/** The licence of a package, with the notices of bundles in it; empty where it has neither. */
function licenceIn(folder: string): string {
  const files = globSync(['{LICEN[CS]E,COPYING,NOTICE}*', 'dist/*.js.LICENSE.txt'], { cwd: folder }).toSorted();
  return files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
}
