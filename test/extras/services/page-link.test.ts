/** JSON answers name the page with the same content, if pages are served. */
import { describe, expect, it } from 'vitest';
import { sampleForFile } from '../../docs/sample-service.ts';

const sample = sampleForFile();
const alternate = (link: unknown) => [...String(link).matchAll(/<([^>]*)>; rel="alternate"; type="text\/html"/g)].map(([, url]) => url); // prettier-ignore

describe('the page with the same content', () => {
  it.each([
    ['/api/v1/gnd/118540238/links', '/gnd/118540238'],
    ['/api/v1/gnd/1012979490/links', '/gnd/118540238'],
    ['/api/v1/search?q=bach%201685&type=Person&limit=2', '/search?q=bach+1685&type=Person'],
    ['/api/v1/sources', '/sources'],
    ['/api/v1/status', '/status'],
    ['/api/v1/coverage?ids=118540238;4074335-4', '/coverage?ids=118540238%0A4074335-4'],
    ['/relations/1012979490?group=works&limit=1', '/gnd/118540238'],
    ['/resolve?ids=Q5879&ids=viaf:24602065&to=isni', '/resolve/table?ids=Q5879%0Aviaf%3A24602065&to=isni'],
  ])('of %s is %s', async (target, page) => {
    const { headers } = await sample.get(target);
    expect(alternate(headers['link'])).toEqual([`${sample.url}${page}`]);
    const shown = await sample.get(page, { headers: { accept: 'text/html' } });
    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  });

  it('is not named if its address would be too long', async () => {
    const ids = Array.from({ length: 100 }, () => `https://viaf.org/viaf/24602065`).join(',');
    const { status, headers } = await sample.get(`/resolve?ids=${ids}&to=isni`);
    expect([status, alternate(headers['link'])]).toEqual([200, []]);
  });
});
