/** The register of sources as pages ask for it: read once per snapshot and day. */
import type { SourcesAnswer, StatusAnswer } from '../api/register-schemas.ts';
import type { InnerAnswer, PageAnswer, PageRequest } from '../http/page.ts';

export interface Register {
  readonly kind: 'register';
  readonly register: SourcesAnswer;
  readonly status: StatusAnswer;
  /** Pages made of it. */
  readonly pages: Map<string, PageAnswer>;
}

export interface NoRegister {
  readonly kind: 'problem';
  readonly answer: InnerAnswer;
}

/** Pages that are kept at most; there are more filters than anybody asks for. */
const MAX_PAGES = 100;

/** The status is small and tells whether the register, which is not, has to be read anew. */
export function createRegisterReader(): (request: PageRequest) => Promise<Register | NoRegister> {
  let state = '';
  let known: Register | undefined;
  return async ({ ask }) => {
    const told = await ask('/api/v1/status');
    if (!isStatus(told.body)) return { kind: 'problem', answer: told };
    const status = told.body;
    const current = JSON.stringify([status.snapshot.id, status.snapshot.ageDays, status.sources]);
    if (known !== undefined && state === current) return known;
    const answer = await ask('/api/v1/sources');
    if (answer.status >= 400) return { kind: 'problem', answer };
    known = { kind: 'register', register: answer.body as SourcesAnswer, status, pages: new Map() };
    state = current;
    return known;
  };
}

/** A status report is one even when it says that the data cannot be read. */
export function isStatus(body: unknown): body is StatusAnswer {
  return typeof body === 'object' && body !== null && 'checks' in body;
}

/** A page of the register, made once. @param key tells it from all others */
export function pageOf({ pages }: Register, key: string, make: () => PageAnswer): PageAnswer {
  const made = pages.get(key);
  if (made !== undefined) return made;
  if (pages.size >= MAX_PAGES) pages.clear();
  const answer: PageAnswer = { ...make(), shared: true };
  pages.set(key, answer);
  return answer;
}
