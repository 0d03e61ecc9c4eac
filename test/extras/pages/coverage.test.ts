/** The page of the list check without scripts: its form, and the addresses that lead to it. */
import { expect, it } from 'vitest';
import type { Store } from '../../../src/core/snapshot/store.ts';
import { answerOf } from './answering.ts';
import { attribute, show, textOf } from './reading.ts';
import { sampleForFile } from '../../docs/sample-service.ts';

const site = sampleForFile();
const get = (path: string) => show(site, path, { 'accept-language': 'en' });

it('the form has the list of the address, costs one request for links, and downloads the answer without scripts', async () => {
  const { status, headers, page } = await get('/coverage?ids=118540238%0D%0A(DE-588)%204065105-8;x');
  expect([status, page.errors]).toEqual([200, []]);
  expect(headers['ratelimit']).toMatch(/^"links"/);
  const form = page.all('form').find((one) => attribute(one, 'id') === 'coverage-form');
  const fields = page.all('input').filter((one) => one.parentNode === form);
  const [area] = page.all('textarea');
  expect(textOf(area)).toBe('118540238 (DE-588) 4065105-8 x');
  expect(attribute(area, 'placeholder')).toBe('118540238\n4065105-8');
  expect(page.all('label').map((label) => attribute(label, 'for'))).toContain('ids');
  const sent = new URLSearchParams({ ids: '118540238\r\n4065105-8' });
  for (const field of fields) sent.set(attribute(field, 'name') ?? '', attribute(field, 'value') ?? '');
  const answer = await site.get(`${attribute(form, 'action')}?${sent.toString()}`);
  expect([attribute(form, 'method'), answer.status, answer.headers['content-type']]).toEqual([
    'get',
    200,
    'text/csv; charset=utf-8; header=present',
  ]);
  expect(answer.text).toMatch(/^118540238,covered/m);
});

it.each([0, 3])('a result with unknown identifiers says whether deleted ones are recorded: %i', async (deletions) => {
  const store = {
    schemes: [],
    snapshot: { categories: [], counts: { entities: 10_000_000, deletions } },
  } as unknown as Store;
  const { page } = await answerOf('/coverage?lang=en', { store });
  // In the legend, and below the result.
  const said = page.main().match(/Deleted identifiers are not recorded here at present\./g);
  expect(said?.length).toBe(deletions === 0 ? 2 : undefined);
});
