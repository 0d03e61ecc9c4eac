/** Reads a query string strictly: every malformed, repeated or unknown parameter becomes an error. */
import { decodePercent } from '../model/text.ts';
import type { ParameterError } from './problems.ts';

export interface ParsedQuery {
  /** Decoded values of known names: one each, several only for lists. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly errors: readonly ParameterError[];
}

/**
 * @param query the part after the question mark, still encoded; `+` is a blank
 * @param names all parameters that exist
 * @param lists names of parameters that may be given several times
 */
export function parseQuery(query: string, names: readonly string[], lists: readonly string[] = []): ParsedQuery {
  const values = new Map<string, string[]>();
  const errors: ParameterError[] = [];
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const rawName = equals < 0 ? pair : pair.slice(0, equals);
    const name = decodeText(rawName);
    const value = decodeText(equals < 0 ? '' : pair.slice(equals + 1));
    if (name === undefined || value === undefined) {
      errors.push(parameterError(name ?? rawName, 'malformed_encoding', 'is not percent-encoded UTF-8'));
    } else if (!names.includes(name)) {
      const allowed = names.length === 0 ? 'This address has no parameters' : `Allowed: ${names.join(', ')}`;
      errors.push(parameterError(name, 'unknown_parameter', `does not exist${likelyCause(name, names)}. ${allowed}`));
    } else if (!values.has(name)) {
      values.set(name, [value]);
    } else if (lists.includes(name)) {
      values.get(name)?.push(value);
    } else {
      errors.push(parameterError(name, 'duplicate_parameter', 'is given more than once'));
    }
  }
  return { values, errors: distinct(errors) };
}

/** Parameters that programs add to addresses, and why they are not needed. */
const CAUSES: readonly (readonly [name: RegExp, cause: string])[] = [
  [
    /^(?:_|_?ts|_?t|cb|cache_?bust(?:er)?|no_?cache|nocache|rand(?:om)?|timestamp|v)$/iu,
    'it looks like a cache buster from a monitor or jQuery (cache: false), which is not needed, because answers have validators',
  ],
  [
    /^(?:utm_.+|[gd]clid|gad_.+|fbclid|msclkid|yclid|mc_[ce]id|_ga|_gl|[mp](?:tm|k)_.+|ref|igshid|srsltid)$/iu,
    'it looks like a tracking parameter that was added to the link',
  ],
  [
    /^(?:callback|jsonp)$/iu,
    'it looks like JSONP, which is not needed, because scripts of all sites may read the answers',
  ],
  [/^(?:api_?key|key|(?:access_)?token|apikey|user(?:name)?)$/iu, 'it looks like a credential, which is not needed'],
];

/** The likely cause of an unknown parameter, as the end of a sentence; empty where there is none. */
function likelyCause(name: string, names: readonly string[]): string {
  const meant = names.find((one) => one === name.toLowerCase().replace(/\[\]$/u, ''));
  const cause = meant === undefined ? CAUSES.find(([form]) => form.test(name))?.[1] : `perhaps “${meant}” was meant`;
  return cause === undefined ? '' : `; ${cause}`;
}

/** Percent-decoding of a query component; undefined when it is not UTF-8. */
function decodeText(text: string): string | undefined {
  return decodePercent(text.replaceAll('+', ' '));
}

/** @param predicate completes a sentence that begins with the parameter's name */
export function parameterError(parameter: string, code: string, predicate: string): ParameterError {
  const shown = printable(parameter);
  return { parameter: shown, code, detail: `“${shown}” ${predicate}.` };
}

/** A text of the client that an answer may repeat: in NFC, without control characters, of at most 100 characters. */
function printable(text: string): string {
  const clean = text.replace(/[\p{Cc}\p{Cs}]/gu, '\u{FFFD}').normalize('NFC');
  return clean.length <= 100 ? clean : `${clean.slice(0, 99).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function distinct(errors: readonly ParameterError[]): ParameterError[] {
  return [...new Map(errors.map((error) => [`${error.parameter}\n${error.code}`, error])).values()];
}
