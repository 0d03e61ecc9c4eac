/** A service over the bundled sample, with the answers about all its entities. */
import type { LinksAnswer } from '../../../src/core/snapshot/links-answer.ts';
import { serveSample } from '../../docs/sample-service.ts';
import { forFile } from '../../for-file.ts';
import { LIMITS } from '../http/serving.ts';

export interface Sample {
  readonly fetch: (path: string, options?: RequestInit) => Promise<Response>;
  readonly json: <T>(path: string) => Promise<T>;
  /** Answers of all entities. */
  readonly entities: () => Promise<readonly LinksAnswer[]>;
}

/** A service that runs during the tests of the file. */
export function useSample(): Sample {
  const service = forFile(() => serveSample({ limits: LIMITS }));
  const ask = (path: string, options?: RequestInit) => fetch(`${service.url}/api/v1${path}`, options);
  const json = async <T>(path: string) => (await (await ask(path)).json()) as T;
  return { fetch: ask, json, entities: () => (all ??= everyEntity(service.url, json)) };
}

/** Shared by all test files in a process. */
let all: Promise<readonly LinksAnswer[]> | undefined;

async function everyEntity(url: string, json: Sample['json']): Promise<readonly LinksAnswer[]> {
  const sitemap = await (await fetch(`${url}/sitemaps/0.xml`)).text();
  const ids = [...sitemap.matchAll(/\/gnd\/([\dX-]+)</g)].map(([, gnd]) => gnd);
  return Array.fromAsync(ids, (gnd) => json<LinksAnswer>(`/gnd/${gnd}/links`));
}
