/** The OpenAPI 3.1 description of the doors outside the contract, generated from the list of doors. */
import { Type } from 'typebox';
import type { Door, Service } from '../http/door.ts';
import { ProblemSchema } from '../http/problems.ts';
import { OPENAPI_HEADERS, RESPONSE_HEADERS } from './openapi-headers.ts';
import { describeParameter, headers, openapiHead, type OpenapiOptions, sorted } from './openapi.ts';
import { withReferences } from './schema-references.ts';

export const SERVICES_PATH = '/openapi/services.json';

type Json = Readonly<Record<string, unknown>>;
type Described = Door & { readonly service: Service };

/** @returns a plain value, ready to be serialised */
export function servicesDocument({ baseUrl, link, doors, contact }: OpenapiOptions): Json {
  const schemas = new Map<string, Json>();
  const responses = refusals(schemas);
  const described = doors.filter((door): door is Described => door.service !== undefined);
  const paths = described.map((door): [string, Json] => [
    door.path,
    Object.fromEntries(
      (door.methods ?? ['GET']).map((method) => [method.toLowerCase(), operation(door, method, schemas)]),
    ),
  ]);
  const names = new Set(Object.values(paths).flatMap(([, item]) => headerNames(item)));
  return {
    ...openapiHead({ baseUrl, link, contact }, { title: 'GND Links: services outside /api/v1', text: 'services' }),
    paths: Object.fromEntries(paths),
    components: {
      schemas: sorted(schemas),
      headers: Object.fromEntries(Object.entries(OPENAPI_HEADERS).filter(([name]) => names.has(name))),
      responses,
    },
  };
}

/** Names of the descriptions of refusals, by the media type of those that are no problem documents. */
const REFUSALS = { none: 'Problem', 'text/html': 'ProblemOrPage', 'application/json': 'ProblemOrJson' } as const;

function refusals(schemas: Map<string, Json>): Json {
  const problem = { 'application/problem+json': { schema: withReferences(ProblemSchema, schemas) } };
  const described = Object.entries(REFUSALS).map(([other, name]) => {
    const content = { ...problem, ...(other !== 'none' && { [other]: { schema: {} } }) };
    return [name, { description: 'A problem.', content }] as const;
  });
  return Object.fromEntries(described);
}

function operation(door: Described, method: 'GET' | 'POST', schemas: Map<string, Json>): Json {
  const { service, parameters, quota, dependsOn } = door;
  const shape = Object.entries(parameters.shape);
  // The same parameters may belong to an address with a variable part and to one without it.
  const sent = shape.filter(([name, { in: place }]) =>
    place === 'path' ? door.path.includes(`{${name}}`) : method === 'GET',
  );
  const limited = quota === undefined ? [] : RESPONSE_HEADERS.limited;
  const fields = headers([...ALWAYS, ...limited]);
  const answers = Object.entries(service.answers).map(([type, schema]): [string, Json] => [
    type,
    { schema: withReferences(schema ?? Type.String(), schemas) },
  ]);
  return {
    operationId: method === 'GET' ? service.id : `${service.id}Post`,
    summary: door.summary,
    ...(sent.length > 0 && { parameters: sent.map(describeParameter) }),
    ...(method === 'POST' && { requestBody: requestBody(door) }),
    responses: {
      ...(answers.length > 0 && {
        '200': { description: door.summary, headers: fields, content: Object.fromEntries(answers) },
      }),
      ...(service.choice !== undefined && {
        '300': {
          description: 'Several entities have the identifier; the answer lists them.',
          headers: fields,
          content: { 'application/json': { schema: withReferences(service.choice, schemas) } },
        },
      }),
      ...(service.redirects === true && { '3XX': { description: 'A redirect to another address.', headers: fields } }),
      ...(dependsOn !== 'moment' && method === 'GET' && { '304': { description: 'Not modified.', headers: fields } }),
      '4XX': { $ref: `#/components/responses/${REFUSALS[service.refusals ?? 'none']}` },
      default: { $ref: `#/components/responses/${REFUSALS.none}` },
    },
  };
}

const ALWAYS = ['API-Version', 'Snapshot', 'Access-Control-Allow-Origin', 'Cache-Control', 'X-Request-Id'];

/** Parameters in a body: as a form, or as JSON with a list of the first parameter or an object of all. */
function requestBody({ parameters: { shape, bodies } }: Door): Json {
  const inBody = Object.entries(shape).filter(([, parameter]) => parameter.bodies !== undefined);
  const form = {
    type: 'object',
    properties: Object.fromEntries(inBody.map(([name, { schema, description }]) => [name, { ...schema, description }])),
  };
  const types = bodies.map((type) => [
    type,
    { schema: type.includes('form') ? form : type === 'text/plain' ? { type: 'string' } : {} },
  ]);
  return { required: true, content: Object.fromEntries(types) as Json };
}

function headerNames(item: unknown): readonly string[] {
  return [...JSON.stringify(item).matchAll(/#\/components\/headers\/([\w-]+)/g)].map(([, name = '']) => name);
}
