/** The files of a snapshot held against its header: their sizes at once, their hashes beside the event loop. */
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type SnapshotHeader, UnusableSnapshot } from './header.ts';

/** Beside this file, and like it a source or compiled. */
const HASH_WORKER = new URL(`hash-worker${extname(import.meta.url)}`, import.meta.url);

/** A file, and a text that changes with its place on the disk, its size, its time of change, or what is claimed of it. */
export interface ClaimedFile {
  readonly path: string;
  readonly sha256: string;
  readonly identity: string;
}

/**
 * @param names the files that are read of a snapshot; the header must name these and may name more
 * @throws UnusableSnapshot when one is missing or of another size than the header states
 */
export async function claimedFiles(
  directory: string,
  { files }: SnapshotHeader,
  names: readonly string[],
): Promise<readonly ClaimedFile[]> {
  const claimed: ClaimedFile[] = [];
  for (const name of new Set([...names, ...Object.keys(files)])) {
    const path = join(directory, name);
    const claim = files[name];
    if (claim === undefined) throw new UnusableSnapshot(`the header does not name ${path}`);
    const { dev, ino, size, mtimeNs } = await stat(path, { bigint: true }).catch((cause: NodeJS.ErrnoException) => {
      throw new UnusableSnapshot(`${path} cannot be read (${cause.code ?? 'error'})`, { cause });
    });
    if (Number(size) !== claim.bytes) {
      throw new UnusableSnapshot(`${path} has ${size} bytes, but the header states ${claim.bytes}`);
    }
    claimed.push({ path, sha256: claim.sha256, identity: [dev, ino, size, mtimeNs, claim.sha256].join(':') });
  }
  return claimed;
}

/**
 * Reads the whole file in a thread of its own.
 * @throws UnusableSnapshot when it is not what the header claims, or an AbortError
 */
export async function verifyHash({ path, sha256 }: ClaimedFile, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const worker = new Worker(HASH_WORKER, { workerData: path });
  try {
    const [found] = (await once(worker, 'message', { signal })) as [string];
    if (found !== sha256) throw new UnusableSnapshot(`${path} has SHA-256 ${found}, but the header states ${sha256}`);
  } catch (cause) {
    if (cause instanceof UnusableSnapshot || signal.aborted) throw cause;
    throw new UnusableSnapshot(`${path} cannot be read (${(cause as Error).message})`, { cause });
  } finally {
    await worker.terminate();
  }
}
