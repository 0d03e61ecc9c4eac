/** Options and progress events of fetches. */
import type { HarvestingOptions } from '../harvest/export.ts';
import type { HarvestedWindow } from '../harvest/harvest.ts';
import type { Curation } from '../register/curation.ts';

export interface FetchOptions extends HarvestingOptions {
  /** Folder of the sources' folders. */
  readonly sourcesFolder: string;
  /** Whether to fetch sources that are not due, too. */
  readonly force: boolean;
  /** Whether to report only the work that a fetch would do. */
  readonly dryRun: boolean;
  /** Collections and targets for the check of lists. */
  readonly curation?: Pick<Curation, 'collections' | 'target'>;
}

/** Receives progress events of a fetch. */
export interface FetchListener {
  readonly onStart?: (key: string, totalBytes: number | undefined) => void;
  readonly onBytes?: (key: string, bytes: number) => void;
  readonly onWindow?: (key: string, window: HarvestedWindow) => void;
}
