/** A page that was refused for a moment: it says for how many seconds in words, counts down, and comes back by itself. */
import { describe, expect, it } from 'vitest';
import { forFile, forTest } from '../for-file.ts';
import { serveSample } from '../docs/sample-service.ts';
import { perLimited } from '../../src/quotas/limited.ts';
import { BROWSER, startBrowser, WITHOUT_BROWSER } from './browser.ts';
import { show } from './reading.ts';

const site = forFile(() => serveSample({ limits: perLimited(() => ({ quota: 1, windowSeconds: 2, burst: 1 })) }));

it.each(['de', 'en'])('names no field of HTTP to people, and leads to the same page (%s)', async (language) => {
  const path = `/search?q=bach&lang=${language}`;
  await site.get(path);
  const { status, page, text } = await show(site, path);
  expect(status).toBe(429);
  // Without scripts the browser counts.
  expect(text).toMatch(/<noscript>\s*<meta http-equiv="refresh" content="\d+" \/>\s*<\/noscript>/);
  expect(page.main()).not.toMatch(/Retry-After|RateLimit|instance|Instanz/);
  expect(page.hrefs()).toContain(path);
});

describe.skipIf(BROWSER === undefined)(`in a browser${WITHOUT_BROWSER}`, () => {
  const browser = forFile(startBrowser);
  const tab = forTest(() => browser.newPage());

  it('counts the seconds down and loads the page again', async () => {
    await site.get('/search?q=bach&lang=en');
    await tab.goto(`${site.url}/search?q=goethe&lang=en`);
    await tab.getByRole('link', { name: 'Johann Wolfgang von Goethe' }).waitFor();
  });
});
