/** Finds the pattern that a path matches. */

export interface RouteMatch<T> {
  readonly route: T;
  /** The part in place of the braces, still percent-encoded; it may hold slashes. */
  readonly segment?: string;
}

/**
 * @param routes patterns with at most one variable segment, such as `/api/v1/gnd/{gnd}/links`
 * @returns a function of a path that is still percent-encoded
 */
export function createRouter<T>(routes: readonly (readonly [pattern: string, route: T])[]) {
  const exact = new Map<string, RouteMatch<T>>();
  const variable: { readonly before: string; readonly after: string; readonly route: T }[] = [];
  for (const [pattern, route] of routes) {
    const [before = '', after] = pattern.split(/\{\w+\}/);
    if (after === undefined) exact.set(before, { route });
    else variable.push({ before, after, route });
  }
  return (path: string): RouteMatch<T> | undefined => {
    const constant = exact.get(path);
    if (constant !== undefined) return constant;
    const matching = variable.find(
      ({ before, after }) =>
        path.startsWith(before) && path.endsWith(after) && path.length >= before.length + after.length,
    );
    if (matching === undefined) return undefined;
    return { route: matching.route, segment: path.slice(matching.before.length, path.length - matching.after.length) };
  };
}
