import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeEntity, type StatedEntity } from '../../../src/build/ingest/tasks/merge-records.ts';
import type { GndId } from '../../../src/core/model/gnd-id.ts';

const GOETHE = '118540238' as GndId;

function stated(over: Partial<StatedEntity>): StatedEntity {
  return {
    source: 'gnd',
    rank: 0,
    own: true,
    type: 'Person',
    subtypes: ['DifferentiatedPerson'],
    preferredName: 'Goethe, Johann Wolfgang von',
    variantNames: [],
    attributes: {},
    ...over,
  };
}

describe('merging records of one entity', () => {
  it('takes facts from the GND, and only picture and natural order of the name from Entity Facts', () => {
    const merged = mergeEntity(GOETHE, [
      stated({
        source: 'facts',
        rank: 1,
        subtypes: [],
        displayName: 'Johann Wolfgang von Goethe',
        preferredName: 'Goethe, Johann Wolfgang',
        variantNames: ['Wolfgang Goethe'],
        attributes: { dateOfBirth: ['28. August 1749'], placeOfBirth: [{ label: 'Frankfurt' }] },
        depiction: { url: 'https://example.org/g.jpg', licence: 'CC0-1.0' },
      }),
      stated({ attributes: { dateOfBirth: ['1749-08-28'] }, modified: '2026-09-02', level: 1 }),
    ]);
    expect(merged).toEqual({
      gnd: GOETHE,
      type: 'Person',
      subtypes: ['DifferentiatedPerson'],
      preferredName: 'Goethe, Johann Wolfgang von',
      displayName: 'Johann Wolfgang von Goethe',
      variantNames: [],
      names: [{ value: 'Goethe, Johann Wolfgang von', kind: 'preferred' }],
      attributes: { dateOfBirth: ['1749-08-28'] },
      depiction: { url: 'https://example.org/g.jpg', licence: 'CC0-1.0', source: 'facts' },
      modified: '2026-09-02',
      level: 1,
      describedBy: ['facts', 'gnd'],
      recordedBy: ['facts', 'gnd'],
    });
  });

  it('does not take the natural order of another name, and names only the sources that add something', () => {
    const facts = stated({ source: 'facts', rank: 1, displayName: 'Wolfgang Goethe' });
    const merged = mergeEntity(GOETHE, [facts, stated({})]);
    expect(merged?.displayName).toBe('Johann Wolfgang von Goethe');
    expect(merged).toMatchObject({ describedBy: ['gnd'], recordedBy: ['facts', 'gnd'] });
  });

  const area = (code: string) => ({ uri: `https://d-nb.info/standards/vocab/gnd/geographic-area-code#${code}` });
  it.each([
    ['Theodotion, Interpres Veteris Testamenti', 'Theodotion, Interpres Veteris Testamenti', ['XS'], undefined],
    ['Artemidorus, Ephesius', 'Artemidorus, Ephesius', ['XS'], undefined],
    ['Johannes, Chrysostomus', 'Johannes, Chrysostomus', [], undefined],
    ['Apollon, Gott', undefined, [], undefined, 'Gods'],
    ['Karl, der Große', 'Karl der Große', [], 'Karl der Große'],
    ['Thomas, von Aquin', undefined, [], undefined],
    ['Görges, Johannes', 'Johannes Görges', ['XA-DE'], 'Johannes Görges'],
    ['Görges, Johannes', undefined, ['XA-DE'], 'Johannes Görges'],
    ['Mao, Zedong', 'Zedong Mao', ['XB-CN'], 'Mao Zedong'],
    ['Kim, Dae-jung', undefined, ['XB-KR'], 'Kim Dae-jung'],
    ['Richthofen, Ferdinand von', 'Ferdinand von Richthofen', ['XA-DE', 'XB-CN'], 'Ferdinand von Richthofen'],
    ['Laozi', 'Laozi', ['XB-CN'], undefined],
  ])(
    'shows %j, whose parts give %j, of %j as %j',
    (preferredName, displayName, areas, shown, subtype = 'DifferentiatedPerson') => {
      const record = stated({
        preferredName,
        subtypes: [subtype],
        ...(displayName !== undefined && { displayName }),
        attributes: { geographicAreaCode: areas.map(area) },
      });
      expect(mergeEntity(GOETHE, [record])?.displayName).toBe(shown);
    },
  );

  it('takes everything from Entity Facts where the GND has no record', () => {
    const facts = stated({ source: 'facts', rank: 1, attributes: { gender: ['m'] }, variantNames: ['G.'] });
    expect(mergeEntity(GOETHE, [facts])).toMatchObject({ attributes: { gender: ['m'] }, variantNames: ['G.'] });
  });

  it('forgets what only an older version of the record has', () => {
    const older = stated({ modified: '2025-01-01', attributes: { dateOfBirth: ['1749'] }, variantNames: ['Old'] });
    const newer = stated({ modified: '2026-01-01' });
    expect(mergeEntity(GOETHE, [older, newer])).toMatchObject({ attributes: {}, variantNames: [] });
  });

  it.each([
    ['older', '2025-01-01', {}],
    ['of the same day', '2026-01-01', {}],
    ['newer', '2026-01-02', { dateOfBirth: ['1749'] }],
  ])('keeps the names of a merged record that is %s, its attributes only if it is newer', (_, modified, attributes) => {
    const former = { own: false, modified, attributes: { dateOfBirth: ['1749'] }, variantNames: ['Göthe'] };
    const merged = mergeEntity(GOETHE, [stated({ modified: '2026-01-01' }), stated(former)]);
    expect(merged).toMatchObject({ attributes, variantNames: ['Göthe'] });
  });

  it('prefers the newer of two records, and the own record to a merged one', () => {
    const older = stated({ preferredName: 'Older', modified: '2020-01-01' });
    const newer = stated({ preferredName: 'Newer', modified: '2024-01-01' });
    const merged = stated({ preferredName: 'Merged', modified: '2026-01-01', own: false });
    expect(mergeEntity(GOETHE, [older, merged, newer])?.preferredName).toBe('Newer');
    expect(mergeEntity(GOETHE, [older, merged, newer])?.modified).toBe('2024-01-01');
  });

  it('keeps every heading of the GND, and those of Entity Facts with other words', () => {
    const headings = ['Göthe, Johann Wolfgang von', 'Goethe, J. W.', 'J. W., Goethe'];
    expect(mergeEntity(GOETHE, [stated({ variantNames: headings })])?.variantNames).toEqual(headings);
    const merged = mergeEntity(GOETHE, [
      stated({ source: 'facts', rank: 1, displayName: 'J. W. Goethe', variantNames: ['Goethe, J. W.', 'G.'] }),
    ]);
    expect(merged?.variantNames).toEqual(['G.']);
  });

  it('leaves out a picture without a licence', () => {
    const merged = mergeEntity(GOETHE, [stated({ depiction: { url: 'https://example.org/g.jpg' } })]);
    expect(merged).not.toHaveProperty('depiction');
  });

  it('gives no entity for records without a name', () => {
    const { preferredName: _, ...nameless } = stated({});
    expect(mergeEntity(GOETHE, [nameless])).toBeUndefined();
    expect(mergeEntity(GOETHE, [])).toBeUndefined();
  });

  it('does not depend on the order of the records', () => {
    const record = fc.record({
      source: fc.constantFrom('a', 'b', 'c'),
      rank: fc.constantFrom(0, 1),
      own: fc.boolean(),
      type: fc.constantFrom('Person', 'AuthorityResource', 'Family') as fc.Arbitrary<StatedEntity['type']>,
      subtypes: fc.subarray(['DifferentiatedPerson', 'CollectivePseudonym']),
      preferredName: fc.constantFrom('A', 'B', 'C'),
      variantNames: fc.array(fc.constantFrom('x', 'y, z', 'z y', 'w'), { maxLength: 3 }),
      attributes: fc.constantFrom(
        {},
        { dateOfBirth: ['1749'] },
        { dateOfBirth: ['1750'], homepage: ['https://a.org'] },
      ),
      modified: fc.constantFrom('2020-01-01', '2021-01-01'),
    });
    fc.assert(
      fc.property(
        fc
          .array(record, { minLength: 1, maxLength: 5 })
          .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([records, shuffled]) => {
          expect(mergeEntity(GOETHE, shuffled)).toEqual(mergeEntity(GOETHE, records));
        },
      ),
    );
  });
});
