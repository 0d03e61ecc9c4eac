/** The sample, served as a reader of the documents would have it, on a free port and with the clock stopped. */
import { inject } from 'vitest';
import { openSnapshot, RELEASE } from '../../src/cli/installation.ts';
import type { Limits } from '../../src/limit/limited.ts';
import { SERVE_SETTINGS } from '../../src/cli/settings.ts';
import type { RequestObserver } from '../../src/http/log.ts';
import { startServer } from '../../src/http/server.ts';
import { createSite } from '../../src/pages/site.ts';
import { allServices } from '../../src/services/services.ts';
import { createCurrentSnapshot } from '../../src/store/current.ts';
import { SAMPLE_BUILT_AT } from '../built-sample.ts';
import { type Answer, type Ask, send, UNHURRIED } from '../http/serving.ts';

export interface SampleService {
  /** Folder of snapshots. */
  readonly folder: string;
  readonly url: string;
  /** Follows no redirect. */
  get(path: string, ask?: Ask): Promise<Answer>;
  close(): Promise<void>;
}

export interface SampleOptions {
  /** Without them those that hold without settings. */
  readonly limits?: Partial<Limits>;
  readonly observers?: readonly RequestObserver[];
  /** Public address, where it is not the one that is listened on. */
  readonly baseUrl?: string;
}

export async function serveSample({
  limits = {},
  observers = [],
  baseUrl,
}: SampleOptions = {}): Promise<SampleService> {
  const folder = inject('sample');
  const snapshots = createCurrentSnapshot();
  snapshots.switchTo(await openSnapshot(folder));
  const server = await startServer({
    snapshots,
    host: '127.0.0.1',
    port: 0,
    release: RELEASE,
    trustedProxies: [],
    siteFactor: Number(SERVE_SETTINGS.siteFactor.default),
    limits,
    ...UNHURRIED,
    ...createSite(),
    services: allServices(RELEASE),
    observers,
    ...(baseUrl !== undefined && { baseUrl }),
    clock: () => SAMPLE_BUILT_AT,
  });
  return {
    folder,
    url: server.url,
    get: (path, ask) => send(Number(new URL(server.url).port), path, ask),
    async close() {
      await server.close();
      await snapshots.close();
    },
  };
}
