/** Pages of hostile or extreme data: no data become markup, and no page breaks. */
import { describe, expect, it } from 'vitest';
import { forFile } from '../../for-file.ts';
import { BROWSER, startBrowser, WITHOUT_BROWSER } from './browser.ts';
import { HOSTILE, MARKUP, serveHostile } from './hostile-store.ts';
import { NARROW, openEye } from './looking.ts';
import { attribute, type Element, show } from './reading.ts';

const asked = encodeURIComponent(MARKUP);
const segment = encodeURIComponent(MARKUP.replaceAll('/', '-'));
const PAGES: readonly (readonly [name: string, path: string])[] = [
  ['home', '/'],
  ...Object.entries(HOSTILE).map(([name, gnd]) => [`entity: ${name}`, `/gnd/${gnd}`] as const),
  ['no entity', `/gnd/${segment}`],
  ['results', '/search?q=script'],
  ['results of right to left', `/search?q=${encodeURIComponent('الخوارزمي')}`],
  ['results of long words', '/search?q=donaudampfschifffahrtdonaudampfschifffahrt'],
  ['no results', `/search?q=${asked}`],
  ['search of no type', `/search?q=xx&type=${asked}`],
  ['list', `/coverage/report?ids=${Object.values(HOSTILE).join(',')},${asked}`],
  ['sources', '/sources'],
  ['source with markup', '/sources/markup'],
  ['source with long words', '/sources/long'],
  ['no source', `/sources/${segment}`],
  ['status', '/status'],
  ['docs', '/docs'],
  ['no problem', `/problems/${segment}`],
];

/** Limit for a page of two thousand links, which is larger than others. */
const MAX_BYTES = 500_000;

const serving = forFile(serveHostile);

const ADDRESSES = ['href', 'src', 'action', 'formaction', 'xlink:href', 'data', 'poster', 'srcset'];

/** Whether the element could run a script from the data. */
function isDangerous(element: Element): boolean {
  if (element.attrs.some(({ name }) => name.startsWith('on') || name === 'style' || name === 'srcdoc')) return true;
  const addresses = element.attrs.filter(({ name }) => ADDRESSES.includes(name)).map(({ value }) => value);
  if (!addresses.every((address) => /^(https?:\/\/|\/(?!\/)|#|\?)/.test(address))) return true;
  if (element.tagName !== 'script') return false;
  const type = attribute(element, 'type') ?? '';
  return !(type.endsWith('json') || (type === 'module' && attribute(element, 'src')?.startsWith('/assets/')));
}

it.each(PAGES)('%s: shows data as text', async (_, path) => {
  for (const language of ['de', 'en']) {
    const { page, status } = await show(serving, `${path}${path.includes('?') ? '&' : '?'}lang=${language}`);
    expect(status).toBeLessThan(500);
    expect(page.errors).toEqual([]);
    expect(page.all().filter(isDangerous)).toEqual([]);
  }
});

describe.skipIf(BROWSER === undefined)(`in a browser${WITHOUT_BROWSER}`, () => {
  const browser = forFile(startBrowser);
  const eye = forFile(() => openEye(browser, NARROW));

  it.each(PAGES)('%s: has no faults', async (_, path) => {
    const { status } = await serving.get(path);
    expect(await eye.look(serving.url + path, { status, maxBytes: MAX_BYTES })).toEqual([]);
  });
});
