/** Files that are either as they were or as they shall be, whenever the machine stops. */
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes beside, makes sure that it is on the disk, and puts it in place in one step. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const beside = `${file}.new`;
  const handle = await open(beside, 'w');
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await moveFile(beside, file);
}

/** Moves a file whose bytes are on the disk within its folder's file system. */
export async function moveFile(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncFolder(dirname(to));
}

/** Adds a line; what a crash left of an unfinished one before it is closed off and stays a line of its own. */
export async function appendLine(file: string, line: string): Promise<void> {
  const handle = await open(file, 'a+');
  try {
    const { size } = await handle.stat();
    const last = Buffer.alloc(1);
    if (size > 0) await handle.read(last, 0, 1, size - 1);
    await handle.appendFile(`${size > 0 && last[0] !== 0x0a ? '\n' : ''}${line}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export async function removeFile(file: string): Promise<void> {
  await rm(file, { force: true });
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
