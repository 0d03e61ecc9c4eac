import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GndId } from '../../src/model/gnd-id.ts';
import { foldLinks, type LinkCuration, type StatedLink } from '../../src/ingest/links.ts';

const GOETHE = '118540238' as GndId;
const FORMER = new Set(['1012979499'] as GndId[]);

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
  it('makes one link of one target, asserted by all its sources', () => {
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

  it('believes the address before the source about the collection, and calls an unknown one by its host', () => {
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

  it('reports two identifiers where there can be one', () => {
    const stated = [link({}), link({ key: 'viaf.org/viaf/2', url: 'https://viaf.org/viaf/2' })];
    expect(fold(...stated).conflicts).toEqual([
      { collection: 'viaf', urls: ['https://viaf.org/viaf/1', 'https://viaf.org/viaf/2'] },
    ]);
    expect(fold(...stated.slice(0, 1)).conflicts).toEqual([]);
  });

  it('takes an address made of a former identifier for the one made of its own, if both are there', () => {
    const own = link({ key: 'k/118540238', url: 'https://k.org/118540238', gnd: GOETHE, source: 'a' });
    const former = link({
      key: 'k/1012979499',
      url: 'https://k.org/1012979499',
      gnd: '1012979499' as GndId,
      source: 'b',
    });
    expect(fold(former, own).links).toMatchObject([{ url: 'https://k.org/118540238', assertedBy: ['a', 'b'] }]);
    const other = link({ key: 'k/118607626', url: 'https://k.org/118607626', gnd: '118607626' as GndId });
    expect(fold(own, other).links).toHaveLength(2);
    expect(fold(former).links).toMatchObject([{ url: 'https://k.org/1012979499' }]);
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
