/** The small language in which collections.yaml describes web addresses: literal text with placeholders in braces. */
import { compileExpression, quoteExpression } from '../expression.ts';
import type { WebAddress } from '../../../core/model/web-address.ts';

/** Default expressions of placeholders by name. */
const BY_NAME: Readonly<Record<string, string>> = {
  gnd: '[1-9][0-9]{0,8}(?:-[0-9Xx]|[0-9Xx])',
  lang: '[a-z][a-z-]{1,15}',
};
/** Default expressions of other placeholders by place: one label, one segment, one parameter, the whole fragment. */
const BY_PLACE = { host: '[^.]+', path: '[^/?#]+', query: '[^&#]+', fragment: '[^#]+' } as const;
/** Page titles of wikis contain slashes. */
const TITLE = '[^?#]+';
const PLACEHOLDER = /\{([a-z]\w*)\}/g;

/**
 * Compiles `host/path?query#fragment`. A pattern without `?` matches any query, a pattern without `#` any fragment.
 * `www.` and a trailing slash make no difference. The first label of the host may be a placeholder.
 * @param where regular expressions by placeholder
 * @throws SyntaxError with a message for the operator when the pattern or an expression cannot be used
 */
export function compilePattern(text: string, where: Readonly<Record<string, string>> = {}) {
  const split = /^([^/?#]+)([^?#]*)(\?[^#]*)?(#.*)?$/su.exec(text);
  if (split === null || /^https?:/i.test(text))
    throw new SyntaxError(`"${text}" is not a pattern of the form host/path`);
  const [, host = '', path = '', query, fragment] = split;
  const wildcard = /^\{([a-z]\w*)\}(\..+)$/.exec(host);
  if (!/^(?:\*)?[a-z0-9.-]+\.[a-z0-9-]+(?::\d+)?$/.test(wildcard ? `*${wildcard[2]}` : host)) {
    throw new SyntaxError(`"${host}" is not a host name in lower case; only its first label may be a placeholder`);
  }
  const tail = path.replace(/\/+$/, '');
  const parts = [
    [wildcard ? `{${wildcard[1]}}` : '', 'host'],
    [tail, 'path'],
    [query ?? '', 'query'],
    [fragment ?? '', 'fragment'],
  ] as const;
  const placeholders = placeholdersOf(parts.map(([part]) => part).join(''));
  const twice = placeholders.find((name, index) => placeholders.indexOf(name) < index);
  if (twice !== undefined) throw new SyntaxError(`placeholder {${twice}} occurs twice in "${text}"`);
  const literals = ['' as string];
  const expressions: string[] = [];
  for (const [part, place] of parts) {
    const [before = '', ...pieces] = part.split(PLACEHOLDER);
    literals[literals.length - 1] += before;
    for (let i = 0; i < pieces.length; i += 2) {
      const name = pieces[i] as string;
      const byName = name === 'title' && place === 'path' ? TITLE : BY_NAME[name];
      expressions.push(where[name] ?? byName ?? BY_PLACE[place]);
      literals.push(pieces[i + 1] as string);
    }
  }
  const match = compileMatch(literals, expressions);
  return {
    /** Without `www.`; `*.example.org` when the first label is a placeholder. */
    host: wildcard ? `*${wildcard[2]}` : host.replace(/^www\./, ''),
    /** Number of literal characters, plus 1000 for a query and 2000 for a fragment; higher ones are tried first. */
    specificity:
      (fragment === undefined ? 0 : 2000) +
      (query === undefined ? 0 : 1000) +
      (host + tail + (query ?? '') + (fragment ?? '')).replace(PLACEHOLDER, '').length,
    placeholders,
    /** Values of the placeholders; undefined where the address does not match. */
    match(address: WebAddress): Record<string, string> | undefined {
      const first = wildcard ? address.host.slice(0, address.host.indexOf('.')) : '';
      const matched = match(
        first +
          address.path +
          (query === undefined ? '' : address.query) +
          (fragment === undefined ? '' : address.fragment),
      );
      if (matched === undefined) return undefined;
      const values: Record<string, string> = {};
      for (let i = 0; i < placeholders.length; i += 1) values[placeholders[i] as string] = matched[i] ?? '';
      return values;
    },
  };
}

/**
 * Matches literals with expressions between them. The beginning and the end are compared as text. Most patterns have a
 * single expression: the text between then needs no groups, which is ten times as fast.
 */
function compileMatch(
  literals: readonly string[],
  expressions: readonly string[],
): (subject: string) => readonly (string | undefined)[] | undefined {
  const prefix = literals[0] ?? '';
  if (expressions.length === 0) return (subject) => (subject === prefix ? [] : undefined);
  const suffix = literals.at(-1) ?? '';
  for (const expression of expressions) compileWithoutGroups(expression);
  const single = expressions.length === 1 ? compileWithoutGroups(expressions[0] as string) : undefined;
  const inner = expressions.map((source, i) => `${i === 0 ? '' : quoteExpression(literals[i] ?? '')}(${source})`);
  const several = single ?? compileExpression(`^${inner.join('')}$`);
  return (subject) => {
    if (subject.length < prefix.length + suffix.length) return undefined;
    if (!subject.startsWith(prefix) || !subject.endsWith(suffix)) return undefined;
    const between = subject.slice(prefix.length, subject.length - suffix.length);
    if (single !== undefined) return single.matches(between) ? [between] : undefined;
    return several.exec(between)?.slice(1);
  };
}

/** @throws SyntaxError */
export function compileWithoutGroups(source: string) {
  const expression = compileExpression(source);
  if (expression.groups > 0) throw new SyntaxError(`"${source}" has a capturing group; write (?:…)`);
  return expression;
}

/** Names of the placeholders of a template, e.g. `https://viaf.org/viaf/{id}`. */
export function placeholdersOf(template: string): readonly string[] {
  return [...template.matchAll(PLACEHOLDER)].map((match) => match[1] as string);
}

/** Makes a function that fills a template. */
export function compileTemplate(template: string): (values: Readonly<Record<string, string>>) => string {
  const pieces = template.split(PLACEHOLDER);
  return (values) => {
    let text = pieces[0] as string;
    for (let i = 1; i < pieces.length; i += 2) text += (values[pieces[i] as string] ?? '') + (pieces[i + 1] as string);
    return text;
  };
}
