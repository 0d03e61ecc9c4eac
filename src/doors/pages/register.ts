/** The register of sources and the status of the service, as the pages of sources ask for them: read once per snapshot and day. */
import type { SourcesAnswer, StatusAnswer } from '../interface/register-schemas.ts';
import type { Answer, InternalAnswer } from '../../http/door.ts';
import { bodyOf, type Call, CallRefused, createCache } from './internal-call.ts';

export interface Register extends Pick<SourcesAnswer, 'sources' | 'retired' | 'categories' | 'collections'> {
  /** The sources by key. */
  readonly byKey: ReadonlyMap<string, SourcesAnswer['sources'][number]>;
  /** Pages made of it. */
  readonly pages: Map<string, Answer>;
}

/** @throws CallRefused when the API refuses */
export type ReadRegister = (call: Call) => Promise<Register>;

/** The same for what a page can do without. */
export async function registerIfAny(read: ReadRegister, call: Call): Promise<Register | undefined> {
  return read(call).catch(() => undefined);
}

/** The status is small and tells whether the register, which is not, has to be read anew. */
export function createRegister(): ReadRegister {
  const kept = createCache<Register>();
  return async (call) => {
    const { report } = await statusOf(call);
    return kept(versionOf(report), async () => {
      const { sources, retired, categories, collections } = await bodyOf<SourcesAnswer>(call, '/api/v1/sources');
      const byKey = new Map(sources.map((source) => [source.key, source]));
      return { sources, retired, categories, collections, byKey, pages: new Map() };
    });
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
