/** Writes the run log of a folder. */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { RUN_LOG_FILE, type RunLog } from '../../core/snapshot/run-log.ts';
import { replaceFile, syncToDisk } from '../../shared/files/durable-file.ts';

/** The log is padded to this length, so that the end of a run can be written in place when the disk is full. */
const RESERVED_BYTES = 4096;

/** To be called by the holder of the folder's lock. @throws the system's error */
export async function saveRunLog(folder: string, log: RunLog): Promise<void> {
  const file = join(folder, RUN_LOG_FILE);
  const text = `${JSON.stringify(log).padEnd(RESERVED_BYTES - 1)}\n`;
  try {
    await replaceFile(file, text);
  } catch {
    const handle = await open(file, 'r+');
    const written = handle.write(text, 0).then(() => handle.truncate(Buffer.byteLength(text)));
    await written.finally(() => handle.close());
    await syncToDisk(file);
  }
}
