/** One look at one source, while it lasts: what it was asked to do, and what it has found out so far. */
import { countAnew, recognise } from './copies.ts';
import type { DownloadOptions } from './download.ts';
import type { Inspection } from './inspect.ts';
import type { HarvestedWindow, HarvestOptions } from '../oai/harvest.ts';
import type { HarvestedCopy } from '../oai/harvested-copy.ts';
import type { RegisteredSource } from '../register/register.ts';
import type { SourceFolder, SourceState } from './state.ts';

export interface FetchOptions extends DownloadOptions {
  /** Folder of the sources' folders. */
  readonly sources: string;
  readonly now: () => Date;
  /** Look also at what is not due. */
  readonly force: boolean;
  /** Say what would be done, and do nothing. */
  readonly dryRun: boolean;
  /** Of sources that are harvested. */
  readonly harvest: HarvestOptions;
}

/** Hears how far a source is. */
export interface FetchListener {
  readonly onStart?: (key: string, totalBytes: number | undefined) => void;
  readonly onBytes?: (key: string, bytes: number) => void;
  readonly onWindow?: (key: string, window: HarvestedWindow) => void;
}

/** One look at one source, while it lasts. */
export interface Visit {
  readonly source: RegisteredSource;
  readonly options: FetchOptions;
  readonly folder: SourceFolder;
  readonly listener: FetchListener;
  readonly at: string;
  state: SourceState;
  /** Downloaded so far. */
  bytes: number;
  url: string | undefined;
  found?: Inspection;
  harvested?: HarvestedCopy;
}

/** The counts of the copies are taken anew where the register reads them in another way today. */
export async function beginVisit(
  source: RegisteredSource,
  options: FetchOptions,
  folder: SourceFolder,
  { state, unknownCopy }: Awaited<ReturnType<SourceFolder['load']>>,
  listener: FetchListener,
): Promise<Visit> {
  const at = options.now().toISOString();
  const accepted =
    unknownCopy === undefined
      ? await countAnew(state.accepted, source, folder)
      : await recognise(unknownCopy, at, source, folder);
  const held = await countAnew(state.held, source, folder);
  const { accepted: _, held: __, ...rest } = state;
  const current = { ...rest, ...(accepted && { accepted }), ...(held && { held }) };
  return { source, options, folder, listener, at, state: current, bytes: 0, url: undefined };
}
