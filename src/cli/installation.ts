/** This copy of the software: its version and its own files, and what opens snapshots with its configuration. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadCuration } from '../register/curation.ts';
import { locateSnapshot } from '../store/directory.ts';
import { isClusterAddress } from '../store/opensearch/address.ts';
import type { ClusterPlace } from '../store/opensearch/place.ts';
import { openSqliteStore } from '../store/sqlite/open.ts';
import { ENTITIES_FILE, SEARCH_FILE } from '../store/sqlite/schema.ts';
import type { Store } from '../store/store.ts';
import type { Engine } from '../store/verify-files.ts';
import { clusterAccess } from './cluster-access.ts';
import { clusterUrl } from './setting.ts';

const root = new URL('../../', import.meta.url);

/** Absolute path of a file or folder that comes along. */
export function ownPath(relative: string): string {
  return fileURLToPath(new URL(relative, root));
}

/** Version of the software. */
export const RELEASE = (JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { version: string }).version;

/**
 * What opens snapshots. The configuration is read anew for each, so that data and curation change together.
 * @param config the configuration that they were built with, if not the one that comes along
 */
export function snapshotEngine(config = ownPath('config')): Engine {
  return {
    files: [SEARCH_FILE, ENTITIES_FILE],
    async open(directory) {
      const { identifier } = await loadCuration(config);
      return openSqliteStore(directory, { identify: identifier });
    },
  };
}

/** @throws UnusableSnapshot when there is none @throws StoreReadError when a cluster does not answer */
export async function openSnapshot(path: string, config?: string): Promise<Store> {
  if (!isClusterAddress(path)) return snapshotEngine(config).open(await locateSnapshot(path));
  const place = await openClusterPlace(path, config);
  const { store } = await (await place.locate()).open();
  return { ...store, close: () => place.close() };
}

/** @param url of a cluster */
export async function openClusterPlace(url: string, config = ownPath('config')): Promise<ClusterPlace> {
  const { clusterPlace } = await import('../store/opensearch/place.ts');
  return clusterPlace(clusterUrl(url), clusterAccess(), async () => (await loadCuration(config)).identifier);
}
