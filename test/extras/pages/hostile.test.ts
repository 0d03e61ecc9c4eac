/** Pages of hostile or extreme data: no data become markup. */
import { expect, it } from 'vitest';
import { forFile } from '../../for-file.ts';
import { HOSTILE_PAGES, serveHostile } from './hostile-store.ts';
import { attribute, type Element, show } from './reading.ts';

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

it.each(HOSTILE_PAGES)('%s: shows data as text', async (_, path) => {
  for (const language of ['de', 'en']) {
    const { page, status } = await show(serving, `${path}${path.includes('?') ? '&' : '?'}lang=${language}`);
    expect(status).toBeLessThan(500);
    expect(page.errors).toEqual([]);
    expect(page.all().filter(isDangerous)).toEqual([]);
  }
});
