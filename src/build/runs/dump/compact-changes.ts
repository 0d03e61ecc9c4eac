/**
 * Compaction of files of changes: a line is taken out as soon as a later file has its identifier, so no file
 * keeps what was erased.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { moveFile } from '../../../core/files/durable-file.ts';
import { createGzipFile } from '../../../core/files/gzip-file.ts';
import { gunzippedLines } from '../../../core/files/lines.ts';
import { type GndId, packGndId } from '../../../core/model/gnd-id.ts';
import { changeIndexName, findChanges, indexedIds } from '../../../core/snapshot/change-index.ts';
import { shareFile } from '../../../core/snapshot/directory.ts';
import type { SnapshotChange } from '../../../core/snapshot/dump-folder.ts';
import { changesFileName } from './change-file.ts';

/** A change with its file. */
type ListedChange = SnapshotChange & Required<Pick<SnapshotChange, 'from' | 'file'>>;

export function isListed(change: SnapshotChange): change is ListedChange {
  return change.from !== undefined && change.file !== undefined;
}

/** Number of lines that are read at a time. */
const BATCH = 256;

/**
 * Writes a file of changes and its index under a new name, without the identifiers that the newest file has. The index
 * stays complete. The old file stays as well, for as long as the list of changes names it.
 * @param folder of the files of changes
 * @param newest change, whose file has an index
 * @returns the given change if nothing had to be taken out; undefined where its file is missing or damaged
 * @throws the system's error
 */
export async function compactChanges(
  folder: string,
  change: ListedChange,
  newest: ListedChange,
): Promise<SnapshotChange | undefined> {
  try {
    return await compactFile(folder, change, newest);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && !code.startsWith('Z_')) throw error;
    return undefined;
  }
}

async function compactFile(folder: string, change: ListedChange, newest: ListedChange): Promise<SnapshotChange> {
  const { from, to, file } = change;
  const [path, later] = [join(folder, file.name), join(folder, newest.file.name)];
  if (!(await isAffected(path, later))) return change;
  const name = changesFileName(from.id, to.id, newest.to.id);
  const place = join(folder, name);
  const out = createGzipFile(`${place}.new`);
  for await (const line of remaining(path, later)) {
    out.add(`${line.toString()}\n`);
    if (out.isFull()) await out.flushed();
  }
  const written = await out.close();
  if (written.lines === file.lines) return change;
  await rm(changeIndexName(place), { force: true });
  await shareFile(changeIndexName(path), changeIndexName(place));
  await moveFile(`${place}.new`, place);
  return { ...change, file: { name, ...written } };
}

/** Whether the later file has an identifier that the file has or had. */
async function isAffected(path: string, later: string): Promise<boolean> {
  for await (const ids of indexedIds(path)) if ((await superseded(ids, later)).size > 0) return true;
  return false;
}

async function superseded(ids: readonly number[], later: string): Promise<ReadonlyMap<number, unknown>> {
  return (await findChanges(later, ids)) ?? new Map();
}

/** The first line, and the lines of identifiers that the later file does not have. */
async function* remaining(path: string, later: string): AsyncGenerator<Buffer> {
  const lines = gunzippedLines(path);
  const { value: header } = await lines.next();
  yield header as Buffer;
  let batch: Buffer[] = [];
  async function* flush() {
    const gone = await superseded(batch.map(idOf), later);
    yield* batch.filter((line) => !gone.has(idOf(line)));
    batch = [];
  }
  for await (const line of lines) {
    batch.push(line);
    if (batch.length === BATCH) yield* flush();
  }
  yield* flush();
}

/** The packed identifier of a line, which is its first member. */
function idOf(line: Buffer): number {
  return packGndId(/^\{"gnd":"([\dX-]+)"/.exec(line.toString('latin1', 0, 40))?.[1] as GndId);
}
