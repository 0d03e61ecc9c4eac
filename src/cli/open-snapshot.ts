/** Opens the snapshot that an operator names, with the identifiers that a search should recognise. */
import { locateSnapshot } from '../store/directory.ts';
import type { Engine } from '../store/verify-files.ts';
import { openSqliteStore } from '../store/sqlite/open.ts';
import { ENTITIES_FILE, SEARCH_FILE } from '../store/sqlite/schema.ts';
import type { Store } from '../store/store.ts';
import { loadCurationFrom } from './installation.ts';

/**
 * What opens snapshots. The configuration is read anew for each, so that data and curation change together.
 * @param config the configuration that they were built with, if not the one that comes along
 */
export function snapshotEngine(config?: string): Engine {
  return {
    files: [SEARCH_FILE, ENTITIES_FILE],
    async open(directory) {
      const { identifier } = await loadCurationFrom(config);
      return openSqliteStore(directory, { identify: identifier });
    },
  };
}

/** @throws UnusableSnapshot when there is none */
export async function openSnapshot(path: string, config?: string): Promise<Store> {
  return snapshotEngine(config).open(await locateSnapshot(path));
}
