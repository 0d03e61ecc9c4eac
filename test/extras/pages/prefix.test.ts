/** A base URL with a path: all links, forms, assets and redirects of pages lead to existing addresses below it. */
import { expect, it } from 'vitest';
import { attribute, readPage } from './reading.ts';
import { sampleForFile } from '../../docs/sample-service.ts';
import { WALKED } from './walked.ts';

const PREFIX = '/catalogue/gnd';
/** Addresses that the tested server does not have, and those that need the fields of a form. */
const ELSEWHERE = ['/favicon.ico', '/llms.txt', '/resolve', '/api/v1/coverage'];
const bare = (path: string) => path.replace(/\?.*/, '');
const site = sampleForFile({ baseUrl: `https://gnd-links.example.org${PREFIX}` });

it('pages below a path have only links and assets to existing addresses below it', async () => {
  const found = new Map<string, string>();
  for (const { path } of WALKED) {
    const text = await (await fetch(`${site.url}${path}${path.includes('?') ? '&' : '?'}lang=de`)).text();
    for (const element of readPage(text).all()) {
      for (const name of ['href', 'src', 'action']) {
        const address = attribute(element, name);
        if (address !== undefined && /^\/(?!\/)/.test(address)) found.set(address.replace(/#.*/, ''), path);
      }
    }
  }
  expect([...found].filter(([address]) => !`${address}/`.startsWith(`${PREFIX}/`))).toEqual([]);
  const broken: string[] = [];
  for (const [address, from] of found) {
    const path = address.slice(PREFIX.length);
    const { status } = await fetch(site.url + path, { redirect: 'manual' });
    // The sample lacks some of the entities to which it refers, and pages of refusals link to themselves.
    const isRefusal = WALKED.some((one) => one.status === status && bare(one.path) === bare(path));
    const isExpected = path.startsWith('/gnd/') || isRefusal;
    if (status >= 400 && !isExpected && !ELSEWHERE.includes(path)) broken.push(`${status} ${address} from ${from}`);
  }
  expect(broken).toEqual([]);
});

it('a problem names its page below the path', async () => {
  const problem = (await (await fetch(`${site.url}/nowhere`)).json()) as { type: string };
  expect(problem.type).toBe(`https://gnd-links.example.org${PREFIX}/problems/not-found`);
});

it.each([
  ['/gnd/%20118540238?lang=en', '/gnd/118540238?lang=en'],
  ['/search?q=118540238', '/gnd/118540238'],
  ['/sources/', '/sources'],
])('%s redirects to %s below the path', async (path, location) => {
  const { headers } = await fetch(site.url + path, { redirect: 'manual', headers: { accept: 'text/html' } });
  expect(headers.get('location')).toBe(PREFIX + location);
});
