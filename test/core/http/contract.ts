/** Checks an answer against the service's own description: status, media type, fields and schema. */
import { createLink } from '../../../src/core/http/door-link.ts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { INTERFACE } from '../../../src/core/interface/interface.ts';
import { openapiDocument } from '../../../src/core/interface/openapi.ts';
import type { Answer } from './serving.ts';

type Json = { readonly [key: string]: unknown };

const BASE_URL = 'http://127.0.0.1:8080';
export const DOCUMENT = openapiDocument({
  baseUrl: BASE_URL,
  link: createLink(INTERFACE, () => BASE_URL),
  doors: INTERFACE,
});

/** Schemas of the description, closed to fields that it does not name. */
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(closed(DOCUMENT) as Json, 'api');

const compiled = new Map<string, ValidateFunction>();

export function validator(pointer: string): ValidateFunction {
  const known = compiled.get(pointer) ?? ajv.compile({ $ref: `api#${pointer}` });
  compiled.set(pointer, known);
  return known;
}

export function mediaTypeOf(answer: Answer): string {
  return (answer.headers['content-type'] ?? '').split(';')[0] ?? '';
}

/** All violations of the description by the answer. */
export function violations(path: string, answer: Answer): string[] {
  const operation = at(DOCUMENT, ['paths', path, 'get', 'responses', String(answer.status)]);
  if (operation === undefined) return [`${answer.status} is not documented for ${path}`];
  const response = resolved(operation);
  const missing = Object.keys((response['headers'] ?? {}) as Json)
    .filter((name) => name !== 'Content-Disposition')
    // Without data, answers name no snapshot.
    .filter((name) => name !== 'Snapshot' || answer.status !== 503)
    .filter((name) => answer.headers[name.toLowerCase()] === undefined)
    .map((name) => `header ${name} is missing`);
  if (answer.status === 304) return answer.body.length === 0 ? missing : [...missing, '304 has a body'];
  const type = mediaTypeOf(answer);
  const base =
    '$ref' in operation
      ? String(operation['$ref']).slice(1)
      : pointer('paths', path, 'get', 'responses', `${answer.status}`);
  if (at(response, ['content', type]) === undefined) return [...missing, `${type} is not documented`];
  if (type === 'text/csv') return missing;
  const validate = validator(`${base}${pointer('content', type, 'schema')}`);
  if (validate(answer.json())) return missing;
  return [
    ...missing,
    ...(validate.errors ?? []).map((error) => `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`),
  ];
}

function resolved(node: Json): Json {
  const reference = node['$ref'];
  return typeof reference === 'string' ? (at(DOCUMENT, reference.slice(2).split('/')) ?? {}) : node;
}

function at(node: Json, keys: readonly string[]): Json | undefined {
  let current: unknown = node;
  for (const key of keys) current = (current as Json | undefined)?.[key];
  return current as Json | undefined;
}

/** A JSON pointer within a URI fragment. */
export const pointer = (...segments: readonly string[]): string =>
  segments.map((segment) => `/${encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');

function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).map(
    ([key, value]) => [key, key === 'examples' ? value : closed(value)] as const,
  );
  const copy = Object.fromEntries(entries) as Json;
  const isOpenObject =
    copy['type'] === 'object' && copy['properties'] !== undefined && copy['additionalProperties'] === undefined;
  const isDescription = copy['title'] === 'OpenapiDocument';
  if (isDescription) return node;
  return isOpenObject ? { ...copy, additionalProperties: false } : copy;
}
