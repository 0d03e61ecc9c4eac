/** Opens the snapshot that an operator names, with the identifiers that a search should recognise. */
import { join } from 'node:path';
import { loadCuration } from '../register/curation.ts';
import { locateSnapshot } from '../store/directory.ts';
import type { Engine } from '../store/verify-files.ts';
import { openSqliteStore } from '../store/sqlite/open.ts';
import { ENTITIES_FILE, SEARCH_FILE } from '../store/sqlite/schema.ts';
import type { Store } from '../store/store.ts';
import { warmUpLogged, type WarmUpLog } from '../store/warm-up.ts';
import { ownPath } from './release.ts';

/**
 * What opens snapshots. The configuration is read anew for each, so that data and curation change together.
 * @param config the configuration that they were built with, if not the one that comes along
 */
export function snapshotEngine(config = ownPath('config')): Engine {
  return {
    files: [SEARCH_FILE, ENTITIES_FILE],
    async open(directory) {
      const curation = await loadCuration(join(config, 'categories.yaml'), join(config, 'collections.yaml'));
      return openSqliteStore(directory, { identify: curation.identifier });
    },
  };
}

/**
 * @param config the configuration that it was built with, if not the one that comes along
 * @throws UnusableSnapshot when there is none
 */
export async function openSnapshot(path: string, config?: string): Promise<Store> {
  return snapshotEngine(config).open(await locateSnapshot(path));
}

/** Reads the files of a snapshot that is served, in the background, unless that is not wanted. */
export function beginWarmUp(
  { warmUp }: { readonly warmUp: 'on' | 'off' },
  directory: string,
  { files }: Engine,
  log: WarmUpLog,
): AbortController {
  const controller = new AbortController();
  const { signal } = controller;
  if (warmUp === 'on') void warmUpLogged(directory, { files, room: process.availableMemory(), signal }, log);
  return controller;
}
