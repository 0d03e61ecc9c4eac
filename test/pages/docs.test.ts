/** The documentation: everything that the description of the interface holds is there, and its forms lead to the interface. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/api/endpoints.ts';
import { html } from '../../src/pages/html.ts';
import { inline, paragraphsOf } from '../../src/pages/interface-docs-markdown.ts';
import type { OpenapiDocument } from '../../src/pages/interface-docs-openapi.ts';
import { operationLabel, PURPOSES, RULES_DE } from '../../src/pages/interface-docs-text.ts';
import { serve, type Serving } from '../http/serving.ts';
import { BROWSER, startBrowser, WITHOUT_BROWSER } from './browser.ts';
import { attribute, readPage, textOf } from './reading.ts';

let serving: Serving;
let description: OpenapiDocument;
beforeAll(async () => {
  serving = await serve();
  description = (await serving.get('/api/v1/openapi.json')).json() as OpenapiDocument;
});
afterAll(() => serving?.close());

async function read(path: string) {
  const answer = await serving.get(path);
  return { answer, page: readPage(answer.text) };
}

describe('/docs', () => {
  it.each(['de', 'en'])('lists every address, problem and header field: %s', async (language) => {
    const { answer, page } = await read(`/docs?lang=${language}`);
    expect([answer.status, page.errors]).toEqual([200, []]);
    const links = page.all('a').map((link) => attribute(link, 'href'));
    for (const { operationId, problems } of ENDPOINTS) {
      expect(links).toContain(`/docs/${operationId}?lang=${language}`);
      for (const code of problems) {
        expect(links).toContain(`/problems/${code.replaceAll('_', '-')}?lang=${language}`);
      }
    }
    const terms = page.all('dt').map(textOf);
    expect(terms).toEqual(expect.arrayContaining(Object.keys(description.components.headers)));
    const ids = page.all().map((element) => attribute(element, 'id'));
    const targets = links.filter((href) => href?.startsWith('#')).map((href) => href?.slice(1));
    expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
  });

  it('gives the rules in German, all of them', () => {
    const headings = paragraphsOf(description.info.description).map(({ heading = '' }) => heading);
    expect(Object.keys(RULES_DE)).toEqual(headings);
  });

  it('gives the rules in English as the description has them', async () => {
    const { page } = await read('/docs?lang=en');
    const paragraphs = page.all('p').map(textOf);
    for (const { text } of paragraphsOf(description.info.description)) {
      expect(paragraphs).toContain(text.replaceAll('`', ''));
    }
  });
});

describe('/docs/{operation}', () => {
  const all = ENDPOINTS.map(({ operationId, path }) => [operationId, path] as const);

  it.each(all)('%s has its parameters, statuses, examples and fields', async (operationId, path) => {
    for (const language of ['de', 'en']) {
      const { answer, page } = await read(`/docs/${operationId}?lang=${language}`);
      expect([answer.status, page.errors]).toEqual([200, []]);
      expect(answer.body.byteLength).toBeLessThan(50_000);
      const operation = description.paths[path]?.get;
      const heads = page.all('th').map(textOf);
      for (const status of Object.keys(operation?.responses ?? {})) expect(heads).toContain(status);
      const codes = page.all('code').map(textOf);
      for (const { name } of operation?.parameters ?? []) expect(codes).toContain(name);
      const references = page.all('a').flatMap((link) => attribute(link, 'href')?.match(/^#(.+)/)?.[1] ?? []);
      const ids = page.all().map((element) => attribute(element, 'id') ?? '');
      expect(references.filter((reference) => !ids.includes(reference))).toEqual([]);
      expect(new Set(ids.filter((id) => id !== '')).size).toBe(ids.filter((id) => id !== '').length);
    }
  });

  it.each(all)('%s is told by a name and a purpose of its own in both languages', (operationId) => {
    const label = operationLabel({ operationId, summary: '', description: '', responses: {} });
    expect([label.de, label.en, PURPOSES[operationId]?.de]).not.toContain('');
    expect(PURPOSES[operationId]).toBeDefined();
  });

  it.each([
    ['/docs/getLinks?send=1&gnd=(DE-588)118540238', '/api/v1/gnd/(DE-588)118540238/links'],
    ['/docs/getLinks?send=1&gnd=a/b%3Fc', '/api/v1/gnd/a%2Fb%3Fc/links'],
    ['/docs/getLinks?send=1', '/api/v1/gnd//links'],
    ['/docs/search?send=1&q=goethe+johann&type=&limit=20&lang=de', '/api/v1/search?q=goethe+johann&limit=20'],
    ['/docs/getStatus?send=1', '/api/v1/status'],
  ])('%s is sent on to %s', async (path, location) => {
    const { answer } = await read(path);
    expect([answer.status, answer.headers.location]).toEqual([303, location]);
  });

  it('is 404 for others', async () => {
    for (const name of ['nothing', 'constructor', '%3Cscript%3E']) {
      const { answer, page } = await read(`/docs/${name}`);
      expect([answer.status, page.errors]).toEqual([404, []]);
    }
  });
});

it.skipIf(BROWSER === undefined)(`a form shows the answer below itself${WITHOUT_BROWSER}`, async () => {
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(`${serving.url}/docs/search?lang=en`);
    await page.fill('#try-q', 'goethe');
    await page.fill('#try-limit', '');
    await page.getByRole('button', { name: 'Send request' }).click();
    const slot = (name: string) => page.locator(`[data-slot="${name}"]`);
    await page.locator('.try-answer:not([hidden])').waitFor();
    expect(await slot('status').innerText()).toBe('200 OK');
    expect(await slot('curl').innerText()).toBe(`curl '${serving.url}/api/v1/search?q=goethe&offset=0'`);
    expect(await slot('ratelimit').innerText()).toMatch(/^"search";r=/);
    const answer = (await serving.get('/api/v1/search?q=goethe&offset=0')).json();
    expect(JSON.parse(await slot('body').innerText())).toEqual(answer);
    await page.route('**/api/v1/**', (route) => route.abort());
    await page.getByRole('button', { name: 'Send request' }).click();
    await slot('failed').waitFor();
    expect(await slot('body').innerText()).toBe('');
  } finally {
    await browser.close();
  }
});

describe('Markdown', () => {
  it('is paragraphs with headings', () => {
    expect(paragraphsOf('One\ntwo.\n\n**Head.** Text **bold**.\n\n\n')).toEqual([
      { text: 'One two.' },
      { heading: 'Head', text: 'Text **bold**.' },
    ]);
  });

  it.each([
    ['`a<b>`', '<code>a&lt;b&gt;</code>'],
    ['**a** <i>', '<strong>a</strong> &lt;i&gt;'],
    ['[a](/docs)', '<a href="/docs">a</a>'],
    ['[a](javascript:x)', '[a](javascript:x)'],
    ['[a](https://x.example/"y)', '<a href="https://x.example/&quot;y" rel="noopener noreferrer external">a</a>'],
    ['plain', 'plain'],
    ['', ''],
  ])('%s', (text, markup) => {
    expect(html`${inline(text)}`.markup).toBe(markup);
  });
});
