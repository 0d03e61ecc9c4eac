/** Queries as people type them, over a snapshot of a few entities and similar ones. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENTITY_TYPES, type EntityType } from '../../../src/core/model/entity.ts';
import type { GndId } from '../../../src/core/model/gnd-id.ts';
import { LIMITS } from '../../../src/core/search/tuning.ts';
import type { EntityCard } from '../../../src/core/search/engine.ts';
import { openDatabase } from '../../../src/core/sqlite/schema.ts';
import { createSearchEngine } from '../../../src/core/sqlite/search-engine.ts';
import { openSqliteStore } from '../../../src/core/sqlite/open.ts';
import type { SearchPage } from '../../../src/core/search/search.ts';
import type { Store } from '../../../src/core/snapshot/store.ts';
import { FACTS } from '../contract/store.contract.ts';
import { createSnapshotWriter, entityWith } from '../../snapshot-writer.ts';
import { temporaryForFile } from '../../temporary.ts';

/** Rows of a table beside this file, without its head. */
const rowsOf = (name: string) =>
  readFileSync(join(import.meta.dirname, `typed-${name}.tsv`), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));
const listed = (cell = ''): readonly string[] => (cell === '' ? [] : cell.split('|'));

interface Entity {
  readonly type: EntityType;
  readonly preferredName: string;
  readonly variants: readonly string[];
  readonly more: Pick<EntityCard, 'description' | 'years'>;
  /** Prominence in points. */
  readonly points: number;
  readonly identifiers: readonly string[];
}

/** An entity with an address that more entities share than are ranked. */
const sharing = (type: EntityType, preferredName: string, points: number): Entity => {
  return { type, preferredName, variants: [], more: {}, points, identifiers: ['viaf:7777777'] };
};
const ENTITIES: readonly Entity[] = [
  ...rowsOf('entities').map(([type, preferredName = '', points, variants, description, start, identifiers]) => {
    const years = start ? { start: Number(start) } : undefined;
    const more = { ...(description && { description }), ...(years && { years }) };
    const names = { type: type as EntityType, preferredName, variants: listed(variants) };
    return { ...names, more, points: Number(points), identifiers: listed(identifiers) };
  }),
  ...Array.from({ length: 60 }, (_, n) => sharing('Work', `Zeichnung xq${n}`, 1)),
  sharing('Person', 'Quandtner, Ida', 0),
];

const folder = temporaryForFile();
let store: Store;
/** Reads a number of seven digits as the schemes that the text names, or as both. */
function identify(text: string): readonly string[] {
  const [number] = /\b\d{7}\b/.exec(text) ?? [];
  const named = ['geonames', 'viaf'].filter((scheme) => text.toLowerCase().includes(scheme));
  const schemes = named.length > 0 ? named : /^\d+$/.test(text) ? ['geonames', 'viaf'] : [];
  return number === undefined ? [] : schemes.map((scheme) => `${scheme}:${number}`);
}

beforeAll(async () => {
  const writer = createSnapshotWriter(folder);
  for (const [place, { type, preferredName, variants, more, points, identifiers }] of ENTITIES.entries()) {
    const card = { gnd: `${4_000_000 + place}-1` as GndId, type, preferredName, ...more };
    const answer = JSON.stringify({ entity: { formerIds: [] }, links: { categories: [] } });
    writer.add(entityWith(card, { answer, variantNames: variants, prominence: points * 1000, identifiers }));
  }
  await writer.finish(FACTS);
  store = await openSqliteStore(folder, { identify });
});
afterAll(() => store.close());

const search = (q: string): Promise<SearchPage> => store.search({ q, limit: 20, offset: 0 });
const gndOf = (name: string): string =>
  `${4_000_000 + ENTITIES.findIndex(({ preferredName }) => preferredName === name)}-1`;

it('a word is split if its halves follow each other in a name', async () => {
  const { items, total, approximate } = await search('Kunsthalle');
  expect(items.map(({ preferredName }) => preferredName)).toEqual(['Moderne Kunst Halle']);
  expect({ total, approximate }).toEqual({ total: { value: 1, relation: 'exact' }, approximate: undefined });
});

describe('the exact first hit', () => {
  it.each(rowsOf('names'))('for %s is %s', async (q = '', name = '') => {
    const { items, approximate, ignored } = await search(q);
    expect({ gnd: items[0]?.gnd, approximate, ignored }).toEqual({ gnd: gndOf(name) });
  });

  it('is found by shortened forenames and a year', async () => {
    const { items } = await search('Rud. Müller 1850');
    expect(items[0]).toMatchObject({ preferredName: 'Müller, Rudolf', years: { start: 1850 } });
  });

  it.each(['2643743', 'GeoNames 2643743', 'GeoNames ID: 2643743', 'VIAF ID: 2643743'])(
    'is found by the identifier in %s',
    async (q) => {
      expect((await search(q)).items[0]).toMatchObject({ preferredName: 'London', matched: { field: 'identifier' } });
    },
  );

  it('is followed by all other entities of a bare identifier', async () => {
    const names = (await search('2643743')).items.map(({ preferredName }) => preferredName);
    expect(names).toEqual(['London', 'Londonderry']);
  });

  it.each(['PND %', 'PND: %', 'GND: %', 'GND-ID %', 'GKD %', 'SWD-Nr. %'])(
    'is found by its own identifier in %s',
    async (q) => {
      const gnd = gndOf('Berlin');
      expect((await search(q.replace('%', gnd))).items).toMatchObject([{ gnd, matched: { field: 'gnd', value: gnd } }]);
    },
  );
});

it('one exchanged letter of a surname counts for more than an old spelling within a longer name', async () => {
  const { items, approximate } = await search('Gaethe');
  expect(items.map(({ preferredName }) => preferredName)).toContain('Ruzong Shenjiao');
  expect(approximate).toBe(true);
  expect(items[0]?.preferredName).toBe('Goethe, Johann Wolfgang von');
});

describe('a superfluous word', () => {
  it.each([
    ['Böll Köln', 'Böll, Heinrich', ['Köln']],
    ['TU Chemnitz Mathematik', 'Technische Universität Chemnitz', ['Mathematik']],
    ['Dionys I. von Syrakus', 'Dionysios I., Syrakus, Tyrann', ['Dionys']],
    ['Albert Einstein Nobelpreis', 'Einstein, Albert', ['Nobelpreis']],
    ['Prof. Dr. Albert Einstein', 'Einstein, Albert', ['Prof', 'Dr']],
    ['Wittgenstein „Tractatus“', 'Wittgenstein, Ludwig', ['Tractatus']],
    ['Albert Einstein berühmter Nobelpreis', 'Einstein, Albert', ['berühmter', 'Nobelpreis']],
    // No two of these words occur together.
    ['Ausschuss Einstein Syrakus', 'Einstein, Albert', ['Ausschuss', 'Syrakus']],
    ['xx yy zz Berlin', 'Berlin', ['xx', 'yy', 'zz']],
    // Folding splits an abbreviation.
    ['Zz.W.X. Berlin', 'Berlin', ['zz', 'w', 'x']],
    ['Einstein: Physik / hrsg. von Olga Graf', 'Einstein, Albert', ['hrsg', 'Olga', 'Graf']],
  ])('is ignored: %s finds %s without %j', async (q, name, ignored) => {
    const page = await search(q);
    expect(page).toMatchObject({ approximate: true, ignored });
    expect(page.items[0]?.gnd).toBe(gndOf(name));
  });

  // Two letters of a surname are wrong; “Via Appia” is close to the label.
  it.each(['qwertz asdfgh', '!?', 'Xaver Wottgonstein', 'viaf:999999999'])('is not ignored in: %s', async (q) => {
    expect(await search(q)).toEqual({ total: { value: 0, relation: 'exact' }, items: [] });
  });
});

describe('pasted and dictated queries', () => {
  /** A word of these is in the name in another form only. */
  const OTHER_FORMS = ['Aussetyung', 'Aktien', 'Milchdrüsen', 'Bühnenmanuskripte', 'Stilles Reserven'];
  const byAttempt = async (q: string) => {
    const { items, approximate, ignored, explanation } = await store.search({ q, limit: 20, offset: 0, explain: true });
    return { name: items[0]?.preferredName, attempt: explanation?.hits[0]?.attempt, approximate, ignored };
  };

  // The first query has invisible characters.
  it.each([['Eduard\u00A0Mö\u00ADrike', 'Mörike, Eduard', 'allWords'], ...rowsOf('queries')])(
    'like %s find %s by %s',
    async (q = '', name = '', attempt, words) => {
      const ignored = words?.split('|');
      const isOtherForm = OTHER_FORMS.includes(q);
      const approximate = (ignored !== undefined && attempt !== 'repaired') || isOtherForm ? true : undefined;
      expect(await byAttempt(q.replace('%s', gndOf(name)))).toEqual({ name, attempt, approximate, ignored });
    },
  );

  it.each(['https://d-nb.info/gnd/118634313.', 'https://www.kiel.de/london', '<https://viaf.org/viaf/99>', 'www.berlin.de'])(
    'with an unknown address find nothing: %s',
    async (q) => expect(await search(q)).toEqual({ total: { value: 0, relation: 'exact' }, items: [] }),
  ); // prettier-ignore

  it('name a year that no hit has', async () => {
    expect(await search('Heinrich Böll 1633')).toMatchObject({ items: [{ preferredName: 'Böll, Heinrich' }], ignored: ['1633'] });
    expect(await search('Wilhelm König 1851')).not.toHaveProperty('ignored');
  }); // prettier-ignore

  it.each([
    ['Twain, Mark', 'Mar', 'Mark'],
    ['Bibliographisches Institut', 'Bibl', 'Bibliographisches I'],
  ])('still suggest %s when its word is complete', async (name, ...typed) => {
    for (const q of typed) expect((await search(q)).items.map(({ preferredName }) => preferredName)).toContain(name);
  });
});

describe('a filter by type', () => {
  const names = ENTITIES.map(({ preferredName }) => preferredName);
  const queries = new Set([
    ...names,
    ...names.flatMap((name) => name.split(/[^\p{L}\p{N}]+/u)).filter((word) => word.length > 1),
    ...names.map((name) => name.slice(0, 4)),
    ...names.map((name) => name.replace(/(\p{L})(\p{L})/u, '$2$1')),
    ...ENTITIES.map(({ preferredName, more }) => `${preferredName.split(/[ ,]/u)[0]} ${more.description?.split(/[ ,]+/u).at(-1) ?? 'Berlin'}`),
    'stefangrossmann', 'Kunsthalle', 'Prof. Dr. Albert Einstein', 'ETA Hoffmann', 'Böll Köln', '2643743', 'Q5879', 'Dichter', 'Philosoph',
  ]); // prettier-ignore
  const all = { limit: 100, offset: 0 };

  it('finds as many as are counted for its type', async () => {
    for (const q of [...queries].filter((_, place) => place % 9 === 1)) {
      const { byType } = await store.search({ q, limit: 0, offset: 0, countTypes: true });
      const found = ENTITY_TYPES.map(async (type) => [type, (await store.search({ q, types: [type], ...all })).total.value] as const); // prettier-ignore
      expect([q, byType]).toEqual([q, new Map((await Promise.all(found)).filter(([, n]) => n > 0))]);
    }
  });

  it('leaves the typed spelling first', async () => {
    const { items } = await store.search({ q: 'Schaefer, Heinrich', types: ['Person'], ...all });
    expect(items.map(({ preferredName }) => preferredName)).toEqual(['Schaefer, Heinrich', 'Schäfer, Heinrich']);
  });

  it('divides the hits of a query: the parts add up, and each hit is in one of them', async () => {
    let several = 0;
    for (const q of [...queries].filter((_, place) => place % 5 === 0)) {
      const whole = await store.search({ q, ...all });
      const parts = await Promise.all(ENTITY_TYPES.map((type) => store.search({ q, types: [type], ...all })));
      const isExact = [whole, ...parts].every(({ total }) => total.relation === 'exact');
      const sum = parts.reduce((hits, { total }) => hits + total.value, 0);
      expect({ q, isExact, sum }).toEqual({ q, isExact: true, sum: whole.total.value });
      const gnds = (items: SearchPage['items']) => items.map(({ gnd }) => gnd).toSorted();
      expect(gnds(parts.flatMap(({ items }) => items)), q).toEqual(gnds(whole.items));
      if (parts.filter(({ items }) => items.length > 0).length > 1) several += 1;
    }
    expect(several).toBeGreaterThan(15);
  });
});

it('a filter by type applies before the limit of an identifier, and a total at the limit is not exact', async () => {
  const ofType = (types: readonly EntityType[]) => store.search({ q: 'viaf 7777777', types, limit: 100, offset: 0 });
  expect((await ofType(['Person'])).items.map(({ preferredName }) => preferredName)).toEqual(['Quandtner, Ida']);
  expect((await ofType(['Work'])).total).toEqual({ value: LIMITS.candidates.value, relation: 'atLeast' });
});

it('a filter by type applies before the limit of a full name', async () => {
  const database = openDatabase(join(folder, 'search.sqlite'));
  const engine = createSearchEngine(database);
  const name = ['gothe'];
  const [all, families] = await engine.find([
    { by: 'fullName', name, limit: 1 },
    { by: 'fullName', name, limit: 1, types: ['Family'] },
  ]);
  expect([all, families].map((found) => found?.candidates.map(({ type }) => type))).toEqual([['Person'], ['Family']]);
  database.close();
});

it.each(['goethe', 'Müller', 'Berlin', 'Johannes', 'Kunst Halle', 'Orion', 'Böll Köln', 'Göhte'])(
  'the score falls within the answer for %s',
  async (q) => {
    const scores = (await search(q)).items.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  },
);

describe('names and words without weight', () => {
  it.each<[string, readonly string[]]>([
    ['Albert Einstein und Heinrich Böll', ['Einstein, Albert', 'Böll, Heinrich']],
    ['Brief von Ludwig Wittgenstein an Olga Graf', ['Wittgenstein, Ludwig', 'Graf, Olga']],
    ['Böll, Heinrich; Xaver Quastenflink', ['Böll, Heinrich']],
    ['Xaver Quastenflink & Albert Einstein', ['Einstein, Albert']],
    ['Mörike, Eduard: Die Kunst in Berlin. Köln: Halle, 1860', ['Mörike, Eduard']],
    ['Wittgenstein, Johann Heinrich', ['Wittgenstein, Ludwig']],
    ['Was ist ein Marshall-Plan?', ['Marshall-Plan']],
    ['Bücher von Twain', ['Twain, Mark']],
  ])('%s finds first %j', async (q, names) => {
    const { items } = await search(q);
    expect(items.slice(0, names.length).map(({ preferredName }) => preferredName)).toEqual(names);
  });

  it('are ignored in the order in which they were typed', async () => {
    expect(await search('1633 Nobelpreis Albert Einstein Ruhm')).toMatchObject({
      ignored: ['1633', 'Nobelpreis', 'Ruhm'],
    });
  });
});

it.each([
  ['Homer', 'variantName', 'Homer'],
  ['Göthe', 'variantName', 'Göthe'],
  ['goethe', 'variantName', 'Goethe'],
  ['Luther', 'preferredName', 'Luther, Martin'],
  ['Albert Einstein Physiker', 'description', '1879–1955, Physiker'],
  ['Schriftsteller Böll', 'description', '1917–1985, Schriftsteller'],
  ['Philosoph', 'description', '1889–1951, Philosoph'],
])('the reported match for %s is the %s %s', async (q, field, value) => {
  expect((await search(q)).items[0]?.matched).toEqual({ field, value });
});

it.each([
  'Prozessionsstangenaufsatzhaltreung',
  'Akademie der Wissenschaften und der Künste. Ausschuss für die Geschichte der Metalurgie',
])('one wrong letter is tolerated in %s', async (q) => {
  const { items, approximate, ignored } = await search(q);
  expect([items[0]?.preferredName.slice(0, 4), approximate, ignored]).toEqual([q.slice(0, 4), true, undefined]);
});
