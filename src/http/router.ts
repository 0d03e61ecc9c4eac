/** The target of a request line, and the route that its path leads to. */

export interface RequestTarget {
  /** Still percent-encoded, except for characters that need no encoding. */
  readonly path: string;
  /** What stands after the question mark, still percent-encoded. */
  readonly query: string;
}

/** Longest target in characters; a hundred percent-encoded URIs of identifiers fit. */
export const MAX_TARGET = 8192;

/** @param target origin-form, absolute-form or `*`. RFC 9112 §3.2 */
export function splitTarget(target: string): RequestTarget {
  const isPlain = target.startsWith('/') && !target.includes('#');
  const origin = isPlain ? target : target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/#.*$/, '');
  const mark = origin.indexOf('?');
  const path = mark < 0 ? origin : origin.slice(0, mark);
  return { path: path.startsWith('/') ? path : '/', query: mark < 0 ? '' : origin.slice(mark + 1) };
}

export interface Match<T> {
  readonly route: T;
  /** What stands in the place of the braces, still percent-encoded; it may hold slashes. */
  readonly segment?: string;
}

/**
 * Finds a path among patterns with at most one variable segment, such as `/api/v1/gnd/{gnd}/links`.
 * @returns a function of a path that is still percent-encoded
 */
export function createRouter<T>(routes: readonly (readonly [pattern: string, route: T])[]) {
  const exact = new Map<string, Match<T>>();
  const variable: { readonly before: string; readonly after: string; readonly route: T }[] = [];
  for (const [pattern, route] of routes) {
    const [before = '', after] = pattern.split(/\{\w+\}/);
    if (after === undefined) exact.set(before, { route });
    else variable.push({ before, after, route });
  }
  return (path: string): Match<T> | undefined => {
    const known = exact.get(path);
    if (known !== undefined) return known;
    const found = variable.find(
      ({ before, after }) =>
        path.startsWith(before) && path.endsWith(after) && path.length >= before.length + after.length,
    );
    if (found === undefined) return undefined;
    return { route: found.route, segment: path.slice(found.before.length, path.length - found.after.length) };
  };
}
