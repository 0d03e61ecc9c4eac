/** Serves the sample on a free port with a fixed clock, as readers of the documents would run it. */
import { inject, onTestFinished } from 'vitest';
import { openSnapshot, openCuration, RELEASE, vocabularyIn } from '../../src/cli/installation.ts';
import type { Limits } from '../../src/core/quotas/quota-table.ts';
import { SERVE_SETTINGS } from '../../src/cli/settings/serve-settings.ts';
import type { RequestObserver } from '../../src/core/http/log.ts';
import { startServer } from '../../src/core/http/server.ts';
import { openDoors } from '../../src/cli/doors.ts';
import { createCurrentSnapshot } from '../../src/core/snapshot/current.ts';
import type { Store } from '../../src/core/snapshot/store.ts';
import { SAMPLE_BUILT_AT } from '../built-sample.ts';
import { type Answer, type Ask, createClient, LIMITS, UNHURRIED } from '../core/http/serving.ts';
import { forFile } from '../for-file.ts';

export interface SampleService {
  /** Folder of snapshots. */
  readonly folder: string;
  readonly url: string;
  readonly store: Store;
  /** Requests the path; follows no redirect. */
  get(path: string, ask?: Ask): Promise<Answer>;
  close(): Promise<void>;
}

export interface SampleOptions {
  /** Defaults to the limits without settings. */
  readonly limits?: Partial<Limits>;
  readonly observers?: readonly RequestObserver[];
  /** Public address; defaults to the listening one. */
  readonly baseUrl?: string;
  /** Folder of dumps, if there are any. */
  readonly dumps?: string;
}

export async function serveSample({
  limits = {},
  observers = [],
  baseUrl,
  dumps,
}: SampleOptions = {}): Promise<SampleService> {
  const folder = inject('sample');
  const snapshots = createCurrentSnapshot();
  const store = await openSnapshot(folder);
  snapshots.switchTo(store);
  const server = await startServer({
    snapshots,
    host: '127.0.0.1',
    port: 0,
    release: RELEASE,
    trustedProxies: [],
    siteFactor: Number(SERVE_SETTINGS.siteFactor.default),
    limits,
    ...UNHURRIED,
    doors: await openDoors({
      release: RELEASE,
      dumps,
      schemes: (await openCuration()).schemes,
      vocabulary: await vocabularyIn(),
    }),
    observers,
    ...(baseUrl !== undefined && { baseUrl }),
    clock: () => SAMPLE_BUILT_AT,
  });
  const client = createClient(server.url);
  return {
    folder,
    url: server.url,
    store,
    get: client.get,
    async close() {
      client.leave();
      await server.close();
      await snapshots.close();
    },
  };
}

/** The sample for all tests of a file, with limits that no test reaches. */
export function sampleForFile(options: SampleOptions = {}): SampleService {
  return forFile(() => serveSample({ limits: LIMITS, ...options }));
}

/** The sample for the current test, with limits that no test reaches. */
export async function sampleForTest(options: SampleOptions = {}): Promise<SampleService> {
  const service = await serveSample({ limits: LIMITS, ...options });
  onTestFinished(() => service.close());
  return service;
}
