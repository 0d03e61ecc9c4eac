/** The parameters of a door: one schema that describes them and reads them, from path, query, fields and body. */
import type { IncomingHttpHeaders } from 'node:http';
import Negotiator from 'negotiator';
import { decodePercent } from '../model/text.ts';
import { isProblem, type ParameterError, type Problem, problem, type ProblemCode } from './problems.ts';
import { parameterError, parseQuery, type ParsedQuery } from './query-string.ts';

/** A request to a door as the client has sent it. */
export interface Sent {
  /** Method of the request; a HEAD is read as GET. */
  readonly method: 'GET' | 'POST';
  /** The variable part of the path, still percent-encoded; it may hold slashes. */
  readonly segment?: string | undefined;
  /** The part after the question mark, still percent-encoded. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  /** Body of a POST, bounded in size. Its media type, in lower case, is one that a parameter names. */
  readonly body?: { readonly bytes: Buffer; readonly mediaType: string };
}

export interface Parameter<T> {
  readonly in: 'path' | 'query';
  /** Media types of bodies that may also contain the parameter. */
  readonly bodies?: readonly string[];
  readonly description: string;
  readonly required?: boolean;
  /** May be given several times. */
  readonly isList?: boolean;
  /** Header field that decides when the parameter is absent; answers name it in `Vary`. */
  readonly varies?: 'Accept-Language' | 'Accept' | 'Sec-Fetch-Dest';
  readonly schema: Readonly<Record<string, unknown>>;
  readonly example?: string | number | readonly string[];
  /** @param values decoded values as sent; empty when the parameter is absent, or the path is not UTF-8 */
  read(values: readonly string[], name: string, sent: Sent): T | ParameterError | Problem;
}

/** Parameters by name, in the order of the description. */
export type Shape = Readonly<Record<string, Parameter<unknown>>>;
/** The types of the values that parameters are read as. */
export type ValuesOf<S extends Shape> = { readonly [Name in keyof S]: S[Name] extends Parameter<infer T> ? T : never };

export interface Parameters<Input> {
  /** Whether unknown, repeated and malformed parameters are refused. */
  readonly isStrict: boolean;
  readonly shape: Shape;
  /** Media types of the bodies that are read. */
  readonly bodies: readonly string[];
  read(sent: Sent): Input | Problem;
}

const NO_QUERY: ParsedQuery = { values: new Map(), errors: [] };

/** The input of a door: the values of its parameters. */
export type InputOf<P extends Parameters<unknown>> = P extends Parameters<infer Input> ? Input : never;

/**
 * Refuses unknown, repeated and malformed parameters, and names all of them in one problem.
 * @param check finds errors in the combination of valid values
 */
export function strict<S extends Shape>(
  shape: S,
  code: ProblemCode = 'invalid_request',
  check: (input: ValuesOf<S>) => ParameterError | undefined = () => undefined,
): Parameters<ValuesOf<S>> {
  const parameters = Object.entries(shape);
  const names = parameters.flatMap(([name, parameter]) => (parameter.in === 'query' ? name : []));
  const lists = names.filter((name) => shape[name]?.isList);
  return {
    ...describe(shape, true),
    read(sent) {
      const { values, errors } = sent.query === '' ? NO_QUERY : parseQuery(sent.query, names, lists);
      if (errors.length > 0 && names.length === 0) {
        return problem(code, { detail: 'This address has no parameters.', errors });
      }
      const input = readAll<S>(parameters, sent, (name) => values.get(name) ?? [], code, errors);
      const error = isProblem(input) ? undefined : check(input);
      return error === undefined ? input : problem(code, { detail: error.detail, errors: [error] });
    },
  };
}

/** Ignores unknown and repeated parameters: for foreign protocols, and for people. */
export function lenient<S extends Shape>(shape: S): Parameters<ValuesOf<S>> {
  const parameters = Object.entries(shape);
  return {
    ...describe(shape, false),
    read(sent) {
      const given = new URLSearchParams(sent.query);
      return readAll<S>(parameters, sent, (name) => given.getAll(name), 'invalid_request');
    },
  };
}

function describe(shape: Shape, isStrict: boolean) {
  const bodies = new Set(Object.values(shape).flatMap((parameter) => parameter.bodies ?? []));
  return { isStrict, shape, bodies: [...bodies] };
}

/**
 * @param code of the problem that names all errors
 * @param errors errors of the query as a whole; the parameters that they name are not read
 */
function readAll<S extends Shape>(
  parameters: readonly (readonly [name: string, parameter: Parameter<unknown>])[],
  sent: Sent,
  given: (name: string) => readonly string[],
  code: ProblemCode,
  errors: readonly ParameterError[] = [],
): ValuesOf<S> | Problem {
  const input: Record<string, unknown> = {};
  const all = [...errors];
  let refusal: Problem | undefined;
  for (const [name, parameter] of parameters) {
    if (errors.some((error) => error.parameter === name)) continue;
    const values = parameter.in === 'path' ? pathValues(sent) : given(name);
    const value = parameter.read(values, name, sent);
    if (isError(value)) all.push(value);
    else if (isProblem(value)) refusal ??= value;
    else input[name] = value;
  }
  const [first] = all;
  if (first !== undefined) return problem(code, { detail: first.detail, errors: all });
  return refusal ?? (input as ValuesOf<S>);
}

function pathValues({ segment = '' }: Sent): readonly string[] {
  const text = decodePercent(segment);
  return text === undefined ? [] : [text];
}

function isError(value: unknown): value is ParameterError {
  return typeof value === 'object' && value !== null && 'parameter' in value && 'detail' in value;
}

/** Whether the client wants a page: browsers name HTML in `Accept`, and most programs do not. */
export const wantsPage: Parameter<boolean> = {
  in: 'query',
  description: 'Format of the answer: `json` or `html`. Without this parameter, `Accept` decides; the default is JSON.',
  varies: 'Accept',
  schema: { type: 'string', enum: ['json', 'html'] },
  example: 'json',
  read([given], _, { headers: { accept = '*/*' } }) {
    if (given === 'json' || given === 'html') return given === 'html';
    return new Negotiator({ headers: { accept } }).mediaType(['application/json', 'text/html']) === 'text/html';
  },
};

interface IntegerBounds {
  readonly minimum: number;
  readonly maximum: number;
  readonly fallback: number;
}

/** A decimal integer without leading zeros. @param example shown in the description */
export function integer(
  { minimum, maximum, fallback }: IntegerBounds,
  description: string,
  example: number = fallback,
): Parameter<number> {
  return {
    in: 'query',
    description,
    schema: { type: 'integer', minimum, maximum, default: fallback },
    example,
    read([value], name) {
      if (value === undefined) return fallback;
      if (!/^(?:0|-?[1-9]\d{0,30})$/.test(value)) {
        return parameterError(name, 'not_an_integer', 'must be a whole number');
      }
      const number = Number(value);
      if (number >= minimum && number <= maximum) return number;
      return parameterError(name, 'out_of_range', `must be between ${minimum} and ${maximum}`);
    },
  };
}

/** Parameter for the form of the answer; the default is `json`. */
export function format(description: string): Parameter<'json' | 'csv'> {
  return {
    in: 'query',
    description,
    schema: { type: 'string', enum: ['json', 'csv'], default: 'json' },
    example: 'json',
    read([value = 'json'], name) {
      if (value === 'json' || value === 'csv') return value;
      const error = parameterError(name, 'unknown_value', 'must be “json” or “csv”');
      return problem('invalid_format', { errors: [error] });
    },
  };
}

/** Parameter of a lenient door for any text: the first value, or an empty text when absent. */
export function textParameter(description: string, example?: string): Parameter<string> {
  return {
    in: 'query',
    description,
    schema: { type: 'string' },
    ...(example !== undefined && { example }),
    read: ([value = '']) => value,
  };
}
