/** Finds the current snapshot in the folder of snapshots, or the snapshot that a path names. */
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { HEADER_FILE, UnusableSnapshot } from './header.ts';
import { shareFolder } from './share.ts';

/** Link to the snapshot in use. */
export const CURRENT = 'current';

/**
 * The directory of the snapshot that an operator names: the current one of a folder of snapshots, or a snapshot itself.
 * The link `current` is followed once, so that files of two snapshots never mix.
 * @throws UnusableSnapshot when there is neither
 */
export async function locateSnapshot(path: string): Promise<string> {
  const folder = resolve(path);
  const names = await readdir(folder).catch((cause: NodeJS.ErrnoException) => {
    throw new UnusableSnapshot(
      cause.code === 'ENOENT'
        ? `there is no directory ${folder}`
        : `${folder} cannot be read (${cause.code ?? 'error'})`,
      { cause },
    );
  });
  if (names.includes(HEADER_FILE)) return realpath(folder);
  if (!names.includes(CURRENT)) {
    throw new UnusableSnapshot(
      `there is no snapshot in ${folder}: neither ${HEADER_FILE} nor ${CURRENT}; build one first`,
    );
  }
  return realpath(join(folder, CURRENT)).catch((cause: unknown) => {
    throw new UnusableSnapshot(`${join(folder, CURRENT)} points to nothing; build a snapshot first`, { cause });
  });
}

/**
 * Finds the directory as {@link locateSnapshot} does, and prevents its removal until the result is disposed of.
 * @throws UnusableSnapshot
 */
export async function shareSnapshot(path: string): Promise<{ readonly directory: string } & Disposable> {
  for (;;) {
    const directory = await locateSnapshot(path);
    const share = shareFolder(directory);
    // Before the lock was taken, another snapshot may have become current and this one may have been removed.
    const isThere = share !== undefined && (await stat(join(directory, HEADER_FILE)).catch(() => undefined));
    if (share !== undefined && isThere) return { directory, [Symbol.dispose]: () => share.release() };
    share?.release();
    if ((await locateSnapshot(path)) === directory) throw new UnusableSnapshot(`${directory} is being removed`);
  }
}
