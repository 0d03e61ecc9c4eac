/** The matcher on the sample: scores, and the decision on a match. */
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { compareYears, propertyComparer } from '../../../src/core/search/query/constraints.ts';
import { readNames } from '../../../src/core/search/names/match-name.ts';
import { searchWords } from '../../../src/core/search/names/search-text.ts';
import { locateSnapshot } from '../../../src/core/snapshot/directory.ts';
import { openSqliteStore } from '../../../src/core/sqlite/open.ts';
import type { EntityType } from '../../../src/core/model/entity.ts';
import type { GndId } from '../../../src/core/model/gnd-id.ts';
import type { MatchQuery } from '../../../src/core/search/match.ts';
import { forFile } from '../../for-file.ts';
import { anyCharacter } from '../../any-character.ts';

const store = forFile(async () => openSqliteStore(await locateSnapshot(join(inject('sample'), 'current'))));

const ask = async (query: Partial<MatchQuery>) => {
  const [candidates = []] = await store.match([{ name: '', limit: 5, ...query }]);
  return candidates;
};
const GOETHE = '118540238';
const PERSON = { types: ['Person'] } as const;
/** “Der Prozess” with its author as a property. */
const processBy = (author: string) => ({
  name: 'Der Prozess',
  properties: [{ attributes: ['firstAuthor'], values: [author] }],
});

it.each<[string, Partial<MatchQuery>, string, number]>([
  ['the preferred name', { name: 'Goethe, Johann Wolfgang von' }, GOETHE, 80],
  ['the natural order', { name: 'Johann Wolfgang von Goethe', ...PERSON }, GOETHE, 80],
  ['capitals and a spelled-out umlaut', { name: 'DROSTE-HUELSHOFF, ANNETTE VON' }, '118527533', 80],
  ['no particle', { name: 'Johann Wolfgang Goethe' }, GOETHE, 79],
  ['a title', { name: 'Prof. Max Planck' }, '118594818', 79],
  ['the surname first without a comma', { name: 'Planck Max' }, '118594818', 77],
  ['life years behind the name', { name: 'Planck, Max, 1858-1947' }, '118594818', 92],
  ['both years', { name: 'Planck, Max', years: [1858, 1947] }, '118594818', 92],
  ['a year that is off by one', { name: 'Planck, Max', years: [1859, undefined] }, '118594818', 82],
  [
    'an uncertain date as the record has it',
    { name: 'Faust, Johannes', years: [undefined, 1540], dates: ['ca. 1540'] },
    '118683136',
    88,
  ],
  ['an author in brackets', { name: 'Faust (Johann Wolfgang von Goethe)', types: ['Work'] }, '4128140-8', 84],
  ['an author before a colon', { name: 'Kafka, Franz: Der Prozess' }, '4099250-0', 84],
  ['an author as a property', processBy('Franz Kafka'), '4099250-0', 86],
  ['the identifier of the author', processBy('118559230'), '4099250-0', 86],
  ['a GND identifier', { name: GOETHE }, GOETHE, 100],
  ['its URI', { name: `http://d-nb.info/gnd/${GOETHE}` }, GOETHE, 100],
  ['a former identifier', { name: '1012979490' }, GOETHE, 100],
  ['a family without dates and place', { name: 'Familie Fugger', types: ['Family'] }, '11853677X', 80],
  ['the name of a family alone', { name: 'Tudor', types: ['Family'] }, '118763121', 80],
  ['the name of a family with more words', { name: 'Thurn und Taxis', types: ['Family'] }, '118622420', 80],
  ['the name of a family as the record has it', { name: 'Tudor, Familie', types: ['Family'] }, '118763121', 80],
])('a match is found by %s', async (_, query, gnd, score) => {
  const [first] = await ask(query);
  expect(first).toMatchObject({ card: { gnd }, score, match: true });
});

describe('no match', () => {
  it.each<[string, Partial<MatchQuery>, string]>([
    ['a surname alone', { name: 'Goethe' }, GOETHE],
    ['initials', { name: 'Goethe, J. W.' }, GOETHE],
    ['a forename less', { name: 'Goethe, Johann' }, GOETHE],
    ['other years', { name: 'Goethe, Johann Wolfgang von', years: [1810, 1890] }, GOETHE],
    ['another type', { name: 'Goethe, Johann Wolfgang von', types: ['Work'] }, GOETHE],
    ['another surname', { name: 'Johann, Wolfgang von Goethe', ...PERSON }, GOETHE],
    ['a wrong letter', { name: 'Planckk, Max' }, '118594818'],
    ['another author', processBy('Twain, Mark'), '4099250-0'],
  ])('is declared for %s, although the entity is the first candidate', async (_, query, gnd) => {
    const [first] = await ask(query);
    expect(first?.card.gnd).toBe(gnd);
    expect(first).toMatchObject({ match: false });
    expect(first?.score).toBeLessThan(80);
  });

  it('is declared between two entities of one name, even if one is more prominent', async () => {
    const candidates = await ask({ name: 'Müller, Johannes' });
    expect(candidates.length).toBeGreaterThan(1);
    expect(candidates.map(({ match }) => match)).not.toContain(true);
    const [first, second] = candidates;
    expect(first?.score).toBe(second?.score);
  });

  it('is declared for entities of other types than the wanted one', async () => {
    expect(await ask({ name: 'Planck, Max', types: ['Work'], onlyTypes: true })).toEqual([]);
  });
});

it.each([
  [[undefined, undefined], [], [1900, 1950], undefined],
  [[1900, undefined], [], [1900, 1950], 'yearsConfirmed'],
  [[1900, 1951], [], [1900, 1950], 'yearsConfirmed'],
  [[1900, 1950], [], [1900, 1950], 'bothYearsConfirmed'],
  [[1901, undefined], [], [1900, 1950], 'yearsNear'],
  [[undefined, undefined], [1950], [1900, 1950], 'yearsConfirmed'],
  [[1900, 1980], [], [1900, 1950], 'yearsDiffer'],
  [[1900, 1980], [], [1900, undefined], 'yearsConfirmed'],
  [[1900, undefined], [], [undefined, undefined], 'yearsUnknown'],
  [[undefined, undefined], [1920], [1900, 1950], 'yearsDiffer'],
] as const)('years %j and %j of %j: %s', (asked, free, known, weight) => {
  expect(compareYears(asked, free, known)).toBe(weight);
});

describe('properties', () => {
  const attributes = { professionOrOccupation: [{ gnd: '4053309-8' as never, label: 'Schriftsteller' }] };
  it.each([
    ['Schriftsteller', 'propertyConfirmed'],
    ['Schriftstellerin', 'propertyConfirmed'],
    ['Schrift*', 'propertyConfirmed'],
    ['4053309-8', 'propertyConfirmed'],
    ['Maler', 'propertyDiffers'],
  ])('with %s have the effect %s', (value, weight) => {
    expect(propertyComparer({ attributes: ['professionOrOccupation'], values: [value] })(attributes, [])).toBe(weight);
  });

  it('have no effect if the record has none, or none with a name', () => {
    const question = { attributes: ['professionOrOccupation'], values: ['Maler'] };
    expect(propertyComparer(question)({}, [])).toBeUndefined();
    expect(propertyComparer(question)({ professionOrOccupation: [{ gnd: '4037154-2' as never }] }, [])).toBeUndefined();
    expect(propertyComparer(question)({}, searchWords('* 1859, Maler'))).toBe('propertyConfirmed');
  });

  it('that only confirm have no effect with another value', () => {
    const question = { attributes: ['professionOrOccupation'], values: ['Maler'], onlyConfirms: true };
    expect(propertyComparer(question)(attributes, [])).toBeUndefined();
    expect(propertyComparer({ ...question, values: ['Schriftsteller'] })(attributes, [])).toBe('propertyConfirmed');
  });
});

it('any text has only a few readings as a name', () => {
  const parts = fc.constantFrom(
    'geb. ',
    '(',
    ')',
    ': ',
    '-',
    '1900-1950',
    ',',
    'Müller',
    'Hans',
    ' ',
    'né',
    '陈',
    '\u0000',
  );
  const texts = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.array(parts).map((some) => some.join('')),
  );
  fc.assert(fc.property(texts, (text) => readNames(text).length <= 9));
});

describe('namesakes', () => {
  const namesakes = async (gnd: string, type: EntityType, preferredName: string) =>
    (await store.namesakes({ gnd: gnd as GndId, type, preferredName }, 5)).map((card) => card.preferredName);

  it('have the same name, and not only a word of it', async () => {
    expect(await namesakes('118624822', 'Person', 'Twain, Mark')).toEqual(['Twain, Mark']);
    expect(await namesakes('118585053', 'Person', 'Müller, Johannes')).toContain('Müller, Johannes von');
    expect(await namesakes('4128140-8', 'Work', 'Faust')).toEqual([]);
    expect(await namesakes('118594818', 'Person', 'Planck, Max')).toEqual([]);
    expect(await namesakes('1', 'Person', 'Prof. Max Planck')).toEqual(['Planck, Max']);
    expect(await namesakes('1', 'Person', 'Planck')).toEqual([]);
  });
});
