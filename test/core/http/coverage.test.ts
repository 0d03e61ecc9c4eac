/** `GET /api/v1/coverage`: the sentences of the contract. */
import { describe, expect, it } from 'vitest';
import type { CoverageAnswer } from '../../../src/core/interface/coverage-schema.ts';
import { CATEGORY_KEYS } from '../../../src/core/snapshot/links-answer.ts';
import { IDS, SNAPSHOT } from '../api/fixture.ts';
import { violations } from './contract.ts';
import { type Answer, serveForFile } from './serving.ts';

const PATH = '/api/v1/coverage';
const service = serveForFile();

async function ask(query: string): Promise<Answer> {
  const answer = await service.get(`${PATH}${query}`);
  expect(violations(PATH, answer)).toEqual([]);
  return answer;
}

async function report(ids: string): Promise<CoverageAnswer> {
  const answer = await ask(`?ids=${encodeURIComponent(ids)}`);
  expect(answer.status).toBe(200);
  return answer.json() as CoverageAnswer;
}

const named = (gnd: string) => ({ gnd, uri: `https://d-nb.info/gnd/${gnd}` });
const foreign = (value: string) => ({
  verdict: 'invalid',
  reason: 'foreign_identifier',
  readings: [{ scheme: 'wikidata', value }],
});
const ENTITY = {
  ...named(IDS.covered),
  type: 'Person',
  preferredName: 'Goethe, Johann Wolfgang von',
  links: 3,
  byCategory: { knowledge_base: 2, encyclopedia: 1 },
  missingCategories: CATEGORY_KEYS.filter((key) => key !== 'knowledge_base' && key !== 'encyclopedia'),
  sources: ['entityfacts'],
};

it.each([
  ['covered', IDS.covered, { verdict: 'covered', ...ENTITY }],
  ['redirected', IDS.merged, { verdict: 'redirected', ...ENTITY }],
  [
    'no_links',
    IDS.noLinks,
    {
      verdict: 'no_links',
      ...named(IDS.noLinks),
      type: 'CorporateBody',
      preferredName: 'Verein ohne Verweise',
      links: 0,
      byCategory: {},
      missingCategories: CATEGORY_KEYS,
      sources: [],
    },
  ],
  ['deleted', IDS.deleted, { verdict: 'deleted', ...named(IDS.deleted) }],
  [
    'deleted, with successors',
    IDS.split,
    { verdict: 'deleted', ...named(IDS.split), successors: [IDS.place, IDS.otherPlace] },
  ],
  ['unknown', IDS.unknown, { verdict: 'unknown', ...named(IDS.unknown) }],
  [
    'unknown, mistyped',
    IDS.mistyped,
    { verdict: 'unknown', reason: 'check_digit', suggestion: IDS.covered, ...named(IDS.mistyped) },
  ],
  ['invalid', '11854023Y', { verdict: 'invalid', reason: 'bad_characters' }],
  [
    'invalid, hyphen missing',
    '40181182',
    {
      verdict: 'invalid',
      reason: 'missing_hyphen',
      suggestion: IDS.place,
      readings: [{ scheme: 'gnd', value: IDS.place }],
    },
  ],
  ['invalid, foreign', 'Q5879', { ...foreign('Q5879'), suggestion: IDS.covered }],
  ['invalid, foreign and nowhere', 'Q42', foreign('Q42')],
  ['invalid, length', '1', { verdict: 'invalid', reason: 'bad_length' }],
])('a row has the verdict and fields for %s', async (_, input, expected) => {
  expect((await report(input)).items).toEqual([{ input, ...expected }]);
});

describe('the list of identifiers', () => {
  it('is summarised, with rows counted by verdict', async () => {
    const { summary } = await report(`${IDS.covered},${IDS.merged},11854023Y`);
    expect(summary).toEqual({
      requested: 3,
      distinct: 3,
      covered: 1,
      noLinks: 0,
      redirected: 1,
      deleted: 0,
      withheld: 0,
      unknown: 0,
      invalid: 1,
    });
  });

  it('keeps order and repetitions, and counts spellings of one identifier as one', async () => {
    const inputs = [IDS.noLinks, IDS.covered, `gnd:${IDS.covered}`, IDS.covered, 'x', 'x'];
    const { items, summary } = await report(inputs.join(','));
    expect(items.map(({ input }) => input)).toEqual(inputs);
    expect(summary).toMatchObject({ requested: 6, distinct: 3, covered: 3, noLinks: 1, invalid: 2 });
  });

  it.each([
    ['commas', 'A,B,C'],
    ['semicolons', 'A;B;C'],
    ['blanks', 'A%20B%20C'],
    ['plus signs', 'A+B+C'],
    ['line ends', 'A%0D%0AB%0AC%0D%0A'],
    ['tabs', 'A%09B%09C'],
    ['no-break spaces', 'A%c2%a0B%c2%a0C'],
    ['any mix, also at the ends', '%20,;A%20,%20;B;,%0AC+,'],
  ])('may be separated by %s', async (_, pattern) => {
    const ids = pattern.replace('A', IDS.covered).replace('B', IDS.merged).replace('C', IDS.noLinks);
    const { items } = (await ask(`?ids=${ids}`)).json() as CoverageAnswer;
    expect(items.map(({ verdict }) => verdict)).toEqual(['covered', 'redirected', 'no_links']);
  });

  it('may have a hundred full URIs', async () => {
    const { summary } = await report(
      Array.from({ length: 100 }, () => `https://d-nb.info/gnd/${IDS.covered}`).join('; '),
    );
    expect(summary).toMatchObject({ requested: 100, distinct: 1, covered: 100 });
  });

  it('is refused above a hundred, repetitions included', async () => {
    for (const separator of [',', '&ids=']) {
      const answer = await ask(`?ids=${Array.from({ length: 101 }, () => IDS.covered).join(separator)}`);
      expect(answer.status).toBe(400);
      expect(answer.json()).toMatchObject({ code: 'too_many_ids', maximum: 100, received: 101 });
    }
  });
});

it('identifiers separated by commas and in several parameters form one list', async () => {
  const [commas, several] = await Promise.all([ask('?ids=118540238,1,2'), ask('?ids=118540238&ids=1,2')]);
  expect([several?.status, several?.text, several?.headers.etag]).toEqual([200, commas?.text, commas?.headers.etag]);
});

it.each([
  ['no parameter', '', 'missing_ids', 'ids'],
  ['empty ids', '?ids=', 'missing_ids', 'ids'],
  ['only separators', '?ids=,;%20+', 'missing_ids', 'ids'],
  ['an unknown format', '?ids=1&format=xml', 'invalid_format', 'format'],
  ['an empty format', '?ids=1&format=', 'invalid_format', 'format'],
  ['a format in capitals', '?ids=1&format=CSV', 'invalid_format', 'format'],
  ['a repeated format', '?ids=1&format=csv&format=csv', 'invalid_coverage_request', 'format'],
  ['an unknown parameter', '?ids=1&id=2', 'invalid_coverage_request', 'id'],
  ['malformed encoding', '?ids=%ff', 'invalid_coverage_request', 'ids'],
  ['an unknown parameter of the table', '?ids=1&format=csv&id=2', 'invalid_coverage_request', 'id'],
])('an invalid request with %s is 400', async (_, query, code, parameter) => {
  const answer = await ask(query);
  expect(answer.status).toBe(400);
  expect(answer.json()).toMatchObject({ code, errors: [{ parameter }] });
});

describe('the table', () => {
  it('has its media type and file name', async () => {
    const { headers } = await ask(`?ids=${IDS.covered}&format=csv`);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    expect(headers['content-disposition']).toBe(`attachment; filename="gnd-coverage-${SNAPSHOT.date}.csv"`);
  });

  it('has the documented columns and CRLF', async () => {
    const { text } = await ask(`?ids=${IDS.covered},${IDS.noLinks},${IDS.mistyped},11854023Y&format=csv`);
    expect(text.split('\r\n')).toEqual([
      `input,verdict,reason,suggestion,gnd,uri,type,preferredName,links,${CATEGORY_KEYS.join(',')},sources,successors`,
      '118540238,covered,,,118540238,https://d-nb.info/gnd/118540238,Person,"Goethe, Johann Wolfgang von",3,0,2,1,0,0,0,0,0,0,0,0,0,0,entityfacts,',
      '5000001-9,no_links,,,5000001-9,https://d-nb.info/gnd/5000001-9,CorporateBody,Verein ohne Verweise,0,0,0,0,0,0,0,0,0,0,0,0,0,0,,',
      `118540239,unknown,check_digit,118540238,118540239,https://d-nb.info/gnd/118540239${','.repeat(18)}`,
      '11854023Y,invalid,bad_characters,,,,,,,,,,,,,,,,,,,,,',
      '',
    ]);
  });

  it('ends with the successors of a record that was split', async () => {
    const { text } = await ask(`?ids=${IDS.split}&format=csv`);
    expect(text.split('\r\n')[1]).toMatch(new RegExp(`,${IDS.place} ${IDS.otherPlace}$`, 'u'));
  });
});
