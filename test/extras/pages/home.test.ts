/** The home page without a browser: its facts about the data, in both languages. */
import { describe, expect, it } from 'vitest';
import { attribute, show, textOf } from './reading.ts';
import { sampleForFile } from '../../docs/sample-service.ts';

const site = sampleForFile();

const get = (path: string, headers?: Record<string, string>) => show(site, path, headers);

describe('the home page', () => {
  it.each(['de', 'en'])('is valid HTML in the chosen language: %s', async (language) => {
    const { headers, page } = await get(`/?lang=${language}`);
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'content-language': language });
    expect(attribute(page.all('html')[0], 'lang')).toBe(language);
    expect(page.errors).toEqual([]);
    expect(page.all('h1')).toHaveLength(1);
    expect(page.all().filter((element) => attribute(element, 'style') !== undefined)).toEqual([]);
  });

  it('uses the preferred language of the browser, or German', async () => {
    const spoken = async (wish: string) => (await get('/', { 'accept-language': wish })).headers['content-language'];
    const wishes = ['en-GB,en;q=0.9,de;q=0.5', 'de-AT', 'fr', '*'];
    expect(await Promise.all(wishes.map(spoken))).toEqual(['en', 'de', 'de', 'de']);
  });

  it('shows the counts of the snapshot', async () => {
    const { page } = await get('/?lang=en');
    expect(page.texts('dd')).toEqual(['326', '1,925', '25', '20 Nov 2026']);
    expect(page.texts('dt')).toContain('sources with links');
  });

  it('shows a person, a place and a subject, with the best known collections first', async () => {
    const { page } = await get('/?lang=en');
    expect(page.texts('article').map((text) => text.split(' ')[0])).toEqual(['Person', 'Place', 'Subject']);
    expect(page.hrefs()).toEqual(
      expect.arrayContaining([
        '/gnd/118540238?lang=en',
        '/search?q=Weimar&lang=en',
        expect.stringMatching(/^\/coverage\?ids=[\dXY,-]+&lang=en$/),
        '/sources?state=linked&lang=en',
        '/docs/seealso?lang=en',
        '/resolve/table?lang=en',
      ]) as string[],
    );
    // Beside all ways to use the data, and in the footer, as on every page.
    expect(page.hrefs().filter((href) => href === '/docs?lang=en')).toHaveLength(2);
    const first = page.all('a').find((link) => attribute(link, 'rel')?.includes('external'));
    expect(textOf(first)).toBe('Wikipedia (Deutsch)');
  });

  it('offers only searches and identifiers that this state of the data answers', async () => {
    const { page } = await get('/?lang=en');
    const tried = page.hrefs().filter((href) => /^\/(?:search|coverage)\?(?:q|ids)=/.test(href ?? ''));
    expect(tried).toHaveLength(4);
    for (const href of tried) {
      const api = `/api/v1${(href ?? '').replace('&lang=en', '')}`;
      const { total, ignored, items } = (await site.get(api)).json() as Tried;
      expect([href, total?.value === 0, ignored]).toEqual([href, false, undefined]);
      expect([href, items.some(({ verdict }) => verdict === 'unknown')]).toEqual([href, false]);
    }
  });
});

interface Tried {
  readonly total?: { readonly value: number };
  readonly ignored?: readonly string[];
  readonly items: readonly { readonly verdict?: string }[];
}
