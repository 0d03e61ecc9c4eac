import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { worldMap } from '../../docs/world-map.ts';
import { readFileSync } from 'node:fs';
import { ATTRIBUTES } from '../../src/model/entity.ts';
import { citationOf } from '../../src/pages/citation.ts';
import { activityIn, dateIn } from '../../src/pages/entity-dates.ts';
import labels from '../../src/pages/texts/entity-labels.json' with { type: 'json' };
import { createLocale } from '../../src/pages/locale.ts';
import { timelineFigure } from '../../src/pages/figure-timeline.ts';
import { CLASSES } from '../../src/model/gnd-classes.ts';
import { LINKS_EXAMPLE } from '../../src/api/examples.ts';
import { IDS } from '../api/fixture.ts';
import type { SampleService } from '../docs/sample-service.ts';
import { serve, type Serving } from '../http/serving.ts';
import { HOSTILE, openHostileStore } from './hostile-store.ts';
import { attribute, type Element, readPage, textOf } from './reading.ts';
import { serveSite } from './serve-site.ts';

const DE = createLocale('de', true, 'https://links.example.org');
const EN = createLocale('en', true, 'https://links.example.org');

const byAttribute = (elements: readonly Element[], name: string, value: string) =>
  elements.find((element) => attribute(element, name) === value);

function jsonLdOf(text: string): Record<string, unknown> {
  const block = byAttribute(readPage(text).all('script'), 'type', 'application/ld+json');
  return JSON.parse(textOf(block)) as Record<string, unknown>;
}

describe('the page of an entity', () => {
  let site: SampleService;
  beforeAll(async () => {
    site = await serveSite();
  });
  afterAll(async () => site?.close());

  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(site.url + path, { redirect: 'manual', headers });
    return { response, text: await response.text() };
  };

  it('shows who it is, in the language that was chosen', async () => {
    const { response, text } = await get('/gnd/118540238?lang=de');
    expect(response.status).toBe(200);
    expect(response.headers.get('ratelimit-policy')).toContain('links');
    const page = readPage(text);
    expect(page.errors).toEqual([]);
    expect(page.all('h1').map(textOf)).toEqual(['Johann Wolfgang von Goethe']);
    const terms = page.all('dt').map(textOf);
    expect(terms).toEqual(expect.arrayContaining(['Geburtsdatum', 'Geburtsort', 'GND-Nummer', 'Frühere GND-Nummern']));
    expect(page.all('time').map(textOf)).toContain('28. August 1749');
    expect(page.all('a').find((a) => textOf(a) === 'Weimar')?.attrs).toContainEqual({
      name: 'href',
      value: '/gnd/4065105-8?lang=de',
    });
    const english = readPage((await get('/gnd/118540238?lang=en')).text);
    expect(english.all('dt').map(textOf)).toContain('Date of birth');
    expect(english.all('time').map(textOf)).toContain('28 August 1749');
  });

  it('shows every link of the interface, in its order, with the source that asserts it', async () => {
    const answer = (await (await fetch(`${site.url}/api/v1/gnd/118540238/links`)).json()) as typeof LINKS_EXAMPLE;
    const page = readPage((await get('/gnd/118540238?lang=en')).text);
    const sections = page.all('section').filter((section) => attribute(section, 'class') === 'links');
    expect(sections.map((section) => attribute(section, 'aria-labelledby'))).toEqual(
      answer.links.categories.map(({ category }) => `links-${category}`),
    );
    const urls = page.all('a').map((a) => attribute(a, 'href'));
    for (const { url, assertedBy } of answer.links.categories.flatMap(({ items }) => items)) {
      expect(urls).toContain(url);
      for (const key of assertedBy) expect(urls).toContain(`/sources/${key}?lang=en`);
    }
    const away = page.all('a').filter((a) => /^https?:/.test(attribute(a, 'href') ?? ''));
    expect(new Set(away.map((a) => attribute(a, 'rel')))).toEqual(new Set(['noopener noreferrer external']));
  });

  it('tells machines what it is', async () => {
    const { text } = await get('/gnd/118540238');
    const links = readPage(text).all('link');
    expect(attribute(byAttribute(links, 'rel', 'canonical'), 'href')).toBe('/gnd/118540238');
    expect(byAttribute(links, 'type', 'application/json')).toBeDefined();
    expect(jsonLdOf(text)).toMatchObject({
      '@type': 'Person',
      '@id': 'https://d-nb.info/gnd/118540238',
      birthDate: '1749-08-28',
      sameAs: expect.arrayContaining(['https://www.wikidata.org/wiki/Q5879']) as unknown,
    });
  });

  it('loads no picture from elsewhere but names its licence', async () => {
    const { text } = await get('/gnd/118540238?lang=en');
    const page = readPage(text);
    expect(page.all('img').concat(page.all('iframe'))).toEqual([]);
    expect(page.all('figcaption').map(textOf).join(' ')).toContain('Licence:');
  });

  it('marks a place on a map and says where it is', async () => {
    const page = readPage((await get('/gnd/4065105-8?lang=de')).text);
    expect(page.all('image').map((image) => attribute(image, 'href'))).toEqual([
      expect.stringMatching(/^\/assets\/\w+\/world\.svg$/),
    ]);
    expect(page.all('dd').map(textOf).join(' ')).toMatch(/50° 58′ \d\d″ N, 11° 19′ \d\d″ O/);
  });

  it.each([
    ['a former identifier', '/gnd/185808069', '/gnd/118540238'],
    ['a former identifier, in a language', '/gnd/185808069?lang=en', '/gnd/118540238?lang=en'],
    ['a URI', `/gnd/${encodeURIComponent('https://d-nb.info/gnd/118540238')}`, '/gnd/118540238'],
    ['a spelling', '/gnd/%20(DE-588)118540238', '/gnd/118540238'],
  ])('leads %s to the one address', async (_, path, location) => {
    const { response } = await get(path);
    expect([response.status, response.headers.get('location')]).toEqual([301, location]);
  });
});

describe('the page of what is no entity, or a dubious one', () => {
  let serving: Serving;
  let hostile: Awaited<ReturnType<typeof openHostileStore>>;
  let hostileServing: Serving;
  beforeAll(async () => {
    serving = await serve();
    hostile = await openHostileStore();
    hostileServing = await serve({ store: hostile.store });
  });
  afterAll(async () => {
    await serving?.close();
    await hostileServing?.close();
    await hostile?.remove();
  });

  it.each([
    [IDS.split, 410, 'In its place came', [IDS.place, IDS.otherPlace]],
    [IDS.deleted, 410, 'names no successor', []],
    [IDS.unknown, 404, 'not in the data', []],
    [IDS.mistyped, 404, 'check digit', [IDS.covered]],
    ['11854023Y', 400, 'only digits, X and a hyphen', []],
    ['40181182', 400, 'hyphen', [IDS.place]],
  ])('says of %s why, and what to do', async (id, status, sentence, candidates) => {
    const { status: answered, text } = await serving.get(`/gnd/${id}?lang=en`);
    expect(answered).toBe(status);
    const page = readPage(text);
    expect(page.errors).toEqual([]);
    expect(textOf(page.all('main')[0])).toContain(sentence);
    for (const candidate of candidates)
      expect(page.all('a').map((a) => attribute(a, 'href'))).toContain(`/gnd/${candidate}?lang=en`);
    expect(attribute(byAttribute(page.all('input'), 'name', 'q'), 'value')).toBe(id);
  });

  it('says that sources are in conflict', async () => {
    const page = readPage((await serving.get(`/gnd/${IDS.covered}?lang=de`)).text);
    expect(textOf(page.all('main')[0])).toContain('widersprechen sich');
  });

  it('warns of a record that stands for several persons', async () => {
    const { text } = await serving.get(`/gnd/${IDS.undifferentiated}?lang=de`);
    expect(textOf(readPage(text).all('main')[0])).toContain('nicht individualisiert');
    expect(jsonLdOf(text)).toMatchObject({ '@type': 'Thing' });
  });

  it('says that there are no links', async () => {
    const page = readPage((await serving.get(`/gnd/${IDS.noLinks}?lang=en`)).text);
    expect(textOf(page.all('main')[0])).toContain('None of the sources gives a link');
  });

  it('folds two thousand links and three hundred names, and stays small on the wire', async () => {
    const headers = { 'accept-encoding': 'gzip' };
    const { body } = await hostileServing.get(`/gnd/${HOSTILE.many}`, { headers });
    expect(body.length).toBeLessThan(50_000);
  });
});

describe('what an entity page is made of', () => {
  it('has a label for every attribute and every telling subclass', () => {
    expect(Object.keys(labels.attributes).toSorted()).toEqual(
      [...new Set(Object.values(ATTRIBUTES).flat())].toSorted(),
    );
    const quality = ['DifferentiatedPerson', 'UndifferentiatedPerson'];
    const subtypes = [...CLASSES.values()].flatMap(({ subtype }) => subtype ?? []);
    expect([...new Set([...Object.keys(labels.subtypes), ...quality])].toSorted()).toEqual(
      [...new Set(subtypes)].toSorted(),
    );
  });

  it.each([
    ['1749-08-28', '28. August 1749', '28 August 1749'],
    ['1850-08', 'August 1850', 'August 1850'],
    ['-0160', '160 v. Chr.', '160 BC'],
    ['XX.12.1981', 'Dezember 1981', 'December 1981'],
    ['03.07.2015-10.07.2015', '3. Juli 2015 – 10. Juli 2015', '3 July 2015 – 10 July 2015'],
    ['1808-1832', '1808–1832', '1808–1832'],
    ['ca. 15. Jh.', 'ca. 15. Jh.', 'ca. 15. Jh.'],
    ['19XX', '19XX', '19XX'],
    ['1999-13-01', '1999-13-01', '1999-13-01'],
  ])('writes the date %s for people', (text, german, english) => {
    expect([dateIn(text, DE), dateIn(text, EN)]).toEqual([german, english]);
  });

  it.each([
    ['1877-', 'ab 1877'],
    ['-1931', 'bis 1931'],
    ['1900-1926', '1900–1926'],
    ['v294-v281', '294 v. Chr. – 281 v. Chr.'],
    ['Karlsruhe', 'Karlsruhe'],
  ])('writes the time of activity %s for people', (text, german) => {
    expect(activityIn(text, DE)).toBe(german);
  });

  it('draws a timeline of a span, not of a single year', () => {
    const { entity } = LINKS_EXAMPLE;
    expect(timelineFigure(entity, DE)?.markup).toContain('Lebenszeit 1749–1832');
    expect(timelineFigure({ ...entity, years: { start: 1749 } }, DE)).toBeUndefined();
    expect(timelineFigure({ ...entity, years: { start: 1749, end: 1749 } }, DE)).toBeUndefined();
  });

  it('cites in BibTeX what TeX can read', () => {
    const { bibtex, ris, sentence } = citationOf(
      { ...LINKS_EXAMPLE, entity: { ...LINKS_EXAMPLE.entity, preferredName: 'A & B_{100 %}\\' } },
      EN,
    );
    expect(bibtex).toContain('title = {{A \\& B\\_\\{100 \\%\\}\\textbackslash{}}}');
    expect(ris.split('\n').at(0)).toBe('TY  - DATA');
    expect(sentence).toContain('data of 13 Oct 2026');
  });

  it('has the map that the program draws', () => {
    const picture = new URL('../../src/pages/picture/world.svg', import.meta.url);
    expect(readFileSync(picture, 'utf8')).toBe(worldMap());
  });
});
