/** What one process that answers consists of: server, limiter, pages, metrics, log. */
import type { Logger } from 'pino';
import type { SERVE_SETTINGS } from './config.ts';
import { createAccessLog } from '../http/log.ts';
import { createMetrics, type Metrics } from '../http/metrics.ts';
import type { RequestObserver } from '../http/log.ts';
import { startServer } from '../http/server.ts';
import { wellKnownPages } from '../http/well-known.ts';
import type { Limiter } from '../limit/limiter.ts';
import { createSharedLimiter } from '../limit/shared-limiter.ts';
import { sitePages, siteProblemPage } from '../pages/site.ts';
import { createCurrentSnapshot, type CurrentSnapshot, type SwitchableSnapshot } from '../store/current.ts';
import { RELEASE } from './release.ts';
import type { SettingValues } from './settings.ts';

export type ServingSettings = SettingValues<typeof SERVE_SETTINGS> & {
  readonly snapshot: string;
  readonly config?: string | undefined;
  /** A person began it in a terminal: it ends when that is closed. */
  readonly interactive?: boolean;
};

/** Tells whoever started it that it serves. */
export type Announce = (served: {
  /** Its identifier. */
  readonly snapshot: string;
  readonly url: string;
  readonly adminUrl: string | undefined;
}) => void;

export interface ServingOptions {
  readonly settings: ServingSettings;
  readonly snapshots: CurrentSnapshot;
  /** Counts when no limiter common to several hosts is set. */
  readonly limiter: () => Limiter;
  readonly log: Logger;
}

export interface Serving {
  readonly url: string;
  readonly metrics: Metrics;
  /** Ends as the server does; the snapshots stay open. */
  close(): Promise<void>;
}

const WINDOW_SECONDS = 60;

/** Requests under way may take so long to finish after a signal, in milliseconds. */
export const GRACE_MS = 10_000;

/** @throws the system's error when the address cannot be listened on */
export async function startServing({ settings, snapshots, limiter, log }: ServingOptions): Promise<Serving> {
  let url = '';
  const { baseUrl: configured, securityContact } = settings;
  const baseUrl = () => configured ?? url;
  const forMachines = wellKnownPages({ baseUrl, now: () => new Date(), ...(securityContact && { securityContact }) });
  const metrics = createMetrics({ release: RELEASE, snapshots });
  const server = await startServer({
    host: settings.host,
    port: settings.port,
    snapshots,
    ...(configured !== undefined && { baseUrl: configured }),
    release: RELEASE,
    limits: limitsOf(settings),
    siteFactor: settings.siteFactor,
    trustedProxies: settings.trustedProxies,
    exemptNetworks: settings.exemptNetworks,
    limiter: settings.limiterUrl === undefined ? limiter() : sharedLimiter(settings.limiterUrl, log),
    pages: [...sitePages(), ...forMachines],
    problemPage: siteProblemPage,
    observers: observersOf(settings, metrics, log),
    log,
  });
  url = server.url;
  return { url, metrics, close: () => server.close() };
}

/** Nobody can ask for metrics where there is no admin port, so nothing is counted. */
function observersOf(settings: ServingSettings, metrics: Metrics, log: Logger): readonly RequestObserver[] {
  return [
    ...(settings.adminPort === undefined ? [] : [metrics]),
    ...(settings.accessLog === 'on' ? [createAccessLog(log)] : []),
  ];
}

/** Holds the snapshot in force and logs what becomes of former ones. */
export function createLoggedSnapshots(log: Logger): SwitchableSnapshot {
  return createCurrentSnapshot(({ snapshot }, err) => {
    if (err === undefined) log.info({ snapshot: snapshot.id }, 'closed a snapshot');
    else log.error({ snapshot: snapshot.id, err }, 'a snapshot could not be closed');
  });
}

function limitsOf(settings: ServingSettings) {
  const windowSeconds = WINDOW_SECONDS;
  return {
    links: { quota: settings.linksQuota, burst: settings.linksBurst, windowSeconds },
    search: { quota: settings.searchQuota, burst: settings.searchBurst, windowSeconds },
    coverage: { quota: settings.coverageQuota, burst: settings.coverageBurst, windowSeconds },
  };
}

function sharedLimiter(url: string, log: Logger): Limiter {
  return createSharedLimiter({
    url,
    onChange(connected, cause) {
      if (connected) log.info('requests are counted together with other hosts');
      // Not the error itself: it may repeat the command that gave the password.
      else
        log.warn(
          { why: cause instanceof Error ? cause.message : undefined },
          'the common count cannot be reached, this process counts alone',
        );
    },
  });
}
