/** The register as a page: facts of the sources, filters, and order. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { SourcesAnswer } from '../../../src/core/interface/register-schemas.ts';
import { ageIn } from '../../../src/extras/pages/source-words.ts';
import { localeFor } from '../../../src/shared/http/locale.ts';
import { serveForTest } from '../serving.ts';
import { answerOf } from './answering.ts';
import { attribute, type Read, rowsOf as rowsOfTable, show, textOf } from './reading.ts';
import { sampleForFile } from '../../docs/sample-service.ts';

const site = sampleForFile();
let register: SourcesAnswer;
beforeAll(async () => {
  register = (await site.get('/api/v1/sources')).json() as SourcesAnswer;
});

const read = (path: string) => show(site, path);
const rowsOf = (page: Read) => rowsOfTable(page, 'register');

it('an age of less than two days is told as today or yesterday', () => {
  const german = localeFor({ language: 'de', isChosen: true }, { baseUrl: 'https://gnd.example.org' });
  expect([0, 1, 2].map((days) => ageIn(days, german))).toEqual(['heute', 'gestern', '2 Tage alt']);
});

describe('the register', () => {
  it('has a row for every source, ordered by name if that is chosen', async () => {
    const { status, page } = await read('/sources?order=title&lang=de');
    expect([status, page.errors]).toEqual([200, []]);
    const rows = rowsOf(page);
    expect(rows).toHaveLength(register.sources.length);
    const titles = register.sources.map(({ title }) => title.de).toSorted(new Intl.Collator('de').compare);
    expect(rows.map(([first = '']) => titles.find((title) => first.startsWith(title)) !== undefined)).not.toContain(
      false,
    );
    expect(rows[0]?.[0]).toContain(titles[0] ?? '-');
    const undated = register.sources.filter(({ freshness }) => freshness.declaredDate === undefined);
    expect(undated.length).toBeGreaterThan(0);
    expect(rows.filter(([, , version = '']) => version.startsWith('hier seit'))).toHaveLength(undated.length);
    const sorted = page.all('th').filter((head) => attribute(head, 'aria-sort') !== undefined);
    expect(sorted.map((head) => [textOf(head), attribute(head, 'aria-sort')])).toEqual([
      ['Sortieren: Quelle', 'ascending'],
    ]);
  });

  it('counts the sources by state, and calls none without a schedule fresh', async () => {
    const { page } = await read('/sources?lang=en');
    const { length: all } = register.sources;
    const stale = register.sources.filter(({ freshness }) => freshness.state === 'stale').length;
    const unscheduled = register.sources.filter(({ freshness }) => /^(irregular|unknown)$/.test(freshness.cadence)).length; // prettier-ignore
    expect(unscheduled).toBeGreaterThan(0);
    const withoutLinks = register.sources.filter(({ scope }) => scope.links === 0).length;
    const tiles = page.all('ul').find((list) => attribute(list, 'class')?.startsWith('states'));
    expect(tiles?.childNodes.map(textOf).filter((text) => text !== '')).toEqual([
      `${all} all`,
      `${all - stale - unscheduled - 1} up to date`,
      '1 completed',
      `${unscheduled} no schedule`,
      `${stale} out of date`,
    ]);
    // These numbers do not add up with the others, so they stand apart.
    expect(page.texts('p')).toContain(`Of ${all} sources: ${all - withoutLinks} with links · ${withoutLinks} without links · ${stale} with a problem`); // prettier-ignore
    expect(rowsOf((await read('/sources?state=linked')).page)).toHaveLength(all - withoutLinks);
    expect(page.texts('p')).toContain('The same data as JSON');
    expect((await read('/sources?state=held&lang=en')).page.texts('li')).toContain('0 held back');
  });

  it('offers sources without links, and shows of a list without a schedule how old it is', async () => {
    const [source] = register.sources;
    const withFacts = (key: string, links: number, ageDays: number) => ({
      ...source,
      key,
      kind: 'links',
      title: { de: key, en: key },
      scope: { ...source?.scope, links },
      freshness: { cadence: 'irregular', state: 'unscheduled', declaredDate: '2010-01-01', ageDays },
    });
    const records = { ...withFacts('records', 0, 30), kind: 'redirects' };
    const sources = [withFacts('empty', 0, 730), records, withFacts('old', 3, 2000), withFacts('young', 2, 1800)];
    const call = async () => ({ status: 200, body: { ...register, sources } });
    const { page } = await answerOf('/sources?lang=de', { call });
    expect(page.texts('a')).toContain('2 ohne Verweise');
    expect(page.texts('strong')).toEqual(['5 Jahre alt', '4 Jahre alt']);
    expect(rowsOf(page).map(([, state]) => state)).toEqual(['5 Jahre', '4 Jahre', '23 Monate', '30 Tage'].map((age) => `ohne Zeitplan ${age} alt`)); // prettier-ignore
    const { page: empty } = await answerOf('/sources?state=empty&lang=de', { call });
    expect(rowsOf(empty).map(([title = '']) => title.split(' ')[0])).toEqual(['empty', 'records']);
  });

  it.each([
    ['de', /Die Spalte „(.*?)“/],
    ['en', /The column “(.*?)”/],
  ])('explains a column by the name that it has (%s)', async (language, named) => {
    const { page } = await read(`/sources?lang=${language}`);
    const [, column] = named.exec(page.main()) ?? [];
    expect(page.texts('th')).toContain(column);
  });

  it.each([
    ['de', 'Fett gedruckt ist ein Alter von zwei Jahren oder mehr.'],
    ['de', 'Einen Verweis, den mehrere Quellen nennen, zählt die Spalte „Verweise“ bei jeder von ihnen;'],
    ['en', 'Ages of two years or more are in bold.'],
    ['en', 'The column “Links” counts a link that several sources state at each of them'],
  ])('explains the bold ages and the numbers of links (%s)', async (language, sentence) => {
    expect((await read(`/sources?lang=${language}`)).page.main()).toContain(sentence);
  });

  it('shows the sources with any problem', async () => {
    const fixture = await serveForTest();
    const rows = rowsOf((await show(fixture, '/sources?state=troubled&order=state&lang=en')).page);
    expect(rows.map(([, state = '']) => state.split(/ (?=http|New version|since)/)[0])).toEqual(['failing', 'held back', 'out of date']); // prettier-ignore
  });

  it('tells for every source which version is in use, and lists those that have none', async () => {
    const [source] = register.sources;
    const withFacts = (key: string, freshness: object, imported: object) => ({
      ...source,
      key,
      title: { de: key, en: key },
      scope: { ...source?.scope, links: 0 },
      freshness: { cadence: 'unknown', ...freshness },
      import: { read: 0, accepted: 0, rejected: {}, ...imported },
    });
    const sha256 = 'a'.repeat(64);
    const sources = [
      withFacts('a', { state: 'held', declaredDate: '2023-04-26', ageDays: 1311 }, { sha256 }),
      withFacts('b', { state: 'failing', observedSince: '2026-11-27' }, { sha256 }),
      withFacts('c', { state: 'failing' }, {}),
      withFacts('d', { state: 'unscheduled', observedSince: '2026-11-26' }, { sha256 }),
    ];
    const call = async () => ({ status: 200, body: { ...register, sources } });
    const { page } = await answerOf('/sources?lang=de', { call });
    expect(rowsOf(page).map(([, state, version]) => [state, version])).toEqual([
      ['zurückgehalten', '26.04.2023'],
      ['gestört', 'hier seit 27.11.2026'],
      ['gestört', 'fehlt'],
      ['ohne Zeitplan Alter unbekannt', 'hier seit 26.11.2026'],
    ]);
    expect(page.texts('p')).toContain('Von 4 Quellen: 4 ohne Verweise · 3 mit einem Problem · 1 ganz fehlend');
    const { page: missing } = await answerOf('/sources?state=missing&lang=de', { call });
    expect(rowsOf(missing).map(([title = '']) => title.split(' ')[0])).toEqual(['c']);
  });

  it.each([
    ['collections', ['bach-digital'], 'https://b.example/x', 'B', ['Wikidata', 'b.example']],
    ['hosts', ['wikidata'], 'https://b.example/x', 'B', ['a.example', 'b.example']],
    ['publishers', ['wikidata'], 'https://a.example/x', 'C', ['A', 'C']],
    ['files', ['wikidata'], 'https://a.example/x', 'A', ['list.txt', 'x']],
    ['keys', ['wikidata'], 'https://a.example/list.txt', 'A', ['one', 'two']],
  ])('tells sources of the same title apart by their %s', async (_, collections, downloadUrl, publisher, told) => {
    const [source] = register.sources;
    // The title has the name of the second collection, so that does not tell it apart.
    const title = { de: 'Bach digital', en: 'Bach digital' };
    const scope = { ...source?.scope, links: 1, collections: ['wikidata'] };
    const one = { ...source, key: 'one', title, scope, origin: { publisher: 'A', downloadUrl: 'https://a.example/list.txt' } }; // prettier-ignore
    const two = { ...source, key: 'two', title, scope: { ...scope, collections }, origin: { publisher, downloadUrl } };
    const call = async () => ({ status: 200, body: { ...register, sources: [one, two] } });
    const { page } = await answerOf('/sources?lang=en', { call });
    expect(rowsOf(page).map(([first]) => first)).toEqual(told.map((origin) => `Bach digital · ${origin}`));
  });

  it('shows the chosen sources, and keeps the choice in the other language', async () => {
    const { page } = await read('/sources?state=stale&lang=en');
    const expected = register.sources
      .filter(({ freshness }) => freshness.state === 'stale')
      .map(({ scope }) => scope.links)
      .toSorted((a, b) => b - a);
    expect(rowsOf(page).map((cells) => Number(cells[3]?.replace(',', '')))).toEqual(expected);
    const sorted = page.all('th').find((head) => attribute(head, 'aria-sort') !== undefined);
    expect([textOf(sorted), attribute(sorted, 'aria-sort')]).toEqual(['Links', 'descending']);
    const german = page.all('a').find((link) => attribute(link, 'hreflang') === 'de');
    expect(attribute(german, 'href')).toBe('/sources?state=stale&lang=de');
  });

  it('finds sources by names, keepers, licences and formats', async () => {
    const { page: free } = await read('/sources?q=CC0&lang=en');
    const licensed = register.sources.filter(({ licence: { spdx, statement } }) => /CC0/.test(`${spdx} ${statement}`));
    expect(rowsOf(free)).toHaveLength(licensed.length);
    const { page } = await read(`/sources?q=${encodeURIComponent('KALLIOPÉ')}&lang=de`);
    expect(rowsOf(page).map(([first]) => first)).toEqual([expect.stringContaining('Kalliope')]);
    const { page: nothing } = await read(`/sources?q=${encodeURIComponent('"><b>')}&lang=en`);
    expect([rowsOf(nothing), nothing.errors]).toEqual([[], []]);
  });

  it('shows all sources for an unknown choice, and says so when none matches', async () => {
    const { page } = await read('/sources?state=constructor&order=__proto__');
    expect(rowsOf(page)).toHaveLength(register.sources.length);
    expect(page.hrefs()).not.toContain('#further');
    const sources = [...register.sources, ...register.sources];
    const call = async () => ({ status: 200, body: { ...register, sources } });
    const { page: many } = await answerOf('/sources', { call });
    // A link leads to the 31st row; the first is the head.
    const further = many.all('span').find((one) => attribute(one, 'id') === 'further');
    expect(many.all('tr')[31]?.childNodes.some((cell) => cell === further?.parentNode)).toBe(true);
    expect(many.hrefs()).toContain('#further');
    expect(many.texts('p')).toContain(`30 von ${sources.length} Quellen gezeigt`);
    const { page: none } = await read('/sources?state=failing&lang=en');
    expect(rowsOf(none)).toEqual([]);
    expect(none.texts('p')).toContain('No source matches this selection. Show all sources');
  });

  it('shows why a source is held or failing, and that a licence is not stated', async () => {
    const fixture = await serveForTest();
    const rows = rowsOf((await show(fixture, '/sources?order=state&lang=de')).page);
    expect(rows.map((cells) => cells[1])).toEqual([
      'gestört http_404',
      'zurückgehalten Neue Fassung: shrunk_by_half',
      'veraltet seit 22.10.2026',
      'ohne Zeitplan 9 Jahre alt',
      'aktuell',
    ]);
    expect(rows.map((cells) => cells[4])).toContain('nicht angegeben');
  });
});
