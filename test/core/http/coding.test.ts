/** Content coding. */
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseCoding } from '../../../src/core/http/compression.ts';
import { draftOf, IDS, readyAnswer } from '../api/fixture.ts';
import { type Answer, serveForFile } from './serving.ts';

const service = serveForFile();

function decoded(answer: Answer): string {
  switch (answer.headers['content-encoding']) {
    case 'br':
      return brotliDecompressSync(answer.body).toString();
    case 'zstd':
      return zstdDecompressSync(answer.body).toString();
    case 'gzip':
      return gunzipSync(answer.body).toString();
    default:
      return answer.text;
  }
}

describe.each([
  ['stored compressed', `/api/v1/gnd/${IDS.covered}/links`, 'gzip'],
  ['of a merged identifier', `/api/v1/gnd/${IDS.merged}/links`, 'br'],
  ['made for the request', `/api/v1/coverage?ids=${Array.from({ length: 50 }, () => IDS.covered).join(',')}`, 'br'],
  ['sent many times', '/api/v1/openapi.json', 'br'],
])('a body %s', (_, path, favourite) => {
  it.each([
    ['nothing', undefined, undefined],
    ['an empty field', '', undefined],
    ['all', 'gzip, deflate, br, zstd', favourite],
    ['anything', '*', favourite],
    ['gzip', 'gzip', 'gzip'],
    ['br', 'br', 'br'],
    ['zstd', 'zstd', 'zstd'],
    ['gzip in capitals', 'GZIP', 'gzip'],
    ['a preference', 'gzip;q=0.5, zstd;q=0.9, br;q=0.1', 'zstd'],
    ['an exclusion', 'gzip;q=0, br;q=0, *', 'zstd'],
    ['identity', 'identity', undefined],
    ['identity above all', 'identity;q=1, gzip;q=0.5', undefined],
    ['only what is not spoken here', 'compress', undefined],
    ['nothing at all', 'identity;q=0, *;q=0', undefined],
    ['nonsense', ';;;q=,,=', undefined],
  ])('is coded for a client that accepts %s', async (_taken, field, coding) => {
    const answer = await service.get(path, { headers: field === undefined ? {} : { 'accept-encoding': field } });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-encoding']).toBe(coding);
    expect(answer.headers['vary']).toBe('Accept-Encoding');
    expect(Number(answer.headers['content-length'])).toBe(answer.body.length);
    expect(decoded(answer)).toBe((await service.get(path)).text);
  });
});

it('a stored body is sent unchanged', async () => {
  const answer = await service.get(`/api/v1/gnd/${IDS.covered}/links`, { headers: { 'accept-encoding': 'gzip' } });
  const found = await service.store.entity(IDS.covered as never);
  expect(found?.kind === 'found' && Buffer.from(found.answer).equals(answer.body)).toBe(true);
  expect(JSON.parse(decoded(answer))).toEqual(readyAnswer(draftOf(IDS.covered)));
});

it('small bodies are not compressed', async () => {
  const answer = await service.get('/api/v1/search?q=zzzzqqqq', { headers: { 'accept-encoding': 'br, gzip' } });
  expect(answer.headers['content-encoding']).toBeUndefined();
});

it('the choice of a coding accepts any value of Accept-Encoding', () => {
  const word = fc.oneof(
    fc.constantFrom('gzip', 'br', 'zstd', 'identity', '*', 'q=', ';', ',', '0', '1.0', '-1', 'NaN'),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(word), (words) => {
      expect(['br', 'zstd', 'gzip', 'identity']).toContain(
        chooseCoding(words.join(''), ['br', 'zstd', 'gzip', 'identity']),
      );
    }),
  );
});
