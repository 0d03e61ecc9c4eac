/** Which ranks a key leads to: sorted pairs packed into blocks. A row for each pair would take more than twice the room. */
import type { DatabaseSync } from 'node:sqlite';

/** A key below 2⁴⁸ and the rank of an entity that has it. */
export type Pair = readonly [key: number, rank: number];

/** Columns of such a table. A row is a block of pairs, under the first key; the pairs of one key are all in one block. */
export const KEY_BLOCK_COLUMNS = 'first INTEGER PRIMARY KEY, pairs BLOB NOT NULL';

/** A block ends with the first key behind so many: some 500 bytes. */
const PAIRS = 64;

/**
 * Fills an empty table.
 * @param pairs ascending, none twice
 * @returns how many different keys there are
 */
export function writeKeyBlocks(database: DatabaseSync, table: string, pairs: Iterable<Pair>): number {
  const insert = database.prepare(`INSERT INTO ${table} VALUES (?, ?)`);
  let keys = 0;
  let first = 0;
  let previous: Pair | undefined;
  let packed: number[] = [];
  let count = 0;
  const finish = (): void => {
    if (count > 0) insert.run(first, Uint8Array.from(packed));
    packed = [];
    count = 0;
  };
  for (const [key, rank] of pairs) {
    const isNew = key !== previous?.[0];
    if (isNew) keys += 1;
    if (isNew && count >= PAIRS) finish();
    if (count === 0) first = key;
    // As steps from the pair before: most take eight bytes.
    pack(packed, count === 0 ? 0 : key - (previous?.[0] ?? 0));
    pack(packed, isNew ? rank : rank - (previous?.[1] ?? 0));
    count += 1;
    previous = [key, rank];
  }
  finish();
  return keys;
}

/** @returns the lowest ranks of a key, ascending */
export function openKeyBlocks(database: DatabaseSync, table: string): (key: number, limit: number) => number[] {
  const block = database.prepare(`SELECT first, pairs FROM ${table} WHERE first <= ? ORDER BY first DESC LIMIT 1`);
  return (key, limit) => {
    const row = block.get(key);
    const ranks: number[] = [];
    if (row === undefined) return ranks;
    for (const [found, rank] of unpack(row['first'] as number, row['pairs'] as Uint8Array)) {
      if (found > key || ranks.length === limit) break;
      if (found === key) ranks.push(rank);
    }
    return ranks;
  };
}

/** All pairs of a table, in the order of its rows: ascending, if nobody has spoilt it. */
export function* readKeyBlocks(database: DatabaseSync, table: string): Iterable<Pair> {
  for (const row of database.prepare(`SELECT first, pairs FROM ${table} ORDER BY first`).iterate()) {
    yield* unpack(row['first'] as number, row['pairs'] as Uint8Array);
  }
}

/** Seven bits a byte, the lowest first; the eighth says that there are more. */
function pack(bytes: number[], value: number): void {
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}

function* unpack(first: number, bytes: Uint8Array): Iterable<Pair> {
  let at = 0;
  const next = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  let key = first;
  let rank = 0;
  while (at < bytes.length) {
    const step = next();
    key += step;
    rank = step === 0 ? rank + next() : next();
    yield [key, rank];
  }
}
