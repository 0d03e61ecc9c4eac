/** What lies beside the interface: pages for people and documents for machines. */
import type { Response } from '../api/endpoint.ts';
import type { Problem } from '../api/problems.ts';
import type { LimitedName } from '../limit/limited.ts';
import type { Store } from '../store/store.ts';

export interface PageRequest {
  /** Percent-decoded value of the segment that varies; undefined where there is none. */
  readonly segment: string | undefined;
  /** What stands after the question mark, still percent-encoded. */
  readonly query: string;
  /** The field as it was sent. */
  readonly acceptLanguage: string | undefined;
  /** Public address of the service, without a slash at its end. */
  readonly baseUrl: string;
  /** What the interface does not tell, of the snapshot that `call` answers from; undefined while there is none. */
  readonly store: () => Store | undefined;
  /**
   * Calls the interface within the process: the same answers as through HTTP, all from one snapshot, without quotas.
   * @param path of a GET, e.g. `/api/v1/search?q=goethe`
   */
  readonly call: (path: string) => Promise<InternalAnswer>;
}

export interface InternalAnswer {
  readonly status: number;
  /** Parsed; a problem document when the status says so. */
  readonly body: unknown;
}

export interface Page {
  /** Exact, or with one segment that varies: `/problems/{slug}`. */
  readonly path: string;
  /** The quota that its requests count against, where it shows what the interface limits. */
  readonly quota?: LimitedName;
  answer(request: PageRequest): PageAnswer | undefined | Promise<PageAnswer | undefined>;
}

/** What a person sees where a program would get a problem document, because the request did not come as far as the page. */
export type ProblemPage = (
  occurrence: Problem,
  request: Pick<PageRequest, 'query' | 'acceptLanguage' | 'baseUrl'> & { readonly path: string },
) => PageAnswer;

/** Its headers replace or join the constant ones, e.g. `content-security-policy`. */
export interface PageAnswer extends Response {
  readonly cacheControl: string;
}

/** @param cacheControl a permanent redirect is kept for five minutes if absent, others not at all */
export function redirectTo(status: 301 | 302 | 303, location: string, cacheControl?: string): PageAnswer {
  return {
    status,
    contentType: 'text/plain; charset=utf-8',
    body: Buffer.from(`${location}\n`),
    cacheControl: cacheControl ?? (status === 301 ? 'public, max-age=300' : 'no-store'),
    headers: { location },
  };
}
