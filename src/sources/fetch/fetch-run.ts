/** A fetch of one source: its options, its results so far, and the download of the newest file. */
import { download, type Downloaded, type DownloadOptions } from '../download/download.ts';
import { DownloadFailed } from '../download/download-failure.ts';
import { findNewest } from '../download/index-page.ts';
import type { Window } from '../harvest/client.ts';
import type { HarvestedWindow } from '../harvest/harvest.ts';
import {
  type HarvestedCopy,
  harvestCopy,
  type PacedAuditOptions,
  type PacedHarvestOptions,
} from '../harvest/export.ts';
import type { Curation } from '../register/curation.ts';
import type { OaiRepository, RegisteredSource } from '../register/register.ts';
import { recount, recognise } from './copies.ts';
import type { Inspection } from './inspect.ts';
import type { LoadedState, SourceFolder, SourceState } from './source-folder.ts';

export interface FetchOptions extends DownloadOptions {
  /** Folder of the sources' folders. */
  readonly sources: string;
  readonly now: () => Date;
  /** Whether to fetch sources that are not due, too. */
  readonly force: boolean;
  /** Whether to report only the work that a fetch would do. */
  readonly dryRun: boolean;
  readonly harvest: PacedHarvestOptions;
  /** Options of the audit; if absent, harvests are not audited. */
  readonly audit?: PacedAuditOptions | undefined;
  /** Collections and targets for the check of lists. */
  readonly curation?: Pick<Curation, 'collections' | 'target'>;
}

/** Receives progress events of a fetch. */
export interface FetchListener {
  readonly onStart?: (key: string, totalBytes: number | undefined) => void;
  readonly onBytes?: (key: string, bytes: number) => void;
  readonly onWindow?: (key: string, window: HarvestedWindow) => void;
  readonly onDivided?: (key: string, window: Window, reason: string) => void;
}

export interface FetchRun {
  readonly source: RegisteredSource;
  readonly options: FetchOptions;
  readonly folder: SourceFolder;
  readonly listener: FetchListener;
  /** RFC 3339 instant of the beginning. */
  readonly at: string;
  state: SourceState;
  /** Bytes downloaded so far. */
  bytes: number;
  url: string | undefined;
  found?: Inspection;
  contradictions?: readonly string[];
  harvested?: HarvestedCopy;
}

/** Starts a fetch. Counts the copies again if their settings in the register have changed. */
export async function startRun(
  source: RegisteredSource,
  options: FetchOptions,
  folder: SourceFolder,
  { state, unknownCopy }: LoadedState,
  listener: FetchListener,
): Promise<FetchRun> {
  const at = options.now().toISOString();
  const accepted =
    unknownCopy === undefined
      ? await recount(state.accepted, source, folder)
      : await recognise(unknownCopy, at, source, folder);
  const held = await recount(state.held, source, folder);
  const { accepted: _, held: __, ...rest } = state;
  const current = { ...rest, ...(accepted && { accepted }), ...(held && { held }) };
  return { source, options, folder, listener, at, state: current, bytes: 0, url: undefined };
}

/** @throws DownloadFailed, errors of the local disk, or the reason of the abort signal */
export async function downloadNewest(run: FetchRun): Promise<Downloaded> {
  const { source, options, folder, listener, state } = run;
  if (source.origin.oai !== undefined) return harvestNewest(run, source.origin.oai);
  const url = await addressOf(source, folder, options);
  run.url = url;
  const latest = state.held ?? state.accepted;
  const validators = latest?.url === url && (latest.etag ?? latest.lastModified) !== undefined ? latest : undefined;
  const request = {
    url,
    target: folder.incoming,
    maximumBytes: source.guard.maximumBytes,
    ...(validators !== undefined && { validators }),
    onStart: (total: number | undefined) => listener.onStart?.(source.key, total),
    onBytes: (bytes: number) => countBytes(run, bytes),
  };
  // Redirects may change from day to day, so validators belong to the requested address.
  return { ...(await download(request, options)), url };
}

async function harvestNewest(run: FetchRun, repository: OaiRepository): Promise<Downloaded> {
  const { source, options, folder, listener } = run;
  run.url = repository.url;
  run.harvested = await harvestCopy(
    {
      repository,
      folder: folder.path,
      target: folder.incoming,
      harvest: options.harvest,
      audit: options.audit,
      now: options.now,
      onBytes: (bytes) => countBytes(run, bytes),
      listener: {
        onWindow: (window) => listener.onWindow?.(source.key, window),
        onDivided: (window, reason) => listener.onDivided?.(source.key, window, reason),
      },
    },
    options,
  );
  return { kind: 'body', url: repository.url, validators: {} };
}

function countBytes(run: FetchRun, bytes: number): void {
  run.bytes += bytes;
  run.listener.onBytes?.(run.source.key, bytes);
}

/** Address of the file: the newest on the index page if there is one, else the permanent address. */
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
