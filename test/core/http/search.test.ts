/** `GET /api/v1/search`: the sentences of the contract. */
import { describe, expect, it } from 'vitest';
import { SNAPSHOT } from '../api/fixture.ts';
import type { SearchAnswer } from '../../../src/core/interface/search-schema.ts';
import { violations } from './contract.ts';
import { type Answer, serveForFile } from './serving.ts';

const PATH = '/api/v1/search';
const service = serveForFile();

async function search(query: string): Promise<Answer> {
  const answer = await service.get(`${PATH}${query}`);
  expect(violations(PATH, answer)).toEqual([]);
  return answer;
}

async function found(query: string): Promise<SearchAnswer> {
  const answer = await search(query);
  expect(answer.status).toBe(200);
  return answer.json() as SearchAnswer;
}

describe('an answer', () => {
  it('begins with version and snapshot, and repeats the query as it was understood', async () => {
    const { text } = await search('?q=%20goethe%20johann%20&limit=5');
    const head = { apiVersion: '1.0.0', snapshot: SNAPSHOT, query: { q: 'goethe johann', limit: 5, offset: 0 } };
    expect(text.startsWith(JSON.stringify(head).slice(0, -1))).toBe(true);
  });

  it('is the same for types with commas and in several parameters', async () => {
    const [commas, several, mixed] = await Promise.all(
      ['type=Work,Family', 'type=Family&type=Work', 'type=Work&type=Family,Work'].map((types) =>
        search(`?q=bach&${types}`),
      ),
    );
    expect(several?.text).toBe(commas?.text);
    expect([several?.headers.etag, mixed?.headers.etag]).toEqual([commas?.headers.etag, commas?.headers.etag]);
  });

  it('has entities of the requested types only', async () => {
    const { items, query } = await found('?q=bach&type=Work,Family');
    expect(query.type).toEqual(['Family', 'Work']);
    expect(items.map(({ type }) => type)).toEqual(['Family']);
  });

  it.each([
    ['NFD', 'Go%CC%88the', 'Göthe'],
    ['plus signs', 'goethe+johann', 'goethe johann'],
    ['control characters', 'goethe%00johann%0A', 'goethe johann'],
  ])('understands %s', async (_, q, understood) => {
    expect((await found(`?q=${q}`)).query.q).toBe(understood);
  });
});

describe('pages', () => {
  it('are linked to the next one, without overlap or gap', async () => {
    const seen: string[] = [];
    let next: string | undefined = '/api/v1/search?q=johann&limit=1';
    while (next !== undefined) {
      const answer: Answer = await service.get(next);
      seen.push(...(answer.json() as SearchAnswer).items.map(({ gnd }) => gnd));
      next = /<[^>]*(\/api[^>]*)>; rel="next"/.exec(String(answer.headers['link']))?.[1];
    }
    const whole = (await found('?q=johann')).items.map(({ gnd }) => gnd);
    expect(whole.length).toBeGreaterThan(1);
    expect(seen).toEqual(whole);
  });

  it('are linked to the previous one', async () => {
    const { headers } = await search('?q=johann&limit=2&offset=1&type=Person');
    expect(headers['link']).toContain(
      `<${service.url}/api/v1/search?q=johann&type=Person&limit=1&offset=0>; rel="prev"`,
    );
  });
});

describe('an invalid request', () => {
  const a = (count: number) => '%C3%A4'.repeat(count);
  it.each([
    ['no q', '', 'q', 'missing'],
    ['an empty q', '?q=', 'q', 'too_short'],
    ['one character', '?q=a', 'q', 'too_short'],
    ['one character among blanks', '?q=+++a+++', 'q', 'too_short'],
    ['one character after NFC', '?q=a%CC%88', 'q', 'too_short'],
    ['only control characters', '?q=%00%01%02', 'q', 'too_short'],
    ['201 characters', `?q=${a(201)}`, 'q', 'too_long'],
    ['a repeated q', '?q=ab&q=cd', 'q', 'duplicate_parameter'],
    ['a malformed q', '?q=%ff%fe', 'q', 'malformed_encoding'],
    ['an unknown parameter', '?q=ab&page=2', 'page', 'unknown_parameter'],
    ['an unknown type', '?q=ab&type=Cat', 'type', 'unknown_value'],
    ['a blank between types', '?q=ab&type=Person,%20Work', 'type', 'unknown_value'],
    ['an empty type', '?q=ab&type=', 'type', 'unknown_value'],
    ['limit 101', '?q=ab&limit=101', 'limit', 'out_of_range'],
    ['a limit with a fraction', '?q=ab&limit=1.5', 'limit', 'not_an_integer'],
    ['offset 1000', '?q=ab&offset=1000', 'offset', 'out_of_range'],
    ['offset and limit beyond 1000', '?q=ab&offset=981', 'offset', 'out_of_range'],
  ])('is 400 and names the parameter: %s', async (_, query, parameter, code) => {
    const answer = await search(query);
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'invalid_search', errors: [{ parameter, code }] });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('names every wrong parameter', async () => {
    const body = (await search('?q=a&limit=0&x=1')).json() as { errors: { parameter: string }[] };
    expect(body.errors.map(({ parameter }) => parameter).toSorted()).toEqual(['limit', 'q', 'x']);
  });

  it.each([
    ['2 characters', '?q=ab'],
    ['200 characters', `?q=${a(200)}`],
    ['200 characters beyond the basic plane', `?q=${'%F0%9F%98%80'.repeat(200)}`],
    ['the last window', '?q=ab&offset=980'],
    ['limit 100', '?q=ab&limit=100'],
  ])('is not one with %s', async (_, query) => {
    expect((await search(query)).status).toBe(200);
  });
});
