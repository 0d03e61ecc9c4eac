/** Checkpoints of a build: after a crash, each one is complete or absent. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { emptyWorkDirectory, openCheckpoints, orderOfRemoval } from '../../../src/build/ingest/checkpoints.ts';
import { temporaryDirectory } from '../../temporary.ts';

const PIECES = ['a', 'b', 'c'];

/** Runs pieces of work that each leave a file; returns the contents of the files that their results name. */
async function build(directory: string): Promise<readonly string[]> {
  const checkpoints = await openCheckpoints(directory, 'inputs', () => undefined);
  const files = PIECES.map((piece) =>
    checkpoints.once(piece, 'the same', async (own) => {
      writeFileSync(join(own, 'rows'), piece);
      return join(own, 'rows');
    }),
  );
  return (await Promise.all(files)).map((file) => readFileSync(file, 'utf8'));
}

it.each([0, 1, 2, 3, 4, 5])(
  'a removal that is interrupted after %i steps leaves no note without its files',
  async (steps) => {
    const directory = temporaryDirectory();
    await build(directory);
    const removed = orderOfRemoval(readdirSync(directory)).slice(0, steps);
    for (const name of removed) rmSync(join(directory, name), { recursive: true });
    expect(removed).toHaveLength(steps);
    expect(await build(directory)).toEqual(PIECES);
    await emptyWorkDirectory(directory);
    expect(readdirSync(directory)).toEqual([]);
  },
);
