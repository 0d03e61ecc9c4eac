/** Finds an address among patterns with at most one variable part, such as `/api/v1/gnd/{gnd}/links`. */
import type { Endpoint } from '../api/endpoint.ts';
import { ENDPOINTS } from '../api/endpoints.ts';

export interface Matched<T> {
  readonly value: T;
  /** What stands in the place of the braces, still percent-encoded; it may hold slashes. */
  readonly segment?: string;
}

/** @returns a function of a path that is still percent-encoded */
export function createMatcher<T>(entries: readonly (readonly [pattern: string, value: T])[]) {
  const exact = new Map<string, Matched<T>>();
  const variable: { readonly before: string; readonly after: string; readonly value: T }[] = [];
  for (const [pattern, value] of entries) {
    const [before = '', after] = pattern.split(/\{\w+\}/);
    if (after === undefined) exact.set(before, { value });
    else variable.push({ before, after, value });
  }
  return (path: string): Matched<T> | undefined => {
    const known = exact.get(path);
    if (known !== undefined) return known;
    const found = variable.find(
      ({ before, after }) =>
        path.startsWith(before) && path.endsWith(after) && path.length >= before.length + after.length,
    );
    if (found === undefined) return undefined;
    return { value: found.value, segment: path.slice(found.before.length, path.length - found.after.length) };
  };
}

const find = createMatcher(ENDPOINTS.map((endpoint) => [endpoint.path, endpoint] as const));

export function matchEndpoint(path: string): { readonly endpoint: Endpoint; readonly segment?: string } | undefined {
  const found = find(path);
  return found && { endpoint: found.value, ...(found.segment !== undefined && { segment: found.segment }) };
}
