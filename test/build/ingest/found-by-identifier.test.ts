/** In every shipped collection, entities are found by the address and by the identifier of their link. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSnapshot } from '../../../src/cli/installation.ts';
import { checkDigit } from '../../../src/core/model/gnd-id.ts';
import { readCategories, readCollections } from '../../../src/build/sources/register/curation-file.ts';
import { loadCuration } from '../../../src/build/sources/register/curation.ts';
import { resolveValues } from '../../../src/shared/lookup/resolve-values.ts';
import type { Store } from '../../../src/core/snapshot/store.ts';
import { temporaryForFile } from '../../temporary.ts';
import { build, deprecated, dump, linksOf, record, registered, sameAs, SHIPPED_CONFIG } from './site.ts';

const curation = await loadCuration(SHIPPED_CONFIG);
/** One made-up entity per collection, linked to the collection's example. */
const LINKED = [...curation.collections.values()].flatMap(({ key, scheme, example }, index) => {
  const digits = String(10_000_000 + index);
  const gnd = digits + checkDigit(digits, false);
  return example === undefined ? [] : [{ key, scheme, example, gnd }];
});

/** Two entities with the same identifier, whose digits are the GND identifier of the first. */
const SHARING = ['118559796', '11853677X'];

const folder = temporaryForFile();
let store: Store;
beforeAll(async () => {
  const records = LINKED.map(({ gnd, example }, index) =>
    record(gnd, `Nameless ${index}`, { ...sameAs(example), ...deprecated(`${5_000_000 + index}-0`) }),
  );
  for (const gnd of SHARING) records.push(record(gnd, 'Double', sameAs('https://viaf.org/viaf/118559796')));
  await build(folder, [registered(folder, { key: 'persons', content: dump(records) })]);
  store = await openSnapshot(join(folder, 'snapshots'));
});
afterAll(() => store.close());

const first = async (q: string) => (await store.search({ q, limit: 1, offset: 0 })).items[0];

it('the curation has collections with identifiers', () => {
  expect(LINKED.filter(({ scheme }) => scheme !== undefined).length).toBeGreaterThan(20);
});

it('every address and every identifier is resolved in one request', async () => {
  const inputs = LINKED.flatMap(({ gnd, example }) =>
    [example, ...curation.identify(example)].map((input) => ({ input: input.replace(/^url:/, 'https://'), gnd })),
  );
  const rows = await resolveValues(
    store,
    inputs.map(({ input }) => input),
  );
  expect(rows.map((row) => ({ input: row.input, gnd: row.verdict === 'found' && row.gnd }))).toEqual(inputs);
});

it('a value resolves to all entities that it may mean', async () => {
  const [bare, prefixed] = await resolveValues(store, ['118559796', 'viaf:118559796']);
  const told = (row: typeof bare) =>
    row?.verdict === 'ambiguous' && row.candidates.map(({ gnd, scheme }) => [scheme, gnd]);
  expect(told(bare)).toEqual([
    ['gnd', '118559796'],
    ['viaf', '11853677X'],
  ]);
  expect(told(prefixed)).toEqual([
    ['viaf', '11853677X'],
    ['viaf', '118559796'],
  ]);
});

describe.each(LINKED)('$key', ({ scheme, example, gnd }) => {
  it('is found by the address, with and without https', async () => {
    for (const q of [example, example.replace('https:', 'http:')]) expect((await first(q))?.gnd, q).toBe(gnd);
  });

  if (scheme === undefined) return;
  it('is found by the identifier', async () => {
    for (const key of curation.identify(example)) {
      const colon = key.indexOf(':');
      const [name, value] = [key.slice(0, colon), key.slice(colon + 1)];
      if (name === 'url') continue;
      expect(await first(`${name}:${value}`), key).toMatchObject({ gnd, matched: { field: 'identifier', value } });
      expect((await first(`${name.toUpperCase()} ${value}`))?.gnd).toBe(gnd);
    }
  });
});

describe('addresses made of a GND identifier', async () => {
  const CURRENT = '118540238';
  const FORMER = '1012979490';
  const categories = await readCategories(join(SHIPPED_CONFIG, 'categories.yaml'));
  const file = join(SHIPPED_CONFIG, 'collections.yaml');
  const { value } = await readCollections(file, new Set(categories.map(({ key }) => key)));
  const templates = value.collections.flatMap(({ canonical, targets = [] }) =>
    [canonical, ...targets.map((target) => (typeof target === 'string' ? undefined : target.canonical))].filter(
      (template) => template !== undefined && /^[^{]*\{gnd\}[^{]*$/.test(template),
    ),
  ) as string[];
  const addressOf = (template: string, gnd: string) => template.replace('{gnd}', gnd);

  it('are resolved with current and former identifiers, and only as pages of their own kind', async () => {
    expect(templates.length).toBeGreaterThan(70);
    const place = join(folder, 'former');
    const addresses = templates.flatMap((template) => [addressOf(template, CURRENT), addressOf(template, FORMER)]);
    const { directory } = await build(place, [
      registered(place, {
        key: 'persons',
        content: dump([record(CURRENT, 'Goethe', { ...sameAs(...addresses), ...deprecated(FORMER) })]),
      }),
    ]);
    expect((await linksOf(directory, CURRENT)).map(({ url }) => url).sort()).toEqual(
      templates.map((template) => addressOf(template, CURRENT)).sort(),
    );
    const opened = await openSnapshot(join(place, 'snapshots'));
    const rows = await resolveValues(opened, addresses).finally(() => opened.close());
    expect(rows.filter((row) => row.verdict !== 'found' || row.gnd !== CURRENT).map(({ input }) => input)).toEqual([]);
  });
});
