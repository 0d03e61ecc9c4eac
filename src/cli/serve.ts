/** `gnd-links serve`: a process that serves the current snapshot over HTTP, follows it, and shuts down gracefully. */
import { existsSync } from 'node:fs';
import type { Logger } from 'pino';
import type { Store } from '../core/snapshot/store.ts';
import { type AdminOptions, isReadable, startAdmin } from '../core/http/admin.ts';
import { createAccessLog, createLog } from '../core/http/log.ts';
import { createMetrics, type Metrics } from '../core/http/metrics.ts';
import { type RunningServer, type ServerOptions, startServer } from '../core/http/server.ts';
import { limitsFrom } from '../core/quotas/quota-table.ts';
import type { Limiter } from '../core/quotas/limiter.ts';
import { createMemoryLimiter } from '../core/quotas/memory-limiter.ts';
import { openDoors } from './doors.ts';
import { createCurrentSnapshot, type CurrentSnapshot, type SwitchableSnapshot } from '../core/snapshot/current.ts';
import { type Follower, followSnapshot } from '../core/snapshot/follow.ts';
import { isClusterAddress } from '../extras/cluster/address.ts';
import { onceASecond } from './once-a-second.ts';
import { readCompleteness } from '../core/snapshot/completeness.ts';
import { readRunLog } from '../core/snapshot/run-log.ts';
import { folderSource, warmUpLogged } from '../core/snapshot/verify-files.ts';
import { CommandFailed, EXIT, shutDownOnSignals } from './exit.ts';
import { openClusterSource, openCuration, RELEASE, snapshotEngine, vocabularyIn } from './installation.ts';
import type { SettingValues } from './settings/setting.ts';
import { SERVE_SETTINGS } from './settings/serve-settings.ts';

type ServeSettings = SettingValues<typeof SERVE_SETTINGS> & {
  readonly snapshot: string;
  readonly config?: string | undefined;
  /** Whether it is the demonstration, which a person starts in a terminal; it ends when the terminal is closed. */
  readonly isDemonstration?: boolean;
};

const NO_CONTACT =
  'the pages name no contact; the law requires a public service to name one (imprint; Art. 13 GDPR; accessibility statement)';

export interface Serving {
  /** Identifier of the snapshot; undefined while a cluster does not answer. */
  readonly snapshot: string | undefined;
  readonly url: string;
  readonly adminUrl: string | undefined;
}

/**
 * Returns as soon as requests are served. A signal ends the process, even before that.
 * @throws UnusableSnapshot, CommandFailed, or the system's error when a server cannot listen
 */
export async function serve(settings: ServeSettings): Promise<Serving> {
  const log = createLog({ level: settings.logLevel });
  checkSettings(settings, log);
  const isCluster = isClusterAddress(settings.snapshot);
  const engine = snapshotEngine(settings.config);
  const snapshots = createLoggedSnapshots(log);
  const updates = onceASecond(async () => (isCluster ? undefined : readRunLog(settings.snapshot)));
  const completeness = onceASecond(async () => (isCluster ? undefined : readCompleteness(settings.snapshot)));
  const metrics = createMetrics({ release: RELEASE, snapshots, updates, completeness });
  const closing = new AbortController();
  // Closed in reverse order, so that the admin port answers to the end.
  const opened = new AsyncDisposableStack();
  let follower: Follower | undefined;
  let isServing = false;
  const isShuttingDown = shutDownOnSignals({
    stop: () => opened.disposeAsync(),
    drainSeconds: settings.drainSeconds,
    ...(settings.isDemonstration !== true && { onHangUp: () => void follower?.check() }),
  });
  const isReady = async () => isServing && !isShuttingDown() && isReadable(snapshots);
  try {
    const admin = await openAdminPort(settings, { isReady, metrics, log });
    opened.defer(async () => admin?.close());
    const cluster = isCluster ? await openClusterSource(settings.snapshot, settings.config) : undefined;
    opened.defer(async () => cluster?.close());
    opened.defer(() => snapshots.close());
    let snapshot: string | undefined;
    let directory: string | undefined;
    follower = await followSnapshot({
      source: cluster ?? folderSource(settings.snapshot, engine),
      seconds: settings.followSeconds,
      accept(next) {
        [snapshot, directory] = [next.store.snapshot.id, next.directory];
        snapshots.switchTo(next.store);
      },
      refuse: (sentence) => snapshots.refuse(sentence),
      log,
    });
    const server = await openPort(settings, snapshots, { updates, completeness }, metrics, log);
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
    // A signal has closed everything meanwhile, and is about to end the process.
    if (isShuttingDown()) return new Promise(() => undefined);
    void follower?.close();
    await opened.disposeAsync();
    // A mistake in the configuration is reported as such, not as one of the snapshot that is opened with it.
    await openCuration(settings.config);
    throw error;
  }
}

/** @throws CommandFailed where settings contradict each other; gaps that an operator should fill are logged */
function checkSettings(settings: ServeSettings, log: Logger): void {
  const { adminHost, adminPort, doors, dumps, contact, isDemonstration } = settings;
  if (adminPort === undefined && adminHost !== SERVE_SETTINGS.adminHost.default)
    throw new CommandFailed('--admin-host has no effect without --admin-port', EXIT.usage);
  if (dumps !== undefined && !existsSync(dumps)) log.warn({ dumps }, 'there is no folder of dumps yet');
  const hasPages = doors === undefined || doors.includes('pages');
  if (hasPages && contact === undefined && isDemonstration !== true) log.warn({ setting: '--contact' }, NO_CONTACT);
}

/** Holds the current snapshot and logs when former ones are closed. */
function createLoggedSnapshots(log: Logger): SwitchableSnapshot {
  return createCurrentSnapshot(({ snapshot }, err) => {
    if (err === undefined) log.info({ snapshot: snapshot.id }, 'closed a snapshot');
    else log.error({ snapshot: snapshot.id, err }, 'a snapshot could not be closed');
  });
}

/** @throws CommandFailed when the server cannot listen on its address */
async function openAdminPort(
  { adminHost: host, adminPort: port }: ServeSettings,
  served: Omit<AdminOptions, 'host' | 'port'>,
) {
  if (port === undefined) return undefined;
  return startAdmin({ host, port, ...served }).catch((error: unknown) => {
    throw cannotListen(error, host, port, 'admin-');
  });
}

/** @param prefix of the flags that choose host and port */
function cannotListen(cause: unknown, host: string, port: number, prefix: string): unknown {
  const { code = '' } = cause as NodeJS.ErrnoException;
  const sentence = new Map([
    ['EADDRINUSE', `port ${port} is in use by another program; choose another port with --${prefix}port`],
    ['EACCES', `this process may not listen on port ${port}; choose another port with --${prefix}port`],
    ['EADDRNOTAVAIL', `${host} is not an address of this machine; choose another address with --${prefix}host`],
    ['ENOTFOUND', `${host} is not an address of this machine; choose another address with --${prefix}host`],
    ['EAI_AGAIN', `${host} cannot be resolved; choose another address with --${prefix}host`],
  ]).get(code);
  return sentence === undefined ? cause : new CommandFailed(sentence, EXIT.failed, { cause });
}

async function openPort(
  settings: ServeSettings,
  snapshots: CurrentSnapshot,
  logs: Pick<ServerOptions, 'updates' | 'completeness'>,
  metrics: Metrics,
  log: Logger,
): Promise<RunningServer> {
  const { baseUrl, limiterUrl, contact, imprint, privacy, accessibility, securityContact, pictures } = settings;
  const { operator: name, legalBasis, dumps, thumbnails, isDemonstration } = settings;
  const notice = { name, legalBasis, imprint, privacy, accessibility, pictures };
  const shown = { contact, securityContact, isDemonstration, ...notice };
  const logsRequests = settings.accessLog === 'on' && log.isLevelEnabled('info');
  const operator = {
    ...shown,
    accessLog: logsRequests,
    countsTogether: limiterUrl !== undefined,
    isBehindProxy: settings.trustedProxies.length > 0,
  };
  const schemes = await schemesOf(snapshots, settings.config);
  const vocabulary = await vocabularyIn(settings.config);
  return startServer({
    host: settings.host,
    port: settings.port,
    reusePort: settings.reusePort === true,
    // A cluster does the heavy work on its own machines.
    heavyAtATime: isClusterAddress(settings.snapshot) ? 16 : 1,
    snapshots,
    ...logs,
    ...(baseUrl !== undefined && { baseUrl }),
    release: RELEASE,
    operator,
    doors: await openDoors({ release: RELEASE, operator, dumps, thumbnails, schemes, vocabulary }, settings.doors),
    limits: limitsFrom((setting) => settings[setting]),
    siteFactor: settings.siteFactor,
    trustedProxies: settings.trustedProxies,
    exemptNetworks: settings.exemptNetworks,
    limiter: limiterUrl === undefined ? createMemoryLimiter() : await createLoggedLimiter(limiterUrl, log),
    observers: [
      // Without an admin port metrics cannot be read.
      ...(settings.adminPort === undefined ? [] : [metrics]),
      ...(logsRequests ? [createAccessLog(log)] : []),
    ],
    log,
  }).catch((error: unknown) => {
    throw cannotListen(error, settings.host, settings.port, '');
  });
}

/** The schemes of the snapshot in use; only while there is none, the configuration is read for them. */
async function schemesOf(snapshots: CurrentSnapshot, config: string | undefined): Promise<Store['schemes']> {
  using held = snapshots.acquire();
  return held?.store.schemes ?? (await openCuration(config)).schemes;
}

/** A shared limiter. Its libraries are loaded only here, because loading them slows down the start. */
async function createLoggedLimiter(url: string, log: Logger): Promise<Limiter> {
  const { createSharedLimiter } = await import('../core/quotas/shared-limiter.ts');
  return createSharedLimiter({
    url,
    onChange(connected, cause) {
      if (connected) log.info('the counter is shared with other processes');
      // The error itself is not logged: it may repeat the command that contains the password.
      else
        log.warn(
          { why: cause instanceof Error ? cause.message : undefined },
          'the shared counter cannot be reached; this process counts only its own requests',
        );
    },
  });
}
