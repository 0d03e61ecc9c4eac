/** Every page as people see it: phone and desk, light and dark, both languages, with and without scripts. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { request } from 'undici';
import { assetPath } from '../../src/pages/assets.ts';
import type { SampleService } from '../docs/sample-service.ts';
import { BROWSER, startBrowser, WITHOUT_BROWSER } from './browser.ts';
import { type Eye, inLanguage, openEye, VIEWS } from './looking.ts';
import { serveSite } from './serve-site.ts';
import { WALKED } from './walked.ts';

describe.skipIf(BROWSER === undefined)(`a walk through the site${WITHOUT_BROWSER}`, () => {
  let site: SampleService;
  let browser: Browser;
  let eyes: readonly Eye[];

  beforeAll(async () => {
    [site, browser] = await Promise.all([serveSite(), startBrowser()]);
    eyes = await Promise.all(VIEWS.map((view) => openEye(browser, view)));
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  it.each(WALKED)('$path needs few bytes before it can be seen', async ({ path }) => {
    const size = async (address: string) => {
      const { body } = await request(new URL(address, site.url), { headers: { 'accept-encoding': 'gzip' } });
      return (await body.arrayBuffer()).byteLength;
    };
    // At 400 kbit/s half a second, beside two round trips.
    expect((await size(path)) + (await size(assetPath('style.css')))).toBeLessThan(25_000);
  });

  it.each(WALKED)('$path is in order', async ({ path, ...expected }) => {
    const faults = await Promise.all(
      eyes.map(async (eye) => eye.look(inLanguage(site.url + path, eye.view), expected)),
    );
    expect(faults.flat()).toEqual([]);
  });
});
