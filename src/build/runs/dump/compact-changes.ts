/**
 * Compaction of files of changes: a line is taken out as soon as a later file has its identifier, so no file
 * keeps what was erased.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { moveFile } from '../../../shared/files/durable-file.ts';
import { createGzipFile } from '../../../shared/files/gzip-file.ts';
import { gunzippedLines } from '../../../shared/files/lines.ts';
import { type GndId, packGndId } from '../../../core/model/gnd-id.ts';
import { changeIndexName, findChanges, indexedIds } from '../../../shared/dumps/change-index.ts';
import { shareFile } from '../../ingest/snapshot/snapshot-folder.ts';
import type { SnapshotChange } from '../../../shared/dumps/dump-folder.ts';
import { changesFileName } from './change-file.ts';

/** A change with its file. */
type ListedChange = SnapshotChange & Required<Pick<SnapshotChange, 'from' | 'file'>>;

export function isListed(change: SnapshotChange): change is ListedChange {
  return change.from !== undefined && change.file !== undefined;
}

/** Number of lines that are read at a time. */
const BATCH = 256;

/**
 * Writes a file of changes and its index under a new name, without the identifiers that the newest file has or that are
 * withheld. The index stays complete. The old file stays as well, for as long as the list of changes names it.
 * @param folder of the files of changes
 * @param newest change, whose file has an index
 * @param withheld packed identifiers
 * @returns the given change if nothing had to be taken out; undefined where its file is missing or damaged
 * @throws the system's error
 */
export async function compactChanges(
  folder: string,
  change: ListedChange,
  newest: ListedChange,
  withheld: ReadonlySet<number>,
): Promise<SnapshotChange | undefined> {
  try {
    return await compactFile(folder, change, newest, withheld);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && !code.startsWith('Z_')) throw error;
    return undefined;
  }
}

async function compactFile(
  folder: string,
  change: ListedChange,
  newest: ListedChange,
  withheld: ReadonlySet<number>,
): Promise<SnapshotChange> {
  const { from, to, file } = change;
  const path = join(folder, file.name);
  const superseded: Superseded = async (ids) => {
    const changed = await findChanges(join(folder, newest.file.name), ids);
    return (id) => changed?.has(id) === true || withheld.has(id);
  };
  if (!(await isAffected(path, superseded))) return change;
  const name = changesFileName(from.id, to.id, newest.to.id);
  const place = join(folder, name);
  const out = createGzipFile(`${place}.new`);
  for await (const line of remaining(path, superseded)) {
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

/** Finds out which of some identifiers, ascending, have to be taken out. */
type Superseded = (ids: readonly number[]) => Promise<(id: number) => boolean>;

/** Whether an identifier that the file has, or had, has to be taken out. */
async function isAffected(path: string, superseded: Superseded): Promise<boolean> {
  for await (const ids of indexedIds(path)) if (ids.some(await superseded(ids))) return true;
  return false;
}

/** The first line, and the lines of identifiers that stay. */
async function* remaining(path: string, superseded: Superseded): AsyncGenerator<Buffer> {
  const lines = gunzippedLines(path);
  const { value: header } = await lines.next();
  yield header as Buffer;
  let batch: Buffer[] = [];
  async function* flush() {
    const isGone = await superseded(batch.map(idOf));
    yield* batch.filter((line) => !isGone(idOf(line)));
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
