/** Which methods an address answers: the router itself only knows “found” and “not found”. */
import type { FastifyInstance } from 'fastify';

/** @returns the methods of a path (as routed, without query), for `Allow`; undefined where there is nothing */
export type AllowedMethods = (path: string) => readonly string[] | undefined;

/** What is ever allowed, in the order of `Allow`. */
export const METHODS = ['GET', 'HEAD', 'OPTIONS'];

/** Must be called before the routes are registered. OPTIONS is allowed wherever anything is. */
export function collectMethods(app: FastifyInstance): AllowedMethods {
  const routes = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    const route = routes.get(url) ?? { pattern: patternOf(url), methods: new Set(['OPTIONS']) };
    for (const name of [method].flat()) route.methods.add(name);
    routes.set(url, route);
  });
  return (path) => {
    const methods = [...routes.values()]
      .filter(({ pattern }) => pattern.test(path))
      .flatMap((route) => [...route.methods]);
    return methods.length === 0 ? undefined : [...new Set(methods)].toSorted((a, b) => rank(a) - rank(b));
  };
}

function rank(method: string): number {
  const position = METHODS.indexOf(method);
  return position < 0 ? METHODS.length : position;
}

/** `:name` stands for one segment, `*` for any rest. */
function patternOf(url: string): RegExp {
  const escaped = url.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/:\w+/g, '[^/]+').replaceAll('*', '.*')}$`, 's');
}
