/** Reads the files of the current snapshot once after the start, beside the event loop: they are warm then, and verified. */
import { readHeader, UnusableSnapshot } from './header.ts';
import { statFiles, verifyHash } from './verify-files.ts';

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
  const skipped: string[] = [];
  let bytes = 0;
  for (const file of await statFiles(directory, await readHeader(directory), files)) {
    if (bytes + file.bytes > room) skipped.push(file.name);
    else {
      await verifyHash(file, signal);
      bytes += file.bytes;
    }
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
