/** The small language in which collections.yaml describes web addresses: literal text with placeholders in braces. */
import type { WebAddress } from './web-address.ts';

/** A pattern ready to match; see {@link compilePattern}. */
export interface TargetPattern {
  /** As written in the configuration. */
  readonly text: string;
  /** Without `www.`; `*.example.org` when the first label is a placeholder. */
  readonly host: string;
  /** The more literal characters and parts a pattern names, the earlier it is tried. */
  readonly specificity: number;
  readonly placeholders: readonly string[];
  /** Values of the placeholders, or undefined. */
  match(address: WebAddress): Record<string, string> | undefined;
}

/** What a placeholder matches unless the collection says otherwise: by its name, */
const BY_NAME: Readonly<Record<string, string>> = {
  gnd: '[1-9][0-9]{0,8}(?:-[0-9Xx]|[0-9Xx])',
  lang: '[a-z][a-z-]{1,15}',
};
/** else by its place: one label, one segment, one parameter, all of the fragment. */
const BY_PLACE = { host: '[^.]+', path: '[^/?#]+', query: '[^&#]+', fragment: '[^#]+' } as const;
/** Page titles of wikis contain slashes. */
const TITLE = '[^?#]+';
const PLACEHOLDER = /\{([a-z]\w*)\}/g;

/**
 * Compiles `host/path?query#fragment`. No scheme and no `www.`; a pattern without `?` takes addresses with any query,
 * one without `#` any fragment; a trailing slash makes no difference. A placeholder may be the first label of the host.
 * @param where regular expressions by placeholder
 * @throws SyntaxError with a sentence when pattern or expression cannot be used
 */
export function compilePattern(text: string, where: Readonly<Record<string, string>> = {}): TargetPattern {
  const split = /^([^/?#]+)([^?#]*)(\?[^#]*)?(#.*)?$/su.exec(text);
  if (split === null || /^https?:/i.test(text)) throw new SyntaxError(`"${text}" is no pattern of the form host/path`);
  const [, host = '', path = '', query, fragment] = split;
  const wildcard = /^\{([a-z]\w*)\}(\..+)$/.exec(host);
  if (!/^(?:\*)?[a-z0-9.-]+\.[a-z0-9-]+(?::\d+)?$/.test(wildcard ? `*${wildcard[2]}` : host)) {
    throw new SyntaxError(`"${host}" is no host in lower case; only its first label may be a placeholder`);
  }
  const placeholders: string[] = [];
  const source = (part: string, place: keyof typeof BY_PLACE): string =>
    part
      .split(PLACEHOLDER)
      .map((piece, index) => {
        if (index % 2 === 0) return piece.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
        if (placeholders.includes(piece)) throw new SyntaxError(`placeholder {${piece}} stands twice in "${text}"`);
        placeholders.push(piece);
        const byName = piece === 'title' && place === 'path' ? TITLE : BY_NAME[piece];
        const expression = where[piece] ?? byName ?? BY_PLACE[place];
        assertSafe(expression);
        return `(${expression})`;
      })
      .join('');
  const tail = path.replace(/\/+$/, '');
  const expression = compileSafely(
    `^${source(wildcard ? `{${wildcard[1]}}` : '', 'host')}${source(tail, 'path')}` +
      `${source(query ?? '', 'query')}${source(fragment ?? '', 'fragment')}$`,
    text,
  );
  const literal = (host + tail + (query ?? '') + (fragment ?? '')).replace(PLACEHOLDER, '');
  return {
    text,
    host: wildcard ? `*${wildcard[2]}` : host.replace(/^www\./, ''),
    specificity: (fragment === undefined ? 0 : 2000) + (query === undefined ? 0 : 1000) + literal.length,
    placeholders,
    match(address) {
      const first = wildcard ? address.host.slice(0, address.host.indexOf('.')) : '';
      const subject =
        first +
        address.path +
        (query === undefined ? '' : address.query) +
        (fragment === undefined ? '' : address.fragment);
      const found = expression.exec(subject);
      if (found === null) return undefined;
      const values: Record<string, string> = {};
      for (let i = 0; i < placeholders.length; i += 1) values[placeholders[i] as string] = found[i + 1] ?? '';
      return values;
    },
  };
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

/**
 * Refuses what can take exponential time: a quantifier on a group that itself holds a quantifier or an alternative,
 * references back, looking around, and more than three unbounded quantifiers.
 */
export function assertSafe(expression: string): void {
  if (expression.length > 300) throw new SyntaxError('the expression is longer than 300 characters');
  const bare = expression.replace(/\\./gsu, 'a').replace(/\[\^?\]?[^\]]*\]/gu, 'a');
  if (/\\[1-9k]/.test(expression.replaceAll('\\\\', '')))
    throw new SyntaxError(`"${expression}" refers back to a group`);
  if (/\(\?[=!<]/.test(bare)) throw new SyntaxError(`"${expression}" looks around`);
  if (/\((?!\?:)/.test(bare)) throw new SyntaxError(`"${expression}" has a capturing group; write (?:…)`);
  const unbounded = bare.match(/[*+]|\{\d+,\}/g)?.length ?? 0;
  if (unbounded > 3) throw new SyntaxError(`"${expression}" has more than three unbounded quantifiers`);
  if (hasNestedQuantifier(bare)) throw new SyntaxError(`"${expression}" repeats a group that repeats or chooses`);
}

/** Whether a repeated group contains a quantifier or an alternative; a group that may be absent (`?`) is no repetition. */
function hasNestedQuantifier(bare: string): boolean {
  const open: boolean[] = [];
  for (let i = 0; i < bare.length; i += 1) {
    const char = bare[i] as string;
    if (char === '(') {
      open.push(false);
      if (bare.startsWith('?:', i + 1)) i += 2;
    } else if (char === ')') {
      const busy = open.pop() ?? false;
      const after = bare[i + 1] ?? '';
      if (busy && (after === '*' || after === '+' || after === '{')) return true;
      if (open.length > 0 && busy) open[open.length - 1] = true;
    } else if (/[*+{|]/.test(char) && open.length > 0) open[open.length - 1] = true;
  }
  return false;
}

/** Short ones first: what takes polynomial time is found out before it takes long. */
const HOSTILE = [100, 400, 1900].flatMap((length) =>
  ['a', '0', 'X', '-', '/', '%', '/a', 'a0', 'a-', ' '].map((piece) => `/${piece.repeat(length).slice(0, length)}\n`),
);
/**
 * Processor time, for the machine may be busy with something else. Far above what a linear expression needs for the
 * hostile texts (well below 1 ms), far below what an operator notices.
 */
const TIME_BOUND_MICROSECONDS = 500_000;

function compileSafely(source: string, text: string): RegExp {
  let expression: RegExp;
  try {
    expression = new RegExp(source, 'u');
  } catch (cause) {
    throw new SyntaxError(`"${text}" makes no regular expression: ${(cause as Error).message}`, { cause });
  }
  const before = process.threadCpuUsage();
  for (const hostile of HOSTILE) {
    expression.test(hostile);
    const { user, system } = process.threadCpuUsage(before);
    if (user + system > TIME_BOUND_MICROSECONDS) throw new SyntaxError(`"${text}" takes too long to match`);
  }
  return expression;
}
