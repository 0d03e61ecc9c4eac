/** This copy of the software: its version, its own files, and the curation that comes along. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Curation, loadCuration } from '../register/curation.ts';

const root = new URL('../../', import.meta.url);

/** Absolute path of a file or folder that comes along. */
export function ownPath(relative: string): string {
  return fileURLToPath(new URL(relative, root));
}

/** Version of the software. */
export const RELEASE = (JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { version: string }).version;

/**
 * @param folder with the configuration, if it is not the one that comes along
 * @throws InvalidConfiguration
 */
export function loadCurationFrom(folder = ownPath('config')): Promise<Curation> {
  return loadCuration(join(folder, 'categories.yaml'), join(folder, 'collections.yaml'));
}
