/** A base URL with a path, behind a real nginx: every link, form, asset, redirect and script of every page stays below it. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, has, type Proxy, startNginx } from '../docs/proxy-process.ts';
import type { SampleService } from '../docs/sample-service.ts';
import { BROWSER, startBrowser } from './browser.ts';
import { attribute, readPage } from './reading.ts';
import { serveSite } from './serve-site.ts';
import { WALKED } from './walked.ts';

const PREFIX = '/catalogue/gnd';
const isMissing = !has('nginx', '-v') || !has('openssl', 'version');

describe.skipIf(isMissing)('the site below a path (skipped where nginx or openssl is missing)', () => {
  let site: SampleService;
  let proxy: Proxy;
  let base: string;
  beforeAll(async () => {
    site = await serveSite({ baseUrl: `https://gnd-links.example.org${PREFIX}` });
    proxy = await startNginx({ serviceUrls: [site.url], path: PREFIX });
    base = proxy.url + PREFIX;
  });
  afterAll(async () => {
    await proxy?.remove();
    await site?.close();
  });

  const NAMES = ['href', 'src', 'action', 'spec-url'];
  it('has only links and assets that lead somewhere', async () => {
    const found = new Map<string, string>();
    for (const { path } of WALKED) {
      for (const language of ['', 'de', 'en']) {
        const query = language === '' ? '' : `${path.includes('?') ? '&' : '?'}lang=${language}`;
        const { body, headers } = await ask(`${base}${path}${query}`);
        if (headers['location'] !== undefined) found.set(headers['location'], path);
        for (const element of readPage(body.toString()).all()) {
          for (const name of NAMES) {
            const address = attribute(element, name);
            if (address !== undefined && address.startsWith('/')) found.set(address.replace(/#.*/, ''), path);
          }
        }
      }
    }
    const addresses = [...found].map(([address, from]) => ({ address, from, url: new URL(address, base) }));
    expect(addresses.filter(({ url }) => !`${url.pathname}/`.startsWith(`${PREFIX}/`))).toEqual([]);
    const walked = new Set(WALKED.filter(({ status = 200 }) => status !== 200).map(({ path }) => path.split('?')[0]));
    const broken: string[] = [];
    for (const { url, from } of addresses) {
      const { status } = await ask(url.href);
      const path = url.pathname.slice(PREFIX.length);
      // The sample does not hold every entity that it speaks of.
      const isExpected = walked.has(path) || (status === 404 && path.startsWith('/gnd/'));
      if (status >= 400 && !isExpected) broken.push(`${status} ${url.href} from ${from}`);
    }
    expect(broken).toEqual([]);
  });

  it.each([
    ['/gnd/185808069?lang=en', 301, '/gnd/118540238?lang=en'],
    ['/search?q=118540238', 302, '/gnd/118540238'],
    ['/coverage?ids=118540238', 303, '/coverage/report?ids=118540238'],
    ['/docs/search', 301, '/docs/reference#get-/api/v1/search'],
  ])('redirects %s below the path', async (path, status, location) => {
    const answer = await ask(base + path);
    expect([answer.status, answer.headers['location']]).toEqual([status, PREFIX + location]);
  });

  it.skipIf(BROWSER === undefined)('runs its scripts below the path', async () => {
    const browser: Browser = await startBrowser();
    try {
      const page = await browser.newPage({ locale: 'en', ignoreHTTPSErrors: true });
      const outside: string[] = [];
      page.on('request', (request) => {
        const { origin, pathname } = new URL(request.url());
        if (origin !== proxy.url || !pathname.startsWith(`${PREFIX}/`)) outside.push(request.url());
      });
      await page.goto(`${base}/`);
      await page.getByRole('combobox').fill('weimar');
      await page.getByRole('option').first().click();
      await page.waitForURL(`${base}/gnd/4065105-8`);
      await page.goto(`${base}/coverage`);
      await page.getByRole('button', { name: 'Choose a file' }).waitFor();
      await page.getByRole('textbox', { name: 'GND identifiers' }).fill('118540238');
      await page.getByRole('button', { name: 'Check' }).click();
      await page.locator('#job[data-phase="done"]').waitFor();
      await page.getByRole('link', { name: 'Goethe, Johann Wolfgang von' }).first().click();
      await page.waitForURL(`${base}/gnd/118540238`);
      await page.goto(`${base}/docs/reference`);
      await page.locator('summary.get', { hasText: '/api/v1/search' }).waitFor();
      expect(outside).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
