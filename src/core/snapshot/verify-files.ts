/** Opens snapshots from files: the first one quickly, later ones after the hash of every file matched the header. */
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { shareFolder } from './share.ts';
import { HEADER_FILE, readHeader, type SnapshotHeader, UnusableSnapshot } from './header.ts';
import { locateSnapshot } from './directory.ts';
import type { FollowLog, FoundSnapshot, SnapshotSource } from './follow.ts';
import type { Store } from './store.ts';
import { step } from './verification-error.ts';

/** The worker has the extension of this file: `.ts`, or `.js` when compiled. */
const HASH_WORKER = new URL(`hash-worker${extname(import.meta.url)}`, import.meta.url);

/** An engine that reads snapshots from files. */
export interface FileEngine {
  readonly open: (directory: string) => Promise<Store>;
  /** Names of the files that `open` reads, the most used first. */
  readonly files: readonly string[];
}

/** A folder of snapshots, or one snapshot. */
export function folderSource(path: string, engine: FileEngine): SnapshotSource {
  /** Identities of files that were verified already. */
  let verified: ReadonlySet<string> = new Set();

  /** Checks only the sizes of the files, and that the snapshot answers. */
  async function openQuickly(directory: string): Promise<FoundSnapshot> {
    await checkFiles(directory, await readHeader(directory), engine.files);
    return { directory, store: await openChecked(directory, engine) };
  }

  async function openVerified(directory: string, signal: AbortSignal): Promise<FoundSnapshot> {
    const header = await step('header', readHeader(directory));
    const files = await step('files', checkFiles(directory, header, engine.files));
    const unread = files.filter(({ identity }) => !verified.has(identity));
    for (const file of unread) await step('files', verifyHash(file, signal));
    const store = await step('open', openChecked(directory, engine));
    verified = new Set(files.map(({ identity }) => identity));
    return { directory, store, details: { directory, filesRead: unread.length } };
  }

  return {
    async locate() {
      const directory = locateSnapshot(path);
      return {
        version: await directory.then(versionOf, (error: Error) => error.message),
        open: async () => openQuickly(await directory),
        verify: async (signal) => openVerified(await step('locate', directory), signal),
      };
    },
  };
}

async function versionOf(directory: string): Promise<string> {
  const header = await stat(join(directory, HEADER_FILE), { bigint: true }).catch(() => undefined);
  return [directory, header?.dev, header?.ino, header?.size, header?.mtimeNs].join(':');
}

/** Shares the directory, so that it is not removed until the store is closed. */
async function openChecked(directory: string, { open }: Pick<FileEngine, 'open'>): Promise<Store> {
  await using opened = new AsyncDisposableStack();
  try {
    const share = shareFolder(directory);
    if (share === undefined) throw new Error('it is being removed');
    opened.use(share);
    const store = opened.adopt(await open(directory), (one) => one.close());
    await store.check();
    const kept = opened.move();
    return { ...store, close: () => kept.disposeAsync() };
  } catch (cause) {
    if (cause instanceof UnusableSnapshot) throw cause;
    const why = (cause as Error).message;
    throw new UnusableSnapshot(`the snapshot in ${directory} cannot be used: ${why}`, { cause });
  }
}

interface SnapshotFile {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  /** Digest that the header states. */
  readonly sha256: string;
  /** Differs if the file's place on the disk, its size, its modification time or its digest in the header differ. */
  readonly identity: string;
}

/**
 * @param names files that the header must name; it may name more
 * @throws UnusableSnapshot when a file is missing or has another size than the header states
 */
export async function checkFiles(
  directory: string,
  { files }: SnapshotHeader,
  names: readonly string[] = [],
): Promise<readonly SnapshotFile[]> {
  const checked: SnapshotFile[] = [];
  for (const name of new Set([...names, ...Object.keys(files)])) {
    const path = join(directory, name);
    const stated = files[name];
    if (stated === undefined) throw new UnusableSnapshot(`the header does not name ${path}`);
    const stats = await stat(path, { bigint: true }).catch((cause: NodeJS.ErrnoException) => {
      throw new UnusableSnapshot(`${path} cannot be read (${cause.code ?? 'error'})`, { cause });
    });
    const { dev, ino, size, mtimeNs } = stats;
    if (!stats.isFile()) throw new UnusableSnapshot(`${path} is not a file`);
    if (Number(size) !== stated.bytes) {
      throw new UnusableSnapshot(`${path} has ${size} bytes, but the header states ${stated.bytes}`);
    }
    checked.push({ name, path, ...stated, identity: [dev, ino, size, mtimeNs, stated.sha256].join(':') });
  }
  return checked;
}

/**
 * Reads the whole file in a thread of its own.
 * @throws UnusableSnapshot when the hash differs from the header's, or an AbortError
 */
async function verifyHash({ path, sha256 }: SnapshotFile, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const worker = new Worker(HASH_WORKER, { workerData: path });
  try {
    const [digest] = (await once(worker, 'message', { signal })) as [string];
    if (digest !== sha256) throw new UnusableSnapshot(`${path} has SHA-256 ${digest}, but the header states ${sha256}`);
  } catch (cause) {
    if (cause instanceof UnusableSnapshot || signal.aborted) throw cause;
    throw new UnusableSnapshot(`${path} cannot be read (${(cause as Error).message})`, { cause });
  } finally {
    await worker.terminate();
  }
}

interface WarmUp {
  /** Names of the files, the most used first. */
  readonly files: readonly string[];
  /** Free memory of the system in bytes: a file that does not fit would only evict the others from the page cache. */
  readonly room: number;
  readonly signal: AbortSignal;
}

/**
 * Reads files into the page cache.
 * @returns the bytes that were read, and the names of the files that did not fit into the room
 * @throws UnusableSnapshot when a file differs from the header, or an AbortError
 */
export async function warmUp(directory: string, { files, room, signal }: WarmUp) {
  const skipped: string[] = [];
  let bytes = 0;
  for (const file of await checkFiles(directory, await readHeader(directory), files)) {
    if (bytes + file.bytes > room) skipped.push(file.name);
    else {
      await verifyHash(file, signal);
      bytes += file.bytes;
    }
  }
  return { bytes, skipped };
}

/** Warms up and logs the outcome. A failure changes nothing: the snapshot is served already. */
export async function warmUpLogged(directory: string, given: WarmUp, log: FollowLog): Promise<void> {
  const started = performance.now();
  try {
    const warmed = await warmUp(directory, given);
    log.info(
      { ...warmed, seconds: (performance.now() - started) / 1000 },
      'the files of the snapshot have been read and verified',
    );
  } catch (error) {
    if (given.signal.aborted) return;
    const why = error instanceof UnusableSnapshot ? error.message : String(error);
    log.error({ why }, 'the snapshot in service does not match its header');
  }
}
