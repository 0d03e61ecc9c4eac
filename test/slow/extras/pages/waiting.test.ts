/** A page refused for a moment: states the wait in words, counts down, and loads again by itself. */
import { describe, expect, it } from 'vitest';
import { sampleForFile } from '../../../docs/sample-service.ts';
import { perQuota } from '../../../../src/core/quotas/quota-table.ts';
import { BROWSER, pageForTest, WITHOUT_BROWSER } from '../../../extras/pages/browser.ts';
import { show } from '../../../extras/pages/reading.ts';

const site = sampleForFile({ limits: perQuota(() => ({ quota: 1, windowSeconds: 8, burst: 1 })) });

it.each(['de', 'en'])('a refused page names no field of HTTP, and links to itself (%s)', async (language) => {
  const path = `/search?q=bach&lang=${language}`;
  await site.get(path);
  const { status, page, text } = await show(site, path);
  expect(status).toBe(429);
  // Without scripts, the browser waits.
  expect(text).toMatch(/<noscript>\s*<meta http-equiv="refresh" content="\d+" \/>\s*<\/noscript>/);
  expect(page.main()).not.toMatch(/Retry-After|RateLimit|instance|Instanz/);
  expect(page.hrefs()).toContain(path);
});

describe.skipIf(BROWSER === undefined)(`in a browser${WITHOUT_BROWSER}`, () => {
  const tab = pageForTest();

  it('a refused page counts the seconds down, and loads again', async () => {
    await site.get('/search?q=bach&lang=en');
    await tab.goto(`${site.url}/search?q=goethe&lang=en`);
    await tab.getByRole('link', { name: 'Johann Wolfgang von Goethe' }).waitFor();
  });
});
