/** Within version 1 the description only grows; and whoever compares two descriptions notices every way of not growing. */
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/api/endpoints.ts';
import { openapiDocument } from '../../src/api/openapi.ts';
import { breaches, type Json, withoutAnnotations } from './openapi-growth.ts';
import { releasedDescription } from './release-openapi.ts';

const text = JSON.stringify(openapiDocument({ baseUrl: 'http://127.0.0.1:8080', endpoints: ENDPOINTS }));
const copy = (): Json => JSON.parse(text) as Json;
const current = copy();

/** Promised by mistake: the data do not always have these, and what stood in their place was invented. */
const CORRECTED = [
  '/components/schemas/Reference/required: label no longer required',
  '/components/schemas/Source/properties/freshness/required: retrievedAt, checkedAt, observedSince, ageDays no longer required',
  '/components/schemas/Source/properties/import/required: sha256 no longer required',
];

it('has everything that was released, as it was, but for values that may be absent', () => {
  expect(breaches(releasedDescription(), current).toSorted()).toEqual(CORRECTED);
});

it('is not broken by itself, nor by its own words for people', () => {
  expect(breaches(current, copy())).toEqual([]);
  expect(breaches(withoutAnnotations(current) as Json, current)).toEqual([]);
});

type Mutable = Record<string, unknown>;
type Path = readonly (string | number)[];

const OPERATION = ['paths', '/api/v1/search', 'get'] as const;
const ANSWER = ['components', 'schemas', 'SearchAnswer'] as const;
const ITEM = ['components', 'schemas', 'SearchItem'] as const;
const HEALTH = ['components', 'schemas', 'Health'] as const;

function at(document: Json, path: Path): unknown {
  return path.reduce((node: unknown, key) => (node as Mutable)[key], document);
}

/** Sets a member of a copy; undefined removes it. */
function changed(path: Path, value: (old: unknown) => unknown): Json {
  const document = copy();
  const parent = at(document, path.slice(0, -1)) as Mutable;
  const key = path.at(-1) ?? '';
  const now = value(parent[key]);
  if (now !== undefined) parent[key] = now;
  else if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete parent[key];
  return document;
}

const without = (path: Path) => changed(path, () => undefined);
const pointer = (path: Path) =>
  path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

describe('a breach is found:', () => {
  it.each<[string, Path, (old: unknown) => unknown, string?]>([
    ['another major version', ['info', 'version'], () => '2.0.0'],
    ['a need for credentials', ['security'], () => [{ key: [] }]],
    ['a need for credentials in one place', [...OPERATION, 'security'], () => [{ key: [] }]],
    ['another name of an operation', [...OPERATION, 'operationId'], () => 'find'],
    ['a need for a body', [...OPERATION, 'requestBody'], () => ({ required: true })],
    [
      'an optional parameter that is required now',
      [...OPERATION, 'parameters', 2, 'required'],
      () => true,
      'now required',
    ],
    ['a parameter at another place', [...OPERATION, 'parameters', 2, 'in'], () => 'header', 'parameter removed'],
    ['another way to write a parameter', [...OPERATION, 'parameters', 1, 'explode'], () => true, 'changed'],
    ['a list that is no longer written with commas', [...OPERATION, 'parameters', 1, 'style'], () => 'spaceDelimited'],
    ['another default', [...OPERATION, 'parameters', 2, 'schema', 'default'], () => 10],
    ['a smaller maximum', [...OPERATION, 'parameters', 2, 'schema', 'maximum'], () => 50, 'tightened'],
    ['a greater minimum', [...OPERATION, 'parameters', 2, 'schema', 'minimum'], () => 5, 'tightened'],
    ['a new maximum', [...OPERATION, 'parameters', 1, 'schema', 'maxItems'], () => 5, 'tightened'],
    ['a pattern', [...OPERATION, 'parameters', 0, 'schema', 'pattern'], () => '^a$', 'tightened'],
    ['a new set of values', [...OPERATION, 'parameters', 0, 'schema', 'enum'], () => ['a'], 'tightened'],
    ['fewer values', ['paths', '/api/v1/coverage', 'get', 'parameters', 1, 'schema', 'enum'], () => ['json']],
    ['another type of a parameter', [...OPERATION, 'parameters', 0, 'schema', 'type'], () => 'integer'],
    ['a header that may be absent now', ['components', 'headers', 'ETag', 'required'], () => false],
    ['another type of a header', ['components', 'headers', 'ETag', 'schema', 'type'], () => 'array'],
    ['another type', [...ITEM, 'properties', 'linkCount', 'type'], () => 'string'],
    ['integers that become numbers', [...ITEM, 'properties', 'linkCount', 'type'], () => 'number'],
    ['a null beside the type', [...ITEM, 'properties', 'linkCount', 'type'], () => ['integer', 'null']],
    ['no type any more', [...ITEM, 'properties', 'linkCount', 'type'], () => undefined],
    ['a lower minimum of answers', [...ITEM, 'properties', 'linkCount', 'minimum'], () => -1, 'loosened'],
    ['no minimum of answers any more', [...ITEM, 'properties', 'linkCount', 'minimum'], () => undefined, 'loosened'],
    ['a greater maximum of answers', [...ITEM, 'properties', 'score', 'maximum'], () => 100, 'loosened'],
    ['a value in a closed set', [...HEALTH, 'enum'], () => ['pass', 'warn', 'fail', 'unknown'], 'closed set'],
    ['a closed set that opens', [...HEALTH, 'enum'], () => undefined, 'loosened'],
    ['a list whose items may be anything', [...ANSWER, 'properties', 'items', 'items'], () => undefined],
    ['an inline schema with another type', [...ANSWER, 'properties', 'items'], () => ({ type: 'object' })],
    [
      'a wider union',
      ['components', 'schemas', 'Attributes', 'additionalProperties', 'items', 'anyOf'],
      (old) => [...(old as unknown[]), { type: 'number' }],
      'union widened',
    ],
    ['a keyword that is not understood', [...ITEM, 'properties', 'uri', 'not'], () => ({})],
    [
      'an address format that is gone',
      ['components', 'schemas', 'Link', 'properties', 'url', 'pattern'],
      () => undefined,
    ],
  ])('%s', (_, path, value, why = '') => {
    const found = breaches(current, changed(path, value));
    expect(found.length).toBeGreaterThan(0);
    const [first = ''] = found;
    expect(first.startsWith(pointer(path.slice(0, -1))), first).toBe(true);
    expect(first).toContain(why);
  });

  it('but none in a list in the place of a text with commas', () => {
    const text = changed([...OPERATION, 'parameters', 1], () => ({ name: 'type', in: 'query', required: false, schema: { type: 'string', pattern: '^a$' } })); // prettier-ignore
    expect(breaches(text, current)).toEqual([]);
    expect(breaches(current, text)).not.toEqual([]);
  });

  it('a new parameter that is required', () => {
    const parameter = { name: 'key', in: 'query', required: true, schema: { type: 'string' } };
    const document = changed([...OPERATION, 'parameters'], (old) => [...(old as unknown[]), parameter]);
    expect(breaches(current, document)).toEqual([
      '/paths/~1api~1v1~1search/get/parameters: new required parameter ["query","key"]',
    ]);
  });
});

/** Every place of the description, depth first. */
function* placesOf(node: unknown, path: Path = []): Generator<Path> {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    const here = [...path, Array.isArray(node) ? Number(key) : key];
    yield here;
    yield* placesOf(value, here);
  }
}

/** By the last names of the path; examples have the same names without being the same things. */
const isPart = (path: Path) => !path.some((key) => key === 'examples' || key === 'example');
const PLACES = [...placesOf(current)].filter(isPart);
const within = (parent: string, depth: number) =>
  PLACES.filter((path) => path.at(-1 - depth) === parent && (parent !== 'headers' || !path.includes('schema')));
/** Members of `properties` and the like, which are not themselves a schema's property called so. */
const members = (parent: string) => within(parent, 1).filter((path) => path.at(-3) !== 'properties');

describe('any removal is found', () => {
  const REMOVALS: readonly [string, readonly Path[]][] = [
    ['path', PLACES.filter((path) => path.length === 2 && path[0] === 'paths')],
    ['operation', PLACES.filter((path) => path.length === 3 && path[0] === 'paths')],
    ['parameter', members('parameters')],
    ['status', members('responses').filter((path) => path[0] === 'paths')],
    ['header', members('headers').filter((path) => path[1] !== 'headers')],
    ['media type', members('content')],
    ['property', members('properties')],
    ['required name', members('required')],
    ['value', [...members('enum'), ...members('x-extensible-enum')]],
    ['alternative', members('anyOf')],
    ['schema', members('schemas')],
  ];
  it.each(REMOVALS)('of a %s', (_, paths) => {
    expect(paths.length).toBeGreaterThan(0);
    const unnoticed = paths.filter((path) => breaches(current, without(path)).length === 0).map(pointer);
    expect(unnoticed).toEqual([]);
  });
});

describe('any addition passes', () => {
  const add = (path: Path, key: string, value: unknown) =>
    changed(path, (old) => (Array.isArray(old) ? [...(old as unknown[]), value] : { ...(old as Json), [key]: value }));
  const named = (name: string) => PLACES.filter((path) => path.at(-1) === name && path.at(-2) !== 'properties');
  const ADDITIONS: readonly [string, readonly Path[], string, unknown][] = [
    ['path', named('paths'), '/api/v1/new', { get: { responses: {} } }],
    ['operation', PLACES.filter((path) => path.length === 2 && path[0] === 'paths'), 'trace', { responses: {} }],
    [
      'parameter that is optional',
      named('parameters'),
      '',
      { name: 'new', in: 'query', required: false, schema: { type: 'string', enum: ['a'] } },
    ],
    ['status', named('responses'), '402', { description: 'Pay.' }],
    ['header', named('headers'), 'New', { schema: { type: 'string' } }],
    ['media type', named('content'), 'text/new', { schema: { type: 'string' } }],
    ['property', named('properties'), 'new', { type: ['string', 'null'] }],
    ['value of an open set', named('x-extensible-enum'), '', 'new'],
    ['schema', named('schemas'), 'New', { type: 'object' }],
  ];
  it.each(ADDITIONS)('of a %s', (_, paths, key, value) => {
    expect(paths.length).toBeGreaterThan(0);
    const refused = paths.flatMap((path) => breaches(current, add(path, key, value)));
    expect(refused).toEqual([]);
  });

  it.each<[string, Path, unknown]>([
    ['of a required name for answers', [...ITEM, 'required'], ['displayName']],
    ['of a value of a parameter', ['paths', '/api/v1/coverage', 'get', 'parameters', 1, 'schema', 'enum'], ['xml']],
  ])('%s', (_, path, more) => {
    const document = changed(path, (old) => [...(old as unknown[]), ...(more as unknown[])]);
    expect(breaches(current, document)).toEqual([]);
  });

  it.each<[string, Path, unknown]>([
    ['a greater maximum of a parameter', [...OPERATION, 'parameters', 2, 'schema', 'maximum'], 500],
    ['fewer words for a parameter', [...OPERATION, 'parameters', 1, 'description'], undefined],
    ['a required parameter that is optional now', [...OPERATION, 'parameters', 0, 'required'], false],
    ['numbers that become integers', [...ITEM, 'properties', 'score', 'type'], 'integer'],
    ['a smaller maximum of answers', [...ITEM, 'properties', 'score', 'maximum'], 0.5],
    ['a new format of answers', [...ITEM, 'properties', 'uri', 'format'], 'uri'],
    ['other words', ['info', 'description'], 'Other words.'],
    ['another server', ['servers'], [{ url: 'https://links.example.org' }]],
    ['a minor version', ['info', 'version'], '1.7.0'],
  ])('as does %s', (_, path, value) => {
    expect(
      breaches(
        current,
        changed(path, () => value),
      ),
    ).toEqual([]);
  });
});
