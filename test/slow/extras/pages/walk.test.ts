/** Every page on phone and desktop, light and dark, in both languages, with and without scripts. */
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { perQuota } from '../../../../src/core/quotas/quota-table.ts';
import { locateSnapshot } from '../../../../src/core/snapshot/directory.ts';
import { StoreReadError } from '../../../../src/core/snapshot/store.ts';
import { FRESH_SOURCE, openFixture } from '../../../core/api/fixture.ts';
import { sampleForFile } from '../../../docs/sample-service.ts';
import { forFile } from '../../../for-file.ts';
import { serve } from '../../../extras/serving.ts';
import { dumpSnapshot } from '../../../build/runs/running.ts';
import { temporaryForFile } from '../../../temporary.ts';
import { BROWSER, browserForFile, pageForTest, WITHOUT_BROWSER } from '../../../extras/pages/browser.ts';
import { openEye, WITH_SCRIPTS, WITHOUT_SCRIPTS } from '../../../extras/pages/looking.ts';
import { WALKED } from '../../../extras/pages/walked.ts';

/** Pages that exist only with dumps, or only for browsers. */
const FOR_BROWSERS = [
  { path: '/files' },
  { path: '/seealso/gnd?format=sources&id=118540238' },
  { path: '/reconcile/preview/118540238' },
];
const dumps = temporaryForFile();

describe.skipIf(BROWSER === undefined)(`a walk through the site${WITHOUT_BROWSER}`, () => {
  const site = sampleForFile({ dumps });
  const browser = browserForFile();
  const eyes = [WITH_SCRIPTS, WITHOUT_SCRIPTS].map((views) => forFile(() => openEye(browser, views)));
  const faultsOf = async (url: string, expected: { readonly status?: number; readonly maxBytes?: number }) =>
    (await Promise.all(eyes.map((eye) => eye.look(url, expected)))).flat();
  beforeAll(async () => {
    await dumpSnapshot(await locateSnapshot(inject('sample')), { out: dumps, baseUrl: site.url });
  });

  it.each([...WALKED, ...FOR_BROWSERS])('$path has no faults', async ({ path, ...expected }) => {
    expect(await faultsOf(site.url + path, expected)).toEqual([]);
  });

  describe('the register', () => {
    const page = pageForTest();

    const sources = Array.from({ length: 40 }, (_, place) => ({ ...FRESH_SOURCE, key: `list-${place}` }));
    const long = forFile(async () => serve({ store: await openFixture(sources) }));

    it('has 30 sources on a screen until a link is followed, and all on paper', async () => {
      await page.goto(`${long.url}/sources?lang=en`);
      const seen = async () => [
        await page.locator('.register tbody tr:visible').count(),
        await page.locator('.further:visible').count(),
      ];
      expect(await seen()).toEqual([30, 2]);
      await page.emulateMedia({ media: 'print' });
      expect(await seen()).toEqual([40, 0]);
      await page.emulateMedia({ media: 'screen' });
      await page.locator('.further a').click();
      await page.locator('.further a').waitFor({ state: 'hidden' });
      expect(await seen()).toEqual([40, 0]);
    });
  });

  describe('when a quota is used up,', () => {
    const busy = sampleForFile({ limits: perQuota(() => ({ quota: 1, windowSeconds: 600, burst: 1 })) });
    beforeAll(() => busy.get('/gnd/118540238'));

    it('a page has no faults', async () => {
      expect(await faultsOf(`${busy.url}/gnd/118540238`, { status: 429 })).toEqual([]);
    });
  });

  describe('when the data are unreadable,', () => {
    const unreadable = async () => Promise.reject(new StoreReadError('disk on fire'));
    const broken = forFile(async () => {
      const failing = { entity: unreadable, search: unreadable, check: unreadable };
      return serve({ store: { ...(await openFixture()), ...failing }, log: { error: () => undefined } });
    });

    it.each(['/', '/gnd/118540238'])('%s has no faults', async (path) => {
      expect(await faultsOf(broken.url + path, { status: 503 })).toEqual([]);
    });
  });
});
