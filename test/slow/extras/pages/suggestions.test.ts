/** The search box in a browser: suggestions while typing, by keyboard and mouse. */
import { beforeEach, describe, expect, it } from 'vitest';
import { BROWSER, pageForTest, WITHOUT_BROWSER } from '../../../extras/pages/browser.ts';
import { sampleForFile } from '../../../docs/sample-service.ts';

const API = '**/api/v1/search?*';

describe.skipIf(BROWSER === undefined)(`the search box${WITHOUT_BROWSER}`, () => {
  const site = sampleForFile();
  const page = pageForTest({ locale: 'en' });
  beforeEach(() => page.goto(site.url));

  const box = () => page.getByRole('combobox');
  const options = () => page.getByRole('option');
  /** Types all letters without pauses, because a pause would show suggestions for the first letters. */
  const typed = async (text: string) => {
    await box().fill(text);
    await options().first().waitFor();
  };

  it('suggests entities during typing, and announces their number', async () => {
    await box().pressSequentially('bac');
    await expect
      .poll(() => options().first().textContent(), { timeout: 240_000 })
      .toMatch(/^Johann Sebastian BachPerson · 1685–1750/);
    expect(await page.getByRole('status').textContent()).toBe(`${(await options().count()) - 1} suggestions`);
    expect(await box().getAttribute('aria-expanded')).toBe('true');
  });

  it('announces that there are none', async () => {
    await box().pressSequentially('qqqqqqqqq');
    await page.getByText('No suggestions').waitFor();
    expect(await box().getAttribute('aria-expanded')).toBe('false');
  });

  it('follows the arrow keys, and opens the entity with Enter', async () => {
    await typed('weimar');
    await box().press('ArrowUp');
    const last = options().last();
    expect(await box().getAttribute('aria-activedescendant')).toBe(await last.getAttribute('id'));
    await box().press('ArrowDown');
    expect(await box().getAttribute('aria-activedescendant')).toBeNull();
    await box().press('ArrowDown');
    expect(await options().first().getAttribute('aria-selected')).toBe('true');
    const [request] = await Promise.all([page.waitForRequest('**/gnd/4065105-8'), box().press('Enter')]);
    expect(request.isNavigationRequest()).toBe(true);
  });

  it('leads to all hits with its last line', async () => {
    await typed('weimar');
    expect(await options().last().textContent()).toBe('All results for “weimar”');
    await Promise.all([page.waitForRequest('**/search?q=weimar'), options().last().click()]);
  });

  it('searches with Enter when none is chosen', async () => {
    await typed('weimar');
    await Promise.all([page.waitForRequest('**/search?q=weimar'), box().press('Enter')]);
  });

  it('closes with Escape, keeps what was typed, and opens again with an arrow key', async () => {
    await typed('weimar');
    await box().press('Escape');
    expect(await options().count()).toBe(0);
    expect(await box().inputValue()).toBe('weimar');
    await box().press('ArrowDown');
    expect(await options().count()).toBeGreaterThan(0);
  });

  it('opens a clicked suggestion in the chosen language', async () => {
    await page.goto(`${site.url}/?lang=de`);
    await typed('weimar');
    await Promise.all([page.waitForRequest('**/gnd/4065105-8?lang=de'), options().first().click()]);
  });

  it('stops its requests after a refusal', async () => {
    let requests = 0;
    await page.route(API, async (route) => {
      requests += 1;
      await route.fulfill({
        status: 429,
        headers: { 'retry-after': '30' },
        contentType: 'application/json',
        body: '{}',
      });
    });
    const first = page.waitForResponse(API);
    await box().fill('wei');
    await first;
    await page.clock.install();
    await box().pressSequentially('mar');
    await page.clock.runFor(1_000);
    expect(requests).toBe(1);
    expect(await options().count()).toBe(0);
  });

  it('ignores an answer that arrives too late', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/v1/search?q=goe*', async (route) => {
      await held;
      await route.continue().catch(() => undefined);
    });
    const asked = page.waitForRequest('**/api/v1/search?q=goe*');
    await box().fill('goe');
    await asked;
    await box().fill('');
    await typed('weimar');
    release();
    expect(await options().first().textContent()).toContain('Weimar');
  });

  it('shows names as text, and descriptions in words', async () => {
    const matched = { field: 'preferredName', value: '' };
    const item = {
      gnd: '1',
      linkCount: 0,
      typeLabel: { en: '<b>' },
      preferredName: '<img src=x onerror=alert(1)>',
      description: '1919–, Bayern',
      matched,
    };
    await page.route(API, (route) => route.fulfill({ json: { items: [item] } }));
    await typed('xy');
    expect(await options().first().textContent()).toBe(
      '<img src=x onerror=alert(1)><b> · since 1919, Bayern · 0 links',
    );
  });
});
