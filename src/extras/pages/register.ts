/** The register of sources and the status of the service, for pages; the register is kept until it changes. */
import type { SourcesAnswer, StatusAnswer } from '../../core/interface/register-schemas.ts';
import { type Call, CallRefused } from './internal-call.ts';

export interface Register extends SourcesAnswer {
  readonly byKey: ReadonlyMap<string, SourcesAnswer['sources'][number]>;
  readonly collectionsByKey: ReadonlyMap<string, SourcesAnswer['collections'][number]>;
}

/** @throws CallRefused when the API refuses */
export type ReadRegister = (call: Call) => Promise<Register>;

/** The register, or undefined when the API refuses; for pages that can do without it. */
export async function registerIfAny(read: ReadRegister, call: Call): Promise<Register | undefined> {
  return read(call).catch(() => undefined);
}

/** In place of a register that cannot be read. */
export const NO_REGISTER: Pick<Register, 'byKey' | 'collectionsByKey'> = {
  byKey: new Map(),
  collectionsByKey: new Map(),
};

/** Returns the same object until the API answers another body, on a new day or with news of sources. */
export function createRegister(): ReadRegister {
  const kept = new WeakMap<SourcesAnswer, Register>();
  return async (call) => {
    const { status, body } = await call('/api/v1/sources');
    if (status !== 200) throw new CallRefused({ status, body });
    const answer = body as SourcesAnswer;
    const known = kept.get(answer);
    if (known !== undefined) return known;
    const byKey = new Map(answer.sources.map((source) => [source.key, source]));
    const collectionsByKey = new Map(answer.collections.map((collection) => [collection.key, collection]));
    const register = { ...answer, byKey, collectionsByKey };
    kept.set(answer, register);
    return register;
  };
}

/** The status report, even if it says that the data cannot be read. @throws CallRefused when there is none */
export async function statusOf(call: Call): Promise<{ readonly status: number; readonly report: StatusAnswer }> {
  const { status, body } = await call('/api/v1/status');
  if (typeof body !== 'object' || body === null || !('checks' in body)) throw new CallRefused({ status, body });
  return { status, report: body as StatusAnswer };
}
