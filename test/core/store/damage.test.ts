/** Unreadable data are never reported as missing: every answer is right, or a StoreReadError. */
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type GndId, packGndId, unpackGndId } from '../../../src/core/model/gnd-id.ts';
import { UnusableSnapshot } from '../../../src/core/snapshot/header.ts';
import { openSqliteStore } from '../../../src/core/sqlite/open.ts';
import { ENTITIES_FILE, ENTITY_PAGE_BYTES, openDatabase, SEARCH_FILE } from '../../../src/core/sqlite/schema.ts';
import { type Store, StoreReadError } from '../../../src/core/snapshot/store.ts';
import { openFiles } from '../../open-files.ts';
import { copySample, DAMAGES, spoil } from './spoilt-snapshot.ts';

/** All identifiers of a snapshot, and the same number of unknown ones. */
function identifiersOf(directory: string): GndId[] {
  const database = openDatabase(join(directory, ENTITIES_FILE));
  const ids = database.prepare('SELECT id FROM record WHERE id > 0').all();
  database.close();
  const known = ids.map(({ id }) => unpackGndId(id as number));
  return [...known, ...known.map((id) => unpackGndId(packGndId(id) + 32))];
}

const outcome = (asked: Promise<unknown>): Promise<unknown> =>
  asked.catch((error: unknown) => {
    if (error instanceof StoreReadError) return 'StoreReadError';
    throw error;
  });

const askEntity = (store: Store, id: GndId) => outcome(store.entity(id));
const askCoverage = (store: Store, id: GndId) => outcome(store.coverage([id]));
const askSearch = (store: Store, id: GndId) =>
  outcome(store.search({ q: id, limit: 1, offset: 0 }).then(({ items }) => items));

/** @returns the number of answers that could not be read */
async function compare(directory: string, ids: readonly GndId[], ask: typeof askEntity, truth: readonly unknown[]) {
  let failures = 0;
  try {
    const store = await openSqliteStore(directory);
    for (const [place, id] of ids.entries()) {
      const found = await ask(store, id);
      if (found === 'StoreReadError') failures += 1;
      else expect(found, id).toEqual(truth[place]);
    }
    await store.close();
  } catch (error) {
    if (!(error instanceof UnusableSnapshot)) throw error;
    failures += 1;
  }
  return failures;
}

describe.each([
  ['the answer about every identifier', ENTITIES_FILE, ENTITY_PAGE_BYTES, askEntity],
  ['the coverage of every identifier', ENTITIES_FILE, ENTITY_PAGE_BYTES, askCoverage],
  ['the hit for every identifier', SEARCH_FILE, 4096, askSearch],
])('%s', (_, file, pageBytes, ask) => {
  it('is right or a StoreReadError for any damage of a page', async () => {
    const directory = copySample();
    const sound = readFileSync(join(directory, file));
    const ids = identifiersOf(directory);
    const store = await openSqliteStore(directory);
    const truth = await Promise.all(ids.map((id) => ask(store, id)));
    await store.close();
    const random = randomFrom(5);
    let failures = 0;
    for (const damage of [...DAMAGES, ...DAMAGES]) {
      const bytes = Buffer.from(sound);
      damage(bytes, pageBytes, random);
      writeFileSync(join(directory, file), bytes);
      failures += await compare(directory, ids, ask, truth);
    }
    expect(failures).toBeGreaterThan(0);
  });
});

it.each([
  ['entities', 'UPDATE coverage SET entry = 7', askCoverage],
  ['entities', 'UPDATE coverage SET checksum = checksum + 1', askCoverage],
  ['entities', 'DELETE FROM coverage', askCoverage],
  ['entities', 'UPDATE record SET answer = 7 WHERE answer IS NOT NULL', askEntity],
  ['entities', 'UPDATE record SET id = id - 1', askEntity],
  ['entities', 'DELETE FROM record WHERE id < 4000000', askEntity],
  ['search', 'DELETE FROM hit', askSearch],
  ['search', 'DELETE FROM candidate', askSearch],
  ['search', 'UPDATE candidate SET type = 99', askSearch],
] as const)('rows of %s that are not what was written are a StoreReadError: %s', async (file, sql, ask) => {
  const directory = copySample();
  const [id] = identifiersOf(directory);
  spoil(directory, file, sql);
  const store = await openSqliteStore(directory);
  expect(await ask(store, id as GndId)).toBe('StoreReadError');
  await store.close();
});

it.each([ENTITIES_FILE, SEARCH_FILE])('a snapshot with an unusable %s leaves no file open', async (file) => {
  const directory = copySample();
  writeFileSync(join(directory, file), 'no database');
  await expect(openSqliteStore(directory)).rejects.toThrow(UnusableSnapshot);
  expect(openFiles().filter((path) => path.startsWith(directory))).toEqual([]);
});

describe('a store whose files are damaged while it is open', () => {
  it.each([ENTITIES_FILE, SEARCH_FILE])('fails its check as soon as %s is truncated', async (file) => {
    const directory = copySample();
    const store = await openSqliteStore(directory);
    await store.check();
    truncateSync(join(directory, file), 0);
    await expect(store.check()).rejects.toThrow(StoreReadError);
    await store.close();
  });

  it('fails its check for a minute after a read has failed', async () => {
    let now = 0;
    const directory = copySample();
    const store = await openSqliteStore(directory, { clock: () => now });
    const bytes = readFileSync(join(directory, ENTITIES_FILE));
    await store.check();
    const [id] = identifiersOf(directory).filter((one) => one !== '118540238');
    writeFileSync(join(directory, ENTITIES_FILE), bytes.fill(0, ENTITY_PAGE_BYTES));
    await expect(store.entity(id as GndId)).rejects.toThrow(StoreReadError);
    await expect(store.check()).rejects.toThrow(StoreReadError);
    now += 59_999;
    await expect(store.check()).rejects.toThrow(StoreReadError);
    await store.close();
  });
});

/** The generator Mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
