/** The guide to the API, whose examples are carried out, and the reference that a renderer draws from the description. */
import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/api/endpoints.ts';
import texts from '../../src/pages/texts/docs.json' with { type: 'json' };
import { serve, type Serving } from '../http/serving.ts';
import { BROWSER, startBrowser, WITHOUT_BROWSER } from './browser.ts';
import { attribute, readPage, textOf } from './reading.ts';

const run = promisify(execFile);
const has = (program: string) => spawnSync(program, ['--version']).status === 0;

let serving: Serving;
beforeAll(async () => {
  serving = await serve();
});
afterAll(() => serving?.close());

async function read(path: string) {
  const answer = await serving.get(path);
  return { answer, page: readPage(answer.text) };
}

describe('/docs', () => {
  it.each(['de', 'en'])('leads to every address and problem, and to its own sections: %s', async (language) => {
    const { answer, page } = await read(`/docs?lang=${language}`);
    expect([answer.status, page.errors]).toEqual([200, []]);
    const links = page.all('a').map((link) => attribute(link, 'href'));
    const codes = page.all('code').map(textOf);
    for (const { path, problems } of ENDPOINTS) {
      expect(codes).toContain(`GET ${path}`);
      for (const code of problems) {
        expect(links).toContain(`/problems/${code.replaceAll('_', '-')}?lang=${language}`);
      }
    }
    expect(links).toContain(`/docs/reference?lang=${language}`);
    const ids = page.all().map((element) => attribute(element, 'id'));
    const targets = links.filter((href) => href?.startsWith('#')).map((href) => href?.slice(1));
    expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
  });

  it.each(ENDPOINTS.map(({ operationId }) => operationId))('names %s and its purpose', (operationId) => {
    expect(Object.keys(texts.operations)).toContain(operationId);
    expect(Object.keys(texts.purposes)).toContain(operationId);
  });

  it.each([
    ['curl', 'sh', '-c'],
    ['JavaScript', process.execPath, '--input-type=module', '--eval'],
    ['Python', 'python3', '-c'],
  ])('has an example in %s that works as it stands', async (name, program, ...args) => {
    if (!has(name === 'curl' ? 'curl' : program)) return;
    const { page } = await read('/docs?lang=en');
    const code = textOf(page.all('pre').find((one) => attribute(one, 'aria-label') === name));
    expect(code).toContain(`${serving.url}/api/v1/`);
    const raw = page.all('pre').find((one) => attribute(one, 'aria-label') === name)?.childNodes[0];
    const lines = raw !== undefined && 'childNodes' in raw && raw.childNodes[0];
    const { stdout } = await run(program, [...args, lines && 'value' in lines ? lines.value : '']);
    expect(stdout).toContain('Goethe, Johann Wolfgang von');
  });
});

describe('/docs/{page}', () => {
  it.each(ENDPOINTS.map(({ operationId, path }) => [operationId, path] as const))(
    'leads from the former address of %s to the reference',
    async (operationId, path) => {
      const { answer } = await read(`/docs/${operationId}?lang=de`);
      const anchor = `get-${path.replace(/[{}]/g, '-')}`;
      expect([answer.status, answer.headers.location]).toEqual([301, `/docs/reference?lang=de#${anchor}`]);
    },
  );

  it.each(['nothing', 'constructor', '%3Cscript%3E'])('is 404 for %s', async (name) => {
    const { answer, page } = await read(`/docs/${name}`);
    expect([answer.status, page.errors]).toEqual([404, []]);
  });

  it('allows styles of the renderer on the page of the reference only, and no script but those of the service', async () => {
    const policyOf = async (path: string) => (await serving.get(path)).headers['content-security-policy'];
    expect(await policyOf('/docs/reference')).toContain("style-src 'self' 'unsafe-inline'");
    expect(await policyOf('/docs')).toContain("style-src 'self';");
    for (const path of ['/docs', '/docs/reference']) expect(await policyOf(path)).toContain("script-src 'self';");
  });

  it('serves the renderer for a year, compressed', async () => {
    const { page } = await read('/docs/reference');
    const script = page.all('script').find((one) => attribute(one, 'src')?.endsWith('rapidoc-min.js'));
    const { status, headers } = await serving.get(attribute(script, 'src') ?? '', {
      headers: { 'accept-encoding': 'br' },
    });
    expect([status, headers['content-encoding']]).toEqual([200, 'br']);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });
});

it.skipIf(BROWSER === undefined)(`the reference draws every operation and tries it${WITHOUT_BROWSER}`, async () => {
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(`${serving.url}/docs/reference?lang=en`);
    for (const { path } of ENDPOINTS) await page.locator('summary', { hasText: path }).first().waitFor();
    await page.locator('summary.get', { hasText: '/api/v1/search' }).press('Enter');
    await page.getByLabel('q', { exact: true }).fill('goethe');
    const [response] = await Promise.all([
      page.waitForResponse('**/api/v1/search?*'),
      page.getByRole('button', { name: 'TRY' }).click(),
    ]);
    expect(response.status()).toBe(200);
  } finally {
    await browser.close();
  }
});
