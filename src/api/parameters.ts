/** Strict reading of a query string: what is malformed, repeated or unknown is named, nothing is dropped in silence. */
import { decodePercent } from '../model/text.ts';
import { type ParameterError, type Problem, problem } from './problems.ts';

export interface Query {
  /** Decoded values by name; only known names that were given once. */
  readonly values: ReadonlyMap<string, string>;
  readonly errors: readonly ParameterError[];
}

/**
 * @param query what stands after the question mark, still encoded; `+` is a blank
 * @param known names of the parameters that exist
 */
export function parseQuery(query: string, known: readonly string[]): Query {
  const values = new Map<string, string>();
  const errors: ParameterError[] = [];
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const rawName = equals < 0 ? pair : pair.slice(0, equals);
    const name = decodeText(rawName);
    const value = decodeText(equals < 0 ? '' : pair.slice(equals + 1));
    if (name === undefined || value === undefined) {
      errors.push(parameterError(name ?? rawName, 'malformed_encoding', 'is not percent-encoded UTF-8'));
    } else if (!known.includes(name)) {
      const exists = known.length === 0 ? 'there are none here' : `there are ${known.join(', ')}`;
      errors.push(parameterError(name, 'unknown_parameter', `does not exist; ${exists}`));
    } else if (values.has(name)) {
      errors.push(parameterError(name, 'duplicate_parameter', 'is given more than once'));
    } else {
      values.set(name, value);
    }
  }
  return { values, errors: distinct(errors) };
}

/** The problem of a request that has parameters where there are none; undefined when it has none. */
export function refuseParameters(query: string): Problem | undefined {
  if (query === '') return undefined;
  const { errors } = parseQuery(query, []);
  if (errors.length === 0) return undefined;
  return problem('invalid_request', { detail: 'This address has no parameters.', errors });
}

/** Percent-decoding of a query component; undefined when it is not UTF-8. */
function decodeText(text: string): string | undefined {
  return decodePercent(text.replaceAll('+', ' '));
}

/** A sentence that begins with the parameter's name. */
export function parameterError(parameter: string, code: string, predicate: string): ParameterError {
  const shown = printable(parameter);
  return { parameter: shown, code, detail: `“${shown}” ${predicate}.` };
}

export interface IntegerBounds {
  readonly minimum: number;
  readonly maximum: number;
  readonly fallback: number;
}

/** A decimal integer without sign or leading noughts. */
export function parseInteger(
  values: ReadonlyMap<string, string>,
  name: string,
  { minimum, maximum, fallback }: IntegerBounds,
): number | ParameterError {
  const value = values.get(name);
  if (value === undefined) return fallback;
  if (!/^(?:0|-?[1-9]\d{0,30})$/.test(value)) return parameterError(name, 'not_an_integer', 'must be a whole number');
  const number = Number(value);
  if (number >= minimum && number <= maximum) return number;
  return parameterError(name, 'out_of_range', `must be between ${minimum} and ${maximum}`);
}

/** What a client sent, fit to be repeated in an answer: NFC, no control characters, at most 100 characters. */
function printable(text: string): string {
  const clean = text.replace(/[\p{Cc}\p{Cs}]/gu, '\u{FFFD}').normalize('NFC');
  return clean.length <= 100 ? clean : `${clean.slice(0, 99).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function distinct(errors: readonly ParameterError[]): ParameterError[] {
  return [...new Map(errors.map((error) => [`${error.parameter}\n${error.code}`, error])).values()];
}
