/** The documents, and the guide to the API, whose examples are run. */
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { WEIGHTS } from '../../../src/core/search/tuning.ts';
import { INTERFACE } from '../../../src/core/interface/interface.ts';
import { serveForFile, serveForTest } from '../serving.ts';
import { FRESH_SOURCE, openFixture, SOURCES } from '../../core/api/fixture.ts';
import { expectMarkedJson, expectText } from '../../docs/excerpt.ts';
import { answerOf, createSite } from './answering.ts';
import { attribute, rawText, show, textOf } from './reading.ts';
import { sampleForFile } from '../../docs/sample-service.ts';
import { has } from '../../has.ts';
import packageJson from '../../../package.json' with { type: 'json' };

const run = promisify(execFile);

const serving = serveForFile();

const FOLDER = join(import.meta.dirname, '../../../src/extras/pages/docs');
const NAMES = globSync('*.en.md', { cwd: FOLDER }).map((file) => file.replace('.en.md', ''));
const OWN: Readonly<Record<string, string>> = {
  guide: '/docs',
  about: '/about',
  privacy: '/privacy',
  accessibility: '/accessibility',
};
const addressOf = (name: string, language: string) => `${OWN[name] ?? `/docs/${name}`}?lang=${language}`;

describe.each(NAMES)('the document %s', (name) => {
  it('has the same outline in both languages, and links to its own sections', async () => {
    const pages = await Promise.all(['de', 'en'].map(async (language) => show(serving, addressOf(name, language))));
    const outlines = pages.map(({ status, page }) => {
      expect([status, page.errors]).toEqual([200, []]);
      const all = page.all();
      const ids = all.map((element) => attribute(element, 'id'));
      const targets = page.all('a').map((link) => attribute(link, 'href') ?? '');
      const missing = targets.filter((href) => href.startsWith('#') && !ids.includes(href.slice(1)));
      expect(missing).toEqual([]);
      const outline = all.filter(({ tagName }) => /^(?:h[1-6]|pre|table)$/.test(tagName));
      return outline.map((element) => [element.tagName, attribute(element, 'id')]);
    });
    expect(outlines[0]).toEqual(outlines[1]);
  });
});

it.each([
  [{ contact: 'mailto:team@example.org' }, 'team@example.org', 'has not given a contact'],
  [{}, 'The operator of this installation has not given a contact.', 'demonstration'],
  [{ isDemonstration: true }, 'This is a demonstration with sample data; its operator is', 'has not given a contact'],
])('the documents of an operator %j say whom to write to', async (operator, said, unsaid) => {
  for (const path of ['/about', '/privacy', '/accessibility', '/docs/add-a-list']) {
    const { page } = await answerOf(`${path}?lang=en`, { operator });
    // The page about the service names a contact beside wrong links and at “Is this you?”, too.
    const times = path === '/about' && 'contact' in operator ? 3 : 1;
    expect(page.main().split(said), path).toHaveLength(times + 1);
    expect(page.main()).not.toContain(unsaid);
  }
});

it.each(['/about', '/privacy', '/accessibility'])('%s begins with links to its sections', async (path) => {
  const { page } = await show(serving, `${path}?lang=en`);
  const [jumps] = page.all('nav').filter((one) => attribute(one, 'class') === 'jump');
  const headings = page.all('h2').map((heading) => [textOf(heading), `#${attribute(heading, 'id')}`]);
  const links = page.all('a').filter((link) => headings.some(([, href]) => attribute(link, 'href') === href));
  expect(textOf(jumps)).toBe(headings.map(([text]) => text).join(''));
  expect(links.slice(0, headings.length).map((link) => [textOf(link), attribute(link, 'href')])).toEqual(headings);
});

it('the section for living persons begins with the ways to correct and to hide', async () => {
  const { page } = await show(serving, '/about?lang=en');
  const leads = page.texts('strong').filter((text) => text.endsWith(':'));
  expect(leads).toEqual(['To have an entry withheld here:', 'To have an entry corrected or erased in the GND:', 'If you want something withheld here:', 'If you want something changed in the GND:', 'What stays:', 'Where the facts come from:', 'Which persons have a link to this page:']); // prettier-ignore
});

it('every page of the demonstration says that it is one, the home page at its beginning', async () => {
  const service = await serveForTest({ operator: { isDemonstration: true } });
  const pages = createSite().filter(({ audience }) => audience === 'people');
  const targets = pages.flatMap(({ examples }) => examples.filter((example) => typeof example === 'string'));
  const shown: string[] = [];
  for (const target of ['/nothing', ...targets]) {
    const { headers, page } = await show(service, target, { accept: 'text/html', 'accept-language': 'en' });
    if (!headers['content-type']?.startsWith('text/html')) continue;
    const [path = ''] = target.split('?');
    shown.push(path);
    expect(page.texts('strong'), target).toContain('Demonstration with sample data.');
    const lines = page.texts('p').filter((line) => line.startsWith('This demonstration contains a small excerpt'));
    expect(lines, target).toHaveLength(path === '/' ? 1 : 0);
  }
  expect(shown).toEqual(expect.arrayContaining(['/nothing', '/', '/gnd/118540238', '/sources', '/about']));
});

it.each([
  [
    {},
    [
      'For each request, the service stores one line in a log for two weeks',
      'The service writes a line for each request',
      'in memory, until about a minute after your last request.',
      'no complete IP address to a disk',
      'no log contains complete IP addresses',
    ],
    ['no log of requests', 'Some small', 'Nothing about your visit', 'web server'],
  ],
  [{ isBehindProxy: true }, ['The web server in front of the service logs neither requests nor IP addresses.'], []],
  [
    { name: 'Friends of the Library e.V.; data protection: dp@friends.example' },
    [
      'The controller is the operator of this service: Friends of the Library e.V. data protection: dp@friends.example ',
    ],
    ['e.V.;'],
  ],
  [
    { name: 'Friends of the Library e.V.', imprint: 'https://friends.example/imprint' },
    [
      'Friends of the Library e.V. The operator of this installation has not given a contact. Imprint: friends.example ',
    ],
    ['e.V..'],
  ],
  [
    { name: 'City <Library> & Co., Market 1', legalBasis: 'task' },
    ['City <Library> & Co., Market 1 ', 'public task of the operator'],
    ['legitimate'],
  ],
  [
    { name: 'Library\n\n1. ~~Market~~ {{square}} https://example.org/a_b' },
    ['this service: Library 1. ~~Market~~ {{square}} https://example.org/a_b '],
    [],
  ],
  [
    {},
    ['The controller is the operator of this service: ', 'legitimate interest', 'For public bodies'],
    ['public task of the operator'],
  ],
  [
    { accessLog: false, countsTogether: true },
    ['Nothing about your visit is stored on disk.', 'no log of requests', 'in a store that its servers share'],
    // Without a log, a word about complete addresses would suggest one with shortened addresses.
    ['writes a line', 'two weeks', 'complete IP', 'no log contains'],
  ],
] as const)(
  'the privacy notice says what a service with %j does, and who is responsible',
  async (operator, said, unsaid) => {
    const { page } = await answerOf('/privacy?lang=en', { operator });
    for (const words of said) expect(page.main()).toContain(words);
    for (const words of unsaid) expect(page.main()).not.toContain(words);
  },
);

it('the page about the service names the operator, where the name is known', async () => {
  const aboutOf = async (operator: object) => (await answerOf('/about?lang=de', { operator })).page.main();
  expect(await aboutOf({ name: 'Bücherfreunde e.V.; Vorsitz: A. Beispiel', contact: 'team@example.org' })).toContain(
    'Betreiber Bücherfreunde e.V. Vorsitz: A. Beispiel Kontakt: team@example.org ',
  );
});

it('each part of what the operator states is one item, and an empty one is none', async () => {
  const { page } = await answerOf('/privacy?lang=en', { operator: { name: ' Library;Market 1; ; Office; ' } });
  expect(page.texts('li')).toEqual(expect.arrayContaining(['Library', 'Market 1', 'Office']));
  expect(page.texts('li')).not.toContain('');
});

it('the promise names the licence of the software', async () => {
  expect(packageJson.license).toBe('Apache-2.0');
  expect((await show(serving, '/docs/promise?lang=de')).page.main()).toContain('Apache-Lizenz 2.0');
  expect((await show(serving, '/docs/promise?lang=en')).page.main()).toContain('Apache License 2.0');
});

it('a mail address in the name of the operator is a link', async () => {
  const { page } = await answerOf('/privacy?lang=en', {
    operator: { name: 'City *Library*, data_protection@city.example' },
  });
  expect(page.hrefs()).toContain('mailto:data_protection@city.example');
  expect(page.main()).toContain('City *Library*, data_protection@city.example');
});

it('a service of an excerpt says so on its home page and in the footer of all pages, that of all does not', async () => {
  const ofData = ['/', '/coverage', '/sources', `/sources/${FRESH_SOURCE.key}`];
  for (const entities of [6_920, 10_000_000]) {
    const store = await openFixture(SOURCES);
    const { snapshot } = store;
    const counts = { ...snapshot.counts, entities };
    const service = await serveForTest({ store: { ...store, snapshot: { ...snapshot, counts } } });
    for (const path of [...ofData, '/nothing']) {
      const { page } = await show(service, `${path}?lang=en`, { accept: 'text/html' });
      const isSaid = page.texts('strong').includes('This is an excerpt of the GND, not the whole GND.');
      const isPart = entities < 10_000_000;
      expect([path, isSaid, page.main().includes('excerpt')]).toEqual([path, isPart, isPart && path !== '/nothing']);
    }
  }
  expect((await show(serving, '/docs/add-a-list?lang=en')).page.main()).toContain('has only an excerpt of the GND');
  expect((await show(serving, '/?lang=en')).page.main()).toMatch(/an excerpt: [\d,]+ of the roughly ten million/);
});

describe('the guide', () => {
  const site = sampleForFile();
  let blocks: Map<string, string>;
  beforeAll(async () => {
    const { page } = await show(site, '/docs?lang=en');
    const texts = page.all('pre').map((pre) => [attribute(pre, 'aria-label') ?? '', pre] as const);
    blocks = new Map(texts.map(([name, pre]) => [name, rawText(pre)]));
    // Answers are shortened, so nobody copies them.
    const copied = texts.flatMap(([name, pre]) => (attribute(pre, 'data-copy') === undefined ? [] : name));
    expect(copied).toEqual([...blocks.keys()].filter((name) => !/Answer|Output/.test(name)));
    const codes = page.texts('code');
    for (const { path } of INTERFACE) expect(codes).toContain(`GET ${path}`);
  });

  it('begins with an example and its answer, and lists each guide once after the examples', async () => {
    const { page } = await show(site, '/docs?lang=en');
    expect(page.texts('h2').slice(0, 3)).toEqual(['Examples', 'The addresses', 'More guides']);
    const main = page.texts('li').concat(page.texts('td'));
    for (const words of ['works, relatives', 'old and new addresses'])
      expect(main.filter((text) => text.includes(words))).toHaveLength(1);
    expect(page.texts('code')).toEqual(expect.arrayContaining(['/resolve', '/relations/{gnd}', '/reconcile']));
  });

  it.each([
    ['curl', 'sh', '-c'],
    ['TypeScript', process.execPath, '--input-type=module-typescript', '--eval'],
    ['Python', 'python3', '-c'],
    ['R', 'Rscript', '-e'],
  ])('has a working example in %s', async (name, program, ...args) => {
    if (!has(name === 'curl' ? 'curl' : program)) return;
    const { stdout } = await run(program, [...args, blocks.get(name === 'curl' ? 'Links: curl' : name) ?? '']);
    expect(stdout).toContain('Goethe, Johann Wolfgang von');
    expect(stdout).toContain('https://');
    if (name === 'Python') expectText(blocks.get('Output') ?? '', stdout);
  });

  it.each([
    ['Links', expectMarkedJson],
    ['Search', expectMarkedJson],
    ['A list, as CSV', expectText],
  ])('shows the real answer to the command: %s', async (what, expectShown) => {
    const [url = ''] = /http[^']+/.exec(blocks.get(`${what}: curl`) ?? '') ?? [];
    expectShown(blocks.get(`${what}: Answer`) ?? '', (await (await fetch(url)).text()).replaceAll('\r', ''));
  });

  it('has a document about resolving whose example addresses open their answers', async () => {
    const { page } = await show(site, '/docs/resolve?lang=en');
    const examples = page.hrefs().filter((href = '') => href.includes('/resolve?ids='));
    expect(examples).toHaveLength(4);
    for (const example of examples) {
      const { pathname, search } = new URL(example ?? '');
      const answer = await site.get(pathname + search, { headers: { accept: 'text/html' } });
      expect([example, answer.status, answer.json()]).toMatchObject([example, 200, { summary: { found: 1 } }]);
    }
  });

  it.each(['relations', 'resolve', 'reconciliation'])(
    'has a document about %s with the real answers to its commands',
    async (name) => {
      if (!has('curl')) return;
      for (const language of ['de', 'en']) {
        const { page } = await show(site, `/docs/${name}?lang=${language}`);
        const texts = page.all('pre').map(rawText);
        for (const [at, text] of texts.entries()) {
          const before = texts[at - 1] ?? '';
          if (!text.startsWith('{') || !before.startsWith('curl')) continue;
          const { stdout } = await run('sh', ['-c', before.replace('curl', 'curl --silent')]);
          expectMarkedJson(text, stdout);
        }
      }
    },
  );

  it.each(['de', 'en'])('gives every name in the table of names (%s) a score of its row', async (language) => {
    const { page } = await show(site, `/docs/reconciliation?lang=${language}`);
    const rows = page.texts('tr').filter((row) => /[„“].*[“”]/.test(row));
    expect(rows).toHaveLength(7);
    for (const row of rows) {
      const [, range = ''] = /^(100|\D*\d+(?: \D+ \d+)?)/.exec(row) ?? [];
      const bounds = range.match(/\d+/g)?.map(Number) ?? [];
      const [low = 0, high = low] = /^\d/.test(range) ? bounds : [0, Number(bounds[0])];
      for (const [, query] of row.matchAll(/[„“]([^“”]+)[“”]/g)) {
        const queries = encodeURIComponent(JSON.stringify({ q: { query } }));
        const { q } = (await site.get(`/reconcile?queries=${queries}`)).json() as Matched;
        const best = q.result[0]?.score ?? 0;
        expect([query, best >= low && best < high + 1], `${range}: ${best}`).toEqual([query, true]);
      }
    }
  });

  it.each(['de', 'en'])('has every weight of a match in the second table of scores (%s)', async (language) => {
    const { page } = await show(site, `/docs/reconciliation?lang=${language}`);
    const rows = page.texts('tr').filter((row) => /^[+−]\d/.test(row));
    const shown = rows.map((row) => [/^[+−]\d+/.exec(row)?.[0], /(?:nein|no)$/.test(row)]);
    // The first table has the names with this weight.
    const { briefVariant: _, ...weighed } = WEIGHTS;
    const weights = Object.values(weighed).map(({ points, rulesOut }) => [signed(points), rulesOut]);
    expect(shown.map(String).toSorted()).toEqual(weights.map(String).toSorted());
  });

  it.each(['de', 'en'])('shows what a year adds to the score of a name (%s)', async (language) => {
    const { page } = await show(site, `/docs/reconciliation?lang=${language}`);
    const example = page.texts('p').find((text) => text.includes('1858')) ?? '';
    const years = [['dateOfBirth', '1858'], ['dateOfDeath', '1947']] as const; // prettier-ignore
    const properties = years.map(([pid, v]) => ({ pid, v }));
    const scores = [0, 1, 2].map(async (n) => {
      const queries = JSON.stringify({ q: { query: 'Planck, Max', properties: properties.slice(0, n) } });
      const { q } = (await site.get(`/reconcile?queries=${encodeURIComponent(queries)}`)).json() as Matched;
      return String(q.result[0]?.score);
    });
    const numbers = example.match(/\d+/g)?.filter((number) => !years.some(([, year]) => year === number));
    expect(numbers).toEqual(await Promise.all(scores));
  });

  it.each([
    ['place', 'Kiel', 80, true],
    ['place', 'Göttingen', 86, true],
    ['placeOfDeath', 'Kiel', 70, false],
  ])(
    'a property %s with %s gives the score %i: a place confirms, and only a certain one contradicts',
    async (pid, v, score, match) => {
      const queries = JSON.stringify({ q: { query: 'Planck, Max', properties: [{ pid, v }] } });
      const { q } = (await site.get(`/reconcile?queries=${encodeURIComponent(queries)}`)).json() as Matched;
      expect(q.result[0]).toMatchObject({ score, match });
    },
  );
});

it('the contents of the documentation have the keys of collections', async () => {
  for (const path of ['/docs', '/docs/promise', '/docs/keys']) {
    const { page } = await show(serving, `${path}?lang=en`);
    const [contents] = page.all('details').filter((one) => textOf(one).startsWith('Documentation'));
    expect(textOf(contents)).toMatch(/What you can rely on Categories and collections Reference/);
    const current = page.all('a').filter((link) => attribute(link, 'aria-current') === 'page');
    expect(current.map((link) => attribute(link, 'href'))).toContain(`${path}?lang=en`);
  }
  for (const path of ['/problems', '/problems/rate-limited']) {
    const { page } = await show(serving, `${path}?lang=en`);
    expect(page.hrefs()).toContain('/docs/keys?lang=en');
  }
});

describe('/docs/{page}', () => {
  it.each(['nothing', 'constructor', '%3Cscript%3E'])('is 404 for %s', async (name) => {
    const { status, page } = await show(serving, `/docs/${name}`);
    expect([status, page.errors]).toEqual([404, []]);
  });
});

const signed = (points: number) => `${points < 0 ? '−' : '+'}${Math.abs(points)}`;

interface Matched {
  readonly q: { readonly result: readonly { readonly score: number }[] };
}
