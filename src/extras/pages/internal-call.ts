/** Calls of pages to the API within the process, and caches of its answers. */
import type { Answer, Context, InternalAnswer } from '../../core/http/door.ts';
import type { CoverageAnswer } from '../../core/interface/coverage-schema.ts';
import type { ProblemDocument } from '../../core/http/problem-document.ts';

export type Call = Context['call'];

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

/** The body, or undefined when the status is not 200; for parts that a page can do without. */
export async function bodyIfAny<T>(call: Call, path: string): Promise<T | undefined> {
  const { status, body } = await call(path);
  return status === 200 ? (body as T) : undefined;
}

/** Rows of the coverage report for some GND identifiers; none when the API refuses. @param ids at most 100 */
export async function coverageOf(ids: readonly string[], call: Call): Promise<CoverageAnswer['items']> {
  if (ids.length === 0) return [];
  return (await bodyIfAny<CoverageAnswer>(call, `/api/v1/coverage?ids=${ids.join(',')}`))?.items ?? [];
}

/** The problem document of a refusal; an empty object for any other body. */
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

/** Largest number of cached pages: there are many combinations of filters. */
const MAX_PAGES = 100;

/** Makes a page only once, so that its compressed forms can be kept with its body. @param key unique key of the page */
export function keptPage(pages: Map<string, Answer>, key: string, make: () => Answer): Answer {
  const known = pages.get(key);
  if (known !== undefined) return known;
  if (pages.size >= MAX_PAGES) pages.clear();
  const answer: Answer = { ...make(), shared: true };
  pages.set(key, answer);
  return answer;
}
