/** Every page on phone and desktop, light and dark, in both languages, with and without scripts. */
import { describe, expect, it } from 'vitest';
import { assetPath } from '../../src/doors/pages/assets.ts';
import { forFile } from '../for-file.ts';
import { BROWSER, startBrowser, WITHOUT_BROWSER } from './browser.ts';
import { openEye, WITH_SCRIPTS, WITHOUT_SCRIPTS } from './looking.ts';
import { serveSample } from '../docs/sample-service.ts';
import { LIMITS } from '../http/serving.ts';
import { WALKED } from './walked.ts';

describe.skipIf(BROWSER === undefined)(`a walk through the site${WITHOUT_BROWSER}`, () => {
  const site = forFile(() => serveSample({ limits: LIMITS }));
  const browser = forFile(startBrowser);
  const eyes = [WITH_SCRIPTS, WITHOUT_SCRIPTS].map((views) => forFile(() => openEye(browser, views)));

  it.each(WALKED)('$path needs few bytes before it can be seen', async ({ path, maxSent = 25_000 }) => {
    const headers = { 'accept-encoding': 'gzip' };
    const [page, style] = [await site.get(path, { headers }), await site.get(assetPath('style.css'), { headers })];
    // Half a second at 400 kbit/s, in addition to two round trips.
    expect(page.body.length + style.body.length).toBeLessThan(maxSent);
  });

  it.each(WALKED)('$path has no faults', async ({ path, ...expected }) => {
    const faults = await Promise.all(eyes.map((eye) => eye.look(site.url + path, expected)));
    expect(faults.flat()).toEqual([]);
  });
});
