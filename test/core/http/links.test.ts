/** `GET /api/v1/gnd/{gnd}/links`: the sentences of the contract. */
import { describe, expect, it } from 'vitest';
import { draftOf, IDS, readyAnswer } from '../api/fixture.ts';
import { violations } from './contract.ts';
import { type Answer, serveForFile } from './serving.ts';

const PATH = '/api/v1/gnd/{gnd}/links';
const service = serveForFile();

async function links(gnd: string): Promise<Answer> {
  const answer = await service.get(`/api/v1/gnd/${gnd}/links`);
  expect(violations(PATH, answer)).toEqual([]);
  return answer;
}

describe('an existing entity', () => {
  it.each([IDS.covered, IDS.noLinks, IDS.markup, IDS.undifferentiated])(
    'is answered with the stored body, byte for byte: %s',
    async (id) => {
      const answer = await links(id);
      expect(answer.status).toBe(200);
      expect(answer.text).toBe(JSON.stringify(readyAnswer(draftOf(id))));
      expect(answer.headers['content-type']).toBe('application/json');
    },
  );

  it.each([
    ['as a bare URI', 'https://d-nb.info/gnd/118540238'],
    ['as a bare URI with a tail', 'https://d-nb.info/gnd/118540238/about/lds'],
    ['as a URI whose slashes a proxy merged', 'https:/d-nb.info/gnd/118540238'],
  ])('is found %s, and answered with its canonical identifier', async (_, spelling) => {
    expect((await links(spelling)).text).toBe((await links(IDS.covered)).text);
  });

  it('has Link fields for description, licence, canonical address and context, and none for pages', async () => {
    const { headers } = await links(IDS.covered);
    const description = `<${service.url}/api/v1/openapi.json>`;
    expect(headers['link']).toBe(
      [
        `${description}; rel="service-desc"; type="application/json"`,
        `${description}; rel="service-doc"; type="application/json"`,
        '<https://creativecommons.org/publicdomain/zero/1.0/>; rel="license"',
        `<${service.url}/api/v1/gnd/118540238/links>; rel="canonical"`,
        `<${service.url}/context/v1.jsonld>; rel="http://www.w3.org/ns/json-ld#context"; type="application/ld+json"`,
      ].join(', '),
    );
  });
});

describe('a merged identifier', () => {
  it('answers with the surviving entity and the requested identifier', async () => {
    const answer = await links(IDS.merged);
    expect(answer.status).toBe(200);
    const { requested: _, ...survivor } = readyAnswer(draftOf(IDS.covered));
    expect(answer.json()).toEqual({ ...survivor, requested: IDS.merged, redirectedFrom: [IDS.merged] });
    expect(answer.headers['link']).toContain('/gnd/118540238/links>; rel="canonical"');
  });

  it('keeps the documented order of fields', async () => {
    const fields = Object.keys((await links(IDS.merged)).json() as object);
    expect(fields.join(' ')).toBe('apiVersion snapshot conflicts entity requested redirectedFrom links');
  });
});

describe('an identifier that cannot be answered', () => {
  it.each([
    ['nonsense', 'hello', { reason: 'bad_characters' }],
    ['too short a number', '12', { reason: 'missing_hyphen' }],
    ['nothing', '', { reason: 'bad_length' }],
    ['only a blank', '%20', { reason: 'bad_length' }],
    ['a very long text', '1'.repeat(3000), { reason: 'bad_length' }],
    ['no hyphen, repaired form exists', '40181182', { reason: 'missing_hyphen', suggestion: '4018118-2' }],
    ['a DNB record number, entity exists', '040181189', { reason: 'foreign_identifier', suggestion: '4018118-2' }],
    ['a Wikidata item that a link carries', 'Q5879', { reason: 'foreign_identifier', suggestion: '118540238' }],
    ['a Wikidata item that none carries', 'Q42', { reason: 'foreign_identifier' }],
    ['a null byte', '118540238%00', { reason: 'bad_characters', suggestion: '118540238' }],
  ])('is 400 if it is %s', async (_, gnd, expected) => {
    const answer = await links(gnd);
    expect(answer.status).toBe(400);
    const body = answer.json() as Record<string, unknown>;
    expect(body).toMatchObject({ code: 'invalid_gnd_id', ...expected, errors: [{ parameter: 'gnd' }] });
    expect(body['suggestion']).toBe('suggestion' in expected ? expected.suggestion : undefined);
  });

  it.each(['%', '%zz', '%ff', '%E2%80'])('is 400 if it has the malformed encoding %s', async (gnd) => {
    const answer = await links(gnd);
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({
      code: 'invalid_gnd_id',
      errors: [{ parameter: 'gnd', code: 'malformed_encoding' }],
    });
  });

  it.each([
    ['404 when the data lack it', 404, IDS.unknown, { code: 'unknown_gnd_id' }],
    [
      '404 with the repaired one where a digit is wrong',
      404,
      IDS.mistyped,
      { code: 'unknown_gnd_id', reason: 'check_digit', suggestion: IDS.covered },
    ],
    [
      '404 with the reason alone where that does not exist',
      404,
      '118999991',
      { code: 'unknown_gnd_id', reason: 'check_digit' },
    ],
    ['410 when it was deleted', 410, IDS.deleted, { code: 'deleted_gnd_id' }],
    [
      '410 with successors when the record was split',
      410,
      IDS.split,
      { code: 'deleted_gnd_id', successors: [IDS.place, IDS.otherPlace] },
    ],
  ])('is %s', async (_, status, gnd, expected) => {
    const answer = await links(gnd);
    const { code, reason, suggestion, successors, gnd: named } = answer.json() as Record<string, unknown>;
    expect([answer.status, named]).toEqual([status, gnd]);
    expect({ code, reason, suggestion, successors }).toEqual(expected);
  });
});
