/** `GET /api/v1/search`, over the sample. */
import { describe, expect, it } from 'vitest';
import type { SearchAnswer } from '../../../src/core/interface/search-schema.ts';
import { serveForTest } from '../http/serving.ts';
import { openNamesakes } from './namesakes.ts';
import { useSample } from './sample.ts';

const sample = useSample();
const search = (q: string, more = '') => sample.json<SearchAnswer>(`/search?q=${encodeURIComponent(q)}${more}`);
const first = async (q: string) => (await search(q)).items[0]?.gnd;

const GOETHE = '118540238';
const COLOGNE = '4031483-2';

describe('a search request', () => {
  it('has limit 20 and offset 0 as defaults', async () =>
    expect((await search('johann')).query).toEqual({ q: 'johann', limit: 20, offset: 0 }));

  it('has no operators: a query with them finds the same as without', async () => {
    const plain = (await search('johann goethe')).items.map(({ gnd }) => gnd);
    expect(plain.length).toBeGreaterThan(0);
    const dressed = [
      '"johann goethe"',
      'johann* goethe*',
      '(johann) {goethe}',
      '^johann +goethe',
      'johann -goethe',
      'johann:goethe',
    ];
    for (const q of dressed)
      expect(
        (await search(q)).items.map(({ gnd }) => gnd),
        q,
      ).toEqual(plain);
  });
});

describe('the total', () => {
  it('is exact up to 1,000, and a lower bound above', async () => {
    for (const [number, relation] of [
      [1_000, 'exact'],
      [1_001, 'atLeast'],
    ] as const) {
      const service = await serveForTest({ fixture: await openNamesakes(number) });
      const { total } = (await service.get('/api/v1/search?q=anna+m%C3%BCller&limit=1')).json() as SearchAnswer;
      expect(total).toEqual({ value: 1_000, relation });
    }
  });
});

describe('search finds', () => {
  it.each<[string, string, readonly string[]]>([
    ['preferred and variant names', GOETHE, ['Goethe, Johann Wolfgang von', 'Göthe', "Gete, Iogann Vol'fgang"]],
    ['any order of words', GOETHE, ['Johann Wolfgang von Goethe', 'wolfgang goethe johann']],
    ['whatever the case', COLOGNE, ['köln', 'KÖLN', 'kÖlN']],
    ['with and without diacritics', '4051667-2', ['São Paulo', 'Sao Paulo', 'sao paúlo']],
    ['ä, ae and a alike', COLOGNE, ['Köln', 'Koeln', 'Koln']],
    ['composed and decomposed letters alike', COLOGNE, ['Köln'.normalize('NFC'), 'Köln'.normalize('NFD')]],
    [
      'hyphens of any kind or none',
      '118527533',
      ['Droste-Hülshoff, Annette von', 'Droste Hülshoff, Annette von', 'Droste‐Hülshoff Annette'],
    ],
    ['apostrophes of any kind or none', GOETHE, ['Gete, Iogann Vol’fgang', 'Gete Iogann Volfgang']],
    ['the last word as a beginning', '118527533', ['annette von dro']],
    ['the entity of a year among the words', '11850553X', ['bach 1685']],
    [
      'a GND identifier, current or former, or its URI',
      GOETHE,
      [GOETHE, '1012979490', `https://d-nb.info/gnd/${GOETHE}`],
    ],
    ['what a link carries', GOETHE, ['Q5879']],
    ['the better known of equals', '118578537', ['Marx, Karl']],
  ])('%s', async (_, gnd, spellings) => {
    for (const q of spellings) expect(await first(q), q).toBe(gnd);
  });

  it('ß and ss alike', async () => {
    const [ligature, letters] = [await search('Weiß', '&limit=100'), await search('Weiss', '&limit=100')];
    expect(ligature.items.map(({ gnd }) => gnd)).toEqual(letters.items.map(({ gnd }) => gnd));
  });
});

describe('an item', () => {
  it('describes the entity as its own address does', async () => {
    const { items } = await search('johann', '&limit=100');
    for (const item of items) {
      const { entity, links } = await sample.json<{ entity: Record<string, unknown>; links: { total: number } }>(
        `/gnd/${item.gnd}/links`,
      );
      const { linkCount, matched, score, ...shared } = item;
      expect(shared).toEqual(Object.fromEntries(Object.keys(shared).map((key) => [key, entity[key]])));
      expect(item).not.toHaveProperty('links');
      expect(linkCount).toBe(links.total);
      expect(matched.value).not.toBe('');
      expect(score).toBeGreaterThan(0);
    }
  });
});

describe('an ignored part of a query', () => {
  it('is named if it is a year that no hit has, and the answer is not approximate', async () => {
    const answer = await search('Johann Wolfgang Goethe 1633');
    expect(answer).toMatchObject({ ignored: ['1633'] });
    expect(answer).not.toHaveProperty('approximate');
    expect(answer.items[0]?.gnd).toBe(GOETHE);
    expect(await search('Johann Wolfgang Goethe 1749')).not.toHaveProperty('ignored');
  });

  it('is not reported for an unknown web address, whose words are not searched for', async () => {
    expect((await search('https://www.example.org/goethe')).total).toEqual({ value: 0, relation: 'exact' });
  });
});
