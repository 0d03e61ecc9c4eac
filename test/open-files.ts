/** The files that this process has open. */
import { readdirSync, readlinkSync } from 'node:fs';

/** Linux only. A descriptor may be closed while they are listed. */
export function openFiles(): readonly string[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      return [readlinkSync(`/proc/self/fd/${descriptor}`)];
    } catch {
      return [];
    }
  });
}
