/** Reads the body of a request once, as lines, JSON or a form, and the list of identifiers in it or in the address. */
import { grouped } from '../numbers.ts';
import { memo } from '../../core/model/memo.ts';
import { splitIdentifiers } from '../../core/model/split-identifiers.ts';
import { urlEncodedFields } from '../http/form-fields.ts';
import { parseJson } from '../http/json-text.ts';
import type { Parameter, Sent } from '../../core/http/parameters.ts';
import { isProblem, type Problem, problem } from '../../core/http/problems.ts';
import { parameterError, parseQuery } from '../../core/http/query-string.ts';

export const MEDIA_TYPES = ['application/json', 'text/plain', 'application/x-www-form-urlencoded'] as const;

interface Body {
  /** Identifiers; undefined for a form, whose field `ids` is split like the parameter of an address. */
  readonly ids?: readonly string[];
  /** The form as a query string; empty for other bodies. */
  readonly form: string;
  /** Values of the other parameters, by name. */
  readonly values: (name: string) => readonly string[];
}

function readBody({ body }: Sent): Body | Problem | undefined {
  return body === undefined ? undefined : memo(body, 'list', () => parse(body));
}

/** A parameter that the body may also contain. */
export function alsoInBody<T>(parameter: Parameter<T>): Parameter<T> {
  return {
    ...parameter,
    read(values, name, sent) {
      const body = readBody(sent);
      const more = body === undefined || isProblem(body) ? [] : body.values(name);
      return parameter.read([...values, ...more], name, sent);
    },
  };
}

/** A list of identifiers that a door takes. */
interface ListLimits {
  readonly most: number;
  /** Name of the values in a sentence: `GND identifiers`. */
  readonly what: string;
  /** Advice for a list that is too long. */
  readonly onwards: string;
}

/**
 * The identifiers of a request in their order: the parameter `ids`, a field `ids` of a form, lines, or a JSON list.
 * @returns a problem for none, and for too many; a list is not read beyond its bound
 */
export function readIds(sent: Sent, { most, what, onwards }: ListLimits): readonly string[] | Problem {
  const body = readBody(sent);
  if (isProblem(body)) return body;
  const list = body?.ids === undefined ? idsOfQuery(body?.form ?? sent.query, most) : { ids: body.ids };
  if (isProblem(list)) return list;
  const received = list.ids?.length;
  if (received === 0) {
    const error = parameterError('ids', 'missing', `must contain ${what}`);
    return problem('missing_ids', { detail: error.detail, errors: [error] });
  }
  if (received !== undefined && received <= most) return list.ids as readonly string[];
  const count = received === undefined ? 'more' : String(received);
  const error = parameterError('ids', 'too_many', `accepts at most ${most} ${what}, not ${count}: ${onwards}`);
  const extensions = { maximum: most, ...(received !== undefined && { received }) };
  return problem('too_many_ids', { detail: error.detail, errors: [error], extensions });
}

/** Values of `ids` in a query or a form, also where it is repeated. @returns no list for one that is too long */
function idsOfQuery(query: string, most: number): { readonly ids?: readonly string[] } | Problem {
  const { values, errors } = parseQuery(query, ['ids'], ['ids']);
  if (errors.some(({ parameter, code }) => parameter === 'ids' && code === 'malformed_encoding'))
    return problem('invalid_request', { detail: '“ids” is not percent-encoded UTF-8.' });
  const text = (values.get('ids') ?? []).join('\n');
  // The count of a list in an address, which is short, is exact.
  const { values: ids, isCut } = splitIdentifiers(text, text.length > MAX_ADDRESS ? most : undefined);
  return isCut ? {} : { ids };
}
/** Characters of the longest list that may be in an address. */
const MAX_ADDRESS = 16_384;

/** Most lines that are read from a body: twenty times as many as the largest request has. */
const MAX_LINES = 20_000;
const refusal = (detail: string) => problem('invalid_request', { detail });

function parse({ bytes, mediaType }: NonNullable<Sent['body']>): Body | Problem {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refusal('The body is not UTF-8.');
  }
  if (mediaType === 'application/json') return readJson(text);
  if (mediaType === 'application/x-www-form-urlencoded') {
    const fields = urlEncodedFields(text);
    return isProblem(fields) ? fields : { form: text, values: (name) => fields.getAll(name) };
  }
  const lines = text.split(/\r\n|[\r\n]/u, MAX_LINES + 1);
  if (lines.length > MAX_LINES) return refusal(`The body has more than ${grouped(MAX_LINES)} lines.`);
  const ids = lines.map((line) => line.trim()).filter((line) => line !== '');
  return { ids, form: '', values: () => [] };
}

/** A list, or an object whose members are the parameters. */
function readJson(text: string): Body | Problem {
  const value = parseJson(text);
  if (value === undefined) return refusal('The body is not JSON, or has too many values.');
  const members = new Map(Object.entries(Array.isArray(value) ? { ids: value } : (value ?? {})));
  const ids = members.get('ids');
  if (!isListOfTexts(ids))
    return refusal('The body must be a JSON list of strings, or a JSON object with such a list in “ids”.');
  const values = (name: string) => {
    const member: unknown = members.get(name);
    const list = Array.isArray(member) ? member : [member];
    return isListOfTexts(list) ? list.map(String) : [];
  };
  return { ids: ids.map(String), form: '', values };
}

function isListOfTexts(value: unknown): value is readonly (string | number)[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string' || Number.isSafeInteger(one));
}
