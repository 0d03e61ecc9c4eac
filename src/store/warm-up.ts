/** Reads the files of the snapshot in force once after the start, beside the event loop: they are warm then, and verified. */
import { stat } from 'node:fs/promises';
import { claimedFiles, verifyHash } from './files.ts';
import { readHeader, UnusableSnapshot } from './header.ts';

export interface WarmUp {
  /** Names of the files, the most asked for first. */
  readonly files: readonly string[];
  /** Memory that the system can still give away, in bytes: what does not fit would only drive out what does. */
  readonly room: number;
  readonly signal: AbortSignal;
}

export interface Warmed {
  /** Bytes that were read. */
  readonly bytes: number;
  /** Names of the files that are larger than the room. */
  readonly skipped: readonly string[];
}

/** @throws UnusableSnapshot when a file is not what the header claims, or an AbortError */
export async function warmUp(directory: string, { files, room, signal }: WarmUp): Promise<Warmed> {
  const claimed = await claimedFiles(directory, await readHeader(directory), files);
  const skipped: string[] = [];
  let bytes = 0;
  for (const [place, file] of claimed.entries()) {
    const { size } = await stat(file.path);
    if (bytes + size > room) {
      skipped.push(files[place] ?? file.path);
      continue;
    }
    await verifyHash(file, signal);
    bytes += size;
  }
  return { bytes, skipped };
}

export interface WarmUpLog {
  readonly info: (what: object, sentence: string) => void;
  readonly error: (what: object, sentence: string) => void;
}

/** Warms up and tells the log. What fails changes nothing: the snapshot is served already. */
export async function warmUpLogged(directory: string, given: WarmUp, log: WarmUpLog): Promise<void> {
  const started = performance.now();
  try {
    const warmed = await warmUp(directory, given);
    log.info({ ...warmed, seconds: (performance.now() - started) / 1000 }, 'the files of the snapshot are warm');
  } catch (error) {
    if (given.signal.aborted) return;
    const sentence = error instanceof UnusableSnapshot ? error.message : String(error);
    log.error({ why: sentence }, 'the snapshot that is served is not what its header claims');
  }
}
