/** Sorted runs and their merge: rows that many partitions yield, read back in one order. */
import { createBlockFile, openBlockFile } from './blocks.ts';

/** Sorted by `major`, then `minor`; both numbers that a double holds exactly. */
export interface Row {
  readonly major: number;
  readonly minor: number;
  readonly payload: Buffer;
}

const BLOCK_BYTES = 64 * 1024;
/** major (8 bytes), minor (8), length of the payload (4). */
const HEADER = 20;

/** Rows must be added in their order. */
export function createRun(path: string) {
  const file = createBlockFile(path);
  let pending: Buffer[] = [];
  let used = 0;
  const flush = (): void => {
    if (used > 0) file.append(0, Buffer.concat(pending, used));
    pending = [];
    used = 0;
  };
  return {
    add(major: number, minor: number, payload: Uint8Array): void {
      const header = Buffer.allocUnsafe(HEADER);
      header.writeDoubleLE(major, 0);
      header.writeDoubleLE(minor, 8);
      header.writeUInt32LE(payload.length, 16);
      pending.push(header, Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength));
      used += HEADER + payload.length;
      if (used >= BLOCK_BYTES) flush();
    },
    finish(): void {
      flush();
      file.finish();
    },
    abort: () => file.abort(),
  };
}

interface Cursor {
  row: Row;
  readonly rest: Iterator<Row>;
}

/** All rows of all runs in order, those with equal keys in any. Memory is a block for each run. */
export function* mergeRuns(paths: readonly string[]): Iterable<Row> {
  const heap: Cursor[] = [];
  try {
    for (const path of paths) {
      const rest = readRun(path)[Symbol.iterator]();
      const first = rest.next();
      if (first.done !== true) heap.push({ row: first.value, rest });
    }
    for (let at = (heap.length >> 1) - 1; at >= 0; at -= 1) sink(heap, at);
    for (;;) {
      const top = heap[0];
      if (top === undefined) return;
      yield top.row;
      const next = top.rest.next();
      if (next.done === true) {
        const last = heap.pop() as Cursor;
        if (heap.length === 0) return;
        heap[0] = last;
      } else top.row = next.value;
      sink(heap, 0);
    }
  } finally {
    // Whoever reads them may have failed.
    for (const { rest } of heap) rest.return?.();
  }
}

function* readRun(path: string): Iterable<Row> {
  const file = openBlockFile(path);
  try {
    for (const block of file.blocks) {
      const bytes = file.read(block);
      for (let at = 0; at < bytes.length;) {
        const end = at + HEADER + bytes.readUInt32LE(at + 16);
        yield {
          major: bytes.readDoubleLE(at),
          minor: bytes.readDoubleLE(at + 8),
          payload: bytes.subarray(at + HEADER, end),
        };
        at = end;
      }
    }
  } finally {
    file.close();
  }
}

function before({ row: a }: Cursor, { row: b }: Cursor): boolean {
  return a.major < b.major || (a.major === b.major && a.minor < b.minor);
}

/** Restores the heap below a place whose row has grown. */
function sink(heap: Cursor[], place: number): void {
  const moving = heap[place] as Cursor;
  let at = place;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && before(heap[child + 1] as Cursor, heap[child] as Cursor)) child += 1;
    if (!before(heap[child] as Cursor, moving)) break;
    heap[at] = heap[child] as Cursor;
    at = child;
  }
  heap[at] = moving;
}
