/** The core alone over the bundled sample, with the answers about all its entities. */
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { LinksAnswer } from '../../../src/core/snapshot/links-answer.ts';
import { openSqliteStore } from '../../../src/core/sqlite/open.ts';
import type { Store } from '../../../src/core/snapshot/store.ts';
import { forFile } from '../../for-file.ts';
import { identify } from '../api/fixture.ts';
import { LIMITS, serve } from '../http/serving.ts';

export interface Sample {
  readonly fetch: (path: string, options?: RequestInit) => Promise<Response>;
  readonly json: <T>(path: string) => Promise<T>;
  /** Answers of all entities. */
  readonly entities: () => Promise<readonly LinksAnswer[]>;
}

/** A service that runs during the tests of the file. */
export function useSample(): Sample {
  const service = forFile(async () => {
    const store = await openSqliteStore(await realpath(join(inject('sample'), 'current')), { identify });
    const clock = () => new Date(store.snapshot.builtAt);
    return serve({ fixture: store, limits: LIMITS, clock });
  });
  const ask = (path: string, options?: RequestInit) => fetch(`${service.url}/api/v1${path}`, options);
  const json = async <T>(path: string) => (await (await ask(path)).json()) as T;
  return { fetch: ask, json, entities: () => (all ??= everyEntity(service.store, json)) };
}

/** Shared by all test files in a process. */
let all: Promise<readonly LinksAnswer[]> | undefined;

async function everyEntity(store: Store, json: Sample['json']): Promise<readonly LinksAnswer[]> {
  const ids = await store.entityIds(undefined, store.snapshot.counts.entities);
  return Array.fromAsync(ids, (gnd) => json<LinksAnswer>(`/gnd/${gnd}/links`));
}
