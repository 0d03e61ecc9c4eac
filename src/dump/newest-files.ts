/** Which files the newest dump of a folder has, for those who link to them; its index is read once. */
import { readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type DumpIndex, INDEX_FILE, LATEST } from './dump-snapshot.ts';

export interface DumpedFiles {
  /** Snapshot of the dump; empty where there is none. */
  readonly dump: string;
  readonly names: ReadonlySet<string>;
}

const NONE: DumpedFiles = { dump: '', names: new Set() };

/** @param folder of dumps, where there are any */
export function createNewestFiles(folder: string | undefined): () => Promise<DumpedFiles> {
  let known = NONE;
  return async () => {
    if (folder === undefined) return NONE;
    try {
      const dump = await readlink(join(folder, LATEST));
      if (dump === known.dump) return known;
      const { files } = JSON.parse(await readFile(join(folder, dump, INDEX_FILE), 'utf8')) as DumpIndex;
      return (known = { dump, names: new Set(files.map(({ name }) => name)) });
    } catch {
      return NONE;
    }
  };
}
