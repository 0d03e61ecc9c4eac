/** The gold list of names on real records: precision and recall of the matcher. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { figures, matchGold, readGold } from '../../bench/reconcile/gold-list.ts';
import { openSnapshot } from '../../src/cli/installation.ts';
import type { RegisteredSource } from '../../src/build/sources/register/register.ts';
import type { Store } from '../../src/core/snapshot/store.ts';
import { temporaryForFile } from '../temporary.ts';
import { build, collected } from '../build/ingest/site.ts';

const root = join(import.meta.dirname, '../..');
const real = join(root, '../shared/data/gnd/lds-jsonld-derived');

function dumpsIn(folder: string, pattern: RegExp): RegisteredSource[] {
  const names = readdirSync(folder).filter((name) => pattern.test(name));
  return names.map((name) => collected(join(folder, name), 'gnd-jsonld'));
}

describe.skipIf(!existsSync(real))('the gold list (needs ../shared/data)', () => {
  const folder = temporaryForFile();
  let store: Store;
  beforeAll(async () => {
    const sample = dumpsIn(join(root, 'sample/data'), /^authorities(?!.*entityfacts)/);
    const { directory } = await build(folder, [...dumpsIn(real, /\.gz$/), ...sample]);
    store = await openSnapshot(directory);
  });
  afterAll(() => store.close());

  it.each([
    ['with which the weights were chosen', false],
    ['that was kept apart', true],
  ])('has the required precision and recall in the half %s', async (_, isApart) => {
    const { precision, recall, success } = figures(await matchGold(store, readGold(isApart)));
    expect(precision).toBeGreaterThanOrEqual(0.99);
    expect(recall).toBeGreaterThanOrEqual(0.8);
    expect(success).toBeGreaterThanOrEqual(0.95);
  });

  it('has all types, and a third of its names mean no entity', () => {
    const rows = [...readGold(false), ...readGold(true)];
    expect(rows.length).toBeGreaterThanOrEqual(300);
    expect(rows.filter(({ meant }) => meant.length === 0).length / rows.length).toBeGreaterThanOrEqual(1 / 3);
    expect(new Set(rows.flatMap(({ query }) => query.types ?? [])).size).toBe(7);
  });
});
