/** This installation: its version, its bundled files, and the engines that open snapshots with its configuration. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { type Curation, loadCuration } from '../build/sources/register/curation.ts';
import { loadVocabulary } from '../build/sources/register/vocabulary.ts';
import type { Vocabulary } from '../core/model/vocabulary.ts';
import { shareSnapshot } from '../core/snapshot/directory.ts';
import { isClusterAddress } from '../extras/cluster/address.ts';
import type { ClusterSource } from '../extras/cluster/snapshot-source.ts';
import { createHttpClient, type HttpClient, type TimeOuts } from '../build/sources/download/http-client.ts';
import { proxiesOf } from '../build/sources/download/proxy.ts';
import { openContent } from '../build/ingest/snapshot/read-rows.ts';
import { openSqliteStore } from '../core/sqlite/open.ts';
import { ENTITIES_FILE, SEARCH_FILE } from '../core/sqlite/schema.ts';
import type { Store } from '../core/snapshot/store.ts';
import type { ContentEngine } from '../shared/snapshot-rows.ts';
import type { FileEngine } from '../core/snapshot/verify-files.ts';
import { clusterAccess } from './cluster-access.ts';
import type { PROBE_SETTINGS } from './settings/fetch-settings.ts';
import { clusterUrl, type SettingValues } from './settings/setting.ts';

const root = new URL('../../', import.meta.url);

/** Absolute path of a bundled file or folder. */
export function ownPath(relative: string): string {
  return fileURLToPath(new URL(relative, root));
}

/** Version of the software. */
export const RELEASE = (JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { version: string }).version;

/**
 * The configuration is read anew for each snapshot, so that data and curation change together.
 * @param config the configuration of the snapshots, if not the bundled one
 */
export function snapshotEngine(config = ownPath('config')): FileEngine & ContentEngine {
  return {
    files: [SEARCH_FILE, ENTITIES_FILE],
    openContent,
    async open(directory) {
      return openSqliteStore(directory, await openCuration(config));
    },
  };
}

/** @throws UnusableSnapshot when there is no snapshot @throws StoreReadError when a cluster does not answer */
export async function openSnapshot(path: string, config?: string): Promise<Store & AsyncDisposable> {
  await using opening = new AsyncDisposableStack();
  const store = isClusterAddress(path)
    ? await openInCluster(path, config, opening)
    : await openFiles(path, config, opening);
  const opened = opening.move();
  const close = () => opened.disposeAsync();
  return { ...store, close, [Symbol.asyncDispose]: close };
}

async function openFiles(path: string, config: string | undefined, opening: AsyncDisposableStack): Promise<Store> {
  const { directory } = opening.use(await shareSnapshot(path));
  return opening.adopt(await snapshotEngine(config).open(directory), (store) => store.close());
}

async function openInCluster(url: string, config: string | undefined, opening: AsyncDisposableStack): Promise<Store> {
  const source = opening.adopt(await openClusterSource(url, config), (opened) => opened.close());
  return (await (await source.locate()).open()).store;
}

/** @param url of a cluster */
export async function openClusterSource(url: string, config = ownPath('config')): Promise<ClusterSource> {
  const { clusterSource } = await import('../extras/cluster/snapshot-source.ts');
  return clusterSource(clusterUrl(url), clusterAccess(), () => openCuration(config));
}

/** @throws InvalidConfiguration */
export async function vocabularyIn(config = ownPath('config')): Promise<Vocabulary> {
  return loadVocabulary(join(config, 'vocabulary'));
}

/** The client for requests to publishers. @param timeOuts in milliseconds */
export function openHttpClient(
  { contact, allowPrivateAddresses }: Pick<SettingValues<typeof PROBE_SETTINGS>, 'contact' | 'allowPrivateAddresses'>,
  timeOuts: TimeOuts,
): HttpClient {
  return createHttpClient({
    timeOuts,
    allowPrivate: allowPrivateAddresses === true,
    proxies: proxiesOf(process.env),
    userAgent: `gnd-links/${RELEASE}${contact === undefined ? '' : ` (+${contact})`}`,
  });
}

/** The curation in a folder of configuration, by default the bundled one. @throws InvalidConfiguration */
export async function openCuration(config = ownPath('config')): Promise<Curation> {
  return loadCuration(config);
}
