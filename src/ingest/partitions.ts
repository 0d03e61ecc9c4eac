/** Records spread over partitions by their entity, so that all that is said of one entity can be read together. */
import { Buffer } from 'node:buffer';
import { type Block, type BlockFile, createBlockFile, openBlockFile } from './blocks.ts';

/** The partition of a packed identifier: numbers are handed out one after the other, so the remainder spreads them evenly. */
export function partitionOf(id: number, partitions: number): number {
  return Math.floor(id / 32) % partitions;
}

/** Bytes gathered per partition before they are compressed and written. */
const BLOCK_BYTES = 96 * 1024;

/** entity (6 bytes), stated (6), tag (2), length of the body (4). */
const HEADER = 18;

/** Adds records in any order; memory is a block for each partition. */
export function createPartitionWriter(path: string, partitions: number) {
  const file = createBlockFile(path);
  const pending = Array.from({ length: partitions }, () => ({ bytes: Buffer.alloc(0), used: 0 }));
  const flush = (partition: number): void => {
    const block = pending[partition];
    if (block === undefined || block.used === 0) return;
    file.append(partition, block.bytes.subarray(0, block.used));
    block.used = 0;
  };
  return {
    /**
     * @param entity packed identifier that the record belongs to; decides the partition
     * @param stated packed identifier under which it was stated
     * @param tag 16 bits of the caller's
     */
    add(entity: number, stated: number, tag: number, body: string | Uint8Array): void {
      const partition = partitionOf(entity, partitions);
      const block = pending[partition];
      if (block === undefined) return;
      const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
      const needed = block.used + HEADER + length;
      if (needed > block.bytes.length) {
        const grown = Buffer.allocUnsafeSlow(Math.max(needed, Math.min(2 * block.bytes.length, 2 * BLOCK_BYTES), 1024));
        block.bytes.copy(grown, 0, 0, block.used);
        block.bytes = grown;
      }
      const { bytes, used } = block;
      bytes.writeUIntLE(entity, used, 6);
      bytes.writeUIntLE(stated, used + 6, 6);
      bytes.writeUInt16LE(tag, used + 12);
      bytes.writeUInt32LE(length, used + 14);
      if (typeof body === 'string') bytes.write(body, used + HEADER);
      else bytes.set(body, used + HEADER);
      block.used = needed;
      if (block.used >= BLOCK_BYTES) flush(partition);
    },
    finish(): void {
      for (let partition = 0; partition < partitions; partition += 1) flush(partition);
      file.finish();
    },
    abort: () => file.abort(),
  };
}
export type PartitionWriter = ReturnType<typeof createPartitionWriter>;

/** The records of one partition, by number. */
export interface Records {
  readonly count: number;
  entity(record: number): number;
  stated(record: number): number;
  tag(record: number): number;
  body(record: number): Buffer;
  /** As it is stored. */
  whole(record: number): Buffer;
  /** Negative when the body of `a` comes before that of `b`, byte by byte. */
  compareBodies(a: number, b: number): number;
}

/** A partition of more bytes than this is looked through for entities with too many records. */
const LARGE = 512 * 1024 ** 2;

export interface Bounds {
  /** Records that are kept of an entity at least, the first in their order. */
  readonly perEntity: number;
  /** From so many bytes on; {@link LARGE} if it is not said. */
  readonly bytes?: number;
  /** Told the tag of each record that was left out. */
  readonly onDropped: (tag: number) => void;
}

/** The order of an entity's records: by tag, then by what they say, then by the identifier that they name. */
export function compareRecords(records: Records, a: number, b: number): number {
  return records.tag(a) - records.tag(b) || records.compareBodies(a, b) || records.stated(a) - records.stated(b);
}

/** The same records as one block, but for those beyond the bound. */
function trimmed(records: Records, { perEntity, onDropped }: Bounds): Buffer {
  const byEntity = new Map<number, number[]>();
  for (let record = 0; record < records.count; record += 1) {
    const members = byEntity.get(records.entity(record));
    if (members === undefined) byEntity.set(records.entity(record), [record]);
    else members.push(record);
  }
  const kept: Buffer[] = [];
  for (const members of byEntity.values()) {
    if (members.length > perEntity) members.sort((a, b) => compareRecords(records, a, b));
    for (const record of members.slice(0, perEntity)) kept.push(records.whole(record));
    for (const record of members.slice(perEntity)) onDropped(records.tag(record));
  }
  return Buffer.concat(kept);
}

/** @param paths finished files of the same number of partitions */
export function openPartitions(paths: readonly string[]) {
  const files: { file: BlockFile; byPartition: Map<number, Block[]> }[] = paths.map((path) => {
    const file = openBlockFile(path);
    const byPartition = new Map<number, Block[]>();
    for (const block of file.blocks) {
      const blocks = byPartition.get(block.part);
      if (blocks === undefined) byPartition.set(block.part, [block]);
      else blocks.push(block);
    }
    return { file, byPartition };
  });
  return {
    /** Block by block, in no order that means anything. */
    *blocks(partition: number): Iterable<Records> {
      for (const { file, byPartition } of files) {
        for (const block of byPartition.get(partition) ?? []) yield recordsOf([file.read(block)]);
      }
    },
    /**
     * All of a partition in memory; of an entity that has absurdly much only the first records in their order.
     * @param bounds without them everything
     */
    load(partition: number, bounds?: Bounds): Records {
      const blocks: Buffer[] = [];
      let [bytes, limit] = [0, bounds?.bytes ?? LARGE];
      for (const { file, byPartition } of files) {
        for (const block of byPartition.get(partition) ?? []) {
          blocks.push(file.read(block));
          bytes += block.unpacked;
          if (bounds === undefined || bytes < limit) continue;
          blocks.splice(0, blocks.length, trimmed(recordsOf(blocks), bounds));
          bytes = blocks[0]?.length ?? 0;
          limit = Math.max(limit, 2 * bytes);
        }
      }
      return recordsOf(blocks);
    },
    close(): void {
      for (const { file } of files) file.close();
    },
  };
}
export type Partitions = ReturnType<typeof openPartitions>;

function recordsOf(blocks: readonly Buffer[]): Records {
  let count = 0;
  for (const block of blocks)
    for (let at = 0; at < block.length; at += HEADER + block.readUInt32LE(at + 14)) count += 1;
  const blockOf = new Uint32Array(count);
  const start = new Uint32Array(count);
  let record = 0;
  for (const [number, block] of blocks.entries()) {
    for (let at = 0; at < block.length; at += HEADER + block.readUInt32LE(at + 14)) {
      blockOf[record] = number;
      start[record] = at;
      record += 1;
    }
  }
  const bytesOf = (index: number): Buffer => blocks[blockOf[index] as number] as Buffer;
  const startOf = (index: number): number => start[index] as number;
  const bodyStart = (index: number): number => startOf(index) + HEADER;
  const bodyEnd = (index: number): number => bodyStart(index) + bytesOf(index).readUInt32LE(startOf(index) + 14);
  return {
    count,
    entity: (index) => bytesOf(index).readUIntLE(startOf(index), 6),
    stated: (index) => bytesOf(index).readUIntLE(startOf(index) + 6, 6),
    tag: (index) => bytesOf(index).readUInt16LE(startOf(index) + 12),
    body: (index) => bytesOf(index).subarray(bodyStart(index), bodyEnd(index)),
    whole: (index) => bytesOf(index).subarray(startOf(index), bodyEnd(index)),
    compareBodies: (a, b) => bytesOf(a).compare(bytesOf(b), bodyStart(b), bodyEnd(b), bodyStart(a), bodyEnd(a)),
  };
}
