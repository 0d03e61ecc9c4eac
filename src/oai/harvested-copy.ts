/** A harvest in the place of a download: the journal is brought up to date and written as the file to be judged. */
import { join } from 'node:path';
import type { DownloadOptions } from '../download/download.ts';
import type { OaiRepository } from '../register/register.ts';
import { createOaiClient } from './client.ts';
import { type Exported, exportRecords } from './export.ts';
import { harvest, type Harvested, type HarvestedWindow, type HarvestOptions } from './harvest.ts';
import { describeDamage, type RecordStore, RECORD_STORE_FILE, openRecordStore } from './record-store.ts';

export interface HarvestRequest {
  readonly repository: OaiRepository;
  /** Where the journal lies. */
  readonly folder: string;
  /** Where the file goes. */
  readonly target: string;
  readonly harvest: HarvestOptions;
  readonly onBytes?: (bytes: number) => void;
  readonly onWindow?: (window: HarvestedWindow) => void;
}

export interface HarvestedCopy extends Harvested, Exported {}

/**
 * Also when it was not finished, because of `maxPages`, there is a file: all it holds is newer than any dump.
 * @throws DownloadFailed; errors of the own disk, and the reason of the abort signal
 */
export async function harvestCopy(request: HarvestRequest, options: DownloadOptions): Promise<HarvestedCopy> {
  const { repository, folder, target, onBytes, onWindow } = request;
  const { signal } = options;
  let journal: RecordStore | undefined;
  try {
    journal = openRecordStore(join(folder, RECORD_STORE_FILE), repository);
    const client = createOaiClient(repository, options, onBytes);
    const listener = { signal, ...(onWindow !== undefined && { onWindow }) };
    const harvested = await harvest(repository, journal, client, request.harvest, listener);
    return { ...harvested, ...(await exportRecords(journal, target, signal)) };
  } catch (error) {
    throw describeDamage(error);
  } finally {
    journal?.close();
  }
}
