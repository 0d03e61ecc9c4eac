/** Pages of hostile or extreme data in a browser: no page breaks. */
import { describe, expect, it } from 'vitest';
import { forFile } from '../../../for-file.ts';
import { BROWSER, browserForFile, WITHOUT_BROWSER } from '../../../extras/pages/browser.ts';
import { HOSTILE_PAGES, serveHostile } from '../../../extras/pages/hostile-store.ts';
import { NARROW, NARROW_WITHOUT_SCRIPTS, openEye } from '../../../extras/pages/looking.ts';

/** Limit for a page of two thousand links, which is larger than others. */
const MAX_BYTES = 500_000;

describe.skipIf(BROWSER === undefined)(`a page of hostile data${WITHOUT_BROWSER}`, () => {
  const serving = forFile(serveHostile);
  const browser = browserForFile();
  const eye = forFile(() => openEye(browser, NARROW));
  // The rules of accessibility take minutes for thousands of links.
  const plainEye = forFile(() => openEye(browser, NARROW_WITHOUT_SCRIPTS));

  it.each(HOSTILE_PAGES)('%s: has no faults', async (name, path) => {
    const { status } = await serving.get(path);
    const { look } = name === 'entity: many' ? plainEye : eye;
    expect(await look(serving.url + path, { status, maxBytes: MAX_BYTES })).toEqual([]);
  });
});
