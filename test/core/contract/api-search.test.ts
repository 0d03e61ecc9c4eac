/** `GET /api/v1/search`, over the sample. */
import { expect, it } from 'vitest';
import type { SearchAnswer } from '../../../src/core/interface/search-schema.ts';
import { serveForTest } from '../http/serving.ts';
import { openNamesakes } from './namesakes.ts';
import { useSample } from './sample.ts';

const sample = useSample();
const search = (q: string, more = '') => sample.json<SearchAnswer>(`/search?q=${encodeURIComponent(q)}${more}`);

it('a search request has no operators: a query with them finds the same as without', async () => {
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

it('the total is exact up to 1,000, and a lower bound above', async () => {
  for (const [number, relation] of [
    [1_000, 'exact'],
    [1_001, 'atLeast'],
  ] as const) {
    const service = await serveForTest({ fixture: await openNamesakes(number) });
    const { total } = (await service.get('/api/v1/search?q=anna+m%C3%BCller&limit=1')).json() as SearchAnswer;
    expect(total).toEqual({ value: 1_000, relation });
  }
});

/** The members of an entity that an item has as well. */
const SHARED = 'gnd uri type typeLabel preferredName displayName description years differentiated'.split(' ');

it('an item describes the entity as its own address does', async () => {
  const { items } = await search('johann', '&limit=100');
  for (const item of items) {
    const { entity, links } = await sample.json<{ entity: Record<string, unknown>; links: { total: number } }>(
      `/gnd/${item.gnd}/links`,
    );
    const { linkCount, matched, score, ...shared } = item;
    expect(shared).toEqual(Object.fromEntries(SHARED.flatMap((key) => (key in entity ? [[key, entity[key]]] : []))));
    expect(linkCount).toBe(links.total);
    expect(matched.value).not.toBe('');
    expect(score).toBeGreaterThan(0);
  }
});
