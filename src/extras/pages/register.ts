/** The register of sources and the status of the service, for pages. */
import type { SourcesAnswer, StatusAnswer } from '../../core/interface/register-schemas.ts';
import { memo } from '../../core/model/memo.ts';
import { type Call, CallRefused } from './internal-call.ts';

export interface Register extends SourcesAnswer {
  readonly byKey: ReadonlyMap<string, SourcesAnswer['sources'][number]>;
  readonly collectionsByKey: ReadonlyMap<string, SourcesAnswer['collections'][number]>;
}

/** @returns the same object until the API answers another body, on a new day or with news of sources @throws CallRefused when the API refuses */
export async function readRegister(call: Call): Promise<Register> {
  const { status, body } = await call('/api/v1/sources');
  if (status !== 200) throw new CallRefused({ status, body });
  const answer = body as SourcesAnswer;
  return memo(answer, 'register', () => ({
    ...answer,
    byKey: new Map(answer.sources.map((source) => [source.key, source])),
    collectionsByKey: new Map(answer.collections.map((collection) => [collection.key, collection])),
  }));
}

/** The status report, even if it says that the data cannot be read. @throws CallRefused when there is none */
export async function statusOf(call: Call): Promise<{ readonly status: number; readonly report: StatusAnswer }> {
  const { status, body } = await call('/api/v1/status');
  if (typeof body !== 'object' || body === null || !('checks' in body)) throw new CallRefused({ status, body });
  return { status, report: body as StatusAnswer };
}
