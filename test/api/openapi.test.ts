/** The description of the interface: complete, true to the code, and the committed copy is current. */
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/api/endpoints.ts';
import { openapiDocument } from '../../src/api/openapi.ts';
import { PROBLEMS } from '../../src/api/problems.ts';
import { validator } from '../http/contract.ts';

interface Media {
  readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
}
interface Response {
  readonly $ref?: string;
  readonly headers?: object;
  readonly content?: Readonly<Record<string, Media>>;
}
interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly schema: object; readonly example: unknown }[];
  readonly responses: Readonly<Record<string, Response>>;
}
interface Description {
  readonly info: { readonly version: string };
  readonly security: unknown;
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
}

const written = openapiDocument({ baseUrl: 'http://127.0.0.1:8080', endpoints: ENDPOINTS });
const description = written as unknown as Description;
const pointer = (...segments: readonly string[]) =>
  `/${segments.map((segment) => encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;

it('is the committed copy', async () => {
  const committed = await readFile(new URL('../../docs/openapi.json', import.meta.url), 'utf8');
  expect(JSON.parse(committed)).toEqual(JSON.parse(JSON.stringify(written)));
});

it('has the six operations of version 1.0.0, all GET, none secured', () => {
  expect(description.info.version).toBe('1.0.0');
  expect(description.security).toEqual([]);
  expect(Object.entries(description.paths).map(([path, item]) => [path, Object.keys(item)])).toEqual([
    ['/api/v1/gnd/{gnd}/links', ['get']],
    ['/api/v1/search', ['get']],
    ['/api/v1/status', ['get']],
    ['/api/v1/sources', ['get']],
    ['/api/v1/coverage', ['get']],
    ['/api/v1/openapi.json', ['get']],
  ]);
});

it('documents 429 for the limited ones only', () => {
  const limited = Object.entries(description.paths).filter(([, { get }]) => '429' in get.responses);
  expect(limited.map(([path]) => path)).toEqual(['/api/v1/gnd/{gnd}/links', '/api/v1/search', '/api/v1/coverage']);
});

it('shows every problem that an address can have', () => {
  const shown = new Set<string>();
  const responses = Object.values(description.paths).flatMap(({ get }) => Object.values(get.responses));
  for (const response of [...responses, ...Object.values(description.components.responses)]) {
    for (const code of Object.keys(response.content?.['application/problem+json']?.examples ?? {})) shown.add(code);
  }
  const elsewhere = ['not_found', 'method_not_allowed', 'request_timeout'];
  expect([...shown].toSorted()).toEqual(
    Object.keys(PROBLEMS)
      .filter((code) => !elsewhere.includes(code))
      .toSorted(),
  );
});

describe('examples are valid', () => {
  const cases = Object.entries(description.paths).flatMap(([path, { get }]) =>
    Object.entries(get.responses).flatMap(([status, response]) =>
      Object.entries(response.content ?? {}).flatMap(([type, media]) =>
        Object.entries(media.examples).map(([name, { value }]) => ({ path, status, type, name, value })),
      ),
    ),
  );
  it.each(cases)('$path $status $name', ({ path, status, type, value }) => {
    const validate = validator(pointer('paths', path, 'get', 'responses', status, 'content', type, 'schema'));
    validate(value);
    expect(validate.errors ?? []).toEqual([]);
  });

  const shared = Object.entries(description.components.responses).flatMap(([component, response]) =>
    Object.entries(response.content?.['application/problem+json']?.examples ?? {}).map(([name, { value }]) => ({
      component,
      name,
      value,
    })),
  );
  it.each(shared)('$component $name', ({ component, value }) => {
    const validate = validator(
      pointer('components', 'responses', component, 'content', 'application/problem+json', 'schema'),
    );
    validate(value);
    expect(validate.errors ?? []).toEqual([]);
  });

  const parameters = Object.entries(description.paths).flatMap(([path, { get }]) =>
    (get.parameters ?? []).map(({ name, example }, index) => ({ path, name, example, index })),
  );
  it.each(parameters)('$path $name', ({ path, index, example }) => {
    const validate = validator(pointer('paths', path, 'get', 'parameters', String(index), 'schema'));
    validate(example);
    expect(validate.errors ?? []).toEqual([]);
  });
});

it('spells every shape out once', () => {
  const text = JSON.stringify(written);
  for (const name of Object.keys(description.components.schemas)) {
    expect(text.split(`"title":"${name}"`).length - 1, name).toBe(1);
    expect(text, name).toContain(`"#/components/schemas/${name}"`);
  }
});
