/** Opens the snapshot that an operator names, with the identifiers that a search should recognise. */
import { join } from 'node:path';
import { loadCuration } from '../sources/curation.ts';
import { locateSnapshot } from '../store/directory.ts';
import { openSqliteStore } from '../store/sqlite/open.ts';
import type { Store } from '../store/store.ts';
import { ownPath } from './release.ts';

/**
 * @param config the configuration that it was built with, if not the one that comes along
 * @throws UnusableSnapshot when there is none
 */
export async function openSnapshot(path: string, config = ownPath('config')): Promise<Store> {
  const directory = await locateSnapshot(path);
  const curation = await loadCuration(join(config, 'categories.yaml'), join(config, 'collections.yaml'));
  return openSqliteStore(directory, { identify: curation.identifier });
}
