/** The page of results: facts of a hit, filters, and messages without hits. */
import { isProblem } from '../../../src/core/http/problems.ts';
import { describe, expect, it } from 'vitest';
import { localeFor } from '../../../src/shared/http/locale.ts';
import { isLiteral } from '../../../src/extras/pages/results-hit.ts';
import { pagination } from '../../../src/extras/pages/pagination.ts';
import { meantQuery } from '../../../src/extras/pages/results-meant.ts';
import { narrowerQuery } from '../../../src/extras/pages/results-narrow.ts';
import { RESULTS_PARAMETERS, resultsPath } from '../../../src/extras/pages/results-query.ts';
import { lenient } from '../../../src/core/http/parameters.ts';
import { IDS } from '../../core/api/fixture.ts';
import { sampleForFile } from '../../docs/sample-service.ts';
import { LIMITS, serveForFile, serveForTest } from '../serving.ts';
import type { Store } from '../../../src/core/snapshot/store.ts';
import { answerOf } from './answering.ts';
import { attribute, type Element, type Read, readPage, rowsOf, show, textOf } from './reading.ts';

const EN = localeFor({ language: 'en', isChosen: true }, { baseUrl: 'https://links.example.org' });

function isWithin(element: Element, container: Element): boolean {
  return (
    element.parentNode === container ||
    (element.parentNode !== null && 'tagName' in element.parentNode && isWithin(element.parentNode, container))
  );
}

describe('the spelling that was probably meant', () => {
  const hit = (preferredName: string, value = preferredName) => ({ preferredName, matched: { field: 'variantName', value } }); // prettier-ignore

  it.each([
    ['Geothe', [hit('Goethe, Johann Wolfgang von', 'Göthe'), hit('Goethe, Cornelia'), hit('Faust', 'Goethes Faust')], 'Goethe'], // prettier-ignore
    ['Gaethe Johann', [hit('Goethe, Johann Wolfgang von')], 'Goethe Johann'],
    ['Mülller', [hit('Müller, Johann')], 'Müller'],
    // Nothing tells which of two spellings was meant.
    ['Goehte', [hit('Goethe, Cornelia'), hit('Goette, August')], undefined],
    ['Goehte Johan', [hit('Goethe, Johanna')], 'Goethe Johan'],
    // Before the last word, only initials and abbreviations are found as the beginning of a word.
    ['Johanne Geothe', [hit('Goethe, Johannes')], undefined],
    ['J. Geothe', [hit('Goethe, Johannes')], 'J. Goethe'],
    ['Joh. Geothe', [hit('Goethe, Johannes')], 'Joh. Goethe'],
    ['Geothe Jahann', [hit('Goethe, Johann Wolfgang von')], undefined],
    ['Goethe', [hit('Goethe, Cornelia')], undefined],
    ['Geothe', [], undefined],
  ])('of %s is read from hits of which all have it', (q, hits, meant) => {
    expect(meantQuery(q, hits as never)).toBe(meant);
  });
});

describe('a narrower query', () => {
  it.each([
    ['johann', ['1710–1772, Drucker, Verleger', '1666–1731, Verleger, Buch, Verleger in Halle', '† 1718, Zeichner'], 'johann Verleger'], // prettier-ignore
    // Places, notes, and what the query has already.
    ['johann', ['1710–1772, Weimar', '* 1711, Weimar', '1712–1780, Dr. phil., 2. Sohn', '1713, Dr. phil., 2. Sohn'], undefined], // prettier-ignore
    ['johann drucker', ['1710–1772, Drucker, Verleger', '1711–1773, Drucker, Musiker'], undefined],
    // A query has at most 200 characters.
    ['johann '.repeat(28), ['1710–1772, Drucker, Verleger', '1711–1773, Drucker, Musiker'], undefined],
  ])('for “%s” has the most frequent occupation of the persons that were found: %j', (q, descriptions, narrower) => {
    const hits = descriptions.map((description) => ({ type: 'Person', description }) as const);
    const works = [1, 2, 3].map(() => ({ type: 'Work', description: '1808, Drama, Tragödie' }) as const);
    expect(narrowerQuery(q, [...hits, ...works])).toBe(narrower);
  });
});

describe('the page of results', () => {
  const serving = serveForFile();
  const sample = sampleForFile();

  const get = async (path: string) => {
    const { status, headers, page } = await show(serving, path);
    return { status, headers, page, main: page.main() };
  };
  const hits = (page: Read) => rowsOf(page, 'hits');

  it('shows facts that distinguish namesakes, targets of links, and the matched name', async () => {
    const { status, headers, page } = await get('/search?q=gothe&lang=en');
    expect(status).toBe(200);
    expect(headers['ratelimit-policy']).toContain('search');
    expect(page.errors).toEqual([]);
    expect(hits(page)[0]).toEqual([
      expect.stringMatching(new RegExp(`^Johann Wolfgang von Goethe *1749–1832, .*Person · GND ${IDS.covered}$`)),
      expect.stringMatching(/^3 links *encyclopedia 1 *knowledge base 2$/),
    ]);
    expect(page.hrefs()).toContain(`/gnd/${IDS.covered}?lang=en#links-encyclopedia`);
  });

  it('has filters by type that keep the query', async () => {
    const { page } = await get('/search?q=bach&type=Family&lang=en');
    expect(hits(page).map(([name]) => name)).toEqual([expect.stringContaining('Bach (Familie)')]);
    const filter = page.all('nav').find((nav) => attribute(nav, 'class') === 'filter');
    const filters = page.all('a').filter((a) => filter !== undefined && isWithin(a, filter));
    const chosen = filters.filter((a) => attribute(a, 'aria-current') === 'true');
    expect([filters.map(textOf), chosen.map(textOf)]).toEqual([['All 2', 'Person 1', 'Family 1'], ['Family 1']]);
    expect(filters.map((a) => attribute(a, 'href'))).toContain('/search?q=bach&lang=en');
    // Where the chosen type has no hits, the types that have some are offered.
    const { page: none } = await get('/search?q=Quantenmechanik&type=Family&lang=en');
    expect(none.texts('li').filter((text) => /^(?:All|Family|Subject)/.test(text))).toEqual(['All 1', 'Family 0', expect.stringMatching(/^Subject heading \d/)]); // prettier-ignore
    // Where all hits have one type, there is none to choose, but a chosen one can be taken off.
    const filtered = '/search?q=Quantenmechanik&type=SubjectHeading&lang=en';
    const { page: single } = await get(filtered);
    expect(single.texts('h1')).toEqual(['Search: Quantenmechanik · Subject heading']);
    const { page: unfiltered } = await get('/search?q=Quantenmechanik&lang=en');
    const typesOn = (page: Read) => page.texts('li').filter((text) => /^(?:All|Subject)/.test(text));
    expect([typesOn(single), typesOn(unfiltered)]).toEqual([['All 1', 'Subject heading 1'], []]);
    expect(single.hrefs()).toContain('/search?q=Quantenmechanik&lang=en');
    // All hits are known, so types without hits are not offered.
    const { page: all } = await get('/search?q=bach&lang=en');
    const counted = all.texts('li').filter((text) => /^(?:Person|Family|Work)/.test(text));
    expect(counted).toEqual([expect.stringMatching(/^Person \d/), 'Family 1']);
    expect(all.hrefs()).toContain('/search?q=bach&type=Person&lang=en');
  });

  it.each([
    [100, 'q=bach&page=2', ['All 100', 'Person 40', 'Work 60']],
    [101, 'q=bach&page=2', ['All 101', 'Person 40', 'Work']],
    [101, 'q=bach&type=Work', ['All 101', 'Person 40', 'Work']],
    [101, 'q=bach&type=Family', ['All 101', 'Person 40', 'Family', 'Work']],
  ])(
    'has filters for the types of the hits, with numbers where all are known: %i hits, %s',
    async (value, query, filters) => {
      const items = Array.from({ length: 100 }, (_, at) => ({ gnd: `${at}`, type: at < 40 ? 'Person' : 'Work', preferredName: 'Bach', ...(at < 40 && { description: '1700, Jurist, Maler' }), linkCount: 0, matched: { field: 'preferredName', value: 'Bach' } })); // prettier-ignore
      const [, chosen] = /type=(\w+)/.exec(query) ?? [];
      const type = chosen && [chosen];
      const call = async (target: string) =>
        target.startsWith('/api/v1/search?') && target.includes('limit=100&offset=0')
          ? { status: 200, body: { items, query: { q: 'bach', type }, total: { value, relation: 'exact' } } }
          : { status: 200, body: { items: [], sources: [], categories: [], collections: [] } };
      const byType = new Map([['Person', 40], ['Work', undefined]]); // prettier-ignore
      const search = async () => ({ items: [], total: { value, relation: 'exact' }, byType });
      const store = { snapshot: { counts: { entities: 6 } }, search } as unknown as Store;
      const { page } = await answerOf(`/search?${query}&lang=en`, { call, store });
      expect(hits(page)).toHaveLength(20);
      const nav = page.all('nav').find((one) => attribute(one, 'class') === 'filter');
      const links = page.all('a').filter((a) => nav !== undefined && isWithin(a, nav));
      expect(links.map(textOf)).toEqual(filters);
      expect(page.main()).toMatch(
        /, showing \d+–\d+\. The order depends both on how well the name matches and on how well known/,
      );
      expect(page.main().includes('An occupation narrows the search, for example “bach Jurist”.')).toBe(
        page.main().includes('Person · GND'),
      );
      expect(page.hrefs().includes(`/search?q=bach+Jurist${chosen ? `&type=${chosen}` : ''}&lang=en`)).toBe(page.main().includes('Person · GND')); // prettier-ignore
      expect(page.main()).toMatch(/showing.* · GND.*Only an excerpt of the GND was searched: 6 of its.*Search the whole GND for “bach”/s); // prettier-ignore
      expect(page.main().includes('The excerpt has no description of some entries.')).toBe(page.main().includes('Work · GND')); // prettier-ignore
    },
  );

  it('has the query in heading and title, with a link to the spelling that was meant', async () => {
    const { page } = await get('/search?q=Quantenmechanick&lang=en');
    expect(page.texts('h1')).toEqual(['Search: Quantenmechanick']);
    expect(page.texts('title')[0]).toMatch(/^Search: Quantenmechanick ·/);
    expect(page.hrefs()).toContain('/search?q=Quantenmechanik&lang=en');
  });

  it('leads to all links of an entity with more categories than a line shows', async () => {
    const { page } = await show(sample, '/search?q=goethe&type=Person&lang=en');
    const more = page.all('a').find((a) => textOf(a).endsWith('more categories'));
    expect(attribute(more, 'href')).toBe('/gnd/118540238?lang=en#links');
  });

  it('says where it looks for corporate bodies if it finds none', async () => {
    const sentence = 'the place where it has its seat is often not enough on its own.';
    const search = async (q: string) =>
      (await show(sample, `/search?q=${q}&type=CorporateBody&lang=en`)).page.main().includes(sentence);
    expect([await search('weimar'), await search('bibliothek')]).toEqual([true, false]);
  });

  it('says before a search how an occupation and a year count, and which entity counts as better known', async () => {
    const { page } = await get('/search?lang=en');
    expect(page.main()).toContain('Adding an occupation narrows the search; adding a year only');
    const order = page.all('p').find((p) => attribute(p, 'id') === 'order');
    expect(textOf(order)).toMatch(/the better known come first: those with more links/);
    expect((await get('/search?q=bach&lang=en')).page.hrefs()).toContain('/search?lang=en#order');
  });

  it.each([
    ['q=goethe&type=Work', /^Works that Johann Wolfgang von Goethe created \(\d+\)$/],
    ['q=Johann+Wolfgang+von+Goethe&type=Work', /^Works that Johann Wolfgang von Goethe created \(\d+\)$/],
    ['q=goethe', undefined],
    ['q=goethe&type=Person', undefined],
    // No whole name, and the name of a person without works.
    ['q=johann+goethe&type=Work', undefined],
    ['q=christiane+von+goethe&type=Work', undefined],
  ])(
    'leads from a search for works by the name of a person to those that the person made: %s',
    async (query, label) => {
      const { page } = await show(sample, `/search?${query}&lang=en`);
      const led = page.all('a').filter((a) => attribute(a, 'href') === '/gnd/118540238/relations?group=works&lang=en');
      expect(led.map(textOf)).toEqual(label === undefined ? [] : [expect.stringMatching(label)]);
    },
  );

  it.each([
    ['/search?q=&lang=en', 'Error: Search', true],
    ['/search?q=a&lang=en', 'Error: Search', true],
    // The field that is wrong is another one.
    ['/search?q=bach&type=Dragon&lang=en', 'Error: Search', false],
    ['/search?lang=en', 'Search', false],
  ])('marks the field of a search that is not possible: %s', async (path, title, isMarked) => {
    const { page } = await get(path);
    expect(page.texts('title')[0]).toMatch(new RegExp(`^${title} ·`));
    const [field] = page.all('input').filter((input) => attribute(input, 'name') === 'q');
    expect(attribute(field, 'aria-invalid') === 'true').toBe(isMarked);
    const notice = page.all('div').find((div) => attribute(div, 'role') === 'alert');
    expect(attribute(notice, 'id')).toBe(title === 'Search' ? undefined : 'mistake');
    expect(attribute(field, 'aria-describedby')).toBe(isMarked ? 'mistake' : undefined);
  });

  it('gives advice when nothing was found', async () => {
    const { status, main, page } = await get('/search?q=xyzzyx&type=Work&lang=en');
    expect(status).toBe(200);
    expect(main).toMatch(
      /Nothing found for “xyzzyx” Only an excerpt of the GND was searched: [\d,]+ of its roughly ten million.*Try another spelling/,
    );
    expect(page.hrefs()).toContain('/search?q=xyzzyx&lang=en');
    expect(page.hrefs()).toContain('https://lobid.org/gnd/search?q=xyzzyx&filter=type%3AWork');
  });

  it('searches elsewhere for the words alone, because other signs are operators there', async () => {
    const { page } = await get(`/search?q=${encodeURIComponent('xyzzyx: (Drama) "A/B"~2')}&lang=en`);
    expect(page.hrefs()).toContain('https://lobid.org/gnd/search?q=xyzzyx+Drama+A+B+2');
    expect((await get('/search?q=%3F%3F%3F&lang=en')).page.hrefs().join(' ')).not.toContain('lobid.org/gnd/search');
  });

  it('names a year that no hit has, and says that an address is unknown', async () => {
    expect((await get('/search?q=bach+1999&lang=en')).main).toContain('No match has the date “1999”');
    const { main } = await get('/search?q=https%3A%2F%2Fexample.org%2Fbach&lang=en');
    expect(main).toContain('This address belongs to no entity in this service');
  });

  it.each([
    ['a former identifier', IDS.merged, `/gnd/${IDS.covered}`],
    ['a deleted one, whose page says so', IDS.split, `/gnd/${IDS.split}`],
  ])('redirects to the entity for %s', async (_, q, location) => {
    const { status, headers } = await get(`/search?q=${encodeURIComponent(q)}`);
    expect([status, headers.location]).toEqual([302, location]);
  });

  it('is shown where only one search is allowed within a second', async () => {
    const limits = { ...LIMITS, search: { quota: 100, windowSeconds: 60, burst: 1 } };
    const { status } = await show(await serveForTest({ limits }), '/search?q=goethe');
    expect(status).toBe(200);
  });

  it('has examples before the first search', async () => {
    const { page } = await get('/search?lang=en');
    const example = page.hrefs().find((href) => href?.startsWith('/search?q=Goethe+'));
    expect(example).toBe('/search?q=Goethe+Schriftsteller&lang=en');
    expect(hits((await get(String(example))).page)[0]?.[0]).toMatch(/^Johann Wolfgang von Goethe.*Schriftsteller/);
  });

  it.each([
    ['/search', 200, /Goethe Schriftsteller.*Person.*Work.*The search finds entities by any of their names/s],
    [
      '/search?q=Quantenmechanick',
      200,
      /^(?!.*(?:Matches for|Did you mean)).*Nothing found for “Q.*k”\. 1 match with a similar spelling\. Search for “Quantenmechanik” .*Subject heading · GND .*Only an excerpt[^“]*Search the whole GND for “Quantenmechanick”(?!.*(?:Search the whole|Sorted))/s,
    ],
    [
      '/search?q=Quantenmechanik&type=Family',
      200,
      /Subject heading *\d.*No family matches “Q.*k”.*Show the match of another/s,
    ],
    // Hits of another spelling are no reason to offer their types.
    ['/search?q=Quantenmechanick&type=Family', 200, /^(?!.*Subject heading *\d).*No family matches.*Show all matches/s],
    ['/search?q=Verein+ohne+Verweise', 200, /^(?!.*best known).*no links/s],
    [
      '/search?q=qqqqqqq',
      200,
      /Nothing found.*Try another spelling.*also enter whole identifiers.*Try an example:.*Goethe Schriftsteller/s,
    ],
    ['/search?q=goethe+xyzzyx', 200, 'Even the best match lacks “xyzzyx”.'],
    ['/search?q=Q5879', 200, 'With the identifier Q5879'],
    ['/search?q=', 400, /The search box was empty\..*Goethe Schriftsteller/s],
    ['/search?q=a', 400, '2 to 200 characters'],
    [`/search?q=${'a'.repeat(201)}`, 400, '2 to 200 characters'],
    ['/search?q=bach&type=Dragon', 400, 'no such type'],
    [
      '/search?q=bach&page=0',
      200,
      /There is no page “0” of the results\. This is the first one\..*Family 1.*2 matches/s,
    ],
    ['/search?q=bach&page=51', 200, 'There is no page “51” of the results'],
    ['/search?q=bach&page=abc', 200, 'There is no page “abc” of the results'],
    ['/search?q=bach&page=7', 200, 'not that many results'],
  ])('answers %s with %i and the reason', async (path, status, sentence) => {
    const answer = await get(`${path}${path.includes('?') ? '&' : '?'}lang=en`);
    expect([answer.status, answer.page.errors]).toEqual([status, []]);
    expect(answer.main).toMatch(sentence);
  });
});

it.each([
  ['Gothe Johan', 'variantName', false],
  ['Goethe Joh', 'preferredName', true],
  ['Goethe Jurist', 'preferredName', true],
  ['Göthe', 'variantName', true],
  ['Q5879', 'identifier', true],
])('a hit for “%s” (%s) has its spelling: %s', (q, field, isIt) => {
  const matched = { field, value: q === 'Göthe' ? 'Göthe, Hans' : 'Goethe, Johann' };
  const hit = { preferredName: 'Goethe, Johann', description: '1749–1832, Jurist', matched };
  expect(isLiteral(q, hit as Parameters<typeof isLiteral>[1])).toBe(isIt);
});

describe('the address of a search', () => {
  function readQuery(query: string) {
    const found = lenient(RESULTS_PARAMETERS).read({ method: 'GET', query, headers: {} });
    if (isProblem(found)) throw new Error(found.detail);
    return { q: found.q, type: found.type, page: found.page };
  }

  it('has types from checkboxes or lists, in any order', () => {
    expect(readQuery('q=a+b&type=Work&type=Person,Family&page=3')).toEqual({
      q: 'a b',
      type: ['Family', 'Person', 'Work'],
      page: 3,
    });
  });

  it.each(['-1', '0', '51', '1.5', '1e1', 'x', ''])('cannot have the page “%s”', (page) => {
    expect(readQuery(`q=ab&page=${page}`).page).toBeUndefined();
  });

  it('is written in the form in which it is read', () => {
    expect(resultsPath(readQuery('page=1&q=M%C3%BCller+%26+S%C3%B6hne'))).toBe('/search?q=M%C3%BCller+%26+S%C3%B6hne');
  });
});

describe('the navigation between pages', () => {
  it.each([
    [1, 1, ''],
    [1, 2, '1 2 Next'],
    [3, 4, 'Previous 1 2 3 4 Next'],
    [1, 50, '1 2 3 … 50 Next'],
    [25, 50, 'Previous 1 … 24 25 26 … 50 Next'],
    [50, 50, 'Previous 1 … 48 49 50'],
  ])('on page %i of %i is “%s”', (page, pages, text) => {
    const { markup = '' } = pagination(page, pages, (to) => `/${to}`, EN) ?? {};
    const read = readPage(markup);
    expect(read.texts('li').join(' ')).toBe(text);
    const present = read.all('a').filter((a) => attribute(a, 'aria-current') === 'page');
    expect(present.map(textOf)).toEqual(pages === 1 ? [] : [String(page)]);
  });
});
