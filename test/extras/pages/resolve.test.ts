/** The page that resolves lists, without scripts: redirects, form, report, errors of a list. */
import { describe, expect, it } from 'vitest';
import { ANY_IDENTIFIER, idsByRow, readPasted } from '../../../src/extras/pages/coverage-list.ts';
import { sampleForFile } from '../../docs/sample-service.ts';
import { attribute, show } from './reading.ts';

const site = sampleForFile();
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-language': 'en' };
const get = (path: string) => show(site, path, BROWSER);

describe('/resolve', () => {
  it.each([
    ['a browser', '/resolve?ids=Q5879&to=viaf', BROWSER, 303, '/resolve/table?ids=Q5879&to=viaf'],
    ['a browser with an address that has a query', '/resolve?ids=https://a.org/?b=1', BROWSER, 303, '/resolve/table?ids=https%3A%2F%2Fa.org%2F%3Fb%3D1'], // prettier-ignore
    ['a browser without a list', '/resolve', BROWSER, 303, '/resolve/table'],
    ['a browser that asks for JSON', '/resolve?ids=Q5879&format=json', BROWSER, 200, undefined],
    ['a program', '/resolve?ids=Q5879', { accept: '*/*' }, 200, undefined],
    ['a program that says nothing', '/resolve?ids=Q5879', {}, 200, undefined],
    [
      'a program that prefers JSON',
      '/resolve?ids=Q5879',
      { accept: 'application/json, text/html;q=0.5' },
      200,
      undefined,
    ],
    ['a program without a list', '/resolve', { accept: '*/*' }, 400, undefined],
  ])('answers %s', async (_, path, headers, status, location) => {
    const answer = await site.get(path, { headers });
    expect([answer.status, answer.headers.location?.replace(site.url, '')]).toEqual([status, location]);
    expect(answer.headers['vary']).toContain('Accept');
  });
});

describe('the page', () => {
  it('has a form with the usual schemes selected', async () => {
    const { status, page } = await get('/resolve/table');
    expect([status, page.errors]).toEqual([200, []]);
    const boxes = page.all('input').filter((input) => attribute(input, 'name') === 'to');
    const chosen = boxes.filter((input) => attribute(input, 'checked') !== undefined);
    expect(chosen.map((input) => attribute(input, 'value'))).toEqual(['viaf', 'wikidata', 'isni', 'lcnaf']);
    expect(boxes.length).toBeGreaterThan(20);
  });

  it('has examples that it can resolve', async () => {
    const { page } = await get('/resolve/table');
    const examples = page.texts('code');
    expect(examples.length).toBeGreaterThan(5);
    const answer = await site.get(`/resolve?ids=${examples.map(encodeURIComponent).join('%0A')}&format=json`);
    const { summary } = answer.json() as { summary: object };
    expect(summary).toMatchObject({ requested: examples.length, found: examples.length });
  });

  it('has a given list in its form, which downloads the answer without scripts', async () => {
    const { page } = await get('/resolve/table?ids=Q5879%0D%0AVIAF:%2024602065&to=viaf&to=isni');
    expect(page.errors).toEqual([]);
    expect(page.texts('textarea')).toEqual(['Q5879 VIAF: 24602065']);
    const sent = { ids: 'Q5879\r\nVIAF: 24602065', to: 'viaf', format: 'csv' };
    const response = await fetch(`${site.url}/resolve`, { method: 'POST', body: new URLSearchParams(sent) });
    expect(response.headers.get('content-disposition')).toContain('attachment');
    expect(await response.text()).toContain('Q5879,found');
  });
});

describe('values in a pasted text', () => {
  const found = (text: string) => {
    const reading = readPasted(text, ANY_IDENTIFIER);
    return [reading.best, idsByRow(reading, reading.best, ANY_IDENTIFIER).flat()];
  };
  it.each([
    ['lines', 'Q5879\nviaf:1\n', 'everything', ['Q5879', 'viaf:1']],
    ['with commas', 'Q5879, Q42,Q1', 'everything', ['Q5879', 'Q42', 'Q1']],
    [
      'labels and groups',
      'VIAF: 24602065\n0000 0001 2099 9104',
      'everything',
      ['VIAF: 24602065', '0000 0001 2099 9104'],
    ],
    [
      'addresses with commas',
      'https://example.org/1,b\nhttps://example.org/2',
      'everything',
      ['https://example.org/1,b', 'https://example.org/2'],
    ],
    ['a table', 'Name\tVIAF\nGoethe\t24602065\nX\t\nY\t1234567', 1, ['24602065', '1234567']],
    ['two values of a row', 'Name;Wikidata\nGoethe;Q5879\n"A, B";"Q1, Q2"', 1, ['Q5879', 'Q1', 'Q2']],
    ['names', 'Goethe\nSchiller', 'everything', ['Goethe', 'Schiller']],
  ])('are found in %s', (_, text, best, values) => {
    expect(found(text)).toEqual([best, values]);
  });
});
