/** Copies the table of merged, deleted and unknown numbers in lists from a snapshot into a dump. */
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { licenceName } from '../../../core/model/source.ts';
import { claimOf } from '../../../core/snapshot/header.ts';
import type { Snapshot } from '../../../core/snapshot/store.ts';
import { type DumpedFile, NUMBERS_FILE } from '../../../shared/dumps/dump-folder.ts';
import { syncToDisk } from '../../../shared/files/durable-file.ts';
import { gunzippedLines } from '../../../shared/files/lines.ts';
import { FINDINGS_FOLDER, NUMBERS_COLUMNS } from '../../ingest/tasks/findings.ts';

const SOURCE_COLUMN = NUMBERS_COLUMNS.indexOf('source');

/**
 * The table has all lists, whatever their licence, because numbers are facts.
 * @param snapshot directory of the snapshot
 */
export async function copyNumbers(snapshot: string, directory: string, { sources }: Snapshot): Promise<DumpedFile> {
  const file = join(directory, NUMBERS_FILE);
  await copyFile(join(snapshot, FINDINGS_FOLDER, NUMBERS_FILE), file);
  await syncToDisk(file);
  const keys = new Set<string | undefined>();
  let lines = 0;
  for await (const line of gunzippedLines(file)) {
    keys.add(line.toString().split('\t')[SOURCE_COLUMN]);
    lines += 1;
  }
  const licences = sources.filter(({ key }) => keys.has(key)).map(({ licence }) => licenceName(licence));
  const columns = NUMBERS_COLUMNS;
  return { name: NUMBERS_FILE, ...(await claimOf(file)), lines, columns, licences: [...new Set(licences)].sort() };
}
