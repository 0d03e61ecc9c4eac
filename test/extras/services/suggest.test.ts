/** `/suggest`, and the OpenSearch description with which browsers find it. */
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { sampleForFile } from '../../docs/sample-service.ts';

type Suggestions = readonly [
  text: string,
  labels: readonly string[],
  descriptions: readonly string[],
  addresses: readonly string[],
];

const service = sampleForFile();
const suggest = async (query: string) => {
  const answer = await service.get(`/suggest?${query}`);
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json']);
  return answer.json() as Suggestions;
};

describe('suggestions', () => {
  it('are the text and three parallel lists', async () => {
    const [text, labels, descriptions, addresses] = await suggest('q=goethe');
    expect(text).toBe('goethe');
    expect([labels[0], addresses[0]]).toEqual(['Goethe, Johann Wolfgang von', `${service.url}/gnd/118540238`]);
    expect(descriptions[0]).toMatch(/1749/);
  });

  it.each(['q=goe', 'q=GOETHE&type=Person', 'q=goethe&type=Person,Work&type=nonsense'])(
    'find Goethe: %s',
    async (query) => expect((await suggest(query))[3]).toContain(`${service.url}/gnd/118540238`),
  );

  it.each([
    ['goe', /^Goe/],
    ['gö', /^Gö|^Go/],
    ['mül', /^Mül|^M[uü]/],
  ])('begin with a name that begins with “%s” as it was typed', async (typed, beginning) => {
    expect((await suggest(`q=${encodeURIComponent(typed)}`))[1][0]).toMatch(beginning);
  });

  it('name the variant that matched', async () => {
    const [, labels, descriptions] = await suggest(`q=${encodeURIComponent('Göthe')}`);
    expect(descriptions[labels.indexOf('Goethe, Johann Wolfgang von')]).toMatch(/^Göthe.* · 1749/);
  });

  it('have the requested types', async () => {
    expect((await suggest('q=goethe&type=PlaceOrGeographicName'))[3]).not.toContain(`${service.url}/gnd/118540238`);
  });

  it('are empty without a text', async () => {
    for (const query of ['', 'q=', 'q=%20']) expect(await suggest(query)).toEqual(['', [], [], []]);
  });
});

it('suggestions have a description for browsers, which every page links', async () => {
  const page = await service.get('/', { headers: { accept: 'text/html' } });
  const [, path = ''] = /<link[^>]+rel="search"[^>]+href="([^"]+)"/.exec(page.text) ?? [];
  const answer = await service.get(path);
  expect(answer.headers['content-type']).toBe('application/opensearchdescription+xml; charset=utf-8');
  const templates: string[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'Url') templates.push(String(attributes['template']));
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(answer.text).close();
  for (const template of templates) {
    const { pathname, search } = new URL(template.replace('{searchTerms}', 'goethe'));
    expect((await service.get(pathname + search)).status, template).toBe(200);
  }
  expect(templates).toHaveLength(3);
});
