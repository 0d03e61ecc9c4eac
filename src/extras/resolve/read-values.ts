/** Reads the values of a request: from the address, with the usual separators, or from a body, one per line or as JSON. */
import type { Sent } from '../../core/http/parameters.ts';
import { parameterError } from '../../core/http/query-string.ts';
import { decodePercent } from '../../core/model/text.ts';
import { isProblem, type Problem, problem } from '../../core/http/problems.ts';
import { readBody, splitValues } from '../../core/interface/lookup/read-body.ts';

/** Largest number of values of one request, repetitions included. */
export const MAX_VALUES = { GET: 100, POST: 1_000 } as const;

/** @returns the values in their order; a problem for none, or for too many */
export function readValues(sent: Sent): readonly string[] | Problem {
  const { method, query } = sent;
  const body = readBody(sent);
  if (isProblem(body)) return body;
  const values = body === undefined ? valuesOfQuery(query) : (body.ids ?? valuesOfQuery(body.form));
  if (isProblem(values)) return values;
  if (values.length === 0) {
    const error = parameterError('ids', 'missing', 'must hold at least one identifier or web address');
    return problem('missing_ids', { detail: error.detail, errors: [error] });
  }
  const maximum = MAX_VALUES[method];
  if (values.length <= maximum) return values;
  const onwards =
    method === 'GET' ? `a POST takes up to ${MAX_VALUES.POST}` : 'send the list in portions, one request for each';
  const error = parameterError('ids', 'too_many', `takes at most ${maximum} values, not ${values.length}: ${onwards}`);
  const extensions = { maximum, received: values.length };
  return problem('too_many_ids', { detail: error.detail, errors: [error], extensions });
}

/** Marks for a comma and a semicolon that the client has percent-encoded. */
const ENCODED = { ',': '\uE000', ';': '\uE001' } as const;

/** Values of the parameter `ids`, also where it is repeated. */
function valuesOfQuery(query: string): readonly string[] | Problem {
  const values: string[] = [];
  for (const pair of query.split('&')) {
    if (!pair.startsWith('ids=')) continue;
    const marked = pair.slice(4).replaceAll('+', ' ').replace(/%2C/gi, ENCODED[',']).replace(/%3B/gi, ENCODED[';']);
    const text = decodePercent(marked);
    if (text === undefined) return problem('invalid_request', { detail: '“ids” is not percent-encoded UTF-8.' });
    const parts = splitValues(joined(text), /[\s,;]+/u);
    if (isProblem(parts)) return parts;
    for (const part of parts) {
      const own = splitEncoded(part);
      if (isProblem(own)) return own;
      values.push(...own);
    }
  }
  return values.filter((value) => value !== '').map((value) => value.replaceAll(BLANK, ' '));
}

/** Mark for a blank within a value. */
const BLANK = '\uE002';

/** Marks blanks within a value: after a prefix or a word without digits, and between the groups of an ISNI. */
function joined(text: string): string {
  return text
    .replace(
      /(\(DE-588\)|(?<![^\s,;\uE000\uE001])[a-z][\w-]*\s?[:=]|(?<![^\s,;\uE000\uE001])[a-z]+)[^\S\r\n]+(?=\S*\d)/giu,
      `$1${BLANK}`,
    )
    .replace(/(?<![\d-])\d{4}(?: \d{4}){2} \d{3}[\dX](?![\dX-])/giu, (groups) => groups.replaceAll(' ', BLANK));
}

/** A run of encoded separators before another value. Only whole runs match, which keeps the time linear. */
const NEXT =
  /(?<![\uE000\uE001])[\uE000\uE001]+(?=https?:|[a-z][\w-]*:\S|\(DE-588\)|Q[1-9]\d*(?![^\uE000\uE001])|[a-z]{0,3}[\dX-]{6,}(?![^\uE000\uE001]))/iu;

/**
 * Splits at encoded separators. Programs encode the separators between values, people the separators within an
 * address. In an address, a separator therefore splits only if a value follows.
 */
function splitEncoded(part: string): readonly string[] | Problem {
  const values = splitValues(part, /^https?:/i.test(part) ? NEXT : /[\uE000\uE001]+/u);
  return isProblem(values)
    ? values
    : values.map((value) => value.replaceAll(ENCODED[','], ',').replaceAll(ENCODED[';'], ';'));
}
