/** How pages ask the API from within the process, and what they keep of its answers. */
import type { CoverageAnswer } from '../api/coverage-schema.ts';
import type { ProblemDocument } from '../api/problem-schema.ts';
import type { LimitedName } from '../limit/limited.ts';
import type { InternalAnswer, PageAnswer, PageRequest } from '../http/page.ts';
import type { Locale } from './locale.ts';

export type Call = PageRequest['call'];

export interface SiteRequest {
  /** Percent-decoded value of the segment that varies; empty where there is none. */
  readonly segment: string;
  /** Still percent-encoded. */
  readonly query: string;
  readonly locale: Locale;
  readonly call: Call;
  readonly store: PageRequest['store'];
}

export interface SitePage {
  /** Exact, or with one segment that varies: `/problems/{slug}`. */
  readonly path: string;
  /** The quota that its requests count against. */
  readonly quota?: LimitedName;
  /** @throws CallRefused when the API refuses what the page cannot do without */
  readonly answer: (request: SiteRequest) => PageAnswer | Promise<PageAnswer>;
}

export class CallRefused extends Error {
  readonly answer: InternalAnswer;
  constructor(answer: InternalAnswer) {
    super(`The API answered ${answer.status}.`);
    this.answer = answer;
  }
}

/** @throws CallRefused when the status is not 200 */
export async function bodyOf<T>(call: Call, path: string): Promise<T> {
  const answer = await call(path);
  if (answer.status !== 200) throw new CallRefused(answer);
  return answer.body as T;
}

/** The same for what a page can do without. */
export async function bodyIfAny<T>(call: Call, path: string): Promise<T | undefined> {
  const { status, body } = await call(path);
  return status === 200 ? (body as T) : undefined;
}

/** What the data hold for some GND identifiers; nothing when that cannot be told. @param ids at most 100 */
export async function coverageOf(ids: readonly string[], call: Call): Promise<CoverageAnswer['items']> {
  if (ids.length === 0) return [];
  return (await bodyIfAny<CoverageAnswer>(call, `/api/v1/coverage?ids=${ids.join(',')}`))?.items ?? [];
}

/** The problem document of a refusal; empty where the body is none. */
export function problemIn(body: unknown): Partial<ProblemDocument> {
  return typeof body === 'object' && body !== null ? body : {};
}

/** Keeps the last value until its version changes; undefined is not kept. */
export function createCache<T>(): (version: string, load: () => Promise<T>) => Promise<T> {
  let last: { readonly version: string; readonly value: T } | undefined;
  return async (version, load) => {
    if (last?.version === version) return last.value;
    const value = await load();
    if (value !== undefined) last = { version, value };
    return value;
  };
}

/** Pages that are kept at most; there are more filters than anybody asks for. */
const MAX_PAGES = 100;

/** A page that is made once: whoever gets the same body may keep its compressed forms. @param key tells it from all others */
export function keptPage(pages: Map<string, PageAnswer>, key: string, make: () => PageAnswer): PageAnswer {
  const known = pages.get(key);
  if (known !== undefined) return known;
  if (pages.size >= MAX_PAGES) pages.clear();
  const answer: PageAnswer = { ...make(), shared: true };
  pages.set(key, answer);
  return answer;
}
