import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UnusableSnapshot } from '../../../src/core/snapshot/header.ts';
import { ENTITIES_FILE, SEARCH_FILE } from '../../../src/core/sqlite/schema.ts';
import { warmUp, warmUpLogged } from '../../../src/core/snapshot/verify-files.ts';
import { writeSnapshot } from '../api/fixture.ts';

const files = [SEARCH_FILE, ENTITIES_FILE];

const snapshot = (): Promise<string> => writeSnapshot([]);

const sizeOf = (directory: string, file: string): number => statSync(join(directory, file)).size;

describe('a warm-up', () => {
  it('reads as many files as fit into memory, the most used ones first, and names the rest', async () => {
    const directory = await snapshot();
    const { signal } = new AbortController();
    const [search, entities] = [sizeOf(directory, SEARCH_FILE), sizeOf(directory, ENTITIES_FILE)];
    expect(await warmUp(directory, { files, room: search + entities, signal })).toEqual({
      bytes: search + entities,
      skipped: [],
    });
    expect(await warmUp(directory, { files, room: search, signal })).toEqual({
      bytes: search,
      skipped: [ENTITIES_FILE],
    });
    expect(await warmUp(directory, { files, room: 10, signal })).toEqual({ bytes: 0, skipped: files });
  });

  it('finds a file that contradicts the header', async () => {
    const directory = await snapshot();
    writeFileSync(join(directory, ENTITIES_FILE), Buffer.alloc(sizeOf(directory, ENTITIES_FILE), 7));
    const { signal } = new AbortController();
    const given = { files, room: Number.POSITIVE_INFINITY, signal };
    await expect(warmUp(directory, given)).rejects.toThrow(UnusableSnapshot);
    const told: string[] = [];
    await warmUpLogged(directory, given, { info: () => undefined, error: (_, sentence) => told.push(sentence) });
    expect(told).toEqual(['the snapshot in service does not match its header']);
  });

  it('ends quietly with the server', async () => {
    const directory = await snapshot();
    const controller = new AbortController();
    controller.abort();
    const told: string[] = [];
    const tell = (_: object, sentence: string) => told.push(sentence);
    await warmUpLogged(directory, { files, room: 1e9, signal: controller.signal }, { info: tell, error: tell });
    expect(told).toEqual([]);
  });
});
