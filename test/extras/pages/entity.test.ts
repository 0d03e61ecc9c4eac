/** The page of an entity, and its parts. */
import { describe, expect, inject, it } from 'vitest';
import examples from '../../../src/core/interface/examples.json' with { type: 'json' };
import labels from '../../../src/core/model/entity-labels.json' with { type: 'json' };
import { ATTRIBUTES, type Label } from '../../../src/core/model/entity.ts';
import { type GndId, hasValidCheckDigit } from '../../../src/core/model/gnd-id.ts';
import { citationOf } from '../../../src/extras/pages/citation.ts';
import { html } from '../../../src/shared/http/html.ts';
import { definitionList } from '../../../src/extras/pages/elements.ts';
import { activityIn, dateIn, subtitleIn } from '../../../src/extras/pages/entity-dates.ts';
import { factsOf } from '../../../src/extras/pages/entity-facts.ts';
import { localeFor } from '../../../src/shared/http/locale.ts';
import { CLASSES } from '../../../src/shared/gnd-classes.ts';
import type { LinksAnswer } from '../../../src/core/snapshot/links-answer.ts';
import type { ProblemDocument } from '../../../src/core/http/problems.ts';
import { IDS } from '../../core/api/fixture.ts';
import type { Snapshot, Store } from '../../../src/core/snapshot/store.ts';
import { answerOf } from './answering.ts';
import { serveForFile, serveForTest } from '../serving.ts';
import { openDoors } from '../../../src/cli/doors.ts';
import { openSnapshot } from '../../../src/cli/installation.ts';
import { withNaturalDescriptions, withNaturalNames } from '../../../src/extras/pages/natural-names.ts';
import { linkSections } from '../../../src/extras/pages/entity-links.ts';
import { createAttribution, recordLine, sourceList } from '../../../src/extras/pages/entity-sources.ts';
import type { ListedSource } from '../../../src/extras/pages/source-words.ts';
import { swappedIds } from '../../../src/extras/pages/entity-near.ts';
import { otherNames } from '../../../src/extras/pages/entity-names.ts';
import { HOSTILE, serveHostile } from './hostile-store.ts';
import { attribute, type Element, readPage, show, textOf } from './reading.ts';
import { sampleForFile } from '../../docs/sample-service.ts';
import { forFile } from '../../for-file.ts';
import { naturalName } from '../../../src/extras/pages/titles.ts';

const DE = localeFor({ language: 'de', isChosen: true }, { baseUrl: 'https://links.example.org' });
const REMARK = 'Nach dem Zusammenschluss zweier Häuser gegründet, danach mehrfach umbenannt, verkauft und zerteilt';
const EN = localeFor({ language: 'en', isChosen: true }, { baseUrl: 'https://links.example.org' });

const byAttribute = (elements: readonly Element[], name: string, value: string) =>
  elements.find((element) => attribute(element, name) === value);

describe('the page of an entity', () => {
  const site = sampleForFile();

  const get = (path: string) => show(site, path);
  const goethe = async () => (await site.get('/api/v1/gnd/118540238/links')).json() as LinksAnswer;

  it('shows the entity in the chosen language', async () => {
    const { status, headers, page } = await get('/gnd/118540238?lang=de');
    expect([status, page.errors]).toEqual([200, []]);
    expect(headers['ratelimit-policy']).toContain('links');
    expect(page.texts('h1')).toEqual(['Johann Wolfgang von Goethe']);
    const terms = page.texts('dt');
    expect(terms).toEqual(expect.arrayContaining(['Geburtsdatum', 'Geburtsort', 'Frühere GND-Nummern', 'VIAF']));
    const head = byAttribute(page.all('header'), 'class', 'page-head');
    expect(textOf(head)).toMatch(/Johann Wolfgang von Goethe.*GND 118540238$/);
    expect(page.texts('span').concat(page.texts('code'))).toContain('118540238');
    expect(page.texts('time')).toContain('28. August 1749');
    expect(page.texts('li')).toContain('Johann Caspar Goethe (Vater)');
    expect(page.all('a').find((a) => textOf(a) === 'Weimar')?.attrs).toContainEqual({
      name: 'href',
      value: '/gnd/4065105-8?lang=de',
    });
    const { page: english } = await get('/gnd/118540238?lang=en');
    expect(english.texts('dt')).toContain('Date of birth');
    expect(english.texts('time')).toContain('28 August 1749');
    const facts = english.all('section').find((one) => attribute(one, 'aria-labelledby') === 'facts');
    expect(textOf(facts)).toMatch(
      / \(DNB\).* Entries marked \(DNB\) are not in this excerpt; their links lead to the DNB\.$/,
    );
    // Words of the page for a time are not German.
    const { page: family } = await get('/gnd/118603272?lang=en');
    const words = family.all('bdi').map((part) => [textOf(part), attribute(part, 'lang')]);
    expect(words).toContainEqual(['since 1500', undefined]);
    expect(words).toContainEqual(['Bankiersfamilie aus Frankfurt am Main', 'de']);
  });

  it.each([
    ['de', 'Johannes Faust, 15. Jahrhundert–ca. 1540'],
    ['en', 'Johannes Faust, 15th century–ca. 1540'],
  ])('has a description for other sites without cataloguing signs (%s)', async (lang, beginning) => {
    const { page } = await get(`/gnd/118683136?lang=${lang}`);
    const described = page.all('meta').filter((meta) => attribute(meta, 'name') === 'description');
    expect(described).toHaveLength(1);
    for (const meta of described) expect(attribute(meta, 'content')).toContain(beginning);
  });

  it.each([
    ['de', 'Hier gestorben'],
    ['en', 'Died here'],
  ])('shows inbound relations that its own facts do not have (%s)', async (lang, term) => {
    const sectionOf = async (gnd: string, heading: string) => {
      const sections = (await get(`/gnd/${gnd}?lang=${lang}`)).page.all('section');
      return textOf(byAttribute(sections, 'aria-labelledby', heading));
    };
    expect(await sectionOf('4065105-8', 'inbound')).toMatch(
      new RegExp(`${term}.*Johann Wolfgang von Goethe \\(1749–1832\\)`, 's'),
    );
    expect(await sectionOf('118540238', 'further-facts')).toContain('Schiller');
    expect(await sectionOf('118540238', 'inbound')).toMatch(/^(?!.*Schiller).*Faust/s);
    expect(await sectionOf('4047992-4', 'facts')).toContain('Physik');
    expect(await sectionOf('4047992-4', 'inbound')).toContain('Quantenmechanik');
  });

  it.each([
    ['118540238', 'Person', 'Johann Wolfgang von Goethe', false],
    ['118603272', 'Family', 'Rothschild', true],
    ['4048946-2', 'Subject heading', 'Reformation', true],
    ['2026986-9', 'Conference or event', 'Wiener Kongress (1814–1815, Wien)', true],
  ])('leads to its literature, and with few links has its facts beside them: %s', async (gnd, kind, title, isBrief) => {
    const { page } = await get(`/gnd/${gnd}?lang=en`);
    expect([textOf(byAttribute(page.all('p'), 'class', 'kind')), page.texts('h1')]).toEqual([kind, [title]]);
    const searches = page.hrefs().filter((href) => href?.includes('method=simpleSearch&query='));
    expect(searches.map((href = '') => new URL(href).searchParams.get('query'))).toEqual([gnd]);
    expect(byAttribute(page.all('div'), 'class', 'entity brief') !== undefined).toBe(isBrief);
  });

  it('has one kind above the title, and the others among its facts', async () => {
    const { page } = await get('/gnd/4005728-8?lang=de');
    expect(textOf(byAttribute(page.all('p'), 'class', 'kind'))).toBe('Ort · Gliedstaat');
    expect(textOf(byAttribute(page.all('section'), 'aria-labelledby', 'facts'))).toMatch(
      /Weitere Arten.*Gebietskörperschaft/s,
    );
  });

  it('leads to all inbound relations, page by page and as data', async () => {
    const { page } = await get('/gnd/4053309-8?lang=en');
    const all = '/gnd/4053309-8/relations?group=practised';
    expect(page.texts('a')).toContain('show all 27 under “People with this profession”');
    expect(page.hrefs()).toEqual(expect.arrayContaining([`${all}&lang=en`, '/relations/4053309-8']));
    const first = (await get(`${all}&lang=en`)).page;
    expect(first.main()).toContain('1 to 20 of 27, the best known first');
    // The record has an order of its own.
    const named = (await get('/gnd/118540238/relations?group=professionOrOccupation&lang=en')).page;
    expect(named.texts('p')).toContainEqual(expect.stringMatching(/^1 to (\d+) of \1$/));
    expect(first.texts('h1')).toEqual(['People with this profession']);
    const second = first.hrefs().find((href) => href?.includes('page=2')) ?? '';
    const linked = [first, (await get(second)).page].flatMap((one) =>
      one.hrefs().filter((href) => /^\/gnd\/[\dX-]+\?/.test(href ?? '') && !href?.includes('4053309-8')),
    );
    expect([linked.length, new Set(linked).size]).toEqual([27, 27]);
    const beyond = (await get(`${all}&page=99&lang=en`)).page;
    expect(beyond.main()).toContain('There are not that many results.');
    expect(beyond.hrefs()).toContain(`${all}&lang=en`);
    const every = (await get('/gnd/118540238/relations?lang=de')).page;
    expect(every.texts('h2')).toEqual(['Dieser Datensatz verweist auf', 'Datensätze, die hierher verweisen']);
    expect(every.texts('h3')).toEqual(expect.arrayContaining([expect.stringMatching(/^Werke \d+$/), 'Geburtsort 1']));
    for (const path of ['/gnd/4128140-8', '/search?q=Faust&type=Work'])
      expect((await get(path)).page.main(), path).toMatch(/^(?!.*Goethe, Johann).*Johann Wolfgang von Goethe, Drama/s);
    // In natural order. The last entity has no record, so the name is that of the reference.
    expect(every.texts('a')).toEqual(expect.arrayContaining(['Friedrich Schiller', 'Zeichner']));
    expect(every.main()).toMatch(
      /Johann Caspar Goethe \(Vater\).*\(Mutter\).*\(Ehefrau\).*\(Sohn\).*\(Schwiegertochter\)/s,
    );
    for (const { page: headed } of [{ page: every }, { page: named }]) {
      const head = textOf(byAttribute(headed.all('header'), 'class', 'page-head'));
      expect(head).toMatch(/1749–1832, .*GND 118540238$/s);
    }
    const statuses = ['1012979490/relations', '118540238/relations?group=nothing', '118540239/relations'].map(
      async (path) => (await get(`/gnd/${path}`)).status,
    );
    expect(await Promise.all(statuses)).toEqual([301, 404, 404]);
    const { page: nothing } = await get('/gnd/118540238/relations?group=nothing&lang=en');
    expect(nothing.main()).toContain('no page at the address /gnd/118540238/relations?group=nothing.');
  });

  it('shows every link of the interface in reading order, with its sources', async () => {
    const { links } = await goethe();
    const { page } = await get('/gnd/118540238?lang=en');
    const sections = page.all('section').filter((section) => attribute(section, 'class') === 'links');
    const shown = sections.map((section) => attribute(section, 'aria-labelledby') ?? '');
    expect(shown.toSorted()).toEqual(links.categories.map(({ category }) => `links-${category}`).toSorted());
    expect([shown[0], shown.at(-1)]).toEqual(['links-encyclopedia', 'links-authority']);
    const urls = page.hrefs();
    for (const { url, assertedBy } of links.categories.flatMap(({ items }) => items)) {
      expect(urls).toContain(url);
      for (const key of assertedBy) expect(urls).toContain(`/sources/${key}?lang=en`);
    }
    // Without a mouse, too: below each source are the links that it names.
    const sources = byAttribute(page.all('details'), 'class', 'link-sources');
    expect(textOf(sources)).toMatch(/archINFORM \(sample\).*1 link: archINFORM/);
    const titles = page.all('a').flatMap((link) => attribute(link, 'title') ?? []);
    expect(titles).toContain('about the entity, according to archINFORM (sample)');
    expect(page.main()).toMatch(
      / list of 20\d\d.*The year after a link \(“list of …”\) is that of the list that names it/,
    );
    const away = page.all('a').filter((a) => /^https?:/.test(attribute(a, 'href') ?? ''));
    expect(new Set(away.map((a) => attribute(a, 'rel')))).toEqual(new Set(['noopener noreferrer external']));
  });

  it.each(['118540238', '118526685', '4065105-8', '4128140-8', '2026986-9', '2031351-2', '4047989-4', '11853677X'])(
    'has its sections in the order of all pages, and leads to all relations below those to it: %s',
    async (gnd) => {
      const { page } = await get(`/gnd/${gnd}?lang=de`);
      const order = ['facts', 'links', 'further-facts', 'names', 'identifiers', 'inbound', 'namesakes', 'reuse'];
      const shown = page.all().flatMap((element) => attribute(element, 'id') ?? []).filter((id) => order.includes(id)); // prettier-ignore
      expect(shown).toEqual(order.filter((id) => shown.includes(id)));
      expect(page.texts('a').includes('Alle Beziehungen')).toBe(shown.includes('inbound'));
      const relations = (await get(`/gnd/${gnd}/relations?lang=de`)).page;
      if (shown.includes('inbound')) expect(relations.texts('h2')).toContain('Datensätze, die hierher verweisen');
    },
  );

  it.each([
    ['de', 'München, Bayern', 'Bayern'],
    ['en', 'München, Bayern', 'Bavaria'],
  ])('has places below its name as in the GND, and terms among its facts in %s', async (lang, lead, region) => {
    const { page } = await get(`/gnd/2031351-2?lang=${lang}`);
    expect(textOf(byAttribute(page.all('p'), 'class', 'lead'))).toBe(lead);
    // A region that the line already states in the language of the page is no fact.
    expect(page.texts('dd').includes(region)).toBe(!lead.endsWith(region));
  });

  it('has metadata for programs', async () => {
    const { page } = await get('/gnd/118540238');
    const links = page.all('link');
    const { href } = new URL('/gnd/118540238', site.url);
    expect(attribute(byAttribute(links, 'rel', 'canonical'), 'href')).toBe(href);
    expect(links.map((link) => [attribute(link, 'hreflang'), attribute(link, 'href')])).toEqual(
      expect.arrayContaining([
        ['de', `${href}?lang=de`],
        ['en', `${href}?lang=en`],
        ['x-default', href],
      ]),
    );
    const properties = page.all('meta');
    expect(attribute(byAttribute(properties, 'property', 'og:title'), 'content')).toBe('Johann Wolfgang von Goethe');
    expect(byAttribute(links, 'type', 'application/json')).toBeDefined();
  });

  it('names a former identifier at whose address it is shown, and the valid one', async () => {
    const { page } = await get('/gnd/185808069?lang=en');
    expect(page.main()).toContain('The record 185808069 was merged into this one.');
    expect(page.main()).toContain('The valid identifier is now 118540238.');
    expect(page.texts('p')).toContain('Check a whole list of GND identifiers');
    const code = byAttribute(page.all('section'), 'aria-labelledby', 'identifiers');
    expect(textOf(code)).toMatch(/Former GND identifiers *185808069 \(requested\)/);
    expect((await get('/gnd/4066009-6?lang=en')).page.main()).toMatch(/Former GND identifier \S*\d/);
    const canonical = attribute(byAttribute(page.all('link'), 'rel', 'canonical'), 'href');
    expect(canonical).toBe(new URL('/gnd/118540238?lang=en', site.url).href);
    expect((await get('/gnd/118540238?lang=en')).page.main()).not.toContain('merged');
  });

  it('has identifiers from other registers, and terms of vocabularies in the language of the page', async () => {
    const definitions = async (language: string) => (await get(`/gnd/118540238?lang=${language}`)).page.texts('dd');
    const english = await definitions('en');
    expect(english).toEqual(expect.arrayContaining(['Q5879', '24602065', '0000 0001 2099 9104', 'male', 'Germany']));
    expect(await definitions('de')).toEqual(expect.arrayContaining(['männlich', 'Deutschland']));
    expect(english.join(' ')).toMatch(/Johann Caspar Goethe \(father\).*\(daughter-in-law\)/s);
  });

  it('leads from the row of categories to the section of related entities', async () => {
    const { page } = await get('/gnd/118540238?lang=de');
    const row = page.all('nav').find((nav) => attribute(nav, 'class') === 'jump');
    expect(textOf(row)).toMatch(/Normdatei \d+Beziehungen$/);
    expect(page.hrefs()).toContain('#inbound');
    expect(page.all('h2').map((heading) => attribute(heading, 'id'))).toContain('inbound');
  });

  it('leads to the name of an entity of which only the identifier is known, and not to a page that shows nothing more', async () => {
    const { links, ...others } = examples.links as LinksAnswer;
    const attributes = { relatedWork: [{ gnd: '4823144-7' }] };
    const body = { ...others, links, entity: { ...others.entity, type: 'Work', attributes } };
    const call = async (path: string) =>
      path.endsWith('/links') ? { status: 200, body } : { status: 200, body: (await site.get(path)).json() };
    const { page } = await answerOf(`/gnd/${others.entity.gnd}?lang=en`, { call });
    const facts = textOf(byAttribute(page.all('section'), 'aria-labelledby', 'facts'));
    expect(facts).toMatch(/Related work GND 4823144-7 \(name at the DNB\) Name in the GND/);
    expect(page.hrefs()).not.toContain(`/gnd/${others.entity.gnd}/relations?lang=en`);
  });

  it('has the title of a family without the word that stands above it, also in the window', async () => {
    const { page } = await get('/gnd/11853677X?lang=de');
    expect([page.texts('h1')[0], page.texts('title')[0]?.split(' · ')[0]]).toEqual(['Fugger', 'Fugger']);
  });

  it('has a line for each day of its record', async () => {
    const { page } = await get('/gnd/118540238?lang=de');
    const line = page.all('p').find((one) => textOf(one).includes('Datenstand'));
    expect(textOf(line)).toMatch(/Datensatz geändert am 20\.11\.2026 ?Datenstand 20\.11\.2026$/);
    const { entity, snapshot } = examples.links as LinksAnswer;
    const { modified: _, ...unmodified } = entity;
    const { markup } = recordLine({ entity: unmodified, snapshot }, { byKey: new Map() }, DE);
    expect(markup).toMatch(/^<p class="soft">Datenstand\s\S+<\/p>$/);
  });

  it.each(['de', 'en'])('begins with the links where it knows no fact (%s)', async (lang) => {
    const { links, ...others } = examples.links as LinksAnswer;
    const [category] = links.categories;
    const [item] = category?.items ?? [];
    const items = Array.from({ length: 12 }, (_, i) => ({ ...item, url: `https://id.loc.gov/${i}` }));
    const entity = { ...others.entity, type: 'SubjectHeading', preferredName: 'B', displayName: 'B', attributes: {} };
    const body = { ...others, entity, links: { total: 12, categories: [{ ...category, total: 12, items }] } };
    const call = async (path: string) =>
      path.endsWith('/links') ? { status: 200, body } : { status: 200, body: (await site.get(path)).json() };
    const { page } = await answerOf(`/gnd/${entity.gnd}?lang=${lang}`, { call });
    expect(page.texts('h2')[0]).toBe(lang === 'de' ? 'Verweise 12 in 1 Sammlung' : 'Links 12 in 1 collection');
    // A single category has no row that leads to it, and no number of its own.
    expect(page.hrefs().filter((href) => href?.startsWith('#links-'))).toEqual([]);
    expect(page.texts('h3')[0]).toBe(lang === 'de' ? category?.label.de : category?.label.en);
  });

  it.each([
    [{}, true],
    [{ gender: ['weiblich'] }, false],
  ])('says whether a record has only a name: %j', async (attributes, isSaid) => {
    const answer = examples.links as LinksAnswer;
    const body = { ...answer, entity: { ...answer.entity, attributes } };
    const call = async (path: string) =>
      path.endsWith('/links') ? { status: 200, body } : { status: 200, body: (await site.get(path)).json() };
    const { page } = await answerOf(`/gnd/${answer.entity.gnd}?lang=en`, { call });
    expect(page.main().includes('Only the name in this record is known here.')).toBe(isSaid);
  });

  it('names terms by the vocabulary of the installation', async () => {
    const term = (uri: string) => (uri.endsWith('#male') ? { de: 'Mann', en: 'man' } : undefined);
    const vocabulary = { term, label: (uri: string) => term(uri)?.de };
    const own = await serveForTest({
      fixture: await openSnapshot(inject('sample')),
      doors: await openDoors({ release: '1.2.3', vocabulary }),
    });
    expect((await show(own, '/gnd/118540238?lang=en')).page.texts('dd')).toContain('man');
  });

  it('redirects programs that prefer JSON to the answer, like the address with .json', async () => {
    const answer = `${site.url}/api/v1/gnd/118540238/links`;
    for (const accept of ['application/json', 'application/ld+json', 'application/json, text/html;q=0.5']) {
      const led = await site.get('/gnd/118540238', { headers: { accept } });
      expect([led.status, led.headers.location, led.headers.vary]).toEqual([
        303,
        answer,
        expect.stringMatching(/\bAccept(?:,|$)/),
      ]);
    }
    for (const accept of ['text/html,application/xhtml+xml,*/*;q=0.8', '*/*', 'text/html, application/json']) {
      const page = await site.get('/gnd/118540238', { headers: { accept } });
      expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(page.headers.vary).toMatch(/\bAccept(?:,|$)/);
    }
    const { status, headers } = await site.get('/gnd/118540238.json');
    expect([status, headers.location]).toEqual([308, answer]);
    expect((await site.get('/gnd/118540238/nothing.json')).json()).toMatchObject({ code: 'not_found' });
  });

  it('says where the files of a cited state are', async () => {
    const noticeOf = async (snapshot: string) => (await get(`/gnd/118540238?snapshot=${snapshot}&lang=en`)).page.main();
    const { snapshot } = await goethe();
    expect(await noticeOf('20990101-00000000')).toContain(
      `The cited state of the data is 20990101-00000000; this page shows ${snapshot.id}. Files of the cited state are not kept here.`,
    );
    for (const other of [snapshot.id, '<b>']) expect(await noticeOf(other)).not.toContain('The cited state');
  });

  it('has a copyable box of the entity, and names in Latin script before others', async () => {
    const { page } = await show(site, '/gnd/4074335-4?lang=en');
    expect(page.texts('pre').join(' ')).toContain('<gnd-links gnd="4074335-4"></gnd-links>');
    const names = page.texts('bdi');
    expect(names.indexOf('London (Great Britain)')).toBeLessThan(names.indexOf('Лондон'));
    expect(page.texts('summary')).toEqual(
      expect.arrayContaining(['4 names in other scripts', 'Cite, embed, download']),
    );
    expect(page.texts('li')).toContain('Лондон Russian');
  });

  it('suggests identifiers one step away from a mistyped one, or of other registers', async () => {
    // The last one is near an identifier that was merged.
    for (const mistyped of ['11854023Y', '118540283', '1185402388', '1012979491']) {
      const { page } = await show(site, `/gnd/${mistyped}?lang=en`);
      expect([mistyped, page.hrefs().includes('/gnd/118540238?lang=en')]).toEqual([mistyped, true]);
      expect(page.main()).toContain('1749–1832');
      expect(page.hrefs().filter((href) => href?.startsWith('https://d-nb.info'))).toEqual([]);
    }
  });

  it('suggests for an unknown identifier those with two digits swapped, below the way to the DNB', async () => {
    const { page } = await show(site, '/gnd/118450239?lang=en');
    expect(page.hrefs()).toEqual(expect.arrayContaining(['https://d-nb.info/gnd/118450239', '/gnd/118540238?lang=en']));
    expect(page.main()).toMatch(/well-formed.*GND 118450239.*Did you mean this entity\?.*1749–1832/);
    const { body } = await site.get('/api/v1/gnd/118450239/links');
    expect(String(body)).not.toContain('118540238');
  });

  it('leads from a mistyped identifier to the page of the right one that was deleted', async () => {
    const { page } = await show(site, '/gnd/178066738?lang=en');
    expect(page.main()).toContain('With the right check digit, the identifier would be 178066737. Search');
    expect(page.hrefs()).toContain('/gnd/178066737?lang=en');
    expect(page.hrefs()).not.toContain('https://d-nb.info/gnd/178066737');
  });

  it.each([
    ['4012-0', ['4102', '4021']],
    ['11-5', []],
  ])('takes as swapped only digits before the check digit, which then fits them: %s', (id, digits) => {
    const swapped = swappedIds(id as GndId);
    expect(swapped.map((one) => one.slice(0, -2)).toSorted()).toEqual(digits.toSorted());
    expect(swapped.filter((one) => !hasValidCheckDigit(one))).toEqual([]);
  });

  it.each([
    ['12345', 'last character is missing (1234-5), and the check digit is wrong. The text may also be'],
    ['40181182', 'the hyphen before the last character is missing; the right form is 4018118-2. The text may also be'],
    ['24602065', 'another register: VIAF, GeoNames or Pleiades.'],
    [
      '0000 0001 2096 9735',
      'This is an identifier from another register: VIAF, ISNI or ORCID. No entity here has this identifier.',
    ],
    ['Q5879', 'This is an identifier from another register: Wikidata or FactGrid.'],
    ['040181189', 'Perhaps the GND identifier 4018118-2 was meant.'],
    ['118540238 118607626', 'Perhaps the GND identifier 118540238 or 118607626 was meant. The text may also be'],
    ['DE-588', 'The text may also be an identifier from another register: ISIL'],
    ['https://example.org/1', 'This is a web address.'],
    ['Goethe', 'digits, sometimes with a hyphen'],
  ])('names all that the interface reads in %s', async (text, sentence) => {
    const path = `/gnd/${encodeURIComponent(text)}`;
    const { readings = [] } = (await site.get(`/api/v1${path}/links`)).json() as Pick<ProblemDocument, 'readings'>;
    const { page, text: markup } = await show(site, `${path}?lang=en`);
    expect(page.main()).toContain(sentence);
    const led = readings.flatMap(({ scheme, value }) => {
      const ids = new URLSearchParams({ ids: `${scheme}:${value}` }).toString();
      if (scheme === 'url') return `/gnd/${encodeURIComponent(text)}?lang=en`;
      if (scheme === 'gnd') return hasValidCheckDigit(value as GndId) ? `/gnd/${value}?lang=en` : [];
      return `/resolve/table?${ids}&lang=en`;
    });
    expect(page.hrefs()).toEqual(expect.arrayContaining(led));
    const isForeign = readings.some(({ scheme }) => !['gnd', 'url'].includes(scheme));
    const isHeld = text === '24602065' || text === 'Q5879';
    expect(page.main().includes('No entity here has this identifier.')).toBe(isForeign && !isHeld);
    // Goethe has these.
    expect(page.hrefs().includes('/gnd/118540238?lang=en')).toBe(/^(?:24602065|Q5879|118540238 .*)$/.test(text));
    const elsewhere = page.hrefs().some((href) => href?.startsWith('https://portal.dnb.de/opac.htm?'));
    expect(elsewhere).toBe(!page.texts('h2').some((heading) => heading.startsWith('Did you mean')));
    // Identifiers of candidates can be copied.
    expect(markup.includes('/copy.js')).toBe(!elsewhere);
  });

  it('shows the coordinates of a place, and leads to a map', async () => {
    const { page } = await get('/gnd/4065105-8?lang=de');
    expect(page.texts('dd').join(' ')).toMatch(/50,98\d\d°\sN, 11,32\d\d°\sO/);
    expect(page.hrefs()).toContainEqual(expect.stringMatching(/openstreetmap\.org\/\?mlat=50\.98/));
  });

  it.each([
    ['a spelling of a former identifier', '/gnd/%20185808069?lang=en', '/gnd/185808069?lang=en'],
    ['a URI', `/gnd/${encodeURIComponent('https://d-nb.info/gnd/118540238')}`, '/gnd/118540238'],
    ['a spelling', '/gnd/%20(DE-588)118540238', '/gnd/118540238'],
  ])('redirects %s to the canonical address', async (_, path, location) => {
    const { status, headers } = await site.get(path);
    expect([status, headers.location]).toEqual([301, location]);
  });
});

describe('the page of a missing or dubious entity', () => {
  const serving = serveForFile();
  const hostile = forFile(serveHostile);

  it.each([
    [IDS.split, 410, 'was split into', [IDS.place, IDS.otherPlace]],
    [
      IDS.deleted,
      410,
      /The GND names no successor\. This service does not know what the record described\. Search by name; there may be a new record\. What the Deutsche Nationalbibliothek says about this identifier Search/,
      [`https://d-nb.info/gnd/${IDS.deleted}`],
    ],
    [IDS.unknown, 404, 'is not known here', [`https://d-nb.info/gnd/${IDS.unknown}`]],
    [IDS.mistyped, 404, 'Invalid GND identifier', [IDS.covered]],
    ['118500017', 404, /^(?!.*source\. .*probably mistyped).*compare it with your source\. With the right check digit, the identifier would be 118500015; neither it nor a similar one is known here\. The DNB shows whether it exists\. Only an excerpt of the GND was searched/, ['https://d-nb.info/gnd/118500015']], // prettier-ignore
    ['11854023Y', 400, 'digits, sometimes with a hyphen', []],
    ['%E2%80%8B', 400, 'Not a GND identifier', []],
  ])('explains %s, and says what to do', async (id, status, sentence, candidates) => {
    const { status: answered, page } = await show(serving, `/gnd/${id}?lang=en`);
    expect([answered, page.errors]).toEqual([status, []]);
    expect(page.main()).toMatch(sentence);
    if (id === IDS.mistyped) {
      expect(page.texts('h1')).toEqual([`${id} has a wrong check digit`]);
      const differing = Array.from(IDS.covered).filter((character, at) => character !== id[at]);
      expect(page.texts('mark')).toEqual(differing);
    }
    const linked = candidates.map((one) => (/^https:|^\//.test(one) ? one : `/gnd/${one}?lang=en`));
    expect(page.hrefs()).toEqual(expect.arrayContaining(linked));
    // Searching again for an identifier that leads nowhere is useless; any other text may be something else.
    const isText = status === 400 && sentence !== 'Not a GND identifier';
    expect(attribute(byAttribute(page.all('input'), 'name', 'q'), 'value')).toBe(isText ? id : '');
  });

  it('marks the mistyped digit also of an identifier that was sent with a label', async () => {
    const { page } = await show(serving, `/gnd/GND%20${IDS.mistyped}?lang=en`);
    expect(page.texts('mark')).toEqual(
      Array.from(IDS.covered).filter((character, at) => character !== IDS.mistyped[at]),
    );
  });

  it.each([
    [
      999_999,
      0,
      'The identifier is well-formed, but this service contains only an excerpt of the GND (999,999 entities).',
    ],
    [1_000_000, 1, 'The record may be newer than the data of this service.'],
  ])(
    'says why an identifier is unknown where the data have %i entities and %i deletions',
    async (entities, deletions, sentence) => {
      const call = async (target: string) =>
        target.startsWith('/api/v1/coverage')
          ? { status: 200, body: { items: [] } }
          : { status: 404, body: { code: 'unknown_gnd_id', gnd: IDS.unknown } };
      const store = { snapshot: { counts: { entities, deletions } } } as unknown as Store;
      const { page } = await answerOf(`/gnd/${IDS.unknown}?lang=en`, { call, store });
      expect(page.texts('p')).toContainEqual(expect.stringContaining(sentence));
      expect(page.main().includes('cannot say whether the identifier was deleted')).toBe(deletions === 0);
      expect(page.main().includes('Search the catalogue of the Deutsche Nationalbibliothek for “')).toBe(
        entities >= 1e6,
      );
    },
  );

  it.each([
    [IDS.covered, 'widersprechen sich'],
    [IDS.undifferentiated, 'mehrere Personen gleichen Namens'],
    [IDS.noLinks, 'Keine Quelle enthält einen Verweis'],
  ])('explains what is dubious: %s', async (id, sentence) => {
    const { page } = await show(serving, `/gnd/${id}?lang=de`);
    expect(page.main()).toContain(sentence);
  });

  it('looks elsewhere for an identifier that cannot exist only with the right check digit', async () => {
    const { page } = await show(serving, '/gnd/118500017?lang=en');
    expect(page.hrefs().filter((href) => href?.includes('dnb.de') || href?.includes('d-nb.info'))).toEqual([
      'https://d-nb.info/gnd/118500015',
    ]);
  });

  it.each([true, false])('says of a withheld entity who operates a demonstration: %s', async (isDemonstration) => {
    const call = async () => ({ status: 451, body: { code: 'withheld_gnd_id', gnd: IDS.unknown } });
    const { page } = await answerOf(`/gnd/${IDS.unknown}?lang=en`, { call, operator: { isDemonstration } });
    expect(page.main().includes('its operator is the person who started it')).toBe(isDemonstration);
    expect(page.main()).toContain('concerns only this service, not the identifier in the GND');
  });

  it.each([
    ['ConferenceOrEvent', 'Other events with this name'],
    ['Person', 'Others with this name'],
  ])('names others of the same name: %s', async (type, heading) => {
    const { entity, ...others } = examples.links as LinksAnswer;
    const body = { ...others, entity: { ...entity, type } };
    const call = async (path: string) =>
      path.endsWith('/links') ? { status: 200, body } : { status: 200, body: (await serving.get(path)).json() };
    const namesakes = async () => [{ gnd: IDS.unknown, type, preferredName: 'B' }];
    const store = { snapshot: { sources: [], counts: { entities: 6 } }, notes: async () => undefined, relations: async () => [], cards: async () => new Map(), namesakes } as unknown as Store; // prettier-ignore
    expect((await answerOf(`/gnd/${entity.gnd}?lang=en`, { call, store })).page.texts('h2')).toContain(heading);
  });

  it('folds two thousand links and three hundred names, and is small when compressed', async () => {
    const headers = { 'accept-encoding': 'gzip' };
    const { body } = await hostile.get(`/gnd/${HOSTILE.many}`, { headers });
    expect(body.length).toBeLessThan(50_000);
  });
});

/** The page of relations of an entity with 13 places, 12 of them nameless, where the data have these cards. */
async function relationsOf(
  entities: number,
  preferredName: string,
  cards: readonly { readonly gnd: string }[] = [],
  incoming: readonly { readonly group: string; readonly total: number; readonly cards: unknown }[] = [],
) {
  const { entity, ...others } = examples.links as LinksAnswer;
  const nameless = Array.from({ length: 12 }, (_, n) => ({ gnd: `${4823144 + n}-7` }));
  const attributes = { place: [{ gnd: '4200345-3', label: 'Zeichner' }, ...nameless] };
  const body = { ...others, entity: { ...entity, preferredName, attributes } };
  const store = {
    snapshot: { counts: { entities } },
    cards: async () => new Map(cards.map((card) => [card.gnd, card])),
    entity: async () => undefined,
    relations: async () => incoming,
  } as unknown as Store;
  const call = async () => ({ status: 200, body });
  return (await answerOf(`/gnd/${entity.gnd}/relations?lang=en`, { call, store })).page;
}

it.each([6920, 10_000_000])(
  'an entity that the data lack leads to the GND; nameless ones of its group are named there: %i',
  async (n) => {
    const page = await relationsOf(n, 'Physik');
    const links = page.all('a').map((link) => [attribute(link, 'href'), textOf(link)]);
    expect(page.texts('h3')).toEqual(['Related entities 13']);
    expect(page.main()).toMatch(/ Zeichner GND 4200345-3, at the DNB and 12 more \(names at lobid-gnd\)$/);
    const [sought = ''] = page.hrefs().filter((href) => href?.startsWith('https://lobid.org'));
    expect(new URL(sought).searchParams.get('q')).toMatch(/^gndIdentifier:\(4823144-7( OR 48\d{5}-7){11}\)$/);
    expect(new URL(sought).searchParams.get('size')).toBe('12');
    expect(links).toContainEqual(['https://d-nb.info/gnd/4200345-3', 'Zeichner']);
    expect(links.map(([, text]) => text)).not.toContain('show all 13');
  },
);

it('a group of which only identifiers are known leads to their records, page by page, and to their names', async () => {
  const { entity, ...others } = examples.links as LinksAnswer;
  const familialRelationship = Array.from({ length: 52 }, (_, n) => ({ gnd: `${4823144 + n}-7` }));
  const attributes = { familialRelationship };
  const store = { snapshot: { counts: { entities: 6920 } }, cards: async () => new Map(), entity: async () => undefined } as unknown as Store; // prettier-ignore
  const call = async () => ({ status: 200, body: { ...others, entity: { ...entity, attributes } } });
  const path = `/gnd/${entity.gnd}/relations?group=familialRelationship&lang=en`;
  const { page } = await answerOf(`${path}&page=3`, { call, store });
  expect(page.main()).toMatch(
    /41 to 52 of 52 GND 4823184-7 at the DNB .* GND 4823195-7 at the DNB lobid-gnd shows the missing names/,
  );
  expect(page.hrefs()).toEqual(
    expect.arrayContaining(['https://d-nb.info/gnd/4823184-7', expect.stringMatching(/^https:\/\/lobid.*size=12$/)]),
  );
});

it('a group that begins with many nameless entities leads to the named ones behind them', async () => {
  const { entity, ...others } = examples.links as LinksAnswer;
  const nameless = Array.from({ length: 22 }, (_, n) => ({ gnd: `${4823144 + n}-7` }));
  const attributes = { familialRelationship: [...nameless, { gnd: '118607626', label: 'Schiller' }, { gnd: '118540246', label: 'Goethe' }] }; // prettier-ignore
  const store = {
    snapshot: { counts: { entities: 6920 } },
    cards: async () => new Map(),
    entity: async () => undefined,
    relations: async () => [],
  } as unknown as Store;
  const call = async () => ({ status: 200, body: { ...others, entity: { ...entity, attributes } } });
  const { page } = await answerOf(`/gnd/${entity.gnd}/relations?lang=en`, { call, store });
  expect(page.main()).toMatch(/Family 24 22 entries \(names at lobid-gnd\) show all 24/);
  expect(page.hrefs()).toContain(`/gnd/${entity.gnd}/relations?group=familialRelationship&lang=en`);
});

it('an entity that is named by an entity which it names is shown once, unless it is one of many', async () => {
  const [mutual, other] = [{ gnd: '4200345-3', preferredName: 'Zeichner' }, { gnd: '4823160-5', preferredName: 'Atom' }].map((card) => ({ ...card, type: 'SubjectHeading' })); // prettier-ignore
  const page = await relationsOf(6920, 'Physik', mutual && [mutual], [
    { group: 'relatives', total: 1, cards: [mutual] },
    { group: 'works', total: 2, cards: [mutual, other] },
    { group: 'narrower', total: 50, cards: [mutual, other] },
  ]);
  const shown = page.all('section').map((part) => textOf(part).match(/Zeichner GND 4200345-3(, mutual)?|Atom|\b[A-Z][a-z ]+ \d+(?= [ZA1])/g)); // prettier-ignore
  expect(shown).toEqual([
    ['Related entities 13', 'Zeichner GND 4200345-3, mutual'],
    ['Works 1', 'Atom', 'Narrower terms 50', 'Zeichner GND 4200345-3', 'Atom'],
  ]);
});

it('a description on the page of relations lacks the name of the page, and no part of another name', async () => {
  const description = 'Physik, Theoretische Physik, Optik, Physik';
  const card = { gnd: '4823144-7', type: 'Work', preferredName: 'Atom', description };
  const page = await relationsOf(6920, 'Physik', [card]);
  expect(page.main()).toContain('Theoretische Physik, Optik');
  expect(page.main()).not.toMatch(/Optik, Physik|Physik, Theo/);
  expect(page.texts('h3')).toEqual(['Related entities 13']);
});

it.each([
  ['Work', '1808, Drama', 0],
  ['Work', '1808, Goethe, Johann Wolfgang von', 1],
  ['Work', 'Goethe, Johann Wolfgang von, Drama', 1],
  ['Person', '1749–1832, Schriftsteller, Jurist', 0],
])(
  'an entity of a list is read only where a description may name an author: %s, %s',
  async (type, description, reads) => {
    const read: string[] = [];
    const entity = async (gnd: string) => void read.push(gnd);
    const line = { gnd: '4099197-0', type, preferredName: 'Faust', description };
    expect(await withNaturalDescriptions([line], { entity, cards: async () => new Map() })).toEqual([line]);
    expect(read).toHaveLength(reads);
  },
);

describe('the parts of an entity page', () => {
  it('have a label for every attribute and every shown subclass', () => {
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
    ['v294-v281', '294 v. Chr. – 281 v. Chr.', '294 BC – 281 BC'],
    ['4018118-2; 1999-01-02; 808-1832', '4018118-2; 1999-01-02; 808–1832', '4018118-2; 1999-01-02; 808–1832'],
    ['ca. 15. Jh.', 'ca. 15. Jh.', 'ca. 15. Jh.'],
    ['1650-', 'seit 1650', 'since 1650'],
    ['–2008', 'bis 2008', 'until 2008'],
    ['ca. 197X–', 'seit ca. 1970er Jahre', 'since ca. 1970s'],
    ['16. Jh.–', 'seit dem 16. Jh.', 'since 16. Jh.'],
    ['1930,3.Juli', '3. Juli 1930', '3. Juli 1930'],
    ['1961,Mai', 'Mai 1961', 'Mai 1961'],
    ['1930, 3. Juli', '3. Juli 1930', '3. Juli 1930'],
    ['1808, Roman', '1808, Roman', '1808, Roman'],
    ['19XX', '20. Jahrhundert', '20th century'],
    ['[14XX]', '15. Jahrhundert', '15th century'],
    ['192X', '1920er Jahre', '1920s'],
    ['[v8. Jh.]', '8. Jh. v. Chr.', '8th century BC'],
    ['[v1. Jh./1. Jh.]', '[1. Jh. v. Chr./1. Jh.]', '[1st century BC/1. Jh.]'],
    ['[2. Jh.]', '2. Jh.', '2nd century'],
    ['[1./2. Jh.]', '1./2. Jh.', '1st/2nd century'],
    ['[6. Jh. v. Chr.]', '6. Jh. v. Chr.', '6th century BC'],
    ['1999-13-01', '1999-13-01', '1999-13-01'],
    ['32.01.1999', '32.01.1999', '32.01.1999'],
    ['28.XX.1999', '1999', '1999'],
    ['1749-1749', '1749', '1749'],
    ['–', '–', '–'],
  ])('show the date %s for people', (text, german, english) => {
    expect([dateIn(text, DE), dateIn(text, EN)]).toEqual([german, english]);
  });

  it.each([
    [
      'those of one degree together, with the age of each and the last part of its address',
      [
        { url: 'https://id.loc.gov/authorities/subjects/sh00005538', match: 'close', assertedBy: ['old'] },
        { url: 'https://id.loc.gov/authorities/subjects/sh85023312', match: 'narrow', assertedBy: ['new'] },
        { url: 'https://id.loc.gov/authorities/subjects/sh85048804', match: 'close', assertedBy: ['new'] },
      ],
      'K 2 ähnliche Begriffe id.loc.gov sh00005538 veraltetsh85048804 K id.loc.gov engerer Begriff',
    ],
    [
      'once what is true of all',
      [
        { url: 'https://id.loc.gov/a/sh1', match: 'close', assertedBy: ['old'] },
        { url: 'https://id.loc.gov/a/sh2', match: 'close', assertedBy: ['older'], annotation: 'Sexing' },
      ],
      'K 2 ähnliche Begriffe id.loc.gov veraltet sh1 Sexing',
    ],
    [
      'the page of the entity, and passages of texts folded, by text',
      [
        { url: 'https://pta.bbaw.de/person/P1', assertedBy: ['older'] },
        { url: 'https://pta.bbaw.de/text/urn:pta3:g1:p5', assertedBy: ['old'] },
        { url: 'https://pta.bbaw.de/text/urn:pta3:g1:p18', assertedBy: ['old'] },
        { url: 'https://pta.bbaw.de/text/urn:pta3:g1:p30', assertedBy: ['old'] },
        { url: 'https://pta.bbaw.de/text/urn:pta4:g1:p2', assertedBy: ['old'] },
        { url: 'https://pta.bbaw.de/text/urn:pta4:g1:p3', assertedBy: ['old'] },
      ],
      'K pta.bbaw.de veraltet 5 Stellen in 2 Texten pta3:g1: p5 · p18 · p30 pta4:g1: p2 · p3',
    ],
    [
      'the last part of the address of a text, where it is the only one',
      [
        { url: 'https://pta.bbaw.de/person/P1', assertedBy: ['old'] },
        { url: 'https://pta.bbaw.de/text/urn:pta3:p5', assertedBy: ['old'] },
        { url: 'https://pta.bbaw.de/text/urn:pta3:p18', assertedBy: ['old'] },
      ],
      'K pta.bbaw.de veraltet 2 Stellen in 1 Text pta3: p5 · p18',
    ],
    [
      'all pages of the entity itself, also where only the ends of their addresses differ',
      [
        { relation: 'sameAs', url: 'https://a.org/wiki/Faust', assertedBy: ['new'] },
        { relation: 'sameAs', url: 'https://a.org/wiki/Faust_I', assertedBy: ['new'] },
        { relation: 'sameAs', url: 'https://a.org/id/7', assertedBy: ['new'] },
      ],
      'K 3 a.org a.org/wiki/Faust a.org/wiki/Faust_I a.org/id/7',
    ],
    [
      'no year of a noble name',
      [
        {
          url: 'https://purl.org/bncf/tid/1',
          assertedBy: ['new'],
          annotation: 'Goethe, Johann Wolfgang von/seit 1782',
        },
      ],
      'K purl.org',
    ],
    ['no note that only names the collection', [{ url: 'https://a.org/1', annotation: 'Entry at K Architecture Database', assertedBy: ['new'] }], 'K a.org'], // prettier-ignore
    ['the degree of a single one', [{ url: 'https://a.org/1', match: 'broad', assertedBy: ['new'] }], 'K a.org allgemeinerer Begriff'], // prettier-ignore
  ])('show of links into a collection %s', (_, links, line) => {
    const { entity } = examples.links as LinksAnswer;
    const items = links.map((link) => ({ relation: 'about', collection: 'k', label: 'K', ...link }));
    const categories = [{ category: 'authority', label: { de: 'A', en: 'A' }, total: items.length, items }];
    const attribution = {
      names: () => html``,
      name: (key: string) => key,
      age: ([key]: readonly string[]) => key !== 'new' && 'veraltet',
    };
    const answer = { entity, links: { categories }, conflicts: [] } as unknown as LinksAnswer;
    const { markup } = linkSections(answer, attribution, new Map(), DE);
    const page = readPage(html`<!doctype html><title>x</title>${{ markup }}`.markup);
    expect(page.texts('section')).toEqual([`A ${line}`]);
    expect(
      page.texts('p').includes('Wo eine Quelle nur Kürzel nennt, zeigt die verlinkte Seite, was gemeint ist.'),
    ).toBe(/ (?:sh|pta)\d/.test(line));
  });

  it('lead to where the names of related entities are of which only the identifiers are known', () => {
    const { entity } = examples.links as LinksAnswer;
    const shownOf = (attributes: LinksAnswer['entity']['attributes']) => {
      const facts = factsOf({ ...entity, preferredName: 'B', displayName: 'B', attributes }, undefined, DE);
      return readPage(
        html`<!doctype html><title>x</title>${definitionList('x', [...facts.key, ...facts.further], DE)}`.markup,
      );
    };
    const place = { latitude: -33.45, longitude: -70.66 };
    const frankfurt = { uri: 'https://d-nb.info/gnd/4018118-2', label: 'Frankfurt' };
    expect(shownOf({ place: [frankfurt] }).texts('dd')).toEqual(['Frankfurt (DNB)']);
    expect(shownOf({ coordinates: [place] }).texts('dd')[0]).toMatch(/^33,4500°\sS, 70,6600°\sW/);
    const nameless = ['4823144-7', '4823145-9'].map((gnd) => ({ gnd }) as never);
    const page = shownOf({
      professionOrOccupation: nameless.slice(1),
      placeOfActivity: [{ gnd: '4065105-8', label: 'Weimar' } as never, ...nameless.slice(1)],
      familialRelationship: nameless,
      acquaintanceshipOrFriendship: [...nameless, { gnd: '118607626', label: 'Schiller' } as never],
    });
    expect(page.texts('div')).toEqual([
      'Beruf oder Beschäftigung GND 4823145-9 (Name bei der DNB)',
      'Wirkungsort Weimar und GND 4823145-9 (Name bei der DNB)',
      'Familie 2 Einträge (Namen bei lobid-gnd)',
      'Bekanntschaft oder Freundschaft Schiller und 2 weitere (Namen bei lobid-gnd)',
    ]);
    const both = 'https://lobid.org/gnd/search?q=gndIdentifier%3A%284823144-7+OR+4823145-9%29&size=2';
    expect(page.hrefs()).toEqual([
      'https://d-nb.info/gnd/4823145-9',
      '/gnd/4065105-8?lang=de',
      'https://d-nb.info/gnd/4823145-9',
      both,
      '/gnd/118607626?lang=de',
      both,
    ]);
    const many = Array.from({ length: 51 }, (_, at) => ({ gnd: `4${at}-7` }) as never);
    expect(shownOf({ relatedWork: many }).hrefs()).toEqual(['/gnd/118540238/relations?group=relatedWork&lang=de']);
  });

  it('tell entities of the same name apart by their identifiers', () => {
    const { entity } = examples.links as LinksAnswer;
    const relatedWork = [
      { gnd: '4387272-4', label: 'Faust' },
      { gnd: '4153795-6', label: 'Faust (Volksbuch)' },
      { gnd: '300061099', label: 'Faust' },
    ];
    const { key } = factsOf({ ...entity, attributes: { relatedWork } } as never, undefined, DE);
    const page = readPage(html`<!doctype html><title>x</title>${definitionList('x', key, DE)}`.markup);
    expect(page.texts('li')).toEqual(['Faust (GND 4387272-4)', 'Faust (Volksbuch)', 'Faust (GND 300061099)']);
  });

  it('count those of which only the identifiers are known among the folded ones', () => {
    const { entity } = examples.links as LinksAnswer;
    const named = Array.from('abcdefgh', (label, at) => ({ gnd: `4823${at}44-7`, label }));
    const attributes = { familialRelationship: [...named, { gnd: '4823144-7' }, { gnd: '4823145-9' }] };
    const { key } = factsOf({ ...entity, attributes } as never, undefined, DE);
    const page = readPage(html`<!doctype html><title>x</title>${key.map(([, value]) => value)}`.markup);
    expect(page.texts('summary')).toEqual(['4 weitere']);
    expect(page.texts('li').at(-1)).toBe('h und 2 weitere (Namen bei lobid-gnd)');
  });

  it.each([
    ['texts', ['a', 'b', 'c', 'd', 'e'], 2],
    ['texts of which a single one would be folded', ['a', 'b', 'c', 'd'], 0],
    ['entities', Array.from('abcdefgh', (label) => ({ label })), 2],
  ])('show the first of many %s and fold the others', (_, titles, folded) => {
    const { entity } = examples.links as LinksAnswer;
    const { key } = factsOf({ ...entity, attributes: { publication: titles } } as never, undefined, DE);
    const page = readPage(html`<!doctype html><title>x</title>${key.map(([, value]) => value)}`.markup);
    expect(page.texts('summary')).toEqual(folded === 0 ? [] : [`${folded} weitere`]);
  });

  it.each([
    ['[2. Jh.], Bibelübersetzer', {}, ['Lifetime 2nd century']],
    ['1871 an der Akademie in München', {}, []],
    ['* 1859', { dateOfBirth: ['1859'] }, ['Date of birth 1859']],
  ])('have the time of a life that only the description has: %s', (description, attributes, facts) => {
    const { entity } = examples.links as LinksAnswer;
    const of = factsOf({ ...entity, preferredName: 'B', displayName: 'B', description, attributes }, undefined, EN);
    const { markup } = definitionList('x', of.key, EN);
    expect(readPage(`<!doctype html><title>x</title>${markup}`).texts('div')).toEqual(facts);
  });

  it('have no subject category of persons, unless the entity is one', () => {
    const { entity } = examples.links as LinksAnswer;
    const category = (code: string) => ({ uri: `https://d-nb.info/standards/vocab/gnd/gnd-sc#${code}`, label: code });
    const attributes = { gndSubjectCategory: [category('12.2p'), category('12.2b')] };
    const shownOf = (type: string) => {
      const { key, further } = factsOf({ ...entity, type, attributes } as never, undefined, DE);
      return readPage(html`${[...key, ...further].map(([, value]) => value)}`.markup).texts('bdi');
    };
    expect([shownOf('Work'), shownOf('Person')].map((texts) => texts.filter((text) => text.startsWith('12')))).toEqual([['12.2b'], ['12.2p', '12.2b']]); // prettier-ignore
  });

  it.each([
    ['1919 Umbenennung', []],
    ['Umbenannt (1919)', []],
    ['1919 Umbenennung, vorher Hofbibliothek', ['Bemerkung']],
    ['1920 Umbenennung', ['Bemerkung']],
  ])('have no remark that only repeats since when a name is used: %s', (remark, others) => {
    const { entity } = examples.links as LinksAnswer;
    const attributes = {
      dateOfEstablishment: ['1919'],
      biographicalOrHistoricalInformation: [remark, '1919 umbenannt'],
    };
    const { key } = factsOf({ ...entity, type: 'CorporateBody', preferredName: 'B', displayName: 'B', attributes } as never, undefined, DE); // prettier-ignore
    expect(key.map(([term]) => DE.t(term as Label))).toEqual(['Unter diesem Namen seit', ...others]);
  });

  it('have what tells a corporate body from others first: short name, region, website', () => {
    const { entity } = examples.links as LinksAnswer;
    const attributes = {
      geographicAreaCode: [{ label: 'Bayern' }],
      homepage: ['https://www.bsb-muenchen.de'],
      abbreviatedNameForTheCorporateBody: ['BSB'],
      ...Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((key) => [key, ['x']])),
    };
    const keysOf = (type: string) => {
      const { key } = factsOf({ ...entity, type, preferredName: 'B', attributes } as never, undefined, DE);
      return key.map(([term]) => ('de' in term ? term.de : ''));
    };
    expect(keysOf('CorporateBody')).toEqual(['Land oder Region', 'Website', 'Kurzname']);
    expect(keysOf('Person')).toEqual(['Kurzname']);
  });

  it.each([
    ['Family', 'Rothschild, Familie : 1500- : Frankfurt am Main', 'Rothschild (Familie)'],
    ['Family', 'Wittelsbach, Dynastie', 'Wittelsbach (Dynastie)'],
    ['ConferenceOrEvent', 'London Book Fair (2007 : London)', 'London Book Fair (2007, London)'],
    ['ConferenceOrEvent', 'Forum (19. : 2019-2020 : Rostock)', 'Forum (19., 2019–2020, Rostock)'],
    ['Work', 'Faust : 1', 'Faust : 1'],
    ['Person', 'Crates, Comicus', 'Crates, Comicus'],
    ['Person', 'B, A', 'A, B', 'A, B'],
  ])('have a title without cataloguing signs: %s %s', (type, preferredName, title, displayName?: string) => {
    expect(naturalName({ type, preferredName, displayName })).toBe(title);
  });

  it.each([
    ['a description equal to the title', 'PlaceOrGeographicName', 'Berlin', 'Berlin', undefined],
    ['a place of a family', 'Family', 'Fugger, Familie', '14. Jh.–, Kaufmannsfamilie in Augsburg, Augsburg', 'seit dem 14. Jh., Kaufmannsfamilie in Augsburg'], // prettier-ignore
    ['a place in the text before', 'Family', 'Rothschild, Familie', '1500-, Bankiersfamilie aus Frankfurt am Main, Frankfurt am Main', 'seit 1500, Bankiersfamilie aus Frankfurt am Main'], // prettier-ignore
    [
      'a note that only repeats the year',
      'CorporateBody',
      'Presse',
      '1919–, 1919 gegründet, Bayern',
      'seit 1919, Bayern',
    ],
    [
      'what the title has in brackets',
      'ConferenceOrEvent',
      'Fair (2007-2008 : London)',
      '2007–2008, London',
      undefined,
    ],
    ['the parts for which it is too short', 'PlaceOrGeographicName', 'Weimar', 'Thüringen, kreisfreie Stadt an der Ilm, 899 urkundl. erwähnt (Burg), 1250 Stadt', 'Thüringen, kreisfreie Stadt an der Ilm'], // prettier-ignore
    [
      'a part of a long remark',
      'ConferenceOrEvent',
      'Fair',
      REMARK,
      'Nach dem Zusammenschluss zweier Häuser gegründet',
    ],
    ['loss of a first part that is long itself', 'Person', 'Max', `${'Zehn Namen '.repeat(8)}zuletzt, Bern`, `${'Zehn Namen '.repeat(8)}zuletzt`], // prettier-ignore
    ['half of what is in brackets, or of two words', 'CorporateBody', 'Presse', 'Bern, Studiengang Präzisions-, System- und Technik (Burg, zweite Stadt an der Ilm)', 'Bern'], // prettier-ignore
    ['years alone', 'Person', 'Max', '* 1852, Promotion an der Medizinischen Fakultät der Universität Breslau 1892, Arzt', '* 1852, Promotion an der Medizinischen Fakultät der Universität Breslau 1892'], // prettier-ignore
    ['a time alone that has words', 'Person', 'Max', 'v460-v400, Athener Stratege und einer der bedeutendsten griechischen Geschichtsschreiber', '460–400 v. Chr., Athener Stratege und einer der bedeutendsten griechischen Geschichtsschreiber'], // prettier-ignore
    ['a century alone', 'Person', 'Max', '[20XX], Studium der Kulturwissenschaften in der Bildung an der Universität in Berkeley, Mitbegründer', '21. Jahrhundert, Studium der Kulturwissenschaften in der Bildung an der Universität in Berkeley'], // prettier-ignore
    ['half of brackets in brackets, of a name or of a title', 'Person', 'Max', '* 1853, Geschäftsführer (von Märchen <Frankfurt, Main> (1896), zweite Ausgabe), Autor von "Essen, Trinken"', '* 1853, Geschäftsführer (von Märchen <Frankfurt, Main> (1896), zweite Ausgabe)'], // prettier-ignore
    ['the blank before a semicolon', 'CorporateBody', 'Presse', 'Sitz: Lingen (Ems) ; ab 1981 ehemaliger Landkreis Meppen dem Kreis Hümmling zugeordnet', 'Sitz: Lingen (Ems)'], // prettier-ignore
    ['loss of a country alone', 'CorporateBody', 'Presse', 'Bayern', 'Bayern'],
    [
      'signs of cataloguers for years before the common era',
      'Person',
      'Max',
      'tätig v294-v281',
      'tätig 294–281 v. Chr.',
    ],
    ['another order of a year and a word', 'Work', 'Faust', '1808, Tragödie', '1808, Tragödie'],
    ['a remark about a place', 'Person', 'Max', '* 1858, Nürnberg (Wirkungsort)', '* 1858, tätig in Nürnberg'],
    ['a country of an adjective', 'Family', 'Bol', 'Niederländische Familie, Niederlande', 'Niederländische Familie'],
    ['loss of a town', 'Family', 'Bol', 'Wettinische Familie, Wien', 'Wettinische Familie, Wien'],
    ['loss of a name in a remark', 'Person', 'Max', 'Sohn von Paul, Paul', 'Sohn von Paul, Paul'],
    ['loss of a place that another contains', 'CorporateBody', 'Presse', 'Bad Berka, Berka', 'Bad Berka, Berka'],
  ])('have a line below the title without %s', (_, type, preferredName, description, line) => {
    const attributes = { biographicalOrHistoricalInformation: [REMARK], geographicAreaCode: [{ label: 'Bayern' }] };
    expect(subtitleIn({ type, preferredName, description, attributes }, DE)).toBe(line);
  });

  it('have no line below the title that only begins a definition, which stands below', () => {
    const subject = { type: 'SubjectHeading', preferredName: 'Presse', description: REMARK };
    expect(subtitleIn({ ...subject, attributes: { definition: [REMARK] } }, DE)).toBeUndefined();
  });

  it.each([
    ['tätig v60-v30', 'tätig 60–30 v. Chr.', 'active 60–30 BC'],
    ['[v391 - v338], Redner', '391–338 v. Chr., Redner', '391–338 BC, Redner'],
    ['[v01], Historiker', '1 v. Chr., Historiker', '1 BC, Historiker'],
    ['220-160 v. Chr., Redner', '220–160 v. Chr., Redner', '220–160 BC, Redner'],
    ['44 v. Chr.', '44 v. Chr.', '44 BC'],
    ['Münze des 1. Jh. v. Chr.', 'Münze des 1. Jh. v. Chr.', 'Münze des 1. Jh. v. Chr.'],
  ])('have a line with the years of %s in both languages', (description, german, english) => {
    const entity = { type: 'Person', preferredName: 'Max', description };
    expect([DE, EN].map((locale) => subtitleIn(entity, locale))).toEqual([german, english]);
  });

  it.each([
    ['* 1858, tätig in Nürnberg', { biographicalOrHistoricalInformation: ['Nürnberg (Wirkungsort)'] }, true],
    ['Lehre vom Ort', { definition: ['Lehre vom Ort'] }, false],
    ['Thüringen', { geographicAreaCode: [{ label: 'Thüringen' }] }, false],
    ['seit 1919, Thüringen', { geographicAreaCode: [{ label: 'Thüringen' }] }, false],
    ['Thüringen, Stadt', { biographicalOrHistoricalInformation: ['Stadt, 899 erwähnt'] }, true],
    ['1808–1832, Drama', { dateOfPublication: ['1808-1832'] }, true],
    ['* 1859, Diss. in Königsberg, 1887', { periodOfActivity: ['1887'] }, true],
    ['* 1859, Oldenburg, Friesoythe', { placeOfDeath: [{ label: 'Oldenburg' }] }, true],
    ['1989', { dateOfEstablishment: ['1989'], dateOfTermination: ['1989'] }, true],
    ['1808–1832, Drama', { formOfWorkAndExpression: [{ gnd: '4012899-4', label: 'Drama' }] }, true],
    ['Drama', { formOfWorkAndExpression: [{ uri: 'https://d-nb.info/gnd/4012899-4', label: 'Drama' }] }, true],
    ['* 1858, Arzt', { professionOrOccupation: ['Arzt', 'Maler'] }, true],
    [undefined, { geographicAreaCode: [{ label: 'Berlin' }] }, false],
  ])('repeat nothing that the line below the title states, unless it leads on: %s, %j', (line, attributes, isShown) => {
    const { entity } = examples.links as LinksAnswer;
    const { key, further } = factsOf(
      { ...entity, preferredName: 'Berlin', displayName: 'Berlin', attributes },
      line,
      DE,
    );
    expect([...key, ...further].length > 0).toBe(isShown);
  });

  it('lead to the GND for entities outside of an excerpt', async () => {
    const { entity } = examples.links as LinksAnswer;
    const place = [
      { gnd: '4018118-2', label: 'Frankfurt' },
      { gnd: '4065105-8', label: 'Weimar' },
    ];
    const store = { cards: async () => new Map([['4065105-8', { preferredName: 'Weimar' }]]) } as unknown as Store;
    const shown = (isExcerpt: boolean) =>
      withNaturalNames({ ...entity, attributes: { place } }, store, { isExcerpt, language: 'de' });
    expect((await shown(true)).attributes['place']).toEqual([
      { uri: 'https://d-nb.info/gnd/4018118-2', label: 'Frankfurt' },
      place[1],
    ]);
    expect((await shown(false)).attributes['place']).toEqual(place);
  });

  it.each([
    ['geographicAreaCode', 'Bavaria'],
    // Other descriptions stay German, also where a term has the same words.
    ['gndSubjectCategory', 'Bayern'],
  ])('have a description in the language of the page where it is only a region: %s', async (key, description) => {
    const { entity } = examples.links as LinksAnswer;
    const attributes = { [key]: [{ uri: 'https://d-nb.info/#by', label: 'Bayern' }] };
    const vocabulary = { term: () => ({ de: 'Bayern', en: 'Bavaria' }), label: () => undefined };
    const store = { cards: async () => new Map() };
    const named = await withNaturalNames({ ...entity, description: 'Bayern', attributes }, store, { isExcerpt: true, language: 'en' }, vocabulary); // prettier-ignore
    expect(named.description).toBe(description);
    expect(named.attributes).toEqual({ [key]: [{ uri: 'https://d-nb.info/#by', label: 'Bavaria' }] });
  });

  it('have the names nearest to the title first, and no short names', () => {
    const { entity } = examples.links as LinksAnswer;
    const variantNames = ["Gyot'e, Yohan Volfgang", 'Göthe, Johann Wolfgang', 'JWG'];
    const attributes = { abbreviatedNameForTheCorporateBody: ['JWG'] };
    const { markup } = html`${otherNames({ ...entity, attributes, variantNames }, DE)}`;
    expect(markup.indexOf('Göthe')).toBeLessThan(markup.indexOf('Yohan'));
    expect(markup).not.toContain('JWG');
  });

  it.each([
    ['Family', 'Rothschild, Familie', ['Rothschild', 'Rotschild, Familie'], ['Rotschild']],
    ['ConferenceOrEvent', 'Fair (2007 : London)', ['Book Fair (2007 : London)'], ['Book Fair (2007, London)']],
    ['PlaceOrGeographicName', 'Berlin', ['Berlin'], []],
  ])(
    'have no other name that is the title, and no signs of cataloguers: %s %s',
    (type, preferredName, variants, shown) => {
      const { displayName: _, ...entity } = (examples.links as LinksAnswer).entity;
      const { markup } = html`${otherNames({ ...entity, type, preferredName, variantNames: variants } as never, DE)}`;
      expect(readPage(markup).texts('bdi')).toEqual(shown);
    },
  );

  it.each([
    ['stale', '2026-11-21', 'out of date'],
    ['failing', '2026-11-21', 'failing'],
    ['failing', '2026-11-20', undefined],
    ['held', '2026-11-21', 'held back'],
    ['held', '2026-11-20', 'held back'],
  ] as const)('mark a source of 20 November (%s) in data of %s: %s', (state, dataDate, badge) => {
    const answer = { ...examples.links, snapshot: { id: '', date: dataDate } } as LinksAnswer;
    const keys = answer.links.categories.flatMap(({ items }) => items.flatMap(({ assertedBy }) => assertedBy));
    const freshness = { state, declaredDate: '2026-11-20', cadence: 'daily' };
    const source = { kind: 'links', title: { de: '', en: '' }, origin: {}, freshness } as ListedSource;
    const { markup } = sourceList(answer, new Map(keys.map((key) => [key, source])), [], EN);
    expect(new Set(readPage(markup).texts('span'))).toEqual(new Set(badge && [badge]));
  });

  const AGED = {
    old: { kind: 'links', freshness: { state: 'unscheduled', declaredDate: '2011-05-02', ageDays: 5600 } },
    newer: { kind: 'links', freshness: { state: 'held', declaredDate: '2021-03-27', ageDays: 2000 } },
    records: { kind: 'entities', freshness: { state: 'fresh', declaredDate: '2019-03-27', ageDays: 2800 } },
    young: { kind: 'links', freshness: { state: 'failing', declaredDate: '2025-01-01', ageDays: 690 } },
    seen: { kind: 'links', freshness: { state: 'failing', observedSince: '2020-01-01', ageDays: 2500 } },
  };
  it.each([
    [['old'], 'Liste von 2011', 'list of 2011'],
    [['newer', 'old'], 'Liste von 2021', 'list of 2021'],
    [['records'], 'Quelle von 2019', 'source of 2019'],
    [['old', 'young'], false, false],
    [['young'], false, false],
    [['seen'], false, false],
    [['old', 'seen'], false, false],
    [['unknown'], false, false],
  ])('name the year of lists of two years and more beside their links, in whatever state: %j', (keys, de, en) => {
    const sources = new Map(Object.entries(AGED) as unknown as [string, ListedSource][]);
    expect([DE, EN].map((locale) => createAttribution(sources, locale).age(keys))).toEqual([de, en]);
  });

  it('say since when a source without a date is here', () => {
    const source = { title: { de: '', en: '' }, freshness: { observedSince: '2026-11-20' } } as ListedSource;
    expect(createAttribution(new Map([['', source]]), EN).names(['']).markup).toContain('here since 20 Nov 2026');
  });

  it.each([
    ['links', 'ada@example.org', 'weekly', 'mailto:ada@example.org?'],
    ['links', 'ada@example.org', 'never', 'mailto:operator@example.org?'],
    ['entities', undefined, 'weekly', 'mailto:gnd-info@dnb.de?'],
  ])(
    'report wrong links of a source of %s to its contact, the editors of the GND or the operator: %s, %s',
    (kind, contact, cadence, address) => {
      const answer = examples.links as LinksAnswer;
      const keys = answer.links.categories.flatMap(({ items }) => items.flatMap(({ assertedBy }) => assertedBy));
      const freshness = { state: 'fresh', cadence };
      const source = { kind, title: { de: '', en: '' }, origin: {}, freshness } as ListedSource;
      const operated = { ...DE, operator: { contact: 'operator@example.org' } };
      const listed = keys.map((key) => ({ key, contact })) as unknown as Snapshot['sources'];
      const { markup } = sourceList(answer, new Map(keys.map((key) => [key, source])), listed, operated);
      const reports = readPage(markup)
        .hrefs()
        .filter((href) => href?.startsWith('mailto:'));
      expect(reports.length).toBeGreaterThan(0);
      expect(reports.filter((href) => !href?.startsWith(address))).toEqual([]);
    },
  );

  it('show the end of an activity as that, not as a year before the common era', () => {
    expect([activityIn('-1931', DE), activityIn('-1931', EN)]).toEqual(['bis 1931', 'until 1931']);
  });

  it('have a citation with address and day of access, in valid BibTeX', () => {
    const links = examples.links as LinksAnswer;
    const page = 'https://gnd.example.org/gnd/118540238';
    const { bibtex, sentence } = citationOf(
      { ...links, entity: { ...links.entity, preferredName: 'A & B_{100 %}\\' } },
      { page, accessed: '2026-11-23' },
      EN,
    );
    expect(sentence).toContain(`${page}, accessed 23 Nov 2026`);
    expect(bibtex).toContain(`url = {${page}},\n  urldate = {2026-11-23}`);
    expect(bibtex).toContain('title = {{A \\& B\\_\\{100 \\%\\}\\textbackslash{}}}');
    expect(bibtex).toContain('author = {{GND Links}},');
    expect(bibtex).toContain('year = {2026},');
    expect(sentence).toContain('data as of 13 Oct 2026');
    const { displayName: _, ...entity } = links.entity;
    const family = { ...entity, type: 'Family' as const, preferredName: 'Fugger, Familie : 14. Jh.- : Augsburg' };
    const cited = citationOf({ ...links, entity: family }, { page, accessed: '2026-11-23' }, EN);
    expect(cited.sentence).toContain('Fugger (Familie)');
    expect(cited.sentence).not.toContain('14. Jh.');
    const abbreviated = { ...links.entity, preferredName: 'Hoffmann, E. T. A.' };
    const once = citationOf({ ...links, entity: abbreviated }, { page, accessed: '2026-11-23' }, EN);
    expect(once.sentence).toMatch(/^Hoffmann, E\. T\. A\. In: /);
    expect(once.bibtex).toContain('title = {{Hoffmann, E. T. A.}}');
  });
});
