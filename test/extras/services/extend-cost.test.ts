/** Data extension: refusals, the cost by size of records, and the limit of an answer. */
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readAnswer } from '../../../src/core/snapshot/stored-answer.ts';
import type { Store } from '../../../src/core/snapshot/store.ts';
import type { GndId } from '../../../src/core/model/gnd-id.ts';
import { serveMetered } from './metered-store.ts';

const GOETHE = '118540238' as GndId;
const KIB = 1024;

/** A store in which each record has further names. @param bytes size of all names together */
async function withNames(store: Store, bytes: number): Promise<Store> {
  const found = await store.entity(GOETHE);
  if (found?.kind !== 'found') throw new Error('the sample has no Goethe');
  const { entity, ...rest } = readAnswer(found.answer);
  const variantNames = Array.from({ length: bytes / 1024 }, (_, place) => `${place}`.padEnd(1021, 'x'));
  const answer = gzipSync(JSON.stringify({ ...rest, entity: { ...entity, variantNames } }), { level: 1 });
  return { ...store, entity: async () => ({ kind: 'found', answer }) };
}

/** @param names bytes of names per record; absent: the records of the sample */
async function serveExtension({ names, quota }: { names?: number; quota?: number } = {}) {
  const limit = quota === undefined ? {} : { quota, burst: quota };
  const { post, ...metered } = await serveMetered('reconcile', limit, (sample) =>
    names === undefined ? sample : withNames(sample, names),
  );
  const extend = (list: readonly string[], properties: readonly object[]) => {
    const form = `extend=${encodeURIComponent(JSON.stringify({ ids: list, properties }))}`;
    return post('/reconcile', form, 'application/x-www-form-urlencoded');
  };
  return { ...metered, extend };
}

const ids = (count: number) => Array.from({ length: count }, (_, place) => String(100_000_000 + place));
const NAMES = { id: 'variantName' };

describe('a refused extension', () => {
  it.each<[string, readonly string[], readonly object[], RegExp]>([
    ['an unknown property', [GOETHE], [{ id: 'wikidata' }, { id: 'nonsense' }], /no property “nonsense”/],
    ['a member of every object', [GOETHE], [{ id: '__proto__' }], /no property “__proto__”/],
    ['a repeated property', [GOETHE], [NAMES, { id: 'wikidata' }, NAMES], /“variantName” is given more than once/],
    ['a repeated identifier', [GOETHE, '118607626', GOETHE], [NAMES], /“118540238” is given more than once/],
  ])('has %s', async (_, list, properties, sentence) => {
    const { extend, total } = await serveExtension();
    const { status, text } = await extend(list, properties);
    expect(status).toBe(400);
    expect((JSON.parse(text) as { detail: string }).detail).toMatch(sentence);
    expect(text.length).toBeLessThan(1000);
    expect(total().records).toBe(0);
  });
});

describe('the cost of an extension', () => {
  it('is one per record of ordinary size, and one per identifier without a record', async () => {
    const { extend } = await serveExtension();
    expect(await extend([GOETHE, '118607626', 'nonsense'], [NAMES])).toMatchObject({ status: 200, cost: 3 });
  });

  it('is one per 32 KiB of a larger record', async () => {
    const { extend } = await serveExtension({ names: 320 * KIB });
    const current = await extend(ids(2), [NAMES]);
    expect(current.status).toBe(200);
    expect(current.cost).toBeGreaterThanOrEqual(2 * 11);
    expect(current.cost).toBeLessThanOrEqual(2 * 13);
  });

  it('is limited to a burst: a larger batch is refused with the advice to be smaller', async () => {
    const { extend } = await serveExtension({ quota: 30 });
    const { status, text } = await extend(ids(31), [NAMES]);
    expect([status, (JSON.parse(text) as { detail: string }).detail]).toEqual([
      400,
      expect.stringMatching(/costs 31 units of the quota “reconcile”, but only 30 may be used at once/),
    ]);
    expect((await extend(ids(29), [NAMES])).status).toBe(200);
  });

  it('is counted completely before records are read', async () => {
    const { extend } = await serveExtension({ names: 320 * KIB, quota: 30 });
    expect((await extend(ids(2), [NAMES])).status).toBe(200);
    expect((await extend(ids(2), [NAMES])).status).toBe(429);
  });
});

describe('an answer to an extension', () => {
  it('is refused above 4 MiB, and possible with fewer values', async () => {
    const { extend } = await serveExtension({ names: 512 * KIB });
    const current = await extend(ids(9), [NAMES]);
    expect(current.status).toBe(400);
    expect(current.text).toMatch(/larger than 4 MiB/);
    expect((await extend(ids(9), [{ ...NAMES, settings: { limit: 3 } }])).status).toBe(200);
    expect((await extend(ids(7), [NAMES])).status).toBe(200);
  });

  it('is refused if its records exceed 8 MiB, and costs no more than one per identifier', async () => {
    const { extend } = await serveExtension({ names: 1024 * KIB });
    const current = await extend(ids(9), [{ ...NAMES, settings: { limit: 1 } }]);
    expect(current).toMatchObject({ status: 400, cost: 9, text: expect.stringMatching(/fewer identifiers/) });
  });

  it('can have a single record of any size', async () => {
    const { extend } = await serveExtension({ names: 10 * 1024 * KIB });
    const current = await extend(ids(1), [{ ...NAMES, settings: { limit: 1 } }]);
    expect(current).toMatchObject({ status: 200, cost: 256 });
  });

  it('is not much longer than its records', async () => {
    const { extend, store } = await serveExtension();
    const properties = ['variantName', 'linkCount', 'wikidata', 'links:biography', 'links:encyclopedia'];
    const { text } = await extend(
      [GOETHE],
      properties.map((id) => ({ id })),
    );
    const found = await store.entity(GOETHE);
    const length = found?.kind === 'found' ? JSON.stringify(readAnswer(found.answer)).length : 0;
    expect(text.length).toBeLessThan(2 * length);
  });
});
