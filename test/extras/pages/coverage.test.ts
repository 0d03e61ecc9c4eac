/** The coverage page without scripts: form, report, errors of a list, hostile data. */
import { describe, expect, it } from 'vitest';
import type { CoverageAnswer } from '../../../src/core/interface/coverage-schema.ts';
import { attribute, type Element, rowsOf, show, textOf } from './reading.ts';
import { serveSample } from '../../docs/sample-service.ts';
import { LIMITS } from '../../core/http/serving.ts';
import { forFile } from '../../for-file.ts';

const IDS = ['118540238', '4065105-8', '1012979490', '178066737', '5036103-X', '11854023Y', '118540239', '118540238'];

const site = forFile(() => serveSample({ limits: LIMITS }));

const get = (path: string) => show(site, path, { 'accept-language': 'en' });
const reportOn = (ids: readonly string[]) => get(`/coverage/report?ids=${encodeURIComponent(ids.join('\r\n'))}`);
const byId = (elements: readonly Element[], id: string) => elements.find((one) => attribute(one, 'id') === id);

describe('the form', () => {
  it('is valid HTML, costs nothing, and sends a list to the report', async () => {
    const { status, headers, page } = await get('/coverage');
    expect([status, headers['ratelimit'], page.errors]).toEqual([200, undefined, []]);
    const form = byId(page.all('form'), 'coverage-form');
    expect(['action', 'method'].map((name) => attribute(form, name))).toEqual(['/coverage/report', 'get']);
    expect(attribute(byId(page.all('textarea'), 'ids'), 'name')).toBe('ids');
    expect(page.all('label').map((label) => attribute(label, 'for'))).toContain('ids');
  });

  it('with a list in its address redirects to the report', async () => {
    const { status, headers } = await get('/coverage?ids=118540238&lang=en');
    expect([status, headers.location]).toEqual([303, '/coverage/report?ids=118540238&lang=en']);
  });
});

describe('the report', () => {
  it('has a row for every identifier in the given order, with the facts of the interface', async () => {
    const { status, headers, page } = await reportOn(IDS);
    expect([status, page.errors]).toEqual([200, []]);
    expect(headers['ratelimit']).toContain('"coverage"');
    const { items } = (await site.get(`/api/v1/coverage?ids=${IDS.join(',')}`)).json() as CoverageAnswer;
    const rows = rowsOf(page, 'coverage-table');
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
    // Categories are in reading order, as on all pages.
    expect(rows[0]?.[4]).toMatch(/^Encyclopedia \d+ · Biographical reference \d+ · .* · Authority file \d+/);
    for (const [index, { preferredName = '', links = '' }] of items.entries()) {
      expect(rows[index]?.[2]).toContain(preferredName);
      expect(rows[index]?.[3]).toBe(String(links));
    }
  });

  it('links entities and suggestions, and keeps the chosen language', async () => {
    const { page } = await get('/coverage/report?ids=118540239,4065105-8&lang=en');
    const links = page.hrefs();
    expect(links).toContain('/gnd/118540238?lang=en');
    expect(links).toContain('/gnd/4065105-8?lang=en');
    expect(links).toContain('/coverage/report?ids=118540238,4065105-8&lang=en');
  });

  it('can be downloaded in the formats of the interface', async () => {
    const { page } = await reportOn(IDS);
    const downloads = page.all('a').filter((link) => attribute(link, 'download') !== undefined);
    const answers = await Promise.all(downloads.map((link) => site.get(attribute(link, 'href') ?? '')));
    const types = answers.map(({ headers }) => headers['content-type']);
    expect(types).toEqual(['text/csv; charset=utf-8; header=present', 'application/json']);
    expect(answers[0]?.text.split('\r\n')).toHaveLength(IDS.length + 2);
  });

  it('has one row for an identifier with a blank after its prefix', async () => {
    const { page } = await reportOn(['(DE-588) 118540238', 'gnd: 4065105-8']);
    expect(page.all('tr')).toHaveLength(3);
    const csv = page.all('a').find((link) => attribute(link, 'href')?.endsWith('format=csv'));
    expect(attribute(csv, 'href')).toBe('/api/v1/coverage?ids=(DE-588)%20118540238,gnd%3A%204065105-8&format=csv');
  });
});

describe('an unusable list', () => {
  it('is reported at the field if it is empty', async () => {
    const { status, page } = await get('/coverage/report?ids=+');
    expect(status).toBe(400);
    const field = byId(page.all('textarea'), 'ids');
    expect(attribute(field, 'aria-invalid')).toBe('true');
    expect(attribute(field, 'aria-describedby')?.split(' ')).toContain('ids-error');
    expect(textOf(byId(page.all('p'), 'ids-error'))).toBe('Enter at least one GND identifier.');
  });

  it('stays in the field if it is too long', async () => {
    const ids = Array.from({ length: 250 }, (_, index) => `1${index}`);
    const { status, page } = await reportOn(ids);
    expect(status).toBe(400);
    expect(textOf(byId(page.all('textarea'), 'ids')).split(' ')).toEqual(ids);
    expect(textOf(byId(page.all('p'), 'ids-error'))).toMatch(
      /^These are 250 identifiers; without JavaScript at most 100 /,
    );
  });
});
