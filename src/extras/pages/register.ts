/** The register of sources and the status of the service, for pages; the register is kept until it changes. */
import type { SourcesAnswer, StatusAnswer } from '../../core/interface/register-schemas.ts';
import type { InternalAnswer } from '../../core/http/door.ts';
import { bodyOf, type Call, CallRefused } from './internal-call.ts';

export interface Register extends Pick<
  SourcesAnswer,
  'sources' | 'retired' | 'categories' | 'collections' | 'entityDecisions'
> {
  readonly byKey: ReadonlyMap<string, SourcesAnswer['sources'][number]>;
  readonly collectionsByKey: ReadonlyMap<string, SourcesAnswer['collections'][number]>;
}

/** @throws CallRefused when the API refuses */
export type ReadRegister = (call: Call) => Promise<Register>;

/** The register, or undefined when the API refuses; for pages that can do without it. */
export async function registerIfAny(read: ReadRegister, call: Call): Promise<Register | undefined> {
  return read(call).catch(() => undefined);
}

/** Returns the same object until the API answers another body, on a new day or with news of sources. */
export function createRegister(): ReadRegister {
  const kept = new WeakMap<SourcesAnswer, Register>();
  return async (call) => {
    const answer = await bodyOf<SourcesAnswer>(call, '/api/v1/sources');
    const known = kept.get(answer);
    if (known !== undefined) return known;
    const { sources, retired, categories, collections, entityDecisions } = answer;
    const byKey = new Map(sources.map((source) => [source.key, source]));
    const collectionsByKey = new Map(collections.map((collection) => [collection.key, collection]));
    const register = {
      sources,
      retired,
      categories,
      collections,
      entityDecisions,
      byKey,
      collectionsByKey,
    };
    kept.set(answer, register);
    return register;
  };
}

/** The status report, even if it says that the data cannot be read. @throws CallRefused when there is none */
export async function statusOf(call: Call): Promise<{ readonly status: number; readonly report: StatusAnswer }> {
  const answer: InternalAnswer = await call('/api/v1/status');
  const { status, body } = answer;
  if (typeof body !== 'object' || body === null || !('checks' in body)) throw new CallRefused(answer);
  return { status, report: body as StatusAnswer };
}
