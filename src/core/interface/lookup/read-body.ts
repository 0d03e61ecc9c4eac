/** Reads the body of a request once: lines, JSON or a form. */
import { urlEncodedFields } from '../../http/form-data.ts';
import { parseJson } from '../../http/json-text.ts';
import type { Parameter, Sent } from '../../http/parameters.ts';
import { isProblem, type Problem, problem } from '../../http/problems.ts';

export const MEDIA_TYPES = ['application/json', 'text/plain', 'application/x-www-form-urlencoded'] as const;

interface Body {
  /** Identifiers; undefined for a form, whose field `ids` is split like the parameter of an address. */
  readonly ids?: readonly string[];
  /** The form as a query string; empty for other bodies. */
  readonly form: string;
  /** Values of the other parameters, by name. */
  readonly values: (name: string) => readonly string[];
}

const bodies = new WeakMap<object, Body | Problem>();

export function readBody({ body }: Sent): Body | Problem | undefined {
  if (body === undefined) return undefined;
  const known = bodies.get(body);
  if (known !== undefined) return known;
  const read = parse(body);
  bodies.set(body, read);
  return read;
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

/** Most values that are read from a body: twenty times as many as the largest request has. */
const MAX_VALUES = 20_000;
const refusal = (detail: string) => problem('invalid_request', { detail });
const TOO_MANY = refusal(`The body has more than ${MAX_VALUES.toLocaleString('en')} values.`);

/** Splits a text, unless it has too many values: a megabyte of values would block the event loop. */
export function splitValues(text: string, separator: RegExp): readonly string[] | Problem {
  const values = text.split(separator, MAX_VALUES + 1);
  return values.length > MAX_VALUES ? TOO_MANY : values;
}

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
  const lines = splitValues(text, /\r\n|[\r\n]/u);
  if (isProblem(lines)) return lines;
  const ids = lines.map((line) => line.trim()).filter((line) => line !== '');
  return { ids, form: '', values: () => [] };
}

/** A list, or an object whose members are the parameters. */
function readJson(text: string): Body | Problem {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    return refusal('The body is not JSON, or has too many values.');
  }
  const members = new Map(Object.entries(Array.isArray(value) ? { ids: value } : (value ?? {})));
  const ids = members.get('ids');
  if (!isListOfTexts(ids)) return refusal('The body must be a JSON list of strings, or an object with it in “ids”.');
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
