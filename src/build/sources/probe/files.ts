/** The files of the probe, within the folder of sources. */
import { join } from 'node:path';

/** Folder of the probe. No key of a source begins with a dot. */
export const PROBE_FOLDER = '.probe';

/** @param sources folder of sources */
export function observationsFile(sources: string): string {
  return join(sources, PROBE_FOLDER, 'observations.jsonl');
}

/** The file that a build reads. @param sources folder of sources */
export function healthFile(sources: string): string {
  return join(sources, PROBE_FOLDER, 'health.json');
}
