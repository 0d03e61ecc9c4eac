/** Whatever is asked: never a 5xx, always a documented status, a body that fits its schema, and the fields. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/api/endpoints.ts';
import type { Endpoint, ParameterDescription } from '../../src/api/endpoint.ts';
import { IDS } from '../api/fixture.ts';
import { violations } from './contract.ts';
import { type Serving, serve } from './serving.ts';

let service: Serving;
beforeAll(async () => {
  service = await serve();
});
afterAll(() => service.close());

const HOSTILE = [
  '',
  ' ',
  '%',
  '%00',
  '%zz',
  '%ff',
  '%C0%80',
  '%ED%A0%80',
  '"',
  "'",
  '*',
  'NEAR(',
  'a OR b',
  '\\',
  '../..',
  '<script>',
  '=1+1',
  '\u0301\u0301',
  '\u202E',
  '😀',
  '__proto__',
  'constructor',
  '1e9',
  '-1',
  '9'.repeat(30),
  'ä'.repeat(200),
  '118540238,',
  ';;;',
  'Q5879',
  'https://viaf.org/viaf/1',
  ...Object.values(IDS),
];

const hostile = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary', maxLength: 50 }),
);

/** Texts that fit the parameter's schema now and then, and miss it by little now and then. */
function valueOf({ schema }: ParameterDescription): fc.Arbitrary<string> {
  const {
    type,
    minimum,
    maximum,
    minLength,
    maxLength,
    enum: values,
  } = schema as {
    type: string;
    minimum?: number;
    maximum?: number;
    minLength?: number;
    maxLength?: number;
    enum?: string[];
  };
  if (type === 'integer') return fc.integer({ min: (minimum ?? 0) - 2, max: (maximum ?? 1000) + 2 }).map(String);
  if (values) return fc.constantFrom(...values);
  const words = fc.constantFrom('goethe', 'johann', 'Person', 'Work', ...Object.values(IDS));
  return fc.oneof(
    fc.array(words, { minLength: 1, maxLength: 101 }).map((list) => list.join(',')),
    fc.string({ unit: 'grapheme', minLength: Math.max(0, (minLength ?? 1) - 1), maxLength: (maxLength ?? 40) + 1 }),
  );
}

/** Already encoded, or encoded here, or not at all. */
const encoded = (text: fc.Arbitrary<string>) =>
  fc
    .tuple(text, fc.boolean())
    .map(([value, bare]) => (bare && /^[!-~]*$/.test(value) ? value : encodeURIComponent(value.toWellFormed())));

function request(endpoint: Endpoint): fc.Arbitrary<string> {
  const inPath = endpoint.parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = endpoint.parameters.filter((parameter) => parameter.in === 'query');
  const name = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...inQuery.map((parameter) => parameter.name), 'x') },
    { weight: 1, arbitrary: encoded(hostile) },
  );
  const pair = name.chain((key) => {
    const known = inQuery.find((parameter) => parameter.name === key);
    const value = known === undefined ? hostile : fc.oneof(valueOf(known), hostile);
    return encoded(value).map((text) => `${key}=${text}`);
  });
  const segment = encoded(fc.oneof(...inPath.map(valueOf), hostile)).map((text) => text.replace(/[?# ]/g, '_'));
  const query = fc.array(pair, { maxLength: 4 }).map((pairs) => (pairs.length === 0 ? '' : `?${pairs.join('&')}`));
  return fc
    .tuple(segment, query)
    .map(([text, tail]) => endpoint.path.replace(/\{\w+\}/, () => text) + tail.replace(/[ #]/g, '_'));
}

it.each(ENDPOINTS.map((endpoint) => [endpoint.path, endpoint] as const))(
  '%s holds its contract',
  async (path, endpoint) => {
    await fc.assert(
      fc.asyncProperty(request(endpoint), async (target) => {
        const answer = await service.get(target);
        expect(answer.status, target).toBeLessThan(500);
        expect(violations(path, answer), target).toEqual([]);
      }),
      { numRuns: 300 },
    );
  },
);
