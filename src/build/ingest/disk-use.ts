/** The size of a directory on the disk. */
import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Bytes of all files below a directory; files that are removed meanwhile do not count. */
export function bytesIn(directory: string): number {
  let bytes = 0;
  for (const entry of entriesOf(directory)) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) {
      bytes += bytesIn(path);
      continue;
    }
    const stats = statSync(path, { throwIfNoEntry: false });
    // A file may be linked in two directories for a moment; a file that is being removed is linked in none.
    if (stats?.isFile() === true && stats.nlink > 0) bytes += stats.size / stats.nlink;
  }
  return bytes;
}

function entriesOf(directory: string): readonly Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
