/** Gets the newest that the origin of a source has: downloads a file, copies one of this machine, or harvests records. */
import { copyLocally } from './copy-locally.ts';
import { download, type Downloaded } from './download.ts';
import { DownloadFailed } from './download-failure.ts';
import { findNewest } from './index-page.ts';
import { harvestCopy } from '../oai/harvested-copy.ts';
import type { OaiRepository, RegisteredSource } from '../register/register.ts';
import type { SourceFolder } from './state.ts';
import type { FetchOptions, Visit } from './visit.ts';

/** @throws DownloadFailed; other errors are those of the own disk, or the reason of the abort signal */
export async function obtain(visit: Visit): Promise<Downloaded> {
  const { source, options, folder, listener, state } = visit;
  if (source.origin.oai !== undefined) return obtainHarvest(visit, source.origin.oai);
  const url = await addressOf(source, folder, options);
  visit.url = url;
  const latest = state.held ?? state.accepted;
  const validators = latest?.url === url && (latest.etag ?? latest.lastModified) !== undefined ? latest : undefined;
  const request = {
    url,
    target: folder.incoming,
    maximumBytes: source.guard.maximumBytes,
    ...(validators !== undefined && { validators }),
    onStart: (total: number | undefined) => listener.onStart?.(source.key, total),
    onBytes: (bytes: number) => {
      visit.bytes += bytes;
      listener.onBytes?.(source.key, bytes);
    },
  };
  const downloaded = url.startsWith('file:') ? await copyLocally(request) : await download(request, options);
  return { ...downloaded, url };
}

async function obtainHarvest(visit: Visit, repository: OaiRepository): Promise<Downloaded> {
  const { source, options, folder, listener } = visit;
  visit.url = repository.url;
  visit.harvested = await harvestCopy(
    {
      repository,
      folder: folder.path,
      target: folder.incoming,
      harvest: options.harvest,
      onBytes(bytes) {
        visit.bytes += bytes;
        listener.onBytes?.(source.key, bytes);
      },
      onWindow: (window) => listener.onWindow?.(source.key, window),
    },
    options,
  );
  return { kind: 'body', url: repository.url, bytes: visit.bytes, validators: {} };
}

/** Where an index page is given, it names the file; an address that stays is second choice. */
async function addressOf({ origin }: RegisteredSource, folder: SourceFolder, options: FetchOptions): Promise<string> {
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
