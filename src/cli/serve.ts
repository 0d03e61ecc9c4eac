/** `gnd-links serve`: one process that answers from a snapshot over HTTP, follows the current one, and shuts down gracefully. */
import type { Logger } from 'pino';
import { isReadable, type RunningAdmin, startAdmin } from '../http/admin.ts';
import { createAccessLog, createLog } from '../http/log.ts';
import { createMetrics, type Metrics } from '../http/metrics.ts';
import { type RunningServer, startServer } from '../http/server.ts';
import { wellKnownPages } from '../http/well-known.ts';
import { limitsFrom } from '../limit/limited.ts';
import type { Limiter } from '../limit/limiter.ts';
import { createMemoryLimiter } from '../limit/memory-limiter.ts';
import { createSharedLimiter } from '../limit/shared-limiter.ts';
import { createSite } from '../pages/site.ts';
import { allServices } from '../services/services.ts';
import { createCurrentSnapshot, type CurrentSnapshot, type SwitchableSnapshot } from '../store/current.ts';
import { type Follower, followSnapshot } from '../store/follow.ts';
import { isClusterAddress } from '../store/opensearch/address.ts';
import { readUpdates, type Updates } from '../store/updates.ts';
import { folderPlace, warmUpLogged } from '../store/verify-files.ts';
import { CommandFailed, EXIT, shutDownOnSignals } from './exit.ts';
import { openClusterPlace, RELEASE, snapshotEngine } from './installation.ts';
import type { SettingValues } from './setting.ts';
import type { SERVE_SETTINGS } from './settings.ts';

export type ServeSettings = SettingValues<typeof SERVE_SETTINGS> & {
  readonly snapshot: string;
  readonly config?: string | undefined;
  /** A person started it in a terminal: it ends when that is closed. */
  readonly interactive?: boolean;
};

export interface Serving {
  /** Identifier of the snapshot; undefined while a cluster does not answer. */
  readonly snapshot: string | undefined;
  readonly url: string;
  readonly adminUrl: string | undefined;
}

/**
 * Returns when it serves; the process ends when a signal says so, also while this is under way.
 * @throws UnusableSnapshot, CommandFailed, or the system's error when an address cannot be listened on
 */
export async function serve(settings: ServeSettings): Promise<Serving> {
  const log = createLog({ level: settings.logLevel });
  const isCluster = isClusterAddress(settings.snapshot);
  const engine = snapshotEngine(settings.config);
  const snapshots = createLoggedSnapshots(log);
  const updates = async () => (isCluster ? undefined : readUpdates(settings.snapshot));
  const metrics = createMetrics({ release: RELEASE, snapshots, updates });
  const closing = new AbortController();
  // Closed in the opposite order: the admin port answers to the end.
  const opened = new AsyncDisposableStack();
  let follower: Follower | undefined;
  let isServing = false;
  const isShuttingDown = shutDownOnSignals({
    stop: () => opened.disposeAsync(),
    drainSeconds: settings.drainSeconds,
    ...(settings.interactive !== true && { onHangUp: () => void follower?.check() }),
  });
  const isReady = async () => isServing && !isShuttingDown() && isReadable(snapshots);
  try {
    const admin = await openAdminPort(settings, isReady, metrics, log);
    opened.defer(async () => admin?.close());
    const cluster = isCluster ? await openClusterPlace(settings.snapshot, settings.config) : undefined;
    opened.defer(async () => cluster?.close());
    opened.defer(() => snapshots.close());
    let snapshot: string | undefined;
    let directory: string | undefined;
    follower = await followSnapshot({
      place: cluster ?? folderPlace(settings.snapshot, engine),
      seconds: settings.followSeconds,
      accept(found) {
        [snapshot, directory] = [found.store.snapshot.id, found.directory];
        snapshots.switchTo(found.store);
      },
      refuse: (sentence) => snapshots.refuse(sentence),
      log,
    });
    const server = await openPort(settings, snapshots, updates, metrics, log);
    opened.defer(() => server.close());
    opened.defer(() => {
      closing.abort();
      void follower?.close();
    });
    if (settings.warmUp === 'on' && directory !== undefined) {
      const { files } = engine;
      void warmUpLogged(directory, { files, room: process.availableMemory(), signal: closing.signal }, log);
    }
    isServing = true;
    return { snapshot, url: server.url, adminUrl: admin?.url };
  } catch (error) {
    // A signal came meanwhile, and has closed what was open: it ends the process.
    if (isShuttingDown()) return new Promise(() => undefined);
    void follower?.close();
    await opened.disposeAsync();
    throw error;
  }
}

/** Holds the snapshot in force and logs what becomes of former ones. */
function createLoggedSnapshots(log: Logger): SwitchableSnapshot {
  return createCurrentSnapshot(({ snapshot }, err) => {
    if (err === undefined) log.info({ snapshot: snapshot.id }, 'closed a snapshot');
    else log.error({ snapshot: snapshot.id, err }, 'a snapshot could not be closed');
  });
}

/** @throws CommandFailed when its address cannot be listened on */
async function openAdminPort(
  { adminHost: host, adminPort: port }: ServeSettings,
  isReady: () => Promise<boolean>,
  metrics: Metrics,
  log: Logger,
): Promise<RunningAdmin | undefined> {
  if (port === undefined) return undefined;
  return startAdmin({ host, port, isReady, metrics, log }).catch((error: unknown) => {
    throw cannotListen(error, host, port, 'admin-');
  });
}

/** @param prefix of the flags that choose host and port */
function cannotListen(cause: unknown, host: string, port: number, prefix: string): unknown {
  const { code = '' } = cause as NodeJS.ErrnoException;
  const sentence = new Map([
    ['EADDRINUSE', `port ${port} is in use by another program; choose another with --${prefix}port`],
    ['EACCES', `port ${port} needs the right to listen below 1024; choose another with --${prefix}port`],
    ['EADDRNOTAVAIL', `${host} is no address of this machine; choose another with --${prefix}host`],
    ['ENOTFOUND', `${host} is no address of this machine; choose another with --${prefix}host`],
    ['EAI_AGAIN', `${host} cannot be resolved; choose another with --${prefix}host`],
  ]).get(code);
  return sentence === undefined ? cause : new CommandFailed(sentence, EXIT.failed, { cause });
}

async function openPort(
  settings: ServeSettings,
  snapshots: CurrentSnapshot,
  updates: () => Promise<Updates | undefined>,
  metrics: Metrics,
  log: Logger,
): Promise<RunningServer> {
  const { baseUrl, securityContact, limiterUrl } = settings;
  let url = '';
  const site = createSite({ contact: settings.contact, imprint: settings.imprint }, settings.dumps);
  const wellKnown = wellKnownPages({
    baseUrl: () => baseUrl ?? url,
    now: () => new Date(),
    ...(securityContact !== undefined && { securityContact }),
  });
  const server = await startServer({
    host: settings.host,
    port: settings.port,
    reusePort: settings.reusePort === true,
    // What a cluster does holds nobody up here.
    heavyAtATime: isClusterAddress(settings.snapshot) ? 16 : 1,
    snapshots,
    updates,
    ...(baseUrl !== undefined && { baseUrl }),
    release: RELEASE,
    contact: settings.contact,
    limits: limitsFrom((setting) => settings[setting]),
    siteFactor: settings.siteFactor,
    trustedProxies: settings.trustedProxies,
    exemptNetworks: settings.exemptNetworks,
    limiter: limiterUrl === undefined ? createMemoryLimiter() : createLoggedLimiter(limiterUrl, log),
    pages: [...site.pages, ...wellKnown],
    services: allServices(RELEASE, settings.dumps),
    problemPage: site.problemPage,
    observers: [
      // Nobody can ask for metrics where there is no admin port.
      ...(settings.adminPort === undefined ? [] : [metrics]),
      ...(settings.accessLog === 'on' ? [createAccessLog(log)] : []),
    ],
    log,
  }).catch((error: unknown) => {
    throw cannotListen(error, settings.host, settings.port, '');
  });
  url = server.url;
  return server;
}

function createLoggedLimiter(url: string, log: Logger): Limiter {
  return createSharedLimiter({
    url,
    onChange(connected, cause) {
      if (connected) log.info('requests are counted together with other processes');
      // Not the error itself: it may repeat the command that gave the password.
      else
        log.warn(
          { why: cause instanceof Error ? cause.message : undefined },
          'the common count cannot be reached, this process counts alone',
        );
    },
  });
}
