/** Checkpoints of a build: what a crash leaves of them is whole or not there. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { emptyWorkDirectory, openCheckpoints } from '../../src/ingest/checkpoints.ts';

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  return { ...real, rm: vi.fn(real.rm) };
});

const PIECES = ['a', 'b', 'c'];

/** Each piece of work leaves a file, and its result says where; gives what then stands in them. */
async function build(directory: string): Promise<readonly string[]> {
  const checkpoints = await openCheckpoints(directory, 'inputs', { advance() {}, found() {} });
  const files = PIECES.map((piece) =>
    checkpoints.once(piece, 'the same', async (own) => {
      writeFileSync(join(own, 'rows'), piece);
      return join(own, 'rows');
    }),
  );
  return (await Promise.all(files)).map((file) => readFileSync(file, 'utf8'));
}

it.each([0, 1, 2, 3, 4, 5])(
  'a removal that is cut off after %i steps leaves no note without its files',
  async (steps) => {
    const directory = mkdtempSync(join(tmpdir(), 'gnd-links-checkpoints-'));
    const removeReally = vi.mocked(rm).getMockImplementation();
    try {
      await build(directory);
      let removed = 0;
      vi.mocked(rm).mockImplementation(async (...call) => {
        if (removed === steps) throw new Error('killed');
        removed += 1;
        await removeReally?.(...call);
      });
      await expect(emptyWorkDirectory(directory)).rejects.toThrow('killed');
      vi.mocked(rm).mockImplementation(async (...call) => removeReally?.(...call));
      expect(await build(directory)).toEqual(PIECES);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  },
);
