/** Goes through a snapshot from beginning to end: every identifier that it knows, ascending, with what it stands for. */
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type GndId, unpackGndId } from '../../model/gnd-id.ts';
import { readHeader, type SnapshotHeader, UnusableSnapshot } from '../header.ts';
import { createAnswerDecoder, type Openings } from './answer-coding.ts';
import { ENTITIES_FILE, LOOKUP_CACHE_KIBIBYTES, openDatabase, readOpenings } from './schema.ts';

/** What an identifier stands for; `id` is packed. */
export type Walked =
  /** The answer as it is stored. */
  | { readonly kind: 'entity'; readonly id: number; readonly answer: Uint8Array }
  | { readonly kind: 'redirect'; readonly id: number; readonly target: GndId }
  | { readonly kind: 'deletion'; readonly id: number; readonly successors: readonly GndId[] };

export interface SnapshotWalk {
  readonly header: SnapshotHeader;
  readonly openings: Openings;
  /** @throws UnusableSnapshot when the file is damaged */
  all(): Iterable<Walked>;
  /** The answer as JSON in UTF-8. @throws UnusableSnapshot when it is damaged */
  plain(answer: Uint8Array): Buffer;
  close(): void;
}

/** All three tables are in order, so nothing is sorted. */
const ALL = `SELECT id, answer, NULL, NULL FROM entity
  UNION ALL SELECT id, NULL, target, NULL FROM redirect
  UNION ALL SELECT id, NULL, NULL, successors FROM deletion ORDER BY id`;

type Row = readonly [id: number, answer: Uint8Array | null, target: number | null, successors: string | null];

/** @throws UnusableSnapshot when there is none, or none that can be read */
export async function openWalk(directory: string): Promise<SnapshotWalk> {
  const header = await readHeader(directory);
  const file = join(directory, ENTITIES_FILE);
  const readable = <T>(read: () => T): T => {
    try {
      return read();
    } catch (cause) {
      if (cause instanceof UnusableSnapshot) throw cause;
      throw new UnusableSnapshot(`${file} cannot be read: ${(cause as Error).message}`, { cause });
    }
  };
  const { database, openings } = readable(() => open(file));
  const decoder = createAnswerDecoder(openings);
  return {
    header,
    openings,
    *all() {
      const rows = readable(() => {
        const select = database.prepare(ALL);
        select.setReturnArrays(true);
        return select.iterate() as unknown as Iterator<Row>;
      });
      for (let row = readable(() => rows.next()); row.done !== true; row = readable(() => rows.next())) {
        yield toWalked(row.value);
      }
    },
    plain: (answer) => readable(() => decoder.plain(answer)),
    close: () => database.close(),
  };
}

function open(file: string): { readonly database: DatabaseSync; readonly openings: Openings } {
  // Each page is read once.
  const database = openDatabase(file, LOOKUP_CACHE_KIBIBYTES);
  try {
    return { database, openings: readOpenings(database) };
  } catch (error) {
    database.close();
    throw error;
  }
}

function toWalked([id, answer, target, successors]: Row): Walked {
  if (answer !== null) return { kind: 'entity', id, answer };
  if (target !== null) return { kind: 'redirect', id, target: unpackGndId(target) };
  return { kind: 'deletion', id, successors: JSON.parse(successors ?? '[]') as readonly GndId[] };
}
