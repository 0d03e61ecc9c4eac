/** Within version 1 the OpenAPI description only grows, and the comparison of descriptions finds every breach. */
import { expect, it } from 'vitest';
import { brokenPromises, corrects, CORRECTIONS, type Json, withoutCorrections } from './openapi-growth.ts';
import { DOCUMENT } from '../http/contract.ts';
import { releasedDescription } from './release-openapi.ts';

const text = JSON.stringify(DOCUMENT);
const current = JSON.parse(text) as Json;

it('the description keeps everything that was released, except promises made by mistake', () => {
  expect(withoutCorrections(brokenPromises(releasedDescription(), current))).toEqual([]);
});

it('each correction of a promise is needed', () => {
  const broken = brokenPromises(releasedDescription(), current);
  const idle = Object.keys(CORRECTIONS).filter((beginning) => !broken.some((promise) => corrects(beginning, promise)));
  expect(idle).toEqual([]);
});

type Members = Record<string, unknown>;
/** A copy in which the member at `path` is replaced, or removed where `value` is undefined. */
function changed(path: readonly (string | number)[], value: unknown): Json {
  const document = JSON.parse(text) as Members;
  const parent = path.slice(0, -1).reduce<unknown>((at, key) => (at as Members)[key], document) as Members;
  const last = path.at(-1) ?? '';
  expect(Array.isArray(parent) || value !== undefined || last in parent).toBe(true);
  if (value === undefined) delete parent[last];
  else parent[last] = typeof value === 'function' ? (value as (old: unknown) => unknown)(parent[last]) : value;
  return document as Json;
}

const SEARCH = ['paths', '/api/v1/search', 'get'];
const FORMAT = ['paths', '/api/v1/coverage', 'get', 'parameters', 1];
const ITEM = ['components', 'schemas', 'SearchItem'];
const SOURCE = ['components', 'schemas', 'Source', 'properties'];
const VERDICT = ['components', 'schemas', 'CoverageRow', 'properties', 'verdict'];
const ROW = ['components', 'schemas', 'CoverageRow'];
const add = (more: unknown) => (old: unknown) => [...(old as unknown[]), more];

it.each<[string, readonly (string | number)[], unknown]>([
  ['a path removed', ['paths', '/api/v1/search'], undefined],
  ['a method removed', ['paths', '/api/v1/search', 'head'], undefined],
  ['a status removed', [...SEARCH, 'responses', '304'], undefined],
  ['a header removed', [...SEARCH, 'responses', '200', 'headers', 'ETag'], undefined],
  ['a header that may be absent', ['components', 'headers', 'ETag', 'required'], false],
  ['a media type removed', ['paths', '/api/v1/coverage', 'get', 'responses', '200', 'content', 'text/csv'], undefined],
  ['a parameter removed', [...SEARCH, 'parameters'], (old: unknown[]) => old.slice(1)],
  [
    'a new parameter that is required',
    [...SEARCH, 'parameters'],
    add({ name: 'key', in: 'query', required: true, schema: {} }),
  ],
  ['a parameter that is required now', [...FORMAT, 'required'], true],
  ['a value of a parameter removed', [...FORMAT, 'schema', 'enum'], ['json']],
  ['another default', [...FORMAT, 'schema', 'default'], 'csv'],
  ['a smaller maximum', [...SEARCH, 'parameters', 2, 'schema', 'maximum'], 50],
  ['a new constraint', [...SEARCH, 'parameters', 0, 'schema', 'pattern'], '^a'],
  ['a property removed', [...ROW, 'properties', 'links'], undefined],
  ['a property that may be absent', [...ROW, 'required'], ['input']],
  ['another type', [...ROW, 'properties', 'links', 'type'], 'string'],
  ['a bound of an answer lifted', [...ROW, 'properties', 'links', 'minimum'], undefined],
  ['a value added to a closed set', [...VERDICT, 'enum'], add('new')],
  ['a value of an open set removed', [...SOURCE, 'freshness', 'properties', 'cadence', 'x-extensible-enum'], ['daily']],
  ['another major version', ['info', 'version'], '2.0.0'],
  ['a key to be shown', ['security'], [{ key: [] }]],
])('a breach is found: %s', (_, path, value) => {
  expect(brokenPromises(current, changed(path, value))).not.toEqual([]);
});

it.each<[string, readonly (string | number)[], unknown]>([
  ['a path', ['paths', '/api/v1/new'], { get: { responses: {} } }],
  ['a status', [...SEARCH, 'responses', '402'], { description: 'Pay.' }],
  ['a header', [...SEARCH, 'responses', '200', 'headers', 'New'], { schema: { type: 'string' } }],
  ['a parameter that is optional', [...SEARCH, 'parameters'], add({ name: 'new', in: 'query', schema: {} })],
  ['a value of a parameter', [...FORMAT, 'schema', 'enum'], add('xml')],
  ['a property', [...ITEM, 'properties', 'new'], { type: 'string' }],
  ['a value of an open set', [...SOURCE, 'freshness', 'properties', 'cadence', 'x-extensible-enum'], add('hourly')],
  ['other words', [...FORMAT, 'description'], 'Other words.'],
  ['a minor version', ['info', 'version'], '1.7.0'],
])('growth is accepted: %s', (_, path, value) => {
  expect(brokenPromises(current, changed(path, value))).toEqual([]);
});
