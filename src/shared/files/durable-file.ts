/** File operations that flush to the disk: after a crash, a replaced file has its old or its new content. */
import { mkdirSync, statSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** Writes a file and flushes it to the disk; a crash during the write may leave a part of the file. */
export async function writeDurably(file: string, content: string | Uint8Array): Promise<void> {
  await using handle = await open(file, 'w');
  await handle.writeFile(content);
  await handle.sync();
}

/** Replaces a file atomically: writes a temporary file in the same folder, and renames it. */
export async function replaceFile(file: string, content: string | Uint8Array): Promise<void> {
  await writeDurably(`${file}.new`, content);
  await moveFile(`${file}.new`, file);
}

/** Moves a flushed file within its file system. */
export async function moveFile(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncToDisk(dirname(to));
}

/** Appends a line. Ends an unfinished line first, which a crash may have left. */
export async function appendLine(file: string, line: string): Promise<void> {
  await using handle = await open(file, 'a+');
  const { size } = await handle.stat();
  const last = Buffer.alloc(1);
  if (size > 0) await handle.read(last, 0, 1, size - 1);
  await handle.appendFile(`${size > 0 && last[0] !== 0x0a ? '\n' : ''}${line}\n`);
  await handle.sync();
}

/** Flushes a file or folder that was written elsewhere to the disk. */
export async function syncToDisk(path: string): Promise<void> {
  await using handle = await open(path, 'r');
  await handle.sync();
}

/**
 * Makes a folder with its parents. Node's option `recursive` never returns where mkdir fails with ENOENT below an
 * existing folder, as in /proc.
 */
export function makeFolder(folder: string): void {
  const path = resolve(folder);
  try {
    mkdirSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && path !== dirname(path)) {
      makeFolder(dirname(path));
      mkdirSync(path);
    } else if (code !== 'EEXIST' || statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}
