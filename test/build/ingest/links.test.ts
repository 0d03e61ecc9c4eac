import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GndId } from '../../../src/core/model/gnd-id.ts';
import { foldLinks, type LinkCuration, type StatedLink } from '../../../src/build/ingest/tasks/fold-links.ts';

const GOETHE = '118540238' as GndId;
const FORMER = new Set(['1012979490'] as GndId[]);

const curation: LinkCuration = {
  categories: ['authority', 'knowledge_base', 'encyclopedia', 'other'].map((key) => ({
    key,
    label: { de: key, en: key },
    description: { de: key, en: key },
  })),
  collection: (key) =>
    ({
      viaf: { key, label: 'VIAF', category: 'authority', unique: true },
      isni: { key, label: 'ISNI', category: 'authority', unique: true },
      dewiki: { key, label: 'Wikipedia (Deutsch)', category: 'encyclopedia' },
    })[key],
};

function link(over: Partial<StatedLink>): StatedLink {
  return {
    source: 'a',
    key: 'viaf.org/viaf/1',
    url: 'https://viaf.org/viaf/1',
    relation: 'sameAs',
    collection: 'viaf',
    ...over,
  };
}

const fold = (...stated: readonly StatedLink[]) => foldLinks(GOETHE, FORMER, stated, curation);

describe('folding links', () => {
  it('makes one link per target, asserted by all its sources', () => {
    const { links } = fold(
      link({ source: 'b', url: 'http://viaf.org/viaf/1', relation: 'about', hits: 3 }),
      link({ source: 'a', identifier: 'viaf:1', annotation: 'note' }),
      link({ source: 'b', hits: 5 }),
    );
    expect(links).toEqual([
      {
        url: 'https://viaf.org/viaf/1',
        collection: 'viaf',
        label: 'VIAF',
        relation: 'sameAs',
        hits: 5,
        annotation: 'note',
        assertedBy: ['a', 'b'],
        category: 'authority',
        keys: ['viaf:1'],
      },
    ]);
  });

  it.each([
    ['the note of a line before that of a whole list', [{ message: 'A' }, { annotation: 'Z' }], 'Z'],
    ['the note of a line though its list has one', [{ annotation: 'Z', message: 'A' }], 'Z'],
    ['the first of several notes of lines', [{ annotation: 'Z' }, { annotation: 'Y' }, { message: 'A' }], 'Y'],
    ['the note of a list where no line has one', [{ message: 'B' }, {}, { message: 'A' }], 'A'],
    ['none where there is none', [{}], undefined],
  ])('takes %s', (_, notes, expected) => {
    for (const order of [notes, notes.toReversed()])
      expect(fold(...order.map((note) => link(note))).links.map(({ annotation }) => annotation)).toEqual([expected]);
  });

  it('takes the collection from the address before the source, and labels an unknown one with its host', () => {
    const [known, unknown] = fold(link({ supposed: 'dewiki' }), {
      source: 'a',
      key: 'example.org/x',
      url: 'https://www.example.org/x',
      relation: 'about',
    }).links;
    expect(known).toMatchObject({ collection: 'viaf' });
    expect(unknown).toMatchObject({ collection: 'other', category: 'other', label: 'example.org' });
  });

  it('orders by category, label and address', () => {
    const { links } = fold(
      link({ key: 'w', url: 'https://de.wikipedia.org/wiki/X', collection: 'dewiki' }),
      link({ key: 'v2', url: 'https://viaf.org/viaf/2' }),
      link({ key: 'i', url: 'https://isni.org/isni/1', collection: 'isni' }),
      link({}),
    );
    expect(links.map(({ url }) => url)).toEqual([
      'https://isni.org/isni/1',
      'https://viaf.org/viaf/1',
      'https://viaf.org/viaf/2',
      'https://de.wikipedia.org/wiki/X',
    ]);
  });

  describe('an address made of a former identifier', () => {
    const FORMER_ID = '1012979490' as GndId;
    const made = (address: (gnd: string) => string, gnd: GndId, source: string, over: Partial<StatedLink> = {}) =>
      link({ key: address(gnd), url: `https://${address(gnd)}`, gnd, source, ...over });
    const viewer = (gnd: string) => `k.org/${gnd}`;

    it('is replaced by the current one if both are present, and both find the entity', () => {
      const { links } = fold(made(viewer, FORMER_ID, 'b'), made(viewer, GOETHE, 'a'));
      expect(links).toMatchObject([{ url: 'https://k.org/118540238', assertedBy: ['a', 'b'] }]);
      expect(links[0]?.keys).toEqual(['url:k.org/1012979490', 'url:k.org/118540238']);
    });

    it('stays unchanged without a source for the current one', () => {
      expect(fold(made(viewer, FORMER_ID, 'b')).links).toMatchObject([{ url: 'https://k.org/1012979490' }]);
    });

    it('stays unchanged if the identifier never belonged to the entity', () => {
      expect(fold(made(viewer, GOETHE, 'a'), made(viewer, '118607626' as GndId, 'b')).links).toHaveLength(2);
    });

    it.each([
      ['another kind of page', (gnd: string) => `k.org/person/${gnd}`, (gnd: string) => `k.org/organization/${gnd}`],
      ['another volume', (gnd: string) => `k.org/ndb/${gnd}`, (gnd: string) => `k.org/adb/${gnd}`],
      ['another parameter', (gnd: string) => `k.org/?id=${gnd}&page=1`, (gnd: string) => `k.org/?id=${gnd}&page=2`],
      ['another host', (gnd: string) => `de.k.org/${gnd}`, (gnd: string) => `fr.k.org/${gnd}`],
      ['another fragment', (gnd: string) => `k.org/${gnd}#adb`, (gnd: string) => `k.org/${gnd}#ndb`],
    ])('is not confused with %s of the same collection', (_, former, own) => {
      for (const stated of [
        [made(former, FORMER_ID, 'b'), made(own, GOETHE, 'a')],
        [made(former, FORMER_ID, 'b'), made(former, GOETHE, 'c'), made(own, GOETHE, 'a')],
      ]) {
        const { links } = fold(...stated);
        expect(links.find(({ url }) => url === `https://${own(GOETHE)}`)?.assertedBy).toEqual(['a']);
        expect(links.flatMap(({ assertedBy }) => assertedBy).sort()).toEqual(stated.map(({ source }) => source).sort());
        expect(links.some(({ url }) => url.includes(FORMER_ID))).toBe(stated.length === 2);
      }
    });
  });

  it('does not depend on the order of the links', () => {
    const any = fc.record({
      source: fc.constantFrom('a', 'b'),
      key: fc.constantFrom('k1', 'k2', 'k3'),
      url: fc.constantFrom('http://k.org/1', 'https://k.org/1', 'https://k.org/22'),
      relation: fc.constantFrom('sameAs' as const, 'about' as const),
      annotation: fc.constantFrom('n', 'm'),
      hits: fc.nat(3),
    });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 8 }), (stated) => {
        expect(fold(...stated.toReversed())).toEqual(fold(...stated));
      }),
    );
  });
});
