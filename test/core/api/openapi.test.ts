/** The OpenAPI description is complete, agrees with the code, and its committed copy is current. */
import { createLink } from '../../../src/core/http/door-link.ts';
import { describe, expect, it } from 'vitest';
import { INTERFACE } from '../../../src/core/interface/interface.ts';
import { openapiDocument } from '../../../src/core/interface/openapi.ts';
import { ATTRIBUTES } from '../../../src/core/model/entity.ts';
import { PROBLEMS } from '../../../src/core/http/problems.ts';
import { DOCUMENT, pointer, validator } from '../http/contract.ts';

interface Media {
  readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
}
interface Response {
  readonly $ref?: string;
  readonly description?: string;
  readonly headers?: object;
  readonly content?: Readonly<Record<string, Media>>;
}
interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema;
  readonly examples?: readonly unknown[];
}
interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly schema: object; readonly example: unknown }[];
  readonly responses: Readonly<Record<string, Response>>;
}
interface Description {
  readonly info: { readonly version: string; readonly description: string };
  readonly security: unknown;
  readonly paths: Readonly<Record<string, { readonly get: Operation; readonly head: Operation }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
}

const description = DOCUMENT as unknown as Description;

it('the description has the six addresses of version 1.0.0, each with its three methods, none secured, and the rules of stability', () => {
  expect(description.info.version).toBe('1.0.0');
  expect(description.info.description).toMatch(/\*\*Stability\.\*\* Version 1 only grows/);
  expect(description.security).toEqual([]);
  const METHODS = ['get', 'head', 'options'];
  expect(Object.entries(description.paths).map(([path, item]) => [path, Object.keys(item)])).toEqual([
    ['/api/v1/gnd/{gnd}/links', METHODS],
    ['/api/v1/search', METHODS],
    ['/api/v1/status', METHODS],
    ['/api/v1/sources', METHODS],
    ['/api/v1/coverage', METHODS],
    ['/api/v1/openapi.json', METHODS],
  ]);
});

it('the description documents 429 for addresses with a quota only', () => {
  const limited = Object.entries(description.paths).filter(([, { get }]) => '429' in get.responses);
  expect(limited.map(([path]) => path)).toEqual(['/api/v1/gnd/{gnd}/links', '/api/v1/search', '/api/v1/coverage']);
});

it('the description shows every problem that an address can have', () => {
  const shown = new Set<string>();
  const responses = Object.values(description.paths).flatMap(({ get }) => Object.values(get.responses));
  for (const response of [...responses, ...Object.values(description.components.responses)]) {
    for (const code of Object.keys(response.content?.['application/problem+json']?.examples ?? {})) shown.add(code);
  }
  // `not_found` has no address in the description, and no described address reads a body.
  expect([...shown, 'not_found', 'body_too_large', 'unsupported_media_type'].toSorted()).toEqual(
    Object.keys(PROBLEMS).toSorted(),
  );
});

/** The response, or the response to which it refers. */
function resolved(response: Response | undefined): Response {
  const name = response?.$ref?.split('/').at(-1);
  return (name === undefined ? response : description.components.responses[name]) ?? {};
}

describe.each(Object.entries(description.paths))('%s', (_, { get: { responses } }) => {
  const isLimited = '429' in responses;
  const fieldsOf = (status: string) => Object.keys(resolved(responses[status]).headers ?? {});

  it('names the statuses that every address can have', () => {
    const always = ['200', '400', '405', '408', '414', '431', '500', '503'];
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(always));
  });

  it('has RateLimit fields with each status but 408 and 431, if it has a quota', () => {
    for (const status of Object.keys(responses)) {
      const tells = isLimited && status !== '408' && status !== '431';
      expect(fieldsOf(status).includes('RateLimit'), status).toBe(tells);
      expect(fieldsOf(status).includes('RateLimit-Policy'), status).toBe(tells);
    }
  });

  it('documents Allow with 405, Retry-After with 429 and 503, Server-Timing with 200', () => {
    const withField = (name: string) => Object.keys(responses).filter((status) => fieldsOf(status).includes(name));
    expect(withField('Allow')).toEqual(['405']);
    expect(withField('Retry-After')).toEqual(isLimited ? ['429', '503'] : ['503']);
    expect(withField('Server-Timing')).toEqual(['200']);
  });

  it('repeats the status in every example of a problem', () => {
    for (const status of Object.keys(responses)) {
      const examples = resolved(responses[status]).content?.['application/problem+json']?.examples ?? {};
      for (const { value } of Object.values(examples)) expect(value).toMatchObject({ status: Number(status) });
    }
  });
});

/** Paths of the properties within a schema that have no description, neither their own nor that of their component. */
function undescribed(at: string, { properties = {}, items, additionalProperties }: Schema): readonly string[] {
  const own = Object.entries(properties).flatMap(([name, member]) => {
    const component = description.components.schemas[member.$ref?.split('/').at(-1) ?? ''];
    const words = member.description ?? component?.description ?? '';
    return [...(words === '' ? [`${at}.${name}`] : []), ...undescribed(`${at}.${name}`, member)];
  });
  return [...own, ...[items, additionalProperties].flatMap((inner) => (inner ? undescribed(`${at}[]`, inner) : []))];
}

it('the description says of every schema and every property what it is', () => {
  const { schemas } = description.components;
  const silent = Object.keys(schemas).filter((name) => (schemas[name]?.description ?? '') === '');
  expect([silent, Object.entries(schemas).flatMap(([name, schema]) => undescribed(name, schema))]).toEqual([[], []]);
});

it('the description has a valid example of every problem, also of those that no described address has', () => {
  const problems = description.components.schemas['Problem']?.examples ?? [];
  expect(problems.map((example) => (example as { code: string }).code)).toEqual(Object.keys(PROBLEMS));
  const validate = validator(pointer('components', 'schemas', 'Problem'));
  for (const example of problems) expect(validate(example), JSON.stringify(validate.errors)).toBe(true);
});

it.each(Object.entries(description.paths))(
  '%s has the same statuses and header fields for HEAD as for GET',
  (_, item) => {
    const fields = ({ responses }: Operation) =>
      Object.entries(responses).map(([status, response]) => [
        status,
        resolved(response).description,
        resolved(response).headers,
      ]);
    expect(fields(item.head)).toEqual(fields(item.get));
    expect(Object.values(item.head.responses).filter((response) => resolved(response).content)).toEqual([]);
  },
);

/** Path of a schema in the description, and an example of it. */
type Example = readonly [path: readonly string[], value: unknown];
const examplesOf = (at: readonly string[], { content = {} }: Response): readonly Example[] =>
  Object.entries(content).flatMap(([type, { examples }]) =>
    Object.values(examples).map(({ value }): Example => [[...at, 'content', type, 'schema'], value]),
  );

it.each<Example>([
  ...Object.entries(description.paths).flatMap(([path, { get }]) => [
    ...Object.entries(get.responses).flatMap(([status, response]) =>
      examplesOf(['paths', path, 'get', 'responses', status], response),
    ),
    ...(get.parameters ?? []).map(({ example }, index): Example => [
      ['paths', path, 'get', 'parameters', `${index}`, 'schema'],
      example,
    ]),
  ]),
  ...Object.entries(description.components.responses).flatMap(([name, response]) =>
    examplesOf(['components', 'responses', name], response),
  ),
])('the description has a valid example of %j', (path, value) => {
  const validate = validator(pointer(...path));
  validate(value);
  expect(validate.errors ?? []).toEqual([]);
});

it('the description defines every object schema once', () => {
  const text = JSON.stringify(DOCUMENT);
  for (const name of Object.keys(description.components.schemas)) {
    expect(text.split(`"title":"${name}"`).length - 1, name).toBe(1);
    expect(text, name).toContain(`"#/components/schemas/${name}"`);
  }
});

it.each([
  ['https://example.org/contact', { url: 'https://example.org/contact' }],
  ['mailto:ops@example.org', { email: 'ops@example.org' }],
  ['ops@example.org', { email: 'ops@example.org' }],
  [undefined, undefined],
])('the description names the operator of the service: %s', (contact, expected) => {
  const link = createLink(INTERFACE, () => 'https://example.org');
  const document = openapiDocument({ baseUrl: 'https://example.org', link, doors: INTERFACE, contact });
  expect(document).toHaveProperty('info.contact', expected);
});

it('the description has a type for every closed set, and lists the keys of attributes', () => {
  const untyped = JSON.stringify(DOCUMENT).match(/\{(?:(?!"type")[^{}])*"enum":\[[^\]]*\](?:(?!"type")[^{}])*\}/g);
  expect(untyped).toBeNull();
  const { properties = {} } = description.components.schemas['Attributes'] ?? {};
  expect(Object.keys(properties)).toEqual([...new Set(Object.values(ATTRIBUTES).flat())].toSorted());
});
