/** The SeeAlso interface, as the clients of the former beacon.findbuch.de use it. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import type { LinksAnswer } from '../../../src/core/snapshot/links-answer.ts';
import { loadCuration } from '../../../src/build/sources/register/curation.ts';
import { rowsOf } from '../../../src/extras/seealso/rows.ts';
import { sampleForFile, sampleForTest } from '../../docs/sample-service.ts';
import { temporaryDirectory } from '../../temporary.ts';

type List = readonly [string, readonly string[], readonly string[], readonly string[]];

const GOETHE = '118540238';

/** Names of findbuch with our collections, as far as the meant list is known. */
const FINDBUCH: Readonly<Record<string, readonly string[]>> = {
  adbreg: ['adb', 'ndb', 'deutsche-biographie'],
  dewp: ['dewiki'],
  wikidata: ['wikidata'],
  'commons@pd': ['commons'],
  kalliope: ['kalliope'],
  'leobw-kglbio': ['leo-bw'],
};
const service = sampleForFile();

async function list(path: string): Promise<List> {
  const answer = await service.get(path);
  expect(answer.status).toBe(200);
  expect(answer.headers['access-control-allow-origin']).toBe('*');
  const parsed = answer.json() as List;
  expect(parsed).toHaveLength(4);
  const [, labels, descriptions, urls] = parsed;
  expect([descriptions.length, urls.length]).toEqual([labels.length, labels.length]);
  expect([...labels, ...descriptions, ...urls].every((text) => typeof text === 'string')).toBe(true);
  return parsed;
}

describe('format=seealso', () => {
  it.each([
    ['without a slash', `/seealso/pnd-aks?format=seealso&id=${GOETHE}`],
    ['with a slash', `/seealso/pnd-aks/?format=seealso&id=${GOETHE}`],
    ['in any order, with parameters of libraries', `/seealso/pnd-aks/?_=1700000000&id=${GOETHE}&format=seealso&x=y`],
    ['with the other name', `/seealso/gnd?format=seealso&id=${GOETHE}`],
    ['with a format in capitals', `/seealso/gnd?format=SeeAlso&id=${GOETHE}`],
    ['with GND in front and noughts', `/seealso/gnd?format=seealso&id=GND%2000${GOETHE}`],
    ['by the number of a record that was merged', '/seealso/gnd?format=seealso&id=1012979490'],
  ])('answers the same list %s', async (_, path) => {
    const [uri, labels, , urls] = await list(path);
    expect(uri).toBe(`http://d-nb.info/gnd/${GOETHE}`);
    expect(labels).toContain('Archivportal-D (7878)');
    expect(labels).toContain('Deutsche Biographie [Goethe, Johann Wolfgang von]');
    expect(urls).toContain('https://www.wikidata.org/wiki/Q5879');
  });

  it('has one row per link, and the hits as a number in brackets at the end of the label', async () => {
    const [, labels, , urls] = await list(`/seealso/gnd?format=seealso&id=${GOETHE}`);
    const entity = (await service.get(`/api/v1/gnd/${GOETHE}/links`)).json() as { links: { total: number } };
    expect(urls).toHaveLength(entity.links.total);
    expect(new Set(urls).size).toBe(urls.length);
    expect(labels.filter((label) => /\((\d+)\)$/.test(label)).length).toBeGreaterThan(3);
  });

  it.each([
    [1, 'Catalogue [note]'],
    [2, 'Catalogue (2)'],
  ])('labels a link with %d hits %s', (hits, label) => {
    const items = [{ url: 'https://example.org/', collection: 'x', label: 'Catalogue', hits, annotation: 'note' }];
    const answer = { entity: { gnd: GOETHE }, links: { categories: [{ category: 'x', label: {}, items }] } };
    const rows = rowsOf(answer as unknown as LinksAnswer, { exclude: new Set(), language: 'de' }, new Map());
    expect(rows.map((row) => row.label)).toEqual([label]);
  });

  it.each([
    ['unknown', '118999990', 'http://d-nb.info/gnd/118999990'],
    ['malformed', 'nonsense', ''],
    ['empty', '', ''],
  ])('answers 200 with empty lists for an identifier that is %s', async (_, id, uri) => {
    expect(await list(`/seealso/pnd-aks?format=seealso&id=${id}`)).toEqual([uri, [], [], []]);
  });

  it('leaves out collections that segments of the path exclude, by former names and by keys', async () => {
    const excluded = ['adbreg', 'dewp', 'commons@pd', 'wikidata', 'never-heard-of']
      .map((alias) => `/-${alias}`)
      .join('');
    const [, labels, , urls] = await list(`/seealso/pnd-aks${excluded}/?format=seealso&id=${GOETHE}`);
    expect(labels.filter((label) => /ADB|NDB|Deutsche Biographie|Wikipedia \(Deutsch\)|Wikidata/.test(label))).toEqual(
      [],
    );
    expect(urls).toContain('https://viaf.org/viaf/24602065');
  });

  it('answers a client with its own selection', async () => {
    const [, , , urls] = await list(
      `/seealso/gnd?format=seealso&id=${GOETHE}&include=knowledge_base,viaf&exclude=dbpedia`,
    );
    const hosts = urls.map((url) => new URL(url).host);
    expect(hosts.toSorted()).toEqual(['data.judaicalink.org', 'viaf.org', 'www.wikidata.org']);
  });
});

/** Expressions, numbers and invalid paths, which are not names of functions. */
const NO_NAMES = ['[', ']', '[]', 'a[0]', 'a.b[0]', '...', '.', 'a.', '.a', 'a..b', '1', '1a', 'a.1', 'a.b.c.d.e'];
/** Names that lead to the window or the document. */
const DOM = [
  'window.opener.document.body.firstElementChild.click',
  'opener.document.forms.submit',
  'parent.frames.x.click',
  'document.body.click',
  'top.location.reload',
  'self.close',
];

describe('a callback', () => {
  it.each(['cb', 'jQuery183_17', '$', 'a.b._0', 'SeeAlso._1', 'YUI.Env.JSONP.yui_3_18_1'])(
    '%s is called with the list',
    async (callback) => {
      const answer = await service.get(
        `/seealso/pnd-aks?format=seealso&id=${GOETHE}&callback=${encodeURIComponent(callback)}`,
      );
      expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8');
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
      expect(answer.text.startsWith(`/**/${callback}([`)).toBe(true);
      const plain = await list(`/seealso/pnd-aks?format=seealso&id=${GOETHE}`);
      const got: unknown[] = [];
      const called = (value: unknown) => got.push(value);
      const libraries = { SeeAlso: { _1: called }, YUI: { Env: { JSONP: { yui_3_18_1: called } } } };
      const context = { cb: called, jQuery183_17: called, $: called, a: { b: { _0: called } }, ...libraries };
      runInNewContext(answer.text, context);
      expect(got).toEqual([plain]);
    },
  );

  const MALFORMED = ['a b', '', 'a;b', '<script>', 'é', 'a'.repeat(129), 'cb\u2028', 'cb\n', ...NO_NAMES, ...DOM];
  it.each([
    ...MALFORMED.map((callback) => ['/seealso/gnd?format=seealso', callback]),
    ...['/seealso/pnd-aks?format=redirect', '/reconcile?', '/reconcile/suggest/entity?prefix=goe'].map((path) => [
      path,
      'alert(1)',
    ]),
  ])('of %s that is %j is refused', async (path, callback) => {
    const answer = await service.get(`${path}&callback=${encodeURIComponent(callback)}`);
    expect([answer.status, answer.headers['content-type']]).toEqual([400, 'application/problem+json']);
    expect(answer.json()).toMatchObject({ detail: expect.stringContaining('callback') });
  });
});

describe('format=redirect', () => {
  it('redirects to the only link, also for scripts of other sites', async () => {
    const answer = await service.get(`/seealso/gnd?format=redirect&id=${GOETHE}&include=wikidata`);
    expect(answer.status).toBe(302);
    expect(answer.headers.location).toBe('https://www.wikidata.org/wiki/Q5879');
    expect(answer.headers['access-control-allow-origin']).toBe('*');
  });

  it('lists several links: one ul, one li each, and a link to the sources', async () => {
    const answer = await service.get(`/seealso/pnd-aks?format=redirect&id=${GOETHE}`);
    expect(answer.status).toBe(200);
    const [, , , urls] = await list(`/seealso/gnd?format=seealso&id=${GOETHE}`);
    expect(answer.text.split('<li id="')).toHaveLength(urls.length + 1);
    expect(answer.text.split('</ul>')).toHaveLength(2);
    expect(answer.text).toContain('<h1>Mehrere Verweise</h1>');
    expect(answer.text).toContain('<li id="wikidata1"><a href="https://www.wikidata.org/wiki/Q5879">Wikidata</a></li>');
    expect(answer.text).toContain('<li id="dewp1"><a href="https://de.wikipedia.org/');
    expect(answer.text.match(/(?<=<li id=")adbreg\d+(?=")/g)).toEqual(['adbreg1', 'adbreg2', 'adbreg3']);
    expect(answer.text).toContain(`/seealso/pnd-aks?format=sources&amp;id=${GOETHE}"`);
  });

  it.each(['redirect', 'sources'])(
    'leads people who open format=%s to the page of the entity, and gives programs unchanged bytes',
    async (format) => {
      const path = `/seealso/gnd?format=${format}&id=${GOETHE}&lang=en`;
      const opened = await service.get(path, { headers: { 'sec-fetch-dest': 'document' } });
      expect([opened.status, opened.headers.vary]).toEqual([302, 'Accept-Encoding, Sec-Fetch-Dest']);
      expect(opened.headers.location).toBe(`${service.url}/gnd/${GOETHE}?lang=en`);
      const usual = await service.get(path);
      for (const accept of ['text/html, */*; q=0.01', '*/*']) {
        const program = await service.get(path, { headers: { accept, 'sec-fetch-dest': 'empty' } });
        expect(program.text).toBe(usual.text);
      }
    },
  );

  it.each([
    [404, '118999990', 'Zu dieser GND-Nummer ist hier kein Verweis bekannt: 118999990'],
    [400, '<b>nonsense</b>', 'Das ist keine GND-Nummer: &lt;b&gt;nonsense&lt;/b&gt;'],
  ])('answers %d with a page for %s', async (status, id, sentence) => {
    const answer = await service.get(`/seealso/pnd-aks?format=redirect&id=${encodeURIComponent(id)}`);
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.text).toContain('<h1>Keine Verweise</h1>');
    expect(answer.text).toContain(`<p>${sentence}</p>`);
  });
});

/** Calls a function for each start tag of well-formed XML. */
function eachTag(xml: string, onTag: (name: string, attributes: Readonly<Record<string, string>>) => void): void {
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => onTag(name, attributes));
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
}

/** Parses the answer like a portal: with SAX, groups by class, the alias from the identifier of the heading. */
function readSources(xml: string): { alias: string; href: string }[] {
  const groups: { alias: string; href: string }[] = [];
  let alias: string | undefined;
  let inResults = false;
  eachTag(xml, (name, attributes) => {
    if (attributes['id'] === 'results') inResults = true;
    if (name === 'h2' && inResults) alias = attributes['id']?.slice(4);
    if (name !== 'a' || alias === undefined) return;
    groups.push({ alias, href: attributes['href'] ?? '' });
    alias = undefined;
  });
  return groups;
}

describe('format=sources', () => {
  it('is XML without a document type, and groups links by collection', async () => {
    const answer = await service.get(`/seealso/pnd-aks?format=sources&id=${GOETHE}`);
    expect(answer.headers['content-type']).toBe('application/xhtml+xml; charset=utf-8');
    expect(answer.text).not.toContain('<!DOCTYPE');
    expect(readSources(answer.text)).toContainEqual({ alias: 'wikidata', href: 'https://www.wikidata.org/wiki/Q5879' });
  });

  it('has the names of lists at findbuch, by which clients select', async () => {
    const { text } = await service.get(`/seealso/pnd-aks?format=sources&id=${GOETHE}`);
    const aliases = readSources(text).map(({ alias }) => alias);
    expect(aliases).toEqual(expect.arrayContaining(['dewp', 'adbreg', 'archivportal', 'kalliope']));
    expect(new Set(aliases).size).toBe(aliases.length);
    const [, , , urls] = await list(`/seealso/gnd?format=seealso&id=${GOETHE}&include=adbreg`);
    const group = /<div class="result multi" id="resgrpadbreg">([^]*?)<\/div>\s*<\/div>/.exec(text)?.[1] ?? '';
    expect(urls.map((url) => group.includes(`<li><a href="${url}">`))).toEqual([true, true, true]);
  });

  it('has names that select the links of their group', async () => {
    const { text } = await service.get(`/seealso/pnd-aks?format=sources&id=${GOETHE}`);
    for (const { alias, href } of readSources(text)) {
      const [, , , urls] = await list(`/seealso/gnd?format=seealso&id=${GOETHE}&include=${encodeURIComponent(alias)}`);
      expect(urls[0], alias).toBe(href);
      const [, , , others] = await list(`/seealso/pnd-aks/-${alias}/?format=seealso&id=${GOETHE}`);
      expect(others, alias).not.toContain(href);
    }
  });

  it('is well-formed without links', async () => {
    const answer = await service.get('/seealso/pnd-aks?format=sources&id=%00%3C%26%22');
    expect([answer.status, readSources(answer.text)]).toEqual([200, []]);
  });
});

it('the interface has every collection of findbuch by its former name', async () => {
  const { collections } = await loadCuration(join(import.meta.dirname, '../../../config'));
  const items = [...collections.values()].map(({ key, label, category }) => ({
    category,
    label: {},
    items: [{ url: `https://example.org/${key}`, collection: key, label }],
  }));
  const answer = { entity: { gnd: GOETHE }, links: { categories: items } } as unknown as LinksAnswer;
  const rows = rowsOf(answer, { exclude: new Set(), language: 'de' }, collections);
  const names = new Map(rows.map(({ url, list: name }) => [url.slice('https://example.org/'.length), name]));
  expect(names.size).toBe(collections.size);
  for (const [key, { aliases }] of collections) expect(names.get(key)).toBe(aliases?.[0] ?? key);
  for (const [alias, keys] of Object.entries(FINDBUCH)) for (const key of keys) expect(names.get(key), key).toBe(alias);
});

describe('descriptions', () => {
  it.each([
    ['/seealso/pnd-aks', 200],
    [`/seealso/pnd-aks?id=${GOETHE}`, 300],
    ['/seealso/pnd-aks?id=118999990', 404],
    [`/seealso/pnd-aks?id=${GOETHE}&format=constructor`, 300],
    ['/seealso/pnd-aks?id=%01%00%ED%A0%80%26%3C', 404],
  ])('of %s list the formats as unAPI, with %d', async (path, status) => {
    const answer = await service.get(path);
    expect(answer.status).toBe(status);
    const names: string[] = [];
    eachTag(answer.text, (name, attributes) => name === 'format' && names.push(attributes['name'] ?? ''));
    expect(names).toEqual(['seealso', 'redirect', 'sources', 'opensearchdescription', 'beacon']);
  });

  it('are available for OpenSearch, with the requested address', async () => {
    const answer = await service.get('/seealso/gnd?format=opensearchdescription');
    expect(answer.text).toContain(
      `template="${service.url}/seealso/gnd?id={searchTerms}&amp;format=seealso&amp;callback={callback}"`,
    );
  });

  it('redirect to the file of one collection or of all identifiers', async () => {
    const dumps = temporaryDirectory();
    const dump = join(dumps, '20261120-14890e46');
    mkdirSync(dump);
    symlinkSync('20261120-14890e46', join(dumps, 'latest'));
    const files = ['all.beacon.txt.gz', 'links/dewiki.beacon.txt.gz'].map((name) => ({ name }));
    writeFileSync(join(dump, 'index.json'), JSON.stringify({ files }));
    const dumping = await sampleForTest({ dumps });
    const { status, headers } = await dumping.get('/seealso/gnd?format=beacon&include=dewp');
    const all = await dumping.get('/seealso/gnd?format=beacon');
    expect([status, headers.location]).toEqual([302, `${dumping.url}/dumps/latest/links/dewiki.beacon.txt.gz`]);
    expect([all.status, all.headers.location]).toEqual([302, `${dumping.url}/dumps/latest/all.beacon.txt.gz`]);
    const statuses = ['include=dewp,adb', 'include=nobody', 'include=adb'].map(
      async (query) => (await dumping.get(`/seealso/gnd?format=beacon&${query}`)).status,
    );
    expect([...(await Promise.all(statuses)), (await service.get('/seealso/gnd?format=beacon')).status]).toEqual([
      404, 404, 404, 404,
    ]);
  });
});

describe('/gnd-resolver', () => {
  it.each([
    ['/gnd-resolver/wikidata/118540238', 'https://www.wikidata.org/wiki/Q5879'],
    ['/pnd-resolver/dewp/1012979490', 'https://de.wikipedia.org/wiki/Johann_Wolfgang_von_Goethe'],
  ])('%s redirects to %s', async (path, location) => {
    const answer = await service.get(path);
    expect([answer.status, answer.headers.location]).toEqual([302, location]);
  });

  it.each([
    ['/gnd-resolver/ps_usbk/118540238', 404],
    ['/gnd-resolver/wikidata/118999990', 404],
    ['/gnd-resolver/wikidata/nonsense', 400],
    ['/gnd-resolver/wikidata', 400],
    ['/gnd-resolver/%/%', 400],
  ])('%s is %d', async (path, status) => {
    expect((await service.get(path)).status).toBe(status);
  });
});
