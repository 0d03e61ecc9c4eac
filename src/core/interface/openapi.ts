/** The OpenAPI 3.1 description of the contract, generated from its doors and the table of problems. */
import type { Door, Operation } from '../http/door.ts';
import type { DoorLink } from '../http/door-link.ts';
import type { Parameter } from '../http/parameters.ts';
import { OPENAPI_HEADERS, RESPONSE_HEADERS } from './openapi-headers.ts';
import examples from './examples.json' with { type: 'json' };
import { problem, type ProblemCode, type ProblemDetails, problemDocument, type ProblemDocument, PROBLEMS, ProblemSchema } from '../http/problems.ts'; // prettier-ignore
import { API_VERSION } from '../model/schema.ts';
import { withReferences } from './schema-references.ts';
import { textFrom } from './texts.ts';

export interface OpenapiOptions {
  /** Public address of the service, without a trailing slash. */
  readonly baseUrl: string;
  readonly link: DoorLink;
  /** All doors; those outside the contract are left out. */
  readonly doors: readonly Door[];
  /** Web or mail address of the operator. */
  readonly contact?: string | undefined;
}

type Json = Readonly<Record<string, unknown>>;
type Described = Door & { readonly operation: Operation };

/** Problems that any address can have in addition to its own. */
export const EVERYWHERE = [
  'method_not_allowed',
  'request_timeout',
  'request_too_long',
  'internal_error',
  'not_ready',
  'data_unreadable',
  'overloaded',
] as const satisfies ProblemCode[];

/** Statuses of requests that are refused before their address, and so their quota, is known. */
const BEFORE_ADDRESS = ['408', '431'];

/** @returns a plain value, ready to be serialised */
export function openapiDocument({ baseUrl, link, doors, contact }: OpenapiOptions): Json {
  const schemas = new Map<string, Json>();
  const described = doors.filter((door): door is Described => door.operation !== undefined);
  // Enters `Problem` into the schemas, to which all problem responses refer.
  withReferences(ProblemSchema, schemas);
  const common = commonResponses(link);
  const paths = described.map((door) => {
    const get = getOperation(door, link, schemas);
    return [door.path, { get, head: headOperation(door, get, common), options: optionsOperation(door) }];
  });
  schemas.set('Problem', { ...schemas.get('Problem'), examples: problemExamples(link) });
  const info = { title: 'GND Links', summary: 'GND entities and their links to other sites', text: 'contract' };
  return {
    ...openapiHead({ baseUrl, link, contact }, info),
    tags: [{ name: 'v1', description: 'The interface, version 1.' }],
    paths: Object.fromEntries(paths),
    components: { schemas: sorted(schemas), headers: OPENAPI_HEADERS, responses: common },
  };
}

/** The members of a description before its addresses. */
export function openapiHead(
  { baseUrl, link, contact }: Omit<OpenapiOptions, 'doors'>,
  { title, summary, text }: { readonly title: string; readonly summary?: string; readonly text: string },
): Json {
  return {
    openapi: '3.1.1',
    info: {
      title,
      version: API_VERSION,
      summary,
      description: textFrom(text).trimEnd(),
      termsOfService: link('document', { page: 'promise' }),
      contact: contact && contactOf(contact),
      license: { name: 'CC0 1.0 Universal (data of the GND)', identifier: 'CC0-1.0' },
    },
    servers: [{ url: baseUrl, description: 'This service' }],
    security: [],
  };
}

function contactOf(address: string): Json {
  return /^https?:/.test(address) ? { url: address } : { email: address.replace(/^mailto:/, '') };
}

export function sorted(schemas: ReadonlyMap<string, Json>): Json {
  return Object.fromEntries([...schemas].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Responses that all addresses share, each with and without the fields of a quota. */
function commonResponses(link: DoorLink): Json {
  const entries = statusesOf(EVERYWHERE).flatMap(([status, codes]) => {
    const response = (more: readonly string[]) => problemResponse(status, codes, link, more);
    const plain = [commonName(status, false), response([])] as const;
    if (BEFORE_ADDRESS.includes(status)) return [plain];
    return [plain, [commonName(status, true), response(RESPONSE_HEADERS.limited)] as const];
  });
  return Object.fromEntries(entries);
}

function commonName(status: string, limited: boolean): string {
  return limited && !BEFORE_ADDRESS.includes(status) ? `LimitedProblem${status}` : `Problem${status}`;
}

function getOperation(door: Described, link: DoorLink, schemas: Map<string, Json>) {
  const parameters = Object.entries(door.parameters.shape);
  return {
    tags: ['v1'],
    operationId: door.operation.id,
    summary: door.summary,
    description: door.operation.description,
    ...(parameters.length > 0 && { parameters: parameters.map(describeParameter) }),
    responses: responses(door, link, schemas),
  };
}

/** HEAD has the statuses and fields of GET, without bodies. */
function headOperation(
  { operation, summary }: Described,
  { responses: ofGet, ...get }: ReturnType<typeof getOperation>,
  common: Json,
): Json {
  const withoutBody = ([status, response]: readonly [string, Response]) => {
    const { description, headers: fields } =
      response.$ref === undefined ? response : (common[response.$ref.split('/').at(-1) ?? ''] as Response);
    return [status, { description, headers: fields }];
  };
  return {
    ...get,
    operationId: `${operation.id}Head`,
    summary: `${summary}: header fields only`,
    description: 'The same answer as for GET, without a body.',
    responses: Object.fromEntries(Object.entries(ofGet as Readonly<Record<string, Response>>).map(withoutBody)),
  };
}

/** The operation OPTIONS, which browsers use for CORS; it costs no quota. */
function optionsOperation(door: Described): Json {
  const fields = ['Allow', ...RESPONSE_HEADERS.options, ...(door.quota === undefined ? [] : RESPONSE_HEADERS.limited)];
  const inPath = Object.entries(door.parameters.shape).filter(([, { in: place }]) => place === 'path');
  return {
    tags: ['v1'],
    operationId: `${door.operation.id}Options`,
    summary: 'Methods of the address',
    ...(inPath.length > 0 && { parameters: inPath.map(describeParameter) }),
    responses: {
      '204': { description: 'Methods and CORS fields.', headers: headers(fields) },
      '414': { $ref: '#/components/responses/Problem414' },
    },
  };
}

export function describeParameter([name, described]: readonly [string, Parameter<unknown>]): Json {
  const { in: place, required = false, description, schema, example, isList } = described;
  const style = isList && { style: 'form', explode: false };
  return { name, in: place, required, description, ...style, schema, example };
}

function responses(door: Described, link: DoorLink, schemas: Map<string, Json>): Json {
  const { answers, id } = door.operation;
  const isLimited = door.quota !== undefined;
  const limited = isLimited ? RESPONSE_HEADERS.limited : [];
  const validators = door.dependsOn === 'moment' ? [] : RESPONSE_HEADERS.validators;
  const content = Object.fromEntries(
    Object.entries(answers).map(([type, body]) => [type, { ...body, schema: withReferences(body.schema, schemas) }]),
  );
  const csv = 'text/csv' in answers ? ['Content-Disposition'] : [];
  const answerFields = [...RESPONSE_HEADERS.answer, ...validators, ...limited, ...csv];
  return {
    '200': { description: door.summary, headers: headers(answerFields), content },
    ...(validators.length > 0 && {
      '304': {
        description: 'Not modified: the validator still matches.',
        headers: headers([...RESPONSE_HEADERS.notModified, ...validators, ...limited]),
      },
    }),
    ...Object.fromEntries(
      statusesOf(problemsOf(door)).map(([status, own]) => [status, problemResponse(status, own, link, limited)]),
    ),
    ...Object.fromEntries(
      statusesOf(EVERYWHERE).map(([status]) => [
        status,
        { $ref: `#/components/responses/${commonName(status, isLimited)}` },
      ]),
    ),
    ...(id === 'getStatus' && { '503': failing(content, link) }),
  };
}

/** Problems of an operation in addition to those that every address may have. */
export function problemsOf({ operation, quota }: Described): readonly ProblemCode[] {
  const limited: readonly ProblemCode[] = quota === undefined ? [] : ['rate_limited'];
  return [...new Set<ProblemCode>([...operation.problems, 'invalid_request', ...limited])];
}

/** When the data cannot be read, the 503 of the status has the body of a 200. */
function failing(content: Json, link: DoorLink): Json {
  const response = problemResponse('503', ['not_ready', 'overloaded'], link, []);
  return {
    ...response,
    description: 'The data cannot be read (same body as 200), or the service is not ready or overloaded.',
    content: { ...content, ...response.content },
  };
}

interface Response {
  /** Set instead of the other members where all addresses share the response. */
  readonly $ref?: string;
  readonly description: string;
  readonly headers: Json;
  readonly content: Json;
}

/** @param more fields in addition to those of every problem of this status */
function problemResponse(
  status: string,
  codes: readonly ProblemCode[],
  link: DoorLink,
  more: readonly string[],
): Response {
  const shown = codes.map((code) => {
    return [code, { summary: PROBLEMS[code].title, value: problemExample(code, Number(status), link) }];
  });
  const schema = { $ref: '#/components/schemas/Problem' };
  return {
    description: `${codes.map((code) => `${PROBLEMS[code].title} (\`${code}\`)`).join('; ')}.`,
    headers: headers([
      ...RESPONSE_HEADERS.problem,
      ...(status === '405' ? ['Allow'] : []),
      ...(status === '429' || status === '503' ? ['Retry-After'] : []),
      ...more,
    ]),
    content: { 'application/problem+json': { schema, examples: Object.fromEntries(shown) } },
  };
}

/** References to the descriptions of header fields. */
export function headers(names: readonly string[]): Json {
  return Object.fromEntries([...new Set(names)].map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Codes by status, in ascending order. `request_too_long` has two: 414 for an address, 431 for a header. */
function statusesOf(codes: readonly ProblemCode[]): [string, ProblemCode[]][] {
  const own = [...new Set(codes)].map((code): [number, ProblemCode] => [PROBLEMS[code].status, code]);
  if (codes.includes('request_too_long')) own.push([431, 'request_too_long']);
  const byStatus = [...Map.groupBy(own, ([status]) => status)].toSorted(([a], [b]) => a - b);
  return byStatus.map(([status, pairs]) => [String(status), pairs.map(([, code]) => code)]);
}

/** An example of every problem, those of undescribed addresses included. */
function problemExamples(link: DoorLink): readonly ProblemDocument[] {
  return (Object.keys(PROBLEMS) as ProblemCode[]).map((code) => problemExample(code, PROBLEMS[code].status, link));
}

/** @param status status of the example, because a code may have several */
export function problemExample(code: ProblemCode, status: number, link: DoorLink): ProblemDocument {
  const details = (examples.problems as Partial<Record<ProblemCode, ProblemDetails>>)[code];
  return problemDocument(problem(code, { ...details, status }), link, examples.links.snapshot);
}
