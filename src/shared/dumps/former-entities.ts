/** Entities that recent snapshots removed, with what may be kept of each: one file in a folder of dumps. */
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { moveFile } from '../files/durable-file.ts';
import { gunzippedLines, linesOf } from '../files/lines.ts';
import type { EntityType } from '../../core/model/entity.ts';
import { type GndId, packGndId } from '../../core/model/gnd-id.ts';
import { mayBeLiving } from './living.ts';
import { omit } from '../omit.ts';
import type { ChangesHeader } from './dump-folder.ts';
import type { LinksAnswer } from '../../core/snapshot/links-answer.ts';
import type { Store } from '../../core/snapshot/store.ts';

/** A removed entity as far as it may be kept: only the type, if it is a person who may be living. */
export interface EntityDescription extends Pick<LinksAnswer['entity'], 'displayName' | 'description'> {
  readonly type: EntityType;
  readonly preferredName?: string | undefined;
  /** Set for a person who is known not to be living; without it, a person may be living. */
  readonly living?: false | undefined;
}

/** A line of the file; lines are in order of the identifiers. */
export interface FormerEntity extends EntityDescription {
  readonly gnd: GndId;
  /** Date of the last snapshot that had the entity. */
  readonly until: string;
}

/** The members of a line of changes that matter here. */
interface Line {
  readonly gnd: GndId;
  readonly was?: EntityDescription;
}

/** @param year in which the entity was removed */
export function describeFormer(entity: LinksAnswer['entity'], year: number): EntityDescription {
  const { type, preferredName, displayName, description } = entity;
  const living = type === 'Person' && !mayBeLiving(entity, year) ? false : undefined;
  return mayBeKept({ type, living, preferredName, displayName, description });
}

/** Leaves out names of persons who may be living; earlier releases kept them, also in descriptions of works. */
function mayBeKept(was: EntityDescription): EntityDescription {
  if (was.type === 'Person' && was.living === undefined) return { type: was.type };
  // It begins with the name of the author.
  return was.type === 'Work' ? omit(was, 'description') : was;
}

const FILE = 'former-entities.jsonl';
/** Bytes that are read at a time. */
const CHUNK = 64 * 1024;
/** Longest name, in characters, so that a chunk holds several lines. */
const MAX_NAME = 500;

/** Number of entities that are looked up at a time. */
const BATCH = 500;

/**
 * Adds the entities that a file of changes removed, and leaves out what must no longer be kept.
 * @param folder of dumps
 * @param store of the newest snapshot: entities that it has again, or that are withheld, are left out
 * @param changes `changes-….jsonl.gz`; undefined where there is no new one
 * @param oldest `YYYY-MM-DD`: entities with an earlier `until` are left out
 * @throws StoreReadError, or the system's error
 */
export async function updateFormerEntities(
  folder: string,
  store: Pick<Store, 'coverage'>,
  changes: string | undefined,
  oldest: string,
): Promise<void> {
  const file = join(folder, FILE);
  async function* linesOfGone(entities: readonly FormerEntity[]) {
    const fates = await store.coverage(entities.map(({ gnd }) => gnd));
    for (const [index, { gnd, until, ...was }] of entities.entries())
      if (GONE.has(fates[index]?.kind)) yield `${JSON.stringify({ gnd, ...shortened(mayBeKept(was)), until })}\n`;
  }
  await pipeline(
    () => merged(entitiesIn(file), removedBy(changes)),
    async function* (entities: AsyncIterable<FormerEntity>) {
      let batch: FormerEntity[] = [];
      for await (const entity of entities) {
        if (entity.until >= oldest) batch.push(entity);
        if (batch.length < BATCH) continue;
        yield* linesOfGone(batch);
        batch = [];
      }
      yield* linesOfGone(batch);
    },
    createWriteStream(`${file}.new`, { flush: true }),
  );
  await moveFile(`${file}.new`, file);
}

const GONE: ReadonlySet<string | undefined> = new Set(['deleted', 'unknown']);

async function* entitiesIn(file: string): AsyncGenerator<FormerEntity> {
  if (!existsSync(file)) return;
  for await (const line of linesOf(createReadStream(file))) yield parse(line);
}

async function* removedBy(changes: string | undefined): AsyncGenerator<FormerEntity> {
  if (changes === undefined) return;
  const lines = gunzippedLines(changes);
  const { value: first } = await lines.next();
  const { from } = JSON.parse(String(first)) as ChangesHeader;
  for await (const line of lines) {
    const { gnd, was } = JSON.parse(line.toString()) as Line;
    if (was !== undefined) yield { gnd, ...was, until: from.date };
  }
}

function shortened({ preferredName, displayName, ...others }: EntityDescription): EntityDescription {
  const short = (name: string | undefined) => name && Array.from(name).slice(0, MAX_NAME).join('');
  return { ...others, preferredName: short(preferredName), displayName: short(displayName) };
}

/** Merges two sequences in order of the identifiers; for an identifier in both, the later entry counts. */
async function* merged(
  earlier: AsyncGenerator<FormerEntity>,
  later: AsyncGenerator<FormerEntity>,
): AsyncGenerator<FormerEntity> {
  let next = await earlier.next();
  for await (const entity of later) {
    for (; next.done !== true && idOf(next.value) <= idOf(entity); next = await earlier.next()) {
      if (next.value.gnd !== entity.gnd) yield next.value;
    }
    yield entity;
  }
  for (; next.done !== true; next = await earlier.next()) yield next.value;
}

/** @param folder of dumps @returns undefined where the entity or the file is missing @throws the system's error */
export async function findFormerEntity(folder: string, gnd: GndId): Promise<FormerEntity | undefined> {
  const file = join(folder, FILE);
  if (!existsSync(file)) return undefined;
  await using handle = await open(file);
  return await findIn(handle, packGndId(gnd), (await handle.stat()).size);
}

/** Binary search; the part from `low` to `high` always consists of whole lines. */
async function findIn(handle: FileHandle, id: number, size: number): Promise<FormerEntity | undefined> {
  let [low, high] = [0, size];
  while (low < high) {
    const start = Math.max(low, Math.floor((low + high - CHUNK) / 2));
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(CHUNK), 0, Math.min(CHUNK, high - start), start);
    // The chunk begins inside a line, except at the beginning of the part.
    const begin = start === low ? 0 : buffer.indexOf('\n') + 1;
    const end = buffer.lastIndexOf('\n', bytesRead - 1) + 1;
    if (end <= begin) return undefined;
    const lines = buffer
      .toString('utf8', begin, end - 1)
      .split('\n')
      .map(parse);
    const [first, last] = [lines[0], lines.at(-1)];
    if (first === undefined || last === undefined) return undefined;
    if (id < idOf(first)) high = start + begin;
    else if (id > idOf(last)) low = start + end;
    else return lines.find((line) => idOf(line) === id);
  }
  return undefined;
}

const parse = (line: Buffer | string) => JSON.parse(line.toString()) as FormerEntity;
const idOf = ({ gnd }: FormerEntity) => packGndId(gnd);
