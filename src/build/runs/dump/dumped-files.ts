/** The files of a dump while they are written. */
import { join } from 'node:path';
import type { DumpedFile } from '../../../shared/dumps/dump-folder.ts';
import { createGzipFile, type GzipFile, type WrittenFile } from '../../../shared/files/gzip-file.ts';

/** Gives the entry of a file in the index, without its name and size; called when the file is closed. */
type Describe = () => Omit<DumpedFile, keyof WrittenFile | 'name'>;
export type OpenFile = (name: string, header: readonly string[], describe: Describe) => GzipFile;

/** @param directory of the dump */
export function createFiles(directory: string) {
  const opened: { readonly name: string; readonly file: GzipFile; readonly describe: Describe }[] = [];
  const open: OpenFile = (name, header, describe) => {
    const file = createGzipFile(join(directory, name), header);
    opened.push({ name, file, describe });
    return file;
  };
  return {
    open,
    /** Resolves when the added lines no longer take memory. */
    flushed: async (): Promise<void> => {
      await Promise.all(opened.filter(({ file }) => file.isFull()).map(({ file }) => file.flushed()));
    },
    async *close(): AsyncGenerator<DumpedFile> {
      for (const { name, file, describe } of opened) yield { name, ...(await file.close()), ...describe() };
    },
  };
}
