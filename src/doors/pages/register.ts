/** The register of sources and the status of the service for the pages, read again only when they change. */
import type { SourcesAnswer, StatusAnswer } from '../interface/register-schemas.ts';
import type { Answer, InternalAnswer } from '../../http/door.ts';
import { bodyOf, type Call, CallRefused } from './internal-call.ts';

export interface Register extends Pick<SourcesAnswer, 'sources' | 'retired' | 'categories' | 'collections'> {
  /** The sources by key. */
  readonly byKey: ReadonlyMap<string, SourcesAnswer['sources'][number]>;
  /** The collections by key. */
  readonly collectionsByKey: ReadonlyMap<string, SourcesAnswer['collections'][number]>;
  /** Pages made from the register. */
  readonly pages: Map<string, Answer>;
}

/** @throws CallRefused when the API refuses */
export type ReadRegister = (call: Call) => Promise<Register>;

/** The register, or undefined; for pages that can do without it. */
export async function registerIfAny(read: ReadRegister, call: Call): Promise<Register | undefined> {
  return read(call).catch(() => undefined);
}

/** The register is one value until the service answers another, with a new day or news of the sources. */
export function createRegister(): ReadRegister {
  const kept = new WeakMap<SourcesAnswer, Register>();
  return async (call) => {
    const answer = await bodyOf<SourcesAnswer>(call, '/api/v1/sources');
    const known = kept.get(answer);
    if (known !== undefined) return known;
    const { sources, retired, categories, collections } = answer;
    const byKey = new Map(sources.map((source) => [source.key, source]));
    const collectionsByKey = new Map(collections.map((collection) => [collection.key, collection]));
    const register = { sources, retired, categories, collections, byKey, collectionsByKey, pages: new Map() };
    kept.set(answer, register);
    return register;
  };
}

/** Changes whenever the pages may show other data or sources. */
export function versionOf({ snapshot, sources }: StatusAnswer): string {
  return JSON.stringify([snapshot.id, snapshot.ageDays, sources]);
}

/** The status report, also when it says that the data cannot be read. @throws CallRefused when there is none */
export async function statusOf(call: Call): Promise<{ readonly status: number; readonly report: StatusAnswer }> {
  const answer: InternalAnswer = await call('/api/v1/status');
  const { status, body } = answer;
  if (typeof body !== 'object' || body === null || !('checks' in body)) throw new CallRefused(answer);
  return { status, report: body as StatusAnswer };
}
