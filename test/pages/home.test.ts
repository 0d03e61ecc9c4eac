/** The home page without a browser: what it says of the data, in both languages. */
import { describe, expect, it } from 'vitest';
import type { StatusAnswer } from '../../src/api/register-schemas.ts';
import { attribute, readPage, textOf } from './reading.ts';
import { serveSite } from './serve-site.ts';
import { forFile } from '../for-file.ts';

const site = forFile(serveSite);

async function get(path: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(site.url + path, { headers });
  return { response, page: readPage(await response.text()) };
}

describe('the home page', () => {
  it.each(['de', 'en'])('is sound HTML in the language that was chosen: %s', async (language) => {
    const { response, page } = await get(`/?lang=${language}`);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-language')).toBe(language);
    expect(attribute(page.all('html')[0], 'lang')).toBe(language);
    expect(page.errors).toEqual([]);
    expect(page.all('h1')).toHaveLength(1);
    expect(page.all().filter((element) => attribute(element, 'style') !== undefined)).toEqual([]);
  });

  it('speaks as the browser wishes, and German to all others', async () => {
    const spoken = async (wish: string) =>
      (await get('/', { 'accept-language': wish })).response.headers.get('content-language');
    expect(await Promise.all(['en-GB,en;q=0.9,de;q=0.5', 'de-AT', 'fr', '*'].map(spoken))).toEqual([
      'en',
      'de',
      'de',
      'de',
    ]);
  });

  it('shows the counts of the snapshot', async () => {
    const report = (await (await fetch(`${site.url}/api/v1/status`)).json()) as StatusAnswer;
    const { page } = await get('/?lang=en');
    const { Person } = report.snapshot.counts.byType;
    expect(page.all('li').map(textOf)).toContain(`Person ${Person}`);
    const figures = page.all('dd').map(textOf);
    expect(figures.slice(0, 4)).toEqual(['324', '1,911', '25', '20 Nov 2026']);
  });

  it('says how many sources are behind', async () => {
    const { page } = await get('/?lang=en');
    expect(page.all('p').map(textOf)).toContain('Of 25 sources: 5 out of date. See all sources');
  });

  it('shows what a search leads to, with the best known collections first', async () => {
    const { page } = await get('/?lang=en');
    const links = page.all('a');
    expect(links.map((link) => attribute(link, 'href'))).toEqual(
      expect.arrayContaining([
        '/gnd/118540238?lang=en',
        '/search?q=Weimar&lang=en',
        expect.stringMatching(/^\/coverage\/report\?ids=[\dXY,-]+&lang=en$/),
        '/sources?lang=en',
        '/api/v1/gnd/118540238/links',
      ]) as string[],
    );
    const shown = links.filter((link) => attribute(link, 'rel')?.includes('external')).map(textOf);
    expect(shown[0]).toBe('Wikipedia (Deutsch)');
  });
});
