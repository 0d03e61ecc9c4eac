/** `/resolve`: identifiers and addresses of other schemes in every usual spelling, and malformed lists. */
import { describe, expect, it } from 'vitest';
import { type Answer, posted } from '../../core/http/serving.ts';
import { sampleForFile } from '../../docs/sample-service.ts';

interface Report {
  readonly snapshot: object;
  readonly summary: Readonly<Record<string, number>>;
  readonly items: readonly Readonly<Record<string, unknown>>[];
}

const GOETHE = '118540238';
const service = sampleForFile();

const get = (ids: string, more = '') => service.get(`/resolve?ids=${ids}${more}`);
const post = (body: string, type = 'text/plain', query = '') => service.get(`/resolve${query}`, posted(body, type));
const report = (answer: Answer): Report => {
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json']);
  return answer.json() as Report;
};
/** Rows without readings, for values with one reading. */
const plain = (rows: Report['items']) =>
  rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'readings')));
const verdicts = (answer: Answer) => report(answer).items.map(({ input, verdict }) => [input, verdict]);

describe('a value', () => {
  it('can be the address of a link', async () => {
    const input = 'https://de.wikipedia.org/wiki/Johann_Wolfgang_von_Goethe';
    expect(plain(report(await get(input)).items)).toEqual([
      {
        input,
        verdict: 'found',
        gnd: GOETHE,
        uri: `https://d-nb.info/gnd/${GOETHE}`,
        type: 'Person',
        preferredName: 'Goethe, Johann Wolfgang von',
        scheme: 'url',
        value: 'de.wikipedia.org/wiki/Johann_Wolfgang_von_Goethe',
      },
    ]);
  });

  it.each([
    ['https://example.org/nothing', { verdict: 'unknown', scheme: 'url', value: 'example.org/nothing' }],
    ['wikidata:Q1', { verdict: 'unknown', scheme: 'wikidata', value: 'Q1' }],
    ['Q1', { verdict: 'unknown' }],
    ['118999990', { verdict: 'unknown' }],
    ['0000-0002-1825-0097', { verdict: 'unknown' }],
    ['Goethe', { verdict: 'unreadable', reason: 'no_identifier' }],
    ['viaf:abc', { verdict: 'unreadable', reason: 'no_identifier' }],
    ['https://', { verdict: 'unreadable', reason: 'unusable_address' }],
    ['https://d-nb.info/gnd/nonsense', { verdict: 'unreadable', reason: 'unusable_address' }],
    [`https://x.org/${'y'.repeat(5000)}`, { verdict: 'unreadable', reason: 'too_long' }],
  ])('like %s gets the right verdict', async (input, row) => {
    expect(plain(report(await post(input)).items)).toEqual([{ input, ...row }]);
  });
});

describe('a list', () => {
  it('keeps order and repetitions, and names the snapshot', async () => {
    const answer = report(await get('Q1,Q5879,Goethe,Q1'));
    expect(answer.items.map(({ input }) => input)).toEqual(['Q1', 'Q5879', 'Goethe', 'Q1']);
    expect(answer.summary).toEqual({ requested: 4, found: 1, ambiguous: 0, unknown: 2, unreadable: 1 });
    const { id, date } = service.store.snapshot;
    expect(answer.snapshot).toEqual({ id, date });
  });

  const ADDRESS = 'https://de.wikipedia.org/wiki/Goethe,_Johann';
  it.each([
    ['an encoded comma in an address', `${encodeURIComponent(ADDRESS)},Q5879`, [ADDRESS, 'Q5879']],
    ['all commas encoded', encodeURIComponent(`https://viaf.org/viaf/1,Q5879,https://viaf.org/viaf/2,viaf:3`), 4],
    ['encoded twice', encodeURIComponent('https://x.org/a%2C123456,Q5879'), ['https://x.org/a%2C123456', 'Q5879']],
    ['plus for blank', 'Q5879+viaf:24602065+0000+0001+2099+9104', 3],
    ['the parameter repeated, beside unknown ones', 'Q1,Q2&_=17&ids=Q3&idsx=4', ['Q1', 'Q2', 'Q3']],
    ['semicolons between blanks', 'Q1%20%3B%20viaf:2', ['Q1', 'viaf:2']],
    ['lines', 'Q1%0Aviaf:2', ['Q1', 'viaf:2']],
    ['empty places', ',,Q1,;%20,', ['Q1']],
  ])('is split: %s', async (_, ids, expected) => {
    const inputs = report(await get(ids)).items.map(({ input }) => input);
    if (typeof expected === 'number') expect(inputs).toHaveLength(expected);
    else expect(inputs).toEqual(expected);
  });

  it('can be JSON of numbers, or lines with blank ones and a byte order mark', async () => {
    expect(verdicts(await post('[24602065]', 'application/json'))).toEqual([['24602065', 'found']]);
    expect(verdicts(await post('\uFEFFQ5879\r\n\r\n  Q1 \n'))).toEqual([
      ['Q5879', 'found'],
      ['Q1', 'unknown'],
    ]);
  });

  it.each([
    ['missing_ids', () => get('')],
    ['missing_ids', () => service.get('/resolve')],
    ['missing_ids', () => post('[]', 'application/json')],
    ['too_many_ids', () => get(Array.from({ length: 101 }, () => 'Q1').join())],
    ['too_many_ids', () => post('Q1\n'.repeat(1001))],
    ['invalid_format', () => get('Q1', '&format=xml')],
    ['invalid_request', () => get('%ff')],
    ['invalid_request', () => post('\u00FF', 'application/json')],
    ['invalid_request', () => post('{"id":["Q1"]}', 'application/json')],
    ['invalid_request', () => post('[["Q1"],null,1.5]', 'application/json')],
  ])('is refused: %s', async (code, ask) => {
    const answer = await ask();
    expect([answer.status, (answer.json() as { code: string }).code]).toEqual([400, code]);
  });

  it('may have 100 values in an address and 1,000 in a body', async () => {
    expect(report(await get(Array.from({ length: 100 }, () => 'Q1').join())).summary).toMatchObject({ requested: 100 });
    expect(report(await post('Q5879\n'.repeat(1000))).summary).toMatchObject({ found: 1000 });
  });
});

it('a list can be a table for spreadsheets, without formulas in cells', async () => {
  const answer = await post(['Q5879', '=1+1', '+cmd', `https://x.org/"a`].join('\n'), 'text/plain', '?format=csv');
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': `attachment; filename="gnd-resolve-${service.store.snapshot.date}.csv"`,
  });
  expect(answer.text.split('\r\n')).toEqual([
    'input,verdict,reason,gnd,uri,type,preferredName,scheme,value,candidates',
    `Q5879,found,,${GOETHE},https://d-nb.info/gnd/${GOETHE},Person,"Goethe, Johann Wolfgang von",wikidata,Q5879,`,
    `"'=1+1",unreadable,no_identifier,,,,,,,`,
    `"'+cmd",unreadable,no_identifier,,,,,,,`,
    `"https://x.org/""a",unknown,,,,,,url,"x.org/""a",`,
    '',
  ]);
});
