/** The box on pages of other sites: a strict policy, many boxes, services that are slow, fail or refuse. */
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { BOX_PATH, integrityOf } from '../../../../src/extras/embed/released-files.ts';
import type { LinksAnswer } from '../../../../src/core/snapshot/links-answer.ts';
import { listAnswer } from '../../../../src/extras/embed/frame.ts';
import { localeFor } from '../../../../src/shared/http/locale.ts';
import { textOf } from '../../../core/http/ask-door.ts';
import { perQuota } from '../../../../src/core/quotas/quota-table.ts';
import { root } from '../../../cli/command.ts';
import { sampleForFile, sampleForTest } from '../../../docs/sample-service.ts';
import { listenAnywhere } from '../../../core/http/serving.ts';
import { BROWSER, browserForFile, WITHOUT_BROWSER } from '../../../extras/pages/browser.ts';

const released = readFileSync(join(root, 'src/extras/embed/released', BOX_PATH));
const BOX_INTEGRITY = integrityOf(BOX_PATH);
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const service = sampleForFile({ limits: {} });

describe.skipIf(BROWSER === undefined)(`the box on a page of another site${WITHOUT_BROWSER}`, () => {
  const browser = browserForFile();

  /** A page of another origin with a box, under a policy that allows only its script and its requests. */
  async function open(body: string, url = service.url, style = '') {
    const html = `<!doctype html><html lang="en"><head><title>Register</title>
      <script type="module" src="${url}${BOX_PATH}" integrity="${BOX_INTEGRITY}" crossorigin></script>
      <style nonce="test">${style}</style><body><main><h1>Register</h1>${body}</main></body></html>`;
    const policy = `default-src 'none'; script-src ${url}; connect-src ${url}; style-src 'nonce-test'`;
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy };
    const site = createServer((_, response) => void response.writeHead(200, headers).end(html));
    const port = await listenAnywhere(site);
    const page = await browser.newPage({ bypassCSP: false });
    onTestFinished(async () => {
      await page.close();
      site.close();
    });
    const faults: string[] = [];
    const requests: string[] = [];
    page.on('console', (message) => {
      const isExpected = /favicon|status of (?:400|404|429|500)/.test(message.text());
      if (message.type() === 'error' && !isExpected) faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('request', (request) => request.url().includes('form=json') && requests.push(request.url()));
    await page.addInitScript(`
      window.told = [];
      addEventListener('gnd-links', (event) => told.push(event.detail));
      window.shift = 0;
      new PerformanceObserver((list) => { for (const entry of list.getEntries()) shift += entry.value; }).observe({ type: 'layout-shift', buffered: true });`);
    await page.goto(`http://localhost:${port}/`);
    return { page, faults, requests };
  }

  const told = (page: Page, times: number) =>
    expect.poll(() => page.evaluate('told.length'), { timeout: 240_000 }).toBeGreaterThanOrEqual(times);
  const box = (page: Page) => page.locator('gnd-links').first();

  it('shows its author an unknown key in place of nothing', async () => {
    const { page } = await open('<gnd-links gnd="118540238" include="wikipedia-de"></gnd-links>');
    const error = page.locator('.gnd-links-error');
    await error.waitFor();
    expect(await error.textContent()).toBe(
      '“include” contains wikipedia-de, which is not a key of a collection or a category.',
    );
  });

  it.each([
    ['de', 'Enzyklopädie', 'Mehr dazu: GND-Verweise · Datenstand 20.11.2026 · Quellen und Lizenzen'],
    ['en', 'Encyclopedia', 'More: GND Links · Data as of 20 Nov 2026 · Sources and licences'],
  ])(
    'shows links under a strict policy in %s, without a fault of accessibility',
    async (language, category, credit) => {
      const { page, faults } = await open(
        `<div lang="${language}"><gnd-links gnd="(DE-588)118540238"></gnd-links></div>`,
      );
      await told(page, 1);
      expect(await box(page).locator('[data-category=encyclopedia]').textContent()).toBe(category);
      expect(await box(page).locator('.gnd-links-credit').textContent()).toBe(credit);
      // In reading order.
      expect(await box(page).locator('a').first().getAttribute('data-collection')).toBe('dewiki');
      const ways = box(page).locator('.gnd-links-credit a');
      expect(await ways.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
        `${service.url}/gnd/118540238`,
        `${service.url}/sources`,
      ]);
      expect(await box(page).locator('a[data-collection=wikidata]').getAttribute('href')).toBe(
        'https://www.wikidata.org/wiki/Q5879',
      );
      expect(await page.evaluate('getComputedStyle(document.querySelector(".gnd-links-list")).display')).toBe('grid');
      expect(faults).toEqual([]);
      await page.evaluate(AXE).catch(() => undefined);
      const { violations } = (await page.evaluate('axe.run(document.querySelector("gnd-links"))')) as AxeResults;
      expect(violations.map(({ id }) => id)).toEqual([]);
    },
  );

  it('follows its attributes, and reports what it shows', async () => {
    const { page, requests } = await open(
      '<gnd-links gnd="118540238" include="encyclopedia wikidata" exclude="enwiki" limit="2" credit="off"></gnd-links>',
    );
    await told(page, 1);
    const [first] = (await page.evaluate('told')) as { total: number; shown: number; byCategory: object }[];
    expect(first).toMatchObject({ gnd: '118540238', shown: 2 });
    expect(first?.total).toBeGreaterThan(10);
    expect(await box(page).locator('.gnd-links-credit').count()).toBe(0);
    await page.evaluate('document.querySelector("gnd-links").setAttribute("limit", "1")');
    await told(page, 2);
    expect(await box(page).locator('a').count()).toBe(1);
    await page.evaluate('document.querySelector("gnd-links").setAttribute("gnd", "4074335-4")');
    await told(page, 3);
    expect(requests).toHaveLength(2);
    await page.evaluate(
      'document.querySelector("main").append(Object.assign(document.createElement("gnd-links"), { id: "made" })); document.getElementById("made").setAttribute("gnd", "118540238")',
    );
    await told(page, 4);
    expect(await page.locator('#made a').count()).toBeGreaterThan(10);
  });

  it('treats each limit like the page for frames', async () => {
    const limits = { '0': 0, '1': 1, '-1': undefined, many: undefined, '': undefined };
    const boxes = Object.keys(limits).map((limit) => `<gnd-links gnd="118540238" limit="${limit}"></gnd-links>`);
    const { page } = await open(boxes.join(''));
    await told(page, boxes.length);
    const [{ total } = { total: 0 }] = (await page.evaluate('told')) as { total: number }[];
    for (const [index, [limit, expected = total]] of Object.entries(limits).entries()) {
      expect(await page.locator('gnd-links').nth(index).locator('.gnd-links-link').count(), limit).toBe(expected);
      const { text } = await service.get(`/embed/118540238?limit=${limit}&form=fragment`);
      expect(text.match(/gnd-links-link/g) ?? [], limit).toHaveLength(expected);
    }
  });

  it('has links in the colour of the page', async () => {
    const { page } = await open('<gnd-links gnd="118540238"></gnd-links>');
    await told(page, 1);
    const colourOf = (selector: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('${selector}')).color`);
    for (const [style, colour] of [
      ['', 'rgb(0, 0, 238)'],
      ['a { color: rgb(1, 2, 3) }', 'rgb(1, 2, 3)'],
      [':where(a) { color: rgb(1, 2, 3) }', undefined],
      ['@layer base { a { color: rgb(1, 2, 3) } }', 'rgb(1, 2, 3)'],
      ['a { color: rgb(1, 2, 3) } gnd-links a { color: rgb(4, 5, 6) }', 'rgb(4, 5, 6)'],
      [':root { --gnd-links-link-color: rgb(4, 5, 6) }', 'rgb(4, 5, 6)'],
    ] as const) {
      await page.evaluate(`document.querySelector('style').textContent = ${JSON.stringify(style)}`);
      if (colour !== undefined) expect(await colourOf('.gnd-links-link'), style).toBe(colour);
      expect(await colourOf('.gnd-links-source'), style).toBe(await colourOf('.gnd-links-link'));
      expect(await colourOf('.gnd-links-link'), style).not.toBe(await colourOf('h1'));
    }
  });

  it('has one column where it is narrow, and two where it is wide', async () => {
    const { page } = await open(
      `<gnd-links id="wide" gnd="118540238"></gnd-links>
      <div class="aside"><gnd-links id="narrow" gnd="118540238"></gnd-links></div>
      <div class="float"><gnd-links id="float" gnd="118540238" limit="2"></gnd-links></div>`,
      service.url,
      '.aside { width: 18em } .float { float: left }',
    );
    await told(page, 3);
    const columns = (id: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('#${id} dl')).gridTemplateColumns.split(' ').length`);
    await expect.poll(() => columns('narrow')).toBe(1);
    expect(await columns('wide')).toBe(2);
    expect(await page.evaluate('document.querySelector("#float a").getBoundingClientRect().width')).toBeGreaterThan(20);
    await page.setViewportSize({ width: 320, height: 600 });
    await expect.poll(() => columns('wide')).toBe(1);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
    // Links do not wrap around each other, so that a finger hits the right one.
    const items = page.locator('#wide .gnd-links-item');
    expect(await items.evaluateAll((all) => all.every((item) => item.getClientRects().length === 1))).toBe(true);
    await page.setViewportSize({ width: 240, height: 600 });
    await page.goto(`${service.url}/embed/118540238?lang=de`);
    expect(
      await page.evaluate(`getComputedStyle(document.querySelector('dl')).gridTemplateColumns.split(' ').length`),
    ).toBe(1);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(240);
    const answer = (await service.get('/api/v1/gnd/118540238/links')).json() as LinksAnswer;
    const categories = answer.links.categories.map((one) => ({ ...one, items: Array.from({ length: 8 }, () => one.items).flat() })); // prettier-ignore
    const locale = localeFor({ language: 'de', isChosen: true }, { baseUrl: service.url });
    const input = { include: [], exclude: [], limit: undefined, form: undefined, credit: undefined };
    const long = listAnswer({ ...answer, links: { ...answer.links, categories } }, input, locale, () => undefined);
    await page.setContent(textOf(long));
    expect(await page.locator('details').count()).toBe(categories.length);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(240);
  });

  it('keeps its content when there are no links, and takes no space without content', async () => {
    const { page } = await open(
      '<gnd-links gnd="118540239">Nothing <b>known</b>.</gnd-links><gnd-links gnd="118540239"></gnd-links><gnd-links gnd="nonsense"></gnd-links><gnd-links></gnd-links><p>Below</p>',
    );
    await told(page, 4);
    expect(await box(page).innerHTML()).toBe('Nothing <b>known</b>.');
    expect(await box(page).isVisible()).toBe(true);
    expect(await page.locator('gnd-links[hidden]').count()).toBe(3);
    expect(await page.evaluate('shift')).toBe(0);
  });

  it('shares requests with the other boxes of the page', async () => {
    const ids = ['118540238', '4074335-4', '118607626', '118540239', '1012979490'];
    const { page, requests, faults } = await open(
      Array.from({ length: 50 }, (_, index) => `<gnd-links gnd="${ids[index % 5]}"></gnd-links>`).join(''),
    );
    await told(page, 50);
    expect(requests).toHaveLength(5);
    expect(faults).toEqual([]);
  });

  it('sends no request before it comes near the visible part of the page', async () => {
    const { page, requests } = await open(
      '<gnd-links gnd="118540238"></gnd-links><div id="long"></div><gnd-links id="below" gnd="4074335-4"></gnd-links>',
      service.url,
      '#long { height: 9000px }',
    );
    await told(page, 1);
    expect(requests).toHaveLength(1);
    await page.evaluate('document.getElementById("below").scrollIntoView()');
    await told(page, 2);
    expect(await page.locator('#below a').count()).toBeGreaterThan(2);
  });

  it('waits as long as a refusal says', async () => {
    const strict = await sampleForTest({ limits: perQuota(() => ({ quota: 2, burst: 2, windowSeconds: 1 })) });
    const ids = ['118540238', '4074335-4', '118607626', '118584596', '118529579', '118551655'];
    const { page } = await open(ids.map((gnd) => `<gnd-links gnd="${gnd}"></gnd-links>`).join(''), strict.url);
    await told(page, ids.length);
    const shown = (await page.evaluate('told.map(({ gnd }) => gnd ?? "none")')) as readonly string[];
    expect(shown).not.toHaveLength(0);
    expect(await page.locator('gnd-links a').count()).toBeGreaterThan(5);
  });

  it.each(['fails', 'is slow, and then fails'])('keeps its content while a service %s', async (how) => {
    const waiting: (() => void)[] = [];
    const failing = createServer((request, response) => {
      const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
      if (request.url?.endsWith('.js')) {
        response.writeHead(200, { ...headers, 'content-type': 'text/javascript' }).end(released);
        return;
      }
      const answer = () => void response.writeHead(500, headers).end('{}');
      if (how === 'fails') answer();
      else waiting.push(answer);
    });
    const port = await listenAnywhere(failing);
    const { page } = await open('<gnd-links gnd="118540238">Fallback</gnd-links>', `http://127.0.0.1:${port}`);
    await expect.poll(() => page.evaluate('Boolean(customElements.get("gnd-links"))')).toBe(true);
    expect(await box(page).textContent()).toBe('Fallback');
    if (how !== 'fails') await expect.poll(() => waiting.length).toBe(1);
    for (let answered = 0; answered < 3 && how !== 'fails'; answered += 1) {
      await expect.poll(() => waiting.length, { timeout: 240_000 }).toBe(answered + 1);
      waiting[answered]?.();
    }
    await told(page, 1);
    expect([await box(page).textContent(), await box(page).isVisible()]).toEqual(['Fallback', true]);
    failing.closeAllConnections();
    failing.close();
  });

  it('has its code in its document, which can be copied', async () => {
    const page = await browser.newPage();
    await page.goto(`${service.url}/docs/embed?lang=en`);
    const code = (await page.locator('pre code').first().textContent()) ?? '';
    expect(code).toContain('<gnd-links gnd="118540238"');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.locator('button.copy').first().click();
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(code.trim());
    expect(code).toContain(`${BOX_PATH}" integrity="${BOX_INTEGRITY}"`);
    await page.close();
  });
});
