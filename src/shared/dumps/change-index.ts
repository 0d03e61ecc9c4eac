/**
 * The index of a file of changes: one record of fixed length per changed identifier, for binary search. It stays complete
 * when lines are taken out of the file.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { moveFile } from '../files/durable-file.ts';
import { ifAbsent } from '../files/if-absent.ts';
import { gunzippedLines } from '../files/lines.ts';
import { type GndId, packGndId, unpackGndId } from '../../core/model/gnd-id.ts';
import { CHANGE_KINDS } from './dump-folder.ts';
import { StoreReadError } from '../../core/snapshot/store.ts';

/** A line of the file of changes, with counts instead of links and without the answer. */
export interface IndexedChange {
  readonly change: (typeof CHANGE_KINDS)[number];
  /** At most 65,535. */
  readonly linksAdded: number;
  readonly linksRemoved: number;
  /** The surviving entity, where the identifier was redirected. */
  readonly to?: GndId;
}

/** The members of a line that are indexed. */
interface Line {
  readonly gnd: GndId;
  readonly change: IndexedChange['change'];
  readonly links?: { readonly added: readonly unknown[]; readonly removed: readonly unknown[] };
  readonly to?: GndId;
}

/** Identifier (6 bytes), kind (1), links added and removed (2 each), surviving identifier or 0 (6), all big-endian. */
const RECORD = 17;
/** Records that are read at a time, and their bytes. */
export const INDEX_CHUNK = 4096;
const CHUNK = INDEX_CHUNK * RECORD;
const MAX_LINKS = 0xffff;

/** Name of the index beside a file of changes. */
export function changeIndexName(file: string): string {
  return `${file}.index`;
}

/** Writes the index, with one line of the file in memory at a time. @param file `changes-….jsonl.gz` @throws the system's error */
export async function writeChangeIndex(file: string): Promise<void> {
  const name = changeIndexName(file);
  await pipeline(() => recordsOf(gunzippedLines(file)), createWriteStream(`${name}.new`, { flush: true }));
  await moveFile(`${name}.new`, name);
}

/** All identifiers of an index, packed, ascending, in batches. @throws the system's error */
export async function* indexedIds(file: string): AsyncGenerator<readonly number[]> {
  for await (const chunk of createReadStream(changeIndexName(file), { highWaterMark: CHUNK })) {
    const records = chunk as Buffer;
    yield Array.from({ length: Math.floor(records.length / RECORD) }, (_, place) => idAt(records, place * RECORD));
  }
}

async function* recordsOf(lines: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  // The first line is the header.
  await lines.next();
  for await (const line of lines) yield recordOf(JSON.parse(line.toString()) as Line);
}

function recordOf({ gnd, change, links, to }: Line): Buffer {
  const record = Buffer.alloc(RECORD);
  record.writeUIntBE(packGndId(gnd), 0, 6);
  record.writeUInt8(CHANGE_KINDS.indexOf(change), 6);
  record.writeUInt16BE(Math.min(links?.added.length ?? 0, MAX_LINKS), 7);
  record.writeUInt16BE(Math.min(links?.removed.length ?? 0, MAX_LINKS), 9);
  record.writeUIntBE(to === undefined ? 0 : packGndId(to), 11, 6);
  return record;
}

/**
 * Reads only the chunks of the index that can hold the identifiers, one at a time.
 * @param file of changes
 * @param ids packed, ascending
 * @param lines of the file without the first one; the index of a compacted file has more records
 * @returns the changes of those identifiers that changed, by packed identifier; undefined when there is no index
 * @throws StoreReadError when the index is damaged, or the system's error
 */
export async function findChanges(
  file: string,
  ids: readonly number[],
  lines = 0,
): Promise<ReadonlyMap<number, IndexedChange> | undefined> {
  const changes = new Map<number, IndexedChange>();
  await using handle = await open(changeIndexName(file)).catch(ifAbsent(undefined));
  if (handle === undefined) return undefined;
  const { size } = await handle.stat();
  if (isTooShort(size, lines)) throw damaged(file);
  const chunks = Math.ceil(size / CHUNK);
  let place = -1;
  let chunk = Buffer.alloc(0);
  for (const id of ids) {
    if (place < 0 || idAt(chunk, chunk.length - RECORD) < id) {
      if (place >= chunks - 1) break;
      place = await chunkOf(handle, id, place + 1, chunks);
      chunk = await readAt(handle, place * CHUNK, Math.min(CHUNK, size - place * CHUNK));
      if (idAt(chunk, 0) === 0 || idAt(chunk, 0) > idAt(chunk, chunk.length - RECORD)) throw damaged(file);
    }
    const change = changeIn(chunk, id);
    if (change !== undefined) changes.set(id, change);
  }
  return changes;
}

/** Whether the index is missing, cut or does not begin with an identifier. @param lines as of {@link findChanges} */
export async function isIndexDamaged(file: string, lines: number): Promise<boolean> {
  await using handle = await open(changeIndexName(file)).catch(() => undefined);
  if (handle === undefined) return true;
  const { size } = await handle.stat();
  return isTooShort(size, lines) || (size > 0 && idAt(await readAt(handle, 0, RECORD), 0) === 0);
}

const isTooShort = (size: number, lines: number) => size < lines * RECORD || size % RECORD !== 0;

/** Number, ≥ `from`, of the last chunk whose first identifier is ≤ `id`; `from` if there is none. */
async function chunkOf(handle: FileHandle, id: number, from: number, chunks: number): Promise<number> {
  let [low, high] = [from, chunks];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (idAt(await readAt(handle, middle * CHUNK, RECORD), 0) <= id) low = middle;
    else high = middle;
  }
  return low;
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer<ArrayBuffer>> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead - (bytesRead % RECORD));
}

const damaged = (file: string) => new StoreReadError(`${changeIndexName(file)} is damaged`);

const idAt = (chunk: Buffer, offset: number) => chunk.readUIntBE(offset, 6);

function changeIn(chunk: Buffer, id: number): IndexedChange | undefined {
  let [low, high] = [0, chunk.length / RECORD];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (idAt(chunk, middle * RECORD) < id) low = middle + 1;
    else high = middle;
  }
  const offset = low * RECORD;
  if (offset >= chunk.length || idAt(chunk, offset) !== id) return undefined;
  const to = chunk.readUIntBE(offset + 11, 6);
  return {
    change: CHANGE_KINDS[chunk.readUInt8(offset + 6)] ?? 'changed',
    linksAdded: chunk.readUInt16BE(offset + 7),
    linksRemoved: chunk.readUInt16BE(offset + 9),
    ...(to !== 0 && { to: unpackGndId(to) }),
  };
}
