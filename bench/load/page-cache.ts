/** The files of a snapshot dropped from the page cache, so that a start is a cold one. */
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Whether this system lets files be dropped. */
export function canDrop(directory: string): boolean {
  try {
    dropFromCache(directory);
    return true;
  } catch {
    return false;
  }
}

/** Only these files, not the cache of everybody else; needs no privilege. */
export function dropFromCache(directory: string): void {
  for (const name of readdirSync(directory).filter((one) => statSync(join(directory, one)).isFile())) {
    execFileSync('dd', [`if=${join(directory, name)}`, 'iflag=nocache', 'count=0', 'status=none']);
  }
}
