/** The file of removed entities finds all of them, has the latest description of each, and expires old ones. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type GndId, unpackGndId } from '../../../src/core/model/gnd-id.ts';
import { findFormerEntity, updateFormerEntities } from '../../../src/shared/dumps/former-entities.ts';
import type { Store } from '../../../src/core/snapshot/store.ts';
import { temporaryDirectory } from '../../temporary.ts';

const gndOf = (place: number): GndId => unpackGndId(32 * (1_000_000 + place));

/** A snapshot that has none of the entities. */
const GONE: Pick<Store, 'coverage'> = { coverage: async (ids) => ids.map(() => ({ kind: 'unknown' })) };

/** Adds the lines of a file of changes since the snapshot of a date to a folder of dumps. */
async function update(folder: string, from: string, lines: readonly object[], oldest = '2026-01-01') {
  const file = join(folder, 'changes.jsonl.gz');
  writeFileSync(
    file,
    gzipSync([{ from: { date: from } }, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('')),
  );
  await updateFormerEntities(folder, GONE, file, oldest);
}

const textIn = (folder: string) => readFileSync(join(folder, 'former-entities.jsonl'), 'utf8');

/** Adds removed entities with descriptions of any length. */
async function add(folder: string, from: string, places: readonly number[], name: string, oldest = '2026-01-01') {
  const lines = places.map((place) => ({
    gnd: gndOf(place),
    change: 'deleted',
    was: { type: 'Family', preferredName: `${name} ${place}`, description: 'ü\u2028'.repeat(place % 80) },
  }));
  await update(folder, from, [...lines, { gnd: gndOf(1e6), change: 'deleted', successors: [] }], oldest);
}

it.each([0, 1, 2, 6000])('the file finds all of %d removed entities, and no others', async (count) => {
  const folder = temporaryDirectory();
  expect(await findFormerEntity(folder, gndOf(0))).toBeUndefined();
  const places = Array.from({ length: count }, (_, index) => 3 * index);
  await add(folder, '2026-11-20', places, 'Name');
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: -5, max: 3 * count + 5 }), async (place) => {
      const found = await findFormerEntity(folder, gndOf(place));
      const isThere = place % 3 === 0 && place >= 0 && place < 3 * count;
      expect(found?.preferredName).toBe(isThere ? `Name ${place}` : undefined);
    }),
    { numRuns: 200 },
  );
});

it('the file keeps earlier entities, the later of two descriptions, and no expired entities', async () => {
  const folder = temporaryDirectory();
  await add(folder, '2026-11-20', [1, 3, 5], 'Early');
  await add(folder, '2026-11-21', [0, 3, 4, 9], 'Late');
  const names = async () => {
    const found = await Promise.all([0, 1, 2, 3, 4, 5, 9].map((place) => findFormerEntity(folder, gndOf(place))));
    return found.flatMap((one) => (one ? [`${one.preferredName} ${one.until}`] : []));
  };
  const late = ['Late 0 2026-11-21', 'Late 3 2026-11-21', 'Late 4 2026-11-21', 'Late 9 2026-11-21'];
  expect((await names()).toSorted()).toEqual(['Early 1 2026-11-20', 'Early 5 2026-11-20', ...late]);
  const lines = textIn(folder);
  await add(folder, '2026-11-21', [0, 3, 4, 9], 'Late');
  expect(textIn(folder)).toBe(lines);
  await add(folder, '2026-11-22', [], 'Later', '2026-11-21');
  expect(await names()).toEqual(late);
});

it('the file shortens an overlong name', async () => {
  const folder = temporaryDirectory();
  await add(folder, '2026-11-20', [1, 2, 3], 'x'.repeat(100_000));
  expect((await findFormerEntity(folder, gndOf(2)))?.preferredName).toBe('x'.repeat(500));
});

describe('of a person', () => {
  const GND = gndOf(1);
  /** What is kept of a person in a folder that has one line of a file of changes, and after one more update. */
  async function kept(was: object) {
    const folder = temporaryDirectory();
    await update(folder, '2026-11-20', [{ gnd: GND, change: 'deleted', was }]);
    const first = textIn(folder);
    await updateFormerEntities(folder, GONE, undefined, '2026-01-01');
    expect(textIn(folder)).toBe(first);
    return findFormerEntity(folder, GND);
  }
  const described = { preferredName: 'Celan, Cai', displayName: 'Cai Celan', description: '* 1980' };

  it('who may be living, the file has only the type', async () => {
    expect(await kept({ type: 'Person', ...described })).toEqual({ gnd: GND, type: 'Person', until: '2026-11-20' });
  });

  it('who is not living, the file has the description', async () => {
    expect(await kept({ type: 'Person', living: false, ...described })).toMatchObject(described);
  });

  it('whom an earlier release described, only the type is left after the next update', async () => {
    const folder = temporaryDirectory();
    const line = { gnd: GND, type: 'Person', ...described, until: '2026-11-20' };
    writeFileSync(join(folder, 'former-entities.jsonl'), `${JSON.stringify(line)}\n`);
    await updateFormerEntities(folder, GONE, undefined, '2026-01-01');
    expect(await findFormerEntity(folder, GND)).toEqual({ gnd: GND, type: 'Person', until: '2026-11-20' });
  });
});

it('the file leaves out the author in the description of a work, and entities that the snapshot has again', async () => {
  const folder = temporaryDirectory();
  const lines = [1, 2].map((place) => ({ gnd: gndOf(place), type: 'Work', preferredName: 'Songs', description: 'Celan, Cai', until: '2026-11-20' })); // prettier-ignore
  writeFileSync(join(folder, 'former-entities.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const entry = { gnd: gndOf(2), type: 'Work', preferredName: 'Songs', links: 0, byCategory: {}, missingCategories: [], sources: [] } as const; // prettier-ignore
  const store: Pick<Store, 'coverage'> = {
    coverage: async (ids) => ids.map((gnd) => (gnd === gndOf(2) ? { kind: 'found', entry } : { kind: 'deleted', successors: [] })), // prettier-ignore
  };
  await updateFormerEntities(folder, store, undefined, '2026-01-01');
  const [first, second] = [await findFormerEntity(folder, gndOf(1)), await findFormerEntity(folder, gndOf(2))];
  expect([first, second]).toEqual([{ gnd: gndOf(1), type: 'Work', preferredName: 'Songs', until: '2026-11-20' }, undefined]); // prettier-ignore
});
