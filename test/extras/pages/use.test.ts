/** The page of all ways to use the service: each example works, and each links to an existing page. */
import { execFile } from 'node:child_process';
import { mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { locateSnapshot } from '../../../src/core/snapshot/directory.ts';
import { dumpSnapshot } from '../../build/runs/running.ts';
import { sampleForFile, serveSample } from '../../docs/sample-service.ts';
import { has } from '../../has.ts';
import { LIMITS, listenAnywhere } from '../../core/http/serving.ts';
import { readList } from '../../build/readers/beacon-reading.ts';
import { temporaryDirectory, temporaryForFile } from '../../temporary.ts';
import { CHANGES_FILE } from '../../../src/shared/dumps/dump-folder.ts';
import { filesPages } from '../../../src/extras/pages/files.ts';
import { answerOf } from './answering.ts';
import { BROWSER, pageForTest, WITHOUT_BROWSER } from './browser.ts';
import { attribute, rawText, type Read, rowsOf, show } from './reading.ts';

const run = promisify(execFile);
const dumps = temporaryForFile();
const site = sampleForFile({ dumps });
let page: Read;
let examples: ReadonlyMap<string, string>;
beforeAll(async () => {
  await dumpSnapshot(await locateSnapshot(inject('sample')), { out: dumps, baseUrl: site.url });
  ({ page } = await show(site, '/use?lang=en'));
  examples = new Map(
    page.all('pre').map((pre) => [(attribute(pre, 'aria-label') ?? '').replace(/: example$/, ''), rawText(pre)]),
  );
});

const exampleOf = (name: string) => examples.get(name) ?? '';

describe('the page of all ways to use the service', () => {
  it('has every way, with an example or a page to open', () => {
    const ways = ['Link to an entity', 'Look up', 'Check a list', 'Resolve identifiers', 'OpenRefine', 'Language models (MCP)', 'The box', 'SeeAlso', 'The client', 'Data as files', 'Changes', 'Add your own list', 'Suggestions', 'Permanent addresses', 'Related entities']; // prettier-ignore
    expect(page.texts('h3').toSorted()).toEqual(ways.toSorted());
    // Code to paste into a page comes first, and before it the commonest way.
    expect(page.texts('h3').slice(0, 3)).toEqual(['Link to an entity', 'Permanent addresses', 'The box']);
    const opened = ['Check a list', 'Resolve identifiers', 'Data as files'];
    expect([...examples.keys(), ...opened].toSorted()).toEqual(ways.toSorted());
    for (const path of ['/coverage', '/resolve/table', '/files']) expect(page.hrefs()).toContain(`${path}?lang=en`);
  });

  it('links to existing pages', async () => {
    for (const href of page.hrefs()) {
      const [path = '', fragment] = (href ?? '').split('#');
      if (!path.startsWith('/')) continue;
      const answer = await show(site, path, { accept: 'text/html' });
      expect([path, answer.status]).toEqual([path, 200]);
      const ids = answer.page.all().map((element) => attribute(element, 'id'));
      if (fragment !== undefined) expect([href, ids.includes(fragment)]).toEqual([href, true]);
    }
  });

  it.skipIf(!has('curl'))('has commands that succeed (needs curl)', async () => {
    const commands = page.all('pre').map(rawText).filter((text) => text.startsWith('curl ')); // prettier-ignore
    expect(commands).not.toEqual([]);
    for (const command of commands) {
      const { stdout } = await run('sh', ['-c', command.replaceAll('curl ', 'curl --fail --silent ')]);
      expect([command, stdout]).toEqual([command, expect.stringMatching(/118540238|Goethe|preferredName/)]);
    }
  });

  it.each(['de', 'en'])('has the code of the box that its document has in %s', async (language) => {
    const { page: document } = await show(site, `/docs/embed?lang=${language}`);
    expect(rawText(document.all('pre')[0])).toBe(exampleOf('The box'));
  });

  it('has addresses for programs: a reconciliation service, a feed', async () => {
    const manifest = await (await fetch(exampleOf('OpenRefine'))).json();
    expect(manifest).toMatchObject({ identifierSpace: 'https://d-nb.info/gnd/' });
    expect(await (await fetch(exampleOf('Changes'))).text()).toContain(
      '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="',
    );
  });

  it('has a configuration with which an MCP client finds the tools', async () => {
    const { mcpServers } = JSON.parse(exampleOf('Language models (MCP)')) as { mcpServers: Record<string, { url: string }> }; // prettier-ignore
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(mcpServers['gnd-links']?.url ?? '')));
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('get_links');
    await client.close();
  });

  it('has a working program with the client', async () => {
    const folder = temporaryDirectory();
    const example = exampleOf('The client');
    const [, address = ''] = /from '(http\S+)'/.exec(example) ?? [];
    writeFileSync(join(folder, 'client.js'), await (await fetch(address)).text());
    const file = join(folder, 'example.mjs');
    writeFileSync(file, example.replace(/<\/?script[^>]*>/g, '').replace(address, './client.js'));
    expect((await run(process.execPath, [file])).stdout).toBe('Johann Wolfgang von Goethe 28\n');
  });

  it('has a list whose lines are all valid', async () => {
    const { links, defects } = await readList(exampleOf('Add your own list'));
    expect([links.length, defects]).toEqual([2, []]);
  });

  it('has a permanent address that redirects to the page', async () => {
    const [, url = ''] = /href="([^"]+)"/.exec(exampleOf('Permanent addresses')) ?? [];
    const { headers } = await site.get(new URL(url).pathname, { headers: { accept: 'text/html' } });
    expect(headers.location).toBe('/gnd/118540238');
  });

  describe.skipIf(BROWSER === undefined)(`in a browser${WITHOUT_BROWSER}`, () => {
    const tab = pageForTest();

    it('has a program that runs as copied', async () => {
      const portal = createServer((_, response) =>
        response.setHeader('content-type', 'text/html').end(exampleOf('The client')),
      );
      const said = tab.waitForEvent('console');
      await tab.goto(`http://localhost:${await listenAnywhere(portal)}/`);
      expect((await said).text()).toBe('Johann Wolfgang von Goethe 28');
      portal.close();
    });

    it('has a box that works when pasted', async () => {
      const portal = createServer((_, response) =>
        response.setHeader('content-type', 'text/html; charset=utf-8').end(exampleOf('The box')),
      );
      await tab.goto(`http://localhost:${await listenAnywhere(portal)}/`);
      await tab.locator('.gnd-links-list a').first().waitFor();
      portal.close();
    });
  });
});

describe('files and changes', () => {
  it.each(['/dumps', '/dumps/', '/changes'])('like %s are a page for browsers and JSON for programs', async (path) => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const forPeople = await site.get(path, { headers: { accept } });
    expect(forPeople.headers.location).toMatch(/^http:.*\/files/);
    for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }]) {
      const { status, headers: fields } = await site.get(path, { headers });
      expect([status, fields['content-type'], fields.vary]).toEqual([
        200,
        'application/json',
        'Accept-Encoding, Accept',
      ]);
    }
    const asked = await site.get(`${path}?format=json`, { headers: { accept } });
    expect(asked.headers['content-type']).toBe('application/json');
  });

  it.each(['de', 'en'])('have a page with every file of the newest dump and its size (%s)', async (language) => {
    const { page: files } = await show(site, `/files?lang=${language}`);
    expect(files.errors).toEqual([]);
    const index = (await site.get('/dumps/latest/index.json')).headers.location ?? '';
    const { files: named } = (await (await fetch(index)).json()) as { files: { name: string; collection?: string }[] };
    const hrefs = new Set(files.hrefs().map((href) => href?.replace(/^\/dumps\/[^/]+\//, '')));
    expect(named.filter(({ name }) => !hrefs.has(name))).toEqual([]);
    const collections = new Set(
      named.filter(({ name }) => name.startsWith('links/')).map(({ collection }) => collection),
    );
    expect(files.main()).toMatch(/\d kB.*\d [Bb]yte/);
    expect(files.texts('summary')[0]).toMatch(new RegExp(String.raw` \(${collections.size}\)$`));
  });

  it('have no column of files where there is no file of changes yet', async () => {
    const folder = temporaryDirectory();
    const first = { at: '2026-11-20T03:00:00Z', to: { id: '20261120-0000000a', date: '2026-11-20' } };
    writeFileSync(join(folder, CHANGES_FILE), JSON.stringify({ snapshots: [first] }));
    const { page: files } = await answerOf('/files?lang=en', {}, filesPages(folder));
    expect(rowsOf(files, 'changes').map((row) => row.slice(1))).toEqual([
      ['The pages show this state of the data; there is no file with its changes yet.'],
      ['No earlier state to compare with'],
    ]);
    expect(files.main()).toContain(
      'There is no file with changes yet; one will appear with a later state of the data.',
    );
  });

  it('say why a file is empty', async () => {
    const dumps = temporaryDirectory();
    mkdirSync(join(dumps, 'one'));
    symlinkSync('one', join(dumps, 'latest'));
    const files = ['deletions', 'redirects'].map((name) => ({ name: `${name}.tsv.gz`, columns: ['gnd'], lines: 1, bytes: 60 })); // prettier-ignore
    const index = { snapshot: { id: 'one', date: '2026-11-20' }, links: { dumped: 0, leftOut: 0 }, leftOut: [], files };
    writeFileSync(join(dumps, 'one', 'index.json'), JSON.stringify(index));
    const { page } = await answerOf('/files?lang=en', {}, filesPages(dumps));
    expect(page.main()).toMatch(
      /redirects.* In this state of the data, the file is empty\..* deletions.* Deleted identifiers are not rec/,
    );
  });

  it('are not offered where there are none, and their feed is as old as their folder', async () => {
    const empty = temporaryDirectory();
    const service = await serveSample({ limits: LIMITS, dumps: empty });
    const { page: files } = await show(service, '/files?lang=en');
    expect(files.texts('p')).toContain('This service offers no files at present.');
    expect(files.texts('h2')).toEqual([]);
    const { page: uses } = await show(service, '/use?lang=en');
    expect(uses.texts('h3').filter((name) => /files|Changes/.test(name))).toEqual([]);
    const { text } = await service.get('/changes.atom');
    expect(text).toContain(`<updated>${statSync(empty).mtime.toISOString()}</updated>`);
  });
});
