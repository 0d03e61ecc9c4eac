/** Downloads the newest file of a source, or harvests it, into the folder of the source. */
import { download, type Downloaded } from '../download/download.ts';
import { DownloadFailed } from '../download/download-failure.ts';
import { findNewest } from '../download/index-page.ts';
import { harvestCopy, type HarvestedCopy, type HarvestListener } from '../harvest/export.ts';
import type { RegisteredSource } from '../register/register.ts';
import type { FetchOptions } from './fetch-options.ts';
import type { SourceFolder, SourceState } from './source-folder.ts';

/** A fetch of one source that has begun. */
export interface SourceFetch {
  readonly source: RegisteredSource;
  readonly options: FetchOptions;
  readonly folder: SourceFolder;
  readonly progress: HarvestListener & { readonly onStart: (totalBytes: number | undefined) => void };
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
    throw new DownloadFailed('no_address', 'The register names no address to download from.');
  return origin.downloadUrl;
}

/**
 * @param url from {@link newestAddress}
 * @throws DownloadFailed, errors of the local disk, or the reason of the abort signal
 */
export async function downloadNewest(
  { source, options, folder, progress, state }: SourceFetch,
  url: string,
): Promise<Downloaded & { readonly harvested?: HarvestedCopy }> {
  const { maximumBytes, maximumUnreadable } = source.guard;
  if (source.origin.oai !== undefined) {
    const guarded = { ...options, harvest: { maximumUnreadable, ...options.harvest } };
    const harvested = await harvestCopy(source.origin.oai, folder, guarded, progress);
    return { kind: 'body', url, validators: {}, harvested };
  }
  const latest = state.held ?? state.accepted;
  // Redirects may change from day to day, so validators belong to the requested address.
  const validators = latest?.url === url && (latest.etag ?? latest.lastModified) !== undefined ? latest : undefined;
  const request = { url, target: folder.incoming, maximumBytes, ...(validators && { validators }), ...progress };
  return download(request, options);
}
