/** The index of a file of changes finds the lines of an identifier, in a file of any length. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type GndId, packGndId, unpackGndId } from '../../../src/core/model/gnd-id.ts';
import { findChanges, type IndexedChange, writeChangeIndex } from '../../../src/shared/dumps/change-index.ts';
import { CHANGE_KINDS } from '../../../src/shared/dumps/dump-folder.ts';
import { temporaryDirectory } from '../../temporary.ts';

/** More than two of the blocks that are read at a time. */
const LINES = 10_000;
const idOf = (index: number) => 32 * (1_000_000 + 3 * index);

async function indexed(lines: number): Promise<string> {
  const file = join(temporaryDirectory(), 'changes.jsonl.gz');
  const list = Array.from({ length: lines }, (_, index) => ({
    gnd: unpackGndId(idOf(index)),
    change: CHANGE_KINDS[index % 4],
    ...(index % 4 === 2 && { to: unpackGndId(idOf(0)) }),
    links: { added: Array.from({ length: index % 5 }, () => ({})), removed: index % 2 === 0 ? [{}] : [] },
    answer: { text: 'ü\u2028'.repeat(index % 50) },
  }));
  const text = [{ from: {}, to: {} }, ...list].map((line) => `${JSON.stringify(line)}\n`).join('');
  writeFileSync(file, gzipSync(text));
  await writeChangeIndex(file);
  return file;
}

it('the index finds changed identifiers and no others', async () => {
  const file = await indexed(LINES);
  const wanted = fc.uniqueArray(fc.integer({ min: -5, max: 3 * LINES + 5 }), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(wanted, async (places) => {
      const ids = places.map((place) => 32 * (1_000_000 + place)).toSorted((a, b) => a - b);
      const found = (await findChanges(file, ids, LINES)) ?? new Map<number, IndexedChange>();
      const expected = ids.filter((id) => (id - idOf(0)) % 96 === 0 && id >= idOf(0) && id < idOf(LINES));
      expect([...found.keys()]).toEqual(expected);
      for (const [id, { change, linksAdded, linksRemoved, to }] of found) {
        const index = (id - idOf(0)) / 96;
        expect([change, linksAdded, linksRemoved]).toEqual([
          CHANGE_KINDS[index % 4],
          index % 5,
          index % 2 === 0 ? 1 : 0,
        ]);
        expect(to && packGndId(to as GndId)).toBe(index % 4 === 2 ? idOf(0) : undefined);
      }
    }),
    { numRuns: 60 },
  );
});

it('an index without changes finds nothing', async () => {
  expect(await findChanges(await indexed(0), [idOf(1)])).toEqual(new Map());
});
