/** The size of a directory on the disk. */
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Bytes of all files below a directory; files that are removed meanwhile do not count. */
export function bytesIn(directory: string): number {
  let bytes = 0;
  for (const path of globSync('**', { cwd: directory })) {
    const stats = statSync(join(directory, path), { throwIfNoEntry: false });
    // A file may be linked in two directories for a moment; a file that is being removed is linked in none.
    if (stats?.isFile() === true && stats.nlink > 0) bytes += stats.size / stats.nlink;
  }
  return bytes;
}
