/** The coverage page without scripts: form, report, what is wrong with a list, hostile data. */
import { describe, expect, it } from 'vitest';
import type { CoverageAnswer } from '../../src/api/coverage-schema.ts';
import { answerOf } from './answering.ts';
import { attribute, type Element, readPage, textOf } from './reading.ts';
import { serveSite } from './serve-site.ts';
import { forFile } from '../for-file.ts';

const IDS = ['118540238', '4065105-8', '1012979499', '178066737', '5036103-X', '11854023Y', '118540239', '118540238'];

const site = forFile(serveSite);

async function get(path: string) {
  const response = await fetch(site.url + path, { redirect: 'manual', headers: { 'accept-language': 'en' } });
  const text = await response.text();
  return { response, text, page: readPage(text) };
}
const reportOn = (ids: readonly string[]) => get(`/coverage/report?ids=${encodeURIComponent(ids.join('\r\n'))}`);
const byId = (elements: readonly Element[], id: string) => elements.find((one) => attribute(one, 'id') === id);
const cellsOf = (row: Element) =>
  row.childNodes.filter(({ nodeName }) => nodeName === 'td' || nodeName === 'th').map(textOf);

describe('the form', () => {
  it('is sound, costs nothing and sends a list to the report', async () => {
    const { response, page } = await get('/coverage');
    expect(response.status).toBe(200);
    expect(response.headers.has('ratelimit')).toBe(false);
    expect(page.errors).toEqual([]);
    const form = byId(page.all('form'), 'coverage-form');
    expect([attribute(form, 'action'), attribute(form, 'method')]).toEqual(['/coverage/report', 'get']);
    expect(attribute(byId(page.all('textarea'), 'ids'), 'name')).toBe('ids');
    expect(page.all('label').map((label) => attribute(label, 'for'))).toContain('ids');
    expect(page.all('p').map(textOf)).toContain(
      'Without JavaScript up to 100 identifiers at a time, with JavaScript any number.',
    );
  });

  it('with a list in its address leads to the report', async () => {
    const { response } = await get('/coverage?ids=118540238&lang=en');
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/coverage/report?ids=118540238&lang=en');
  });
});

describe('the report', () => {
  it('has a row for every identifier in its order, with what the interface says of it', async () => {
    const { response, page } = await reportOn(IDS);
    expect(response.status).toBe(200);
    expect(response.headers.get('ratelimit')).toContain('"coverage"');
    expect(page.errors).toEqual([]);
    const answer = await fetch(`${site.url}/api/v1/coverage?ids=${IDS.join(',')}`);
    const { items } = (await answer.json()) as CoverageAnswer;
    const rows = page.all('tr').slice(1).map(cellsOf);
    expect(rows.map(([input]) => input)).toEqual(IDS);
    expect(rows.map(([, finding]) => finding)).toEqual([
      'with links',
      'with links',
      'merged',
      'deleted',
      'with links',
      'invalidcharacters that do not belong',
      'unknownwrong check digitSuggestion: 118540238',
      'with links',
    ]);
    for (const [index, { preferredName = '', links = '' }] of items.entries()) {
      expect(rows[index]?.[2]).toContain(preferredName);
      expect(rows[index]?.[3]).toBe(String(links));
    }
  });

  it('links entities and suggestions, and keeps the language that was chosen', async () => {
    const { page } = await get('/coverage/report?ids=118540239,4065105-8&lang=en');
    const links = page.all('a').map((link) => attribute(link, 'href'));
    expect(links).toContain('/gnd/118540238?lang=en');
    expect(links).toContain('/gnd/4065105-8?lang=en');
    expect(links).toContain('/coverage/report?ids=118540238,4065105-8&lang=en');
  });

  it('can be downloaded as the interface has it', async () => {
    const { page } = await reportOn(IDS);
    const downloads = page.all('a').filter((link) => attribute(link, 'download') !== undefined);
    const answers = await Promise.all(downloads.map((link) => fetch(site.url + (attribute(link, 'href') ?? ''))));
    expect(answers.map(({ headers }) => headers.get('content-type'))).toEqual([
      'text/csv; charset=utf-8; header=present',
      'application/json',
    ]);
    expect((await answers[0]?.text())?.split('\r\n')).toHaveLength(IDS.length + 2);
  });

  it('takes an identifier with a blank behind its prefix for one', async () => {
    const { page } = await reportOn(['(DE-588) 118540238', 'gnd: 4065105-8']);
    expect(page.all('tr')).toHaveLength(3);
    const csv = page.all('a').find((link) => attribute(link, 'href')?.endsWith('format=csv'));
    expect(attribute(csv, 'href')).toBe('/api/v1/coverage?ids=(DE-588)118540238,gnd%3A4065105-8&format=csv');
  });
});

describe('a list that will not do', () => {
  it('is empty: the field says so', async () => {
    const { response, page } = await get('/coverage/report?ids=+');
    expect(response.status).toBe(400);
    const field = byId(page.all('textarea'), 'ids');
    expect(attribute(field, 'aria-invalid')).toBe('true');
    expect(attribute(field, 'aria-describedby')?.split(' ')).toContain('ids-error');
    expect(textOf(byId(page.all('p'), 'ids-error'))).toBe('Enter at least one GND identifier.');
  });

  it('is too long: it stays in the field', async () => {
    const ids = Array.from({ length: 250 }, (_, index) => `1${index}`);
    const { response, page } = await reportOn(ids);
    expect(response.status).toBe(400);
    expect(textOf(byId(page.all('textarea'), 'ids')).split(' ')).toEqual(ids);
    expect(textOf(byId(page.all('p'), 'ids-error'))).toMatch(/^These are 250 identifiers; without JavaScript 100 /);
  });
});

it('shows hostile data as text', async () => {
  const HOSTILE = '<script>alert(1)</script>"\'&';
  const item = { input: HOSTILE, verdict: 'covered', gnd: '1', type: 'Person', preferredName: HOSTILE, links: 1 };
  const row = { ...item, byCategory: { [HOSTILE]: 1 }, missingCategories: [], sources: [HOSTILE] };
  const answers: Readonly<Record<string, unknown>> = {
    coverage: { snapshot: { id: HOSTILE, date: HOSTILE }, summary: { requested: 1, distinct: 1 }, items: [row] },
    sources: { categories: [] },
  };
  const { page } = await answerOf('/coverage/report', {
    query: `ids=${encodeURIComponent(`</textarea>${HOSTILE}`)}&lang=en`,
    call: async (path) => ({ status: 200, body: answers[path.split(/[/?]/)[3] ?? ''] }),
  });
  expect(page.errors).toEqual([]);
  expect(page.all('script').filter((one) => attribute(one, 'src') === undefined)).toHaveLength(1);
  expect(page.all('bdi').map(textOf)).toEqual([HOSTILE]);
  expect(textOf(byId(page.all('textarea'), 'ids'))).toBe(`</textarea>${HOSTILE}`);
});
