/** The contract of every store; the tests of each engine run it. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gunzipSync } from 'node:zlib';
import type { Attributes, EntityType } from '../../../src/core/model/entity.ts';
import { type GndId, packGndId } from '../../../src/core/model/gnd-id.ts';
import { SNAPSHOT_FORMAT } from '../../../src/core/snapshot/header.ts';
import { textKey } from '../../../src/core/search/names/search-text.ts';
import { INBOUND_GROUPS, type InboundGroup, inboundKeys } from '../../../src/core/search/inbound.ts';
import type { SearchQuery } from '../../../src/core/search/search.ts';
import type { SnapshotEntity, Store } from '../../../src/core/snapshot/store.ts';
import { entityWith, type SnapshotFacts, type SnapshotWriter } from '../../snapshot-writer.ts';
import { anyCharacter } from '../../any-character.ts';

export interface Backend {
  readonly name: string;
  /** Number of drawn queries. */
  readonly runs?: number;
  create(): SnapshotWriter;
  open(identify: (text: string) => readonly string[]): Promise<Store>;
}

export const FACTS: SnapshotFacts = {
  id: '20261120-0a1b2c3d',
  date: '2026-11-20',
  builtAt: '2026-11-20T03:00:00.000Z',
  apiVersion: '1.0.0',
  fingerprint: '0a1b2c3d',
  sources: [],
  categories: [{ key: 'authority', label: { de: 'Normdatei', en: 'Authority file' }, description: { de: '', en: '' } }],
  collections: [],
  entityDecisions: { withheld: 0, without: 0 },
};

interface Told {
  readonly gnd: string;
  readonly name: string;
  readonly prominence: number;
  readonly type?: EntityType;
  readonly variants?: readonly string[];
  readonly years?: { readonly start?: number; readonly end?: number };
  readonly identifiers?: readonly string[];
  readonly links?: number;
  readonly attributes?: Attributes;
  readonly isReferenceRecord?: true;
}

const GOETHE = [{ gnd: '118540238' as GndId }];
const CITIZEN: Attributes = { placeOfBirth: [{ gnd: '4031483-2' as GndId, label: 'Köln' }, { uri: 'urn:x' }] };

const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz');
/** Names that are together longer than 32,766 bytes, the limit of an OpenSearch keyword. */
const DEPARTMENTS = LETTERS.flatMap((a) =>
  LETTERS.map((b) => `Max-Planck-Gesellschaft zur Förderung der Wissenschaften. Abteilung zqxw${a}${b}`),
);

const TOLD: readonly Told[] = [
  {
    gnd: '118540238',
    name: 'Goethe, Johann Wolfgang von',
    prominence: 100,
    variants: ['Göthe, Johann Wolfgang von', 'Gete, Iogann Volʹfgang', '约翰·沃尔夫冈·冯·歌德'],
    years: { start: 1749, end: 1832 },
    attributes: { placeOfActivity: [{ gnd: '4031483-2' as GndId }] },
    identifiers: ['wikidata:Q5879', 'url:wikidata.org/wiki/Q5879', 'viaf:1'],
    links: 3,
  },
  { gnd: '118717979', name: 'Goethe, Johann Caspar', prominence: 30, years: { start: 1710, end: 1782 } },
  {
    gnd: '11850553X',
    name: 'Bach, Johann Sebastian',
    prominence: 90,
    years: { start: 1685, end: 1750 },
    identifiers: ['wikidata:Q68881'],
    links: 9,
  },
  {
    gnd: '118505561',
    name: 'Bach, Carl Philipp Emanuel',
    prominence: 60,
    identifiers: ['viaf:1', 'wikidata:Q11184335'],
    years: { start: 1714, end: 1788 },
    attributes: CITIZEN,
  },
  { gnd: '4004073-2', name: 'Bach (Familie)', prominence: 2, type: 'Family' },
  {
    gnd: '118585916',
    name: 'Müller, Johannes',
    prominence: 20,
    years: { start: 1801, end: 1858 },
    attributes: CITIZEN,
  },
  { gnd: '4031483-2', name: 'Köln', prominence: 80, type: 'PlaceOrGeographicName', variants: ['Cologne'] },
  {
    gnd: '118713884',
    name: 'Köln, Franz',
    prominence: 1,
    years: { end: -348 },
    identifiers: ['wikidata:Q40183929'],
    attributes: CITIZEN,
  },
  {
    gnd: '4128140-8',
    name: 'Goethe, Johann Wolfgang von / Faust',
    prominence: 40,
    type: 'Work',
    variants: ['Faust'],
    attributes: { firstAuthor: GOETHE, author: GOETHE, formOfWorkAndExpression: ['Drama'] },
  },
  { gnd: '2024191-4', name: 'Max-Planck-Gesellschaft', prominence: 70, type: 'CorporateBody', variants: DEPARTMENTS },
  { gnd: '4164199-1', name: 'Klimaänderung', prominence: 10, type: 'SubjectHeading' },
  {
    gnd: '7507678-0',
    name: 'Bildungselite',
    prominence: 95,
    type: 'SubjectHeading',
    variants: ['Bildung / Elite'],
    isReferenceRecord: true,
    attributes: { complexSeeReferenceSubject: [{ gnd: '4164199-1' as GndId }] },
  },
];

const urlOf = (key: string) => `https://example.org/${key.slice(key.indexOf(':') + 1)}`;

function entityOf(told: Told): SnapshotEntity {
  const gnd = told.gnd as GndId;
  const { type = 'Person', links = 0, years, isReferenceRecord } = told;
  const card = { gnd, type, preferredName: told.name, linkCount: links, years, isReferenceRecord };
  return entityWith(card, {
    coverage: { byCategory: links > 0 ? { authority: links } : {} },
    answer: JSON.stringify({
      requested: gnd,
      entity: { preferredName: told.name, formerIds: [] },
      links: { categories: [{ items: (told.identifiers ?? []).map((key) => ({ url: urlOf(key) })) }] },
    }),
    variantNames: told.variants ?? [],
    prominence: told.prominence,
    identifiers: told.identifiers ?? [],
    relations: inboundKeys(told.attributes ?? {}),
  });
}

export function storeContract(backend: Backend): void {
  describe(`the store contract, ${backend.name}`, () => {
    let store: Store;
    const search = (q: string, more: Partial<SearchQuery> = {}) => store.search({ q, limit: 20, offset: 0, ...more });
    const found = async (q: string, more: Partial<SearchQuery> = {}) =>
      (await search(q, more)).items.map(({ gnd }) => gnd as string);

    beforeAll(async () => {
      const writer = backend.create();
      const entities = TOLD.map(entityOf).sort((a, b) => packGndId(a.card.gnd) - packGndId(b.card.gnd));
      for (const entity of entities) writer.add(entity);
      writer.redirect('1012979490' as GndId, '118540238' as GndId);
      writer.deletion('100000118' as GndId, []);
      writer.deletion('100000126' as GndId, ['118540238', '11850553X'] as GndId[]);
      writer.withhold('100000142' as GndId);
      await writer.finish(FACTS);
      store = await backend.open((text) => {
        const [, value] = /^(?:https:\/\/example\.org\/)?(Q\d+)$/.exec(text) ?? [];
        return value === undefined ? [] : [`wikidata:${value}`];
      });
    });
    afterAll(() => store?.close());

    it('counts the written entities and links', () => {
      expect(store.snapshot).toMatchObject({ ...FACTS, format: SNAPSHOT_FORMAT });
      expect(store.snapshot.counts).toEqual({
        entities: 12,
        byType: { Person: 6, Family: 1, PlaceOrGeographicName: 1, Work: 1, CorporateBody: 1, SubjectHeading: 2 },
        links: 12,
        byCategory: { authority: 12 },
        redirects: 1,
        deletions: 2,
        withheld: 1,
        identifiers: 5,
      });
    });

    it('answers an entity with the bytes that were written', async () => {
      const answer = await store.entity('118540238' as GndId);
      expect(answer?.kind).toBe('found');
      const body = answer?.kind === 'found' ? gunzipSync(answer.answer).toString() : '';
      expect(body).toBe(entityOf(TOLD[0] as Told).answer);
    });

    it('answers a merged identifier with the survivor, a deleted one with its successors, an unknown one with nothing', async () => {
      expect(await store.entity('1012979490' as GndId)).toMatchObject({
        kind: 'redirected',
        from: '1012979490',
        to: '118540238',
      });
      expect(await store.entity('100000118' as GndId)).toEqual({ kind: 'deleted', successors: [] });
      expect(await store.entity('100000126' as GndId)).toEqual({
        kind: 'deleted',
        successors: ['118540238', '11850553X'],
      });
      expect(await store.entity('100000142' as GndId)).toEqual({ kind: 'withheld' });
      expect(await store.entity('100000134' as GndId)).toBeUndefined();
    });

    it('answers coverage in the order of the request, with repetitions', async () => {
      const ids = ['11850553X', '1012979490', '100000118', '100000142', '100000134', '11850553X'] as GndId[];
      const rows = await store.coverage(ids);
      expect(rows.map(({ kind }) => kind)).toEqual(['found', 'redirected', 'deleted', 'withheld', 'unknown', 'found']);
      expect(rows[1]).toMatchObject({ entry: { gnd: '118540238', links: 3, byCategory: { authority: 3 } } });
      expect(await store.coverage([])).toEqual([]);
    });

    it.each([
      ['the exact preferred name', 'Goethe, Johann Wolfgang von', '118540238'],
      ['natural order', 'Johann Wolfgang von Goethe', '118540238'],
      ['any order', 'wolfgang goethe johann', '118540238'],
      ['a variant name', "Gete, Iogann Vol'fgang", '118540238'],
      ['another script', '歌德', '118540238'],
      ['the surname alone, the well-known first', 'goethe', '118540238'],
      ['a surname that is also a family', 'bach', '11850553X'],
      ['an unfinished last word', 'bach joh', '11850553X'],
      ['another spelling', 'Mueller Johannes', '118585916'],
      ['a name with a year', 'bach 1714', '118505561'],
      ['a name with the year of death', 'bach 1788', '118505561'],
      ['a spelled-out umlaut behind a vowel', 'klimaaenderung', '4164199-1'],
      ['a place before a person who bears its name', 'Köln', '4031483-2'],
      ['a body with hyphens', 'max planck gesellschaft', '2024191-4'],
      ['a work by its variant name', 'faust', '4128140-8'],
      ['a GND identifier', '11850553x', '11850553X'],
      ['a URI', 'https://d-nb.info/gnd/118540238/about', '118540238'],
      ['a former identifier', '1012979490', '118540238'],
      ['a foreign identifier', 'Q5879', '118540238'],
      ['initials', 'J. W. von Goethe', '118540238'],
      ['initials in front', 'J. S. Bach', '11850553X'],
      ['a full name with a particle too many', 'Johannes von Müller', '118585916'],
      ['a full name without its particle', 'Johann Wolfgang Goethe', '118540238'],
      ['years of birth and death', 'Bach 1685-1750', '11850553X'],
      ['a beginning of more letters than have an index', 'max planck gesellscha', '2024191-4'],
      ['capitals and blanks', 'GOETHE   JOHANN  CASPAR', '118717979'],
    ])('finds by %s', async (_, q, gnd) => {
      expect((await found(q))[0]).toBe(gnd);
    });

    it.each(['goe', 'joh', 'bach'])('counts the same hits for %j with a year', async (q) => {
      expect((await search(`${q} 1749`)).total).toEqual((await search(q)).total);
    });

    it('keeps the years of a card, also one alone, and one before Christ', async () => {
      for (const { gnd, years } of TOLD) expect((await search(gnd)).items[0]?.years).toEqual(years);
    });

    it('says which name matched', async () => {
      const matched = async (q: string) => (await search(q)).items[0]?.matched;
      expect(await matched('goethe')).toEqual({ field: 'preferredName', value: 'Goethe, Johann Wolfgang von' });
      expect(await matched('cologne')).toEqual({ field: 'variantName', value: 'Cologne' });
      expect(await matched('1012979490')).toEqual({ field: 'formerId', value: '1012979490' });
      expect(await matched('Q5879')).toEqual({ field: 'identifier', value: 'Q5879' });
    });

    it.each([
      ['a letter left out', 'Gothe, Johan Wolfgan von', '118540238'],
      ['a letter too many', 'Bachh Johann Sebastian', '11850553X'],
      ['another letter', 'Goedhe Johann Caspar', '118717979'],
      ['two letters swapped', 'Göhte', '118540238'],
      ['a letter wrong in each of two words', 'Max Plonck Gesallschaft', '2024191-4'],
      ['two letters wrong in one word', 'Wodfgabg', '118540238'],
      ['what sounds alike', 'Gesellschafft Max Plangk', '2024191-4'],
      ['a title that the name lacks', 'Prof. Dr. Johannes Müller', '118585916'],
      ['a particle and a title that the name lacks', 'Graf Johannes von Müller', '118585916'],
    ])('finds by %s, and marks the hit as near', async (_, q, gnd) => {
      const page = await search(q);
      expect(page).toMatchObject({ approximate: true });
      expect(page.items[0]?.gnd).toBe(gnd);
      expect(page.items[0]?.score).toBeLessThanOrEqual(1);
    });

    it('does not look for near spellings of words with hits, or of identifiers', async () => {
      expect(await search('goethe')).not.toHaveProperty('approximate');
      expect(await search('118540238')).not.toHaveProperty('approximate');
      expect(await search('bach 1999')).not.toHaveProperty('approximate');
      expect(await search('qzxjwv')).toEqual({ total: { value: 0, relation: 'exact' }, items: [] });
    });

    it('scores a perfect name 1 and everything else less', async () => {
      const scored = async (q: string) => (await search(q)).items[0]?.score ?? 0;
      expect(await scored('Goethe, Johann Wolfgang von')).toBe(1);
      expect(await scored('11850553x')).toBe(1);
      expect(await scored('goethe')).toBeLessThan(1);
      expect(await scored('göhte')).toBeLessThan(await scored('goethe'));
      expect(await scored('goethe joh')).toBeLessThan(await scored('goethe johann'));
    });

    it('restricts to types', async () => {
      expect(await found('köln', { types: ['Person'] })).toEqual(['118713884']);
      expect(await found('bach', { types: ['Family', 'Work'] })).toEqual(['4004073-2']);
      expect((await search('Q5879', { types: ['Work'] })).total).toEqual({ value: 0, relation: 'exact' });
    });

    it('returns pages without gap or overlap, and counts all hits', async () => {
      const all = await search('johann');
      expect(all.total).toEqual({ value: all.items.length, relation: 'exact' });
      const paged = [];
      for (let offset = 0; offset < all.items.length; offset += 2) {
        paged.push(...(await search('johann', { limit: 2, offset })).items);
      }
      expect(paged).toEqual(all.items);
      expect((await search('johann', { offset: 500 })).items).toEqual([]);
    });

    it('resolves identifiers to the entities that carry them', async () => {
      const resolved = await store.resolve(['Q5879', 'Goethe', 'Q1', 'Q5879']);
      const told = resolved.map(({ keys, matches }) => [keys, matches.map(({ key, card }) => [key, card.gnd])]);
      const goethe = [['wikidata:Q5879'], [['wikidata:Q5879', '118540238']]];
      expect(told).toEqual([goethe, [[], []], [['wikidata:Q1'], []], goethe]);
    });

    it.each([
      // Of each two numbers, whose keys are equal, the entities with them.
      [{ Q68881: ['11850553X'], Q30852559: [] }],
      [{ Q11184335: ['118505561'], Q40183929: ['118713884'] }],
    ])('tells identifiers with the same key apart: %j', async (pair) => {
      const [one, other] = Object.keys(pair).map((text) => textKey(`wikidata:${text}`));
      expect(one).toBe(other);
      for (const [text, gnds] of Object.entries<readonly string[]>(pair)) {
        const ids = (items: readonly { readonly gnd: string }[]) => items.map(({ gnd }) => gnd);
        const cards = (items: readonly { readonly card: { readonly gnd: string } }[]) =>
          ids(items.map(({ card }) => card));
        expect(await found(text)).toEqual(gnds);
        expect(await found(text, { types: ['Person'] })).toEqual(gnds);
        expect((await store.resolve([text])).map(({ matches }) => cards(matches))).toEqual([gnds]);
        expect(await store.sharedKeys([`wikidata:${text}`])).toEqual(new Set());
        const queries = [{ name: text }, { name: '', identifiers: [text] }];
        const matched = await store.match(queries.map((query) => ({ ...query, limit: 5 })));
        expect(matched.map(cards)).toEqual([gnds, gnds]);
      }
    });

    it('finds a reference record by its identifier, and by no word', async () => {
      expect(await found('7507678-0')).toEqual(['7507678-0']);
      expect(await found('Bildungselite')).toEqual([]);
      expect(await found('Elite', { types: ['SubjectHeading'] })).toEqual([]);
      expect(await store.match([{ name: 'Bildungselite', limit: 5 }])).toEqual([[]]);
      expect((await search('7507678-0')).items[0]).toMatchObject({ preferredName: 'Bildungselite', score: 1 });
    });

    it('lists the identifiers that several entities carry', async () => {
      expect(await store.sharedKeys([])).toEqual(new Set());
      expect(await store.sharedKeys(['viaf:1', 'wikidata:Q5879', 'wikidata:Q1'])).toEqual(new Set(['viaf:1']));
    });

    it('lists inbound relations in groups, prominent entities first, and counts all', async () => {
      const told = async (gnd: string, limit: number) => {
        const groups = Object.keys(INBOUND_GROUPS) as InboundGroup[];
        const pages = await store.relations(gnd as GndId, groups, { limit, offset: 0 });
        return pages.filter(({ total }) => total > 0).map(({ group, cards, total }) => [group, cards.map((card) => card.gnd), total]); // prettier-ignore
      };
      expect(await told('4031483-2', 2)).toEqual([
        ['born', ['118505561', '118585916'], 3],
        ['active', ['118540238'], 1],
      ]);
      expect(await told('118540238', 10)).toEqual([['works', ['4128140-8'], 1]]);
      expect(await told('100000134', 10)).toEqual([]);
    });

    it.each([
      '"',
      '*',
      'NEAR(',
      '++a',
      'a OR b',
      'name:goethe',
      '{name}',
      "'; DROP TABLE hit; --",
      '%00',
      '\u0301',
      '😀',
      '\u202E',
      'a\u19B0b',
      'a\u1CF2b',
    ])('takes %j as plain text', async (q) => {
      await expect(search(q)).resolves.toHaveProperty('total');
    });

    it('answers any query', async () => {
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: anyCharacter, minLength: 1, maxLength: 200 }), async (q) => {
          const page = await search(q);
          expect(page.total.value).toBeGreaterThanOrEqual(page.items.length);
          for (const { score } of page.items) expect(score).toBeGreaterThan(0);
        }),
        { numRuns: backend.runs ?? 500 },
      );
    });

    it('finds every entity by each of its own names', async () => {
      for (const { gnd, name, variants = [], isReferenceRecord } of TOLD) {
        if (isReferenceRecord === true) continue;
        for (const one of [name, ...variants.slice(0, 3), ...variants.slice(-1)])
          expect(await found(one)).toContain(gnd);
      }
    });
  });
}
