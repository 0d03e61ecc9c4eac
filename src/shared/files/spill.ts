/** External sort: gathers records in memory, spills sorted runs to disk, and reads the records back sorted by key. */
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

export interface SpilledRecord {
  /** The sort key: an integer below 2^36, such as a packed identifier. */
  readonly key: number;
  /** An integer below 2^48 for the caller, who says beside the name of the file what it is. */
  readonly related: number;
  /** 16 bits that the caller may use. */
  readonly tag: number;
  readonly body: Buffer;
}

/** Limits of a run. A key (36 bits) and an index in the run (17 bits) fit together into a safe integer (53 bits). */
const RUN_BYTES = 32 * 1024 ** 2;
const RUN_RECORDS = 2 ** 17;
const BLOCK_BYTES = 64 * 1024;

/** Key (6 bytes), related (6), tag (2), length of the body (4). */
const HEADER_BYTES = 18;

/** Part of a run that is compressed, and read, as a whole. Sizes in bytes. */
interface Block {
  readonly firstKey: number;
  readonly offset: number;
  readonly packed: number;
  readonly unpacked: number;
}
/** Numbers per block in the directory at the end of the file; the number of blocks follows the directory. */
const FIELDS_PER_BLOCK = 5;
const TRAILER_BYTES = 8;

/** The fastest level: the file is read once or twice within the hour. */
const FASTEST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** A writer of records. They can be read after `finish` has returned. It holds one run in memory. */
export function createSpill(path: string) {
  const file = openSync(path, 'w');
  const directory: number[] = [];
  const order = new Float64Array(RUN_RECORDS);
  const starts = new Uint32Array(RUN_RECORDS);
  let pending = Buffer.alloc(0);
  let block = Buffer.alloc(2 * BLOCK_BYTES);
  let [used, count, run, offset, open] = [0, 0, 0, 0, true];
  const close = (): void => {
    if (open) closeSync(file);
    open = false;
  };
  const append = (bytes: Uint8Array): void => {
    for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
    offset += bytes.length;
  };
  const writeBlock = (firstKey: number, bytes: Uint8Array): void => {
    const packed = zstdCompressSync(bytes, FASTEST);
    directory.push(run, firstKey, offset, packed.length, bytes.length);
    append(packed);
  };
  const writeRun = (): void => {
    let [firstKey, size] = [0, 0];
    for (const entry of order.subarray(0, count).sort()) {
      const start = starts[entry % RUN_RECORDS] as number;
      const end = start + HEADER_BYTES + pending.readUInt32LE(start + 14);
      if (size === 0) firstKey = Math.floor(entry / RUN_RECORDS);
      if (size + end - start > block.length) block = Buffer.concat([block], size + end - start);
      size += pending.copy(block, size, start, end);
      if (size < BLOCK_BYTES) continue;
      writeBlock(firstKey, block.subarray(0, size));
      size = 0;
    }
    if (size > 0) writeBlock(firstKey, block.subarray(0, size));
    [used, count, run] = [0, 0, run + 1];
  };
  return {
    /** Records may be added in any order; those with the same key come back in the order of their addition. */
    add(key: number, related: number, tag: number, body: string | Uint8Array): void {
      const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
      if (count === RUN_RECORDS || (count > 0 && used + HEADER_BYTES + length > RUN_BYTES)) writeRun();
      const end = used + HEADER_BYTES + length;
      if (end > pending.length) pending = grown(pending, used, end);
      writeHeader(pending, used, key, related, tag, length);
      if (typeof body === 'string') pending.write(body, used + HEADER_BYTES);
      else pending.set(body, used + HEADER_BYTES);
      order[count] = key * RUN_RECORDS + count;
      starts[count] = used;
      [used, count] = [end, count + 1];
    },
    finish(): void {
      writeRun();
      append(new Uint8Array(Float64Array.from(directory).buffer));
      append(new Uint8Array(Float64Array.of(directory.length / FIELDS_PER_BLOCK).buffer));
      close();
    },
    /** Closes an unfinished file, which may then be removed. */
    [Symbol.dispose]: close,
  };
}
export type Spill = ReturnType<typeof createSpill>;

/** A larger copy of the used bytes. */
function grown(bytes: Buffer, used: number, needed: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * bytes.length, BLOCK_BYTES));
  bytes.copy(larger, 0, 0, used);
  return larger;
}

function writeHeader(bytes: Buffer, at: number, key: number, related: number, tag: number, length: number): void {
  bytes.writeUIntLE(key, at, 6);
  bytes.writeUIntLE(related, at + 6, 6);
  bytes.writeUInt16LE(tag, at + 12);
  bytes.writeUInt32LE(length, at + 14);
}

/** A spilled file was changed after it was written. The build fails and removes the file. */
class DamagedSpill extends Error {
  override readonly name = 'DamagedSpill';

  constructor(path: string, options?: ErrorOptions) {
    super(`${path} has changed since it was written`, options);
  }
}

/**
 * Opens finished files; their directories are in memory, some 40 bytes for each block.
 * @throws DamagedSpill also while records are read
 */
export function openSpills(paths: readonly string[]) {
  const runs: SortedRun[] = [];
  using opened = new DisposableStack();
  for (const path of paths) {
    const descriptor = openSync(path, 'r');
    opened.defer(() => closeSync(descriptor));
    const read = (block: Block): Buffer => readBlock(descriptor, block, path);
    for (const blocks of readDirectory(descriptor, path)) runs.push({ blocks, read });
  }
  const files = opened.move();
  return {
    /**
     * The records of all files with keys from `from` up to, not including, `to`, in order of the keys; records with the
     * same key in the order of the files, then of their addition. One block of each run is in memory.
     */
    *records(from = 0, to = Number.POSITIVE_INFINITY): Iterable<SpilledRecord> {
      const heap = runs.flatMap((run, runIndex) => openCursor(run, runIndex, from) ?? []);
      for (let at = (heap.length >> 1) - 1; at >= 0; at -= 1) sink(heap, at);
      for (let top = heap[0]; top !== undefined && top.key < to; top = heap[0]) {
        yield recordAt(top);
        if (!advance(top)) {
          const last = heap.pop() as Cursor;
          if (heap.length === 0) return;
          heap[0] = last;
        }
        sink(heap, 0);
      }
    },
    [Symbol.dispose]: () => files.dispose(),
  };
}

interface SortedRun {
  readonly blocks: readonly Block[];
  readonly read: (block: Block) => Buffer;
}

function readDirectory(descriptor: number, path: string): readonly (readonly Block[])[] {
  const end = fstatSync(descriptor).size - TRAILER_BYTES;
  const count = end < 0 ? -1 : readBytes(descriptor, end, TRAILER_BYTES, path).readDoubleLE();
  const length = count * FIELDS_PER_BLOCK * 8;
  if (!Number.isInteger(count) || count < 0 || length > end) throw new DamagedSpill(path);
  const bytes = readBytes(descriptor, end - length, length, path);
  const runs: Block[][] = [];
  for (let at = 0; at < length; at += FIELDS_PER_BLOCK * 8) {
    const [run, firstKey, offset, packed, unpacked] = [0, 8, 16, 24, 32].map((field) => bytes.readDoubleLE(at + field));
    (runs[run as number] ??= []).push({ firstKey, offset, packed, unpacked } as Block);
  }
  const last = runs.at(-1)?.at(-1);
  if ((last === undefined ? 0 : last.offset + last.packed) !== end - length) throw new DamagedSpill(path);
  return runs;
}

function readBytes(descriptor: number, offset: number, length: number, path: string): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  for (let got = 0; got < length;) {
    const more = readSync(descriptor, bytes, got, length - got, offset + got);
    if (more === 0) throw new DamagedSpill(path);
    got += more;
  }
  return bytes;
}

function readBlock(descriptor: number, { offset, packed, unpacked }: Block, path: string): Buffer {
  const bytes = readBytes(descriptor, offset, packed, path);
  try {
    return zstdDecompressSync(bytes, { maxOutputLength: unpacked });
  } catch (cause) {
    throw new DamagedSpill(path, { cause });
  }
}

/** Position of a reader in a run. */
interface Cursor extends SortedRun {
  /** Index of the run among all runs; of equal keys, the one of the earlier run comes first. */
  readonly runIndex: number;
  /** Index of the block in `bytes`. */
  block: number;
  bytes: Buffer;
  at: number;
  key: number;
}

/** Starts at the first record whose key is not below `from`; undefined when there is none. */
function openCursor({ blocks, read }: SortedRun, runIndex: number, from: number): Cursor | undefined {
  const later = blocks.findIndex(({ firstKey }) => firstKey >= from);
  const block = Math.max(0, (later < 0 ? blocks.length : later) - 1);
  const bytes = read(blocks[block] as Block);
  const cursor: Cursor = { blocks, read, runIndex, block, bytes, at: 0, key: bytes.readUIntLE(0, 6) };
  while (cursor.key < from) if (!advance(cursor)) return undefined;
  return cursor;
}

function recordAt({ bytes, at, key }: Cursor): SpilledRecord {
  const body = bytes.subarray(at + HEADER_BYTES, at + HEADER_BYTES + bytes.readUInt32LE(at + 14));
  return { key, related: bytes.readUIntLE(at + 6, 6), tag: bytes.readUInt16LE(at + 12), body };
}

/** @returns false at the end of the run */
function advance(cursor: Cursor): boolean {
  cursor.at += HEADER_BYTES + cursor.bytes.readUInt32LE(cursor.at + 14);
  if (cursor.at >= cursor.bytes.length) {
    const next = cursor.blocks[cursor.block + 1];
    if (next === undefined) return false;
    cursor.block += 1;
    cursor.bytes = cursor.read(next);
    cursor.at = 0;
  }
  cursor.key = cursor.bytes.readUIntLE(cursor.at, 6);
  return true;
}

function comesBefore(a: Cursor, b: Cursor): boolean {
  return a.key < b.key || (a.key === b.key && a.runIndex < b.runIndex);
}

/** Restores the heap below an index whose key has grown. */
function sink(heap: Cursor[], index: number): void {
  const moving = heap[index] as Cursor;
  let at = index;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && comesBefore(heap[child + 1] as Cursor, heap[child] as Cursor)) child += 1;
    if (!comesBefore(heap[child] as Cursor, moving)) break;
    heap[at] = heap[child] as Cursor;
    at = child;
  }
  heap[at] = moving;
}
