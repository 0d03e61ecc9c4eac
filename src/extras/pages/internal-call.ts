/** Calls of pages to the API within the process. */
import type { Context, InternalAnswer } from '../../core/http/door.ts';
import type { CoverageAnswer } from '../../core/interface/coverage-schema.ts';
import type { ProblemDocument } from '../../core/http/problems.ts';

export type Call = Context['call'];

export class CallRefused extends Error {
  readonly answer: InternalAnswer;
  constructor(answer: InternalAnswer) {
    super(`The API answered ${answer.status}.`);
    this.answer = answer;
  }
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
