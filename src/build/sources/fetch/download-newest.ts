/** Downloads the newest file of a source, or harvests it, into the folder of the source. */
import { download, type Downloaded } from '../download/download.ts';
import { DownloadFailed } from '../download/download-failure.ts';
import { findNewest } from '../download/index-page.ts';
import { harvestCopy, type HarvestedCopy } from '../harvest/export.ts';
import type { OaiRepository, RegisteredSource } from '../register/register.ts';
import type { FetchListener, FetchOptions } from './fetch-options.ts';
import type { SourceFolder, SourceState } from './source-folder.ts';

/** A fetch of one source that has begun. */
export interface SourceFetch {
  readonly source: RegisteredSource;
  readonly options: FetchOptions;
  readonly folder: SourceFolder;
  readonly listener: FetchListener;
  /** RFC 3339 instant of the beginning. */
  readonly at: string;
  /** State before the fetch. */
  readonly state: SourceState;
}

/** Address of the repository of a harvested source, else of the newest file: from the index page, or permanent. */
export async function newestAddress({ source: { origin }, folder, options }: SourceFetch): Promise<string> {
  if (origin.oai !== undefined) return origin.oai.url;
  if (origin.index !== undefined) {
    try {
      return await findNewest(origin.index, `${folder.incoming}-index`, options);
    } catch (error) {
      if (!(error instanceof DownloadFailed) || origin.downloadUrl === undefined) throw error;
    }
  }
  if (origin.downloadUrl === undefined)
    throw new DownloadFailed('no_address', 'The register gives no address to fetch.');
  return origin.downloadUrl;
}

/**
 * @param url from {@link newestAddress}
 * @throws DownloadFailed, errors of the local disk, or the reason of the abort signal
 */
export async function downloadNewest(
  fetch: SourceFetch,
  url: string,
): Promise<Downloaded & { readonly harvested?: HarvestedCopy }> {
  const { source, options, folder, listener, state } = fetch;
  if (source.origin.oai !== undefined) {
    const harvested = await harvestNewest(fetch, source.origin.oai);
    return { kind: 'body', url, validators: {}, harvested };
  }
  const latest = state.held ?? state.accepted;
  // Redirects may change from day to day, so validators belong to the requested address.
  const validators = latest?.url === url && (latest.etag ?? latest.lastModified) !== undefined ? latest : undefined;
  const request = {
    url,
    target: folder.incoming,
    maximumBytes: source.guard.maximumBytes,
    ...(validators !== undefined && { validators }),
    onStart: (total: number | undefined) => listener.onStart?.(source.key, total),
    onBytes: (bytes: number) => listener.onBytes?.(source.key, bytes),
  };
  return download(request, options);
}

function harvestNewest(
  { source: { key, guard }, options, folder, listener }: SourceFetch,
  repository: OaiRepository,
): Promise<HarvestedCopy> {
  const { harvest, audit, now } = options;
  return harvestCopy(
    {
      repository,
      folder: folder.path,
      target: folder.incoming,
      harvest: { maximumUnreadable: guard.maximumUnreadable, ...harvest },
      audit,
      now,
      onBytes: (bytes) => listener.onBytes?.(key, bytes),
      onWindow: (window) => listener.onWindow?.(key, window),
    },
    options,
  );
}
