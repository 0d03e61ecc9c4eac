/** A file of compressed blocks with their directory at its end: what the building site keeps on disk between two stages. */
import { closeSync, fsyncSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** Where a block lies, and which part of the whole it belongs to. Sizes in bytes. */
export interface Block {
  readonly part: number;
  readonly offset: number;
  readonly packed: number;
  readonly unpacked: number;
}

/** Numbers per block in the directory. */
const FIELDS = 4;
/** Behind the directory: how many blocks it names. */
const TRAILER = 8;

/** The fastest level: what is written here is read once or twice within the hour. */
const FASTEST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** Nothing can be read before `finish` has returned; then it is on the disk. */
export function createBlockFile(path: string) {
  const file = openSync(path, 'w');
  const directory: number[] = [];
  let offset = 0;
  let open = true;
  const close = (): void => {
    if (open) closeSync(file);
    open = false;
  };
  const append = (bytes: Uint8Array): void => {
    for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
    offset += bytes.length;
  };
  return {
    append(part: number, bytes: Uint8Array): void {
      const packed = zstdCompressSync(bytes, FASTEST);
      directory.push(part, offset, packed.length, bytes.length);
      append(packed);
    },
    finish(): void {
      append(new Uint8Array(Float64Array.from(directory).buffer));
      append(new Uint8Array(Float64Array.of(directory.length / FIELDS).buffer));
      fsyncSync(file);
      close();
    },
    /** Gives up, unless it is finished; the file may be removed. */
    abort: close,
  };
}

/** A file on the building site is not what was left there. The build gives up, and with that removes it. */
class DamagedSite extends Error {
  override readonly name = 'DamagedSite';

  constructor(path: string, options?: ErrorOptions) {
    super(`${path} is damaged, perhaps since a build was cut off; build again, which begins anew`, options);
  }
}

/**
 * The directory is in memory, some 32 bytes for each block of 100 KiB.
 * @throws DamagedSite also when blocks are read
 */
export function openBlockFile(path: string) {
  const file = openSync(path, 'r');
  try {
    return { ...readBlocks(file, path), close: () => closeSync(file) };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}
export type BlockFile = ReturnType<typeof openBlockFile>;

function readBlocks(file: number, path: string) {
  const read = (offset: number, length: number): Buffer => {
    const bytes = Buffer.allocUnsafe(length);
    for (let got = 0; got < length;) {
      const more = readSync(file, bytes, got, length - got, offset + got);
      if (more === 0) throw new DamagedSite(path);
      got += more;
    }
    return bytes;
  };
  const end = fstatSync(file).size - TRAILER;
  const count = end < 0 ? -1 : read(end, TRAILER).readDoubleLE();
  if (!Number.isInteger(count) || count < 0 || count * FIELDS * 8 > end) throw new DamagedSite(path);
  const directory = read(end - count * FIELDS * 8, count * FIELDS * 8);
  const blocks: Block[] = [];
  for (let at = 0; at < directory.length; at += FIELDS * 8) {
    const field = (index: number) => directory.readDoubleLE(at + index * 8);
    blocks.push({ part: field(0), offset: field(1), packed: field(2), unpacked: field(3) });
  }
  return {
    blocks,
    read({ offset, packed, unpacked }: Block): Buffer {
      const bytes = read(offset, packed);
      try {
        return zstdDecompressSync(bytes, { maxOutputLength: Math.max(1, unpacked) });
      } catch (cause) {
        throw new DamagedSite(path, { cause });
      }
    },
  };
}
