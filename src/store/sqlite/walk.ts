/** Goes through a snapshot from beginning to end: every identifier that it knows, ascending, with what it stands for. */
import { join } from 'node:path';
import { type GndId, unpackGndId } from '../../model/gnd-id.ts';
import { readHeader, type SnapshotHeader, UnusableSnapshot } from '../header.ts';
import { inflateAnswer } from '../inflate-answer.ts';
import { allRecords, type RecordRow } from './records.ts';
import { ENTITIES_FILE, LOOKUP_CACHE_KIBIBYTES, openDatabase } from './schema.ts';

/** What an identifier stands for; `id` is packed. */
export type Walked =
  /** The answer as JSON in UTF-8. */
  | { readonly kind: 'entity'; readonly id: number; readonly answer: Buffer }
  | { readonly kind: 'redirect'; readonly id: number; readonly target: GndId }
  | { readonly kind: 'deletion'; readonly id: number; readonly successors: readonly GndId[] };

export interface SnapshotWalk extends Disposable {
  readonly header: SnapshotHeader;
  /** @throws UnusableSnapshot when the file is damaged */
  all(): Iterable<Walked>;
}

/** @throws UnusableSnapshot when there is none, or none that can be read */
export async function openWalk(directory: string): Promise<SnapshotWalk> {
  const header = await readHeader(directory);
  const file = join(directory, ENTITIES_FILE);
  const readable = <T>(read: () => T): T => {
    try {
      return read();
    } catch (cause) {
      throw new UnusableSnapshot(`${file} cannot be read: ${(cause as Error).message}`, { cause });
    }
  };
  // Each page is read once.
  const database = readable(() => openDatabase(file, LOOKUP_CACHE_KIBIBYTES));
  return {
    header,
    *all() {
      const records = allRecords(database)[Symbol.iterator]();
      for (;;) {
        const { done, value } = readable(() => records.next());
        if (done === true) return;
        yield readable(() => toWalked(value));
      }
    },
    [Symbol.dispose]: () => database.close(),
  };
}

function toWalked({ id, answer, target, successors }: RecordRow): Walked {
  if (answer !== null) return { kind: 'entity', id, answer: inflateAnswer(answer) };
  if (target !== null) return { kind: 'redirect', id, target: unpackGndId(target) };
  return { kind: 'deletion', id, successors: JSON.parse(successors ?? '[]') as readonly GndId[] };
}
