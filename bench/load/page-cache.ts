/** Drops the files of a snapshot from the page cache, for cold starts. */
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Whether this system can drop files from its cache. */
export function canDrop(directory: string): boolean {
  try {
    dropFromCache(directory);
    return true;
  } catch {
    return false;
  }
}

/** Drops the files of the directory only; needs no privilege. */
export function dropFromCache(directory: string): void {
  for (const name of readdirSync(directory).filter((one) => statSync(join(directory, one)).isFile())) {
    execFileSync('dd', [`if=${join(directory, name)}`, 'iflag=nocache', 'count=0', 'status=none']);
  }
}
