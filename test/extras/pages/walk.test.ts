/** Every page is small, and a page of each kind has no faults in a browser; `test/slow` walks through all of them. */
import { describe, expect, it } from 'vitest';
import { assetPath } from '../../../src/extras/pages/assets.ts';
import { serveSample } from '../../docs/sample-service.ts';
import { forFile } from '../../for-file.ts';
import { LIMITS } from '../../core/http/serving.ts';
import { BROWSER, startBrowser, WITHOUT_BROWSER } from './browser.ts';
import { NARROW, openEye } from './looking.ts';
import { WALKED } from './walked.ts';

const site = forFile(() => serveSample({ limits: LIMITS }));

it.each(WALKED)('$path needs few bytes before it is visible', async ({ path, maxSent = 25_000 }) => {
  const headers = { 'accept-encoding': 'gzip' };
  const [page, style] = [await site.get(path, { headers }), await site.get(assetPath('style.css'), { headers })];
  // Half a second at 400 kbit/s, in addition to two round trips.
  expect(page.body.length + style.body.length).toBeLessThan(maxSent);
});

describe.skipIf(BROWSER === undefined)(`on a phone${WITHOUT_BROWSER}`, () => {
  const browser = forFile(startBrowser);
  const eye = forFile(() => openEye(browser, NARROW));
  const paths = ['/', '/gnd/118540238', '/gnd/nonsense', '/search?q=bach', '/coverage', '/sources', '/docs/keys'];

  it.each(WALKED.filter(({ path }) => paths.includes(path)))('$path has no faults', async ({ path, ...expected }) => {
    expect(await eye.look(site.url + path, expected)).toEqual([]);
  });
});
