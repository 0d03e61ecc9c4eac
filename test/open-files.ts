/** The open files of this process. */
import { readdirSync, readlinkSync } from 'node:fs';

/** Linux only. A descriptor may be closed during the listing. */
export function openFiles(): readonly string[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      return [readlinkSync(`/proc/self/fd/${descriptor}`)];
    } catch {
      return [];
    }
  });
}
