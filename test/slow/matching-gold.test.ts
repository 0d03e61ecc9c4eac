/** The gold list of names among real records: how often a match is right, and how often there is one. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { figures, matchGold, readGold } from '../../bench/reconcile/gold-list.ts';
import { openSnapshot } from '../../src/cli/installation.ts';
import { PLAUSIBILITY_DEFAULTS, type RegisteredSource } from '../../src/register/register.ts';
import type { Store } from '../../src/store/store.ts';
import { build } from '../ingest/site.ts';

const root = join(import.meta.dirname, '../..');
const real = join(root, '../shared/data/gnd/lds-jsonld-derived');

function dumpsIn(folder: string, pattern: RegExp): RegisteredSource[] {
  const names = readdirSync(folder).filter((name) => pattern.test(name));
  return names
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((name) => {
      const key = name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
      const label = { de: name, en: name };
      return {
        key,
        kind: 'entities',
        title: label,
        description: label,
        origin: { publisher: name, format: 'gnd-jsonld' },
        licence: { statement: 'CC0' },
        cadence: 'unknown',
        state: 'active',
        guard: PLAUSIBILITY_DEFAULTS,
        file: join(folder, name),
        retrievedAt: '2026-02-09',
        scope: { description: label },
      };
    });
}

describe.skipIf(!existsSync(real))('the gold list (needs ../shared/data)', () => {
  let folder: string;
  let store: Store;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gnd-links-gold-'));
    const sample = dumpsIn(join(root, 'sample/data'), /^authorities(?!.*entityfacts)/);
    const { directory } = await build(folder, [...dumpsIn(real, /\.gz$/), ...sample]);
    store = await openSnapshot(directory);
  });
  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['with which the weights were chosen', false],
    ['that was kept apart', true],
  ])('is met by the half %s', async (_, isApart) => {
    const { precision, recall, success } = figures(await matchGold(store, readGold(isApart)));
    expect(precision).toBeGreaterThanOrEqual(0.99);
    expect(recall).toBeGreaterThanOrEqual(0.8);
    expect(success).toBeGreaterThanOrEqual(0.95);
  });

  it('has all types, and a third of its names mean nobody', () => {
    const rows = [...readGold(false), ...readGold(true)];
    expect(rows.length).toBeGreaterThanOrEqual(300);
    expect(rows.filter(({ meant }) => meant.length === 0).length / rows.length).toBeGreaterThanOrEqual(1 / 3);
    expect(new Set(rows.flatMap(({ query }) => query.types ?? [])).size).toBe(7);
  });
});
