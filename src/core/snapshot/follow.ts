/** Follows the current snapshot of a source: verifies, opens and hands over each new one. */
import { type Store, StoreOverloaded, StoreReadError, StoreUnavailable } from './store.ts';
import { VerificationError } from './verification-error.ts';

export interface FoundSnapshot {
  /** Directory of the snapshot; undefined where it is not in files. */
  readonly directory?: string;
  /** The open store; the receiver closes it. */
  readonly store: Store;
  /** Details for the log. */
  readonly details?: object;
}

/** A source of snapshots: a folder of snapshots, one snapshot, or a cluster. */
export interface SnapshotSource {
  /** @throws StoreReadError when the source does not answer */
  locate(): Promise<LocatedSnapshot>;
}

interface LocatedSnapshot {
  /** Changes when another snapshot, or none, becomes current. */
  readonly version: string;
  /** Opens without reading the whole, for a quick start. @throws UnusableSnapshot */
  open(): Promise<FoundSnapshot>;
  /** Verifies the whole, then opens. @throws VerificationError, or an AbortError */
  verify(signal: AbortSignal): Promise<FoundSnapshot>;
}

interface FollowOptions {
  readonly source: SnapshotSource;
  /** Seconds between two checks; 0 for checks on request only. */
  readonly seconds: number;
  readonly accept: (found: FoundSnapshot) => void;
  /** @param sentence without paths; the log has them */
  readonly refuse: (sentence: string) => void;
  readonly log?: FollowLog | undefined;
}

/** The part of pino's interface that is used. */
export interface FollowLog {
  info(details: object, message: string): void;
  error(details: object, message: string): void;
}

export type Follower = Awaited<ReturnType<typeof followSnapshot>>;

/** Seconds between two attempts to open the first snapshot, without which the service answers nothing. */
const FIRST_INTERVAL = 1;

/**
 * Opens the current snapshot, without reading the whole, and hands it over before the function returns. If the source
 * does not answer, the first snapshot is opened later. Each later snapshot is verified before it is handed over;
 * a refused one is not tried again until `current` or its header changes.
 * @throws UnusableSnapshot when there is no snapshot at the start
 */
export async function followSnapshot(options: FollowOptions) {
  const { source, seconds, log } = options;
  const closing = new AbortController();
  let isRefused = false;

  /** Version that is served or was refused; undefined before the first snapshot, and empty where it is checked again. */
  let handledVersion = await openFirst(options).catch((error: unknown) => {
    if (!(error instanceof StoreUnavailable || error instanceof StoreOverloaded)) throw error;
    log?.error({ why: error.message }, 'there is no snapshot yet; the first one will be opened as soon as possible');
    return undefined;
  });
  const waitSeconds = () => (handledVersion === undefined ? FIRST_INTERVAL : seconds);
  const poller = createPoller(tryOnce, waitSeconds, closing.signal);

  /** @param isRequested whether a refused snapshot is verified again */
  async function checkOnce(isRequested: boolean): Promise<void> {
    const located = await source.locate();
    const { version } = located;
    const isHandled = version === handledVersion && !(isRequested && isRefused);
    if (closing.signal.aborted || isHandled) return;
    try {
      const begin = performance.now();
      const verified = await located.verify(closing.signal);
      if (closing.signal.aborted) return await verified.store.close();
      options.accept(verified);
      isRefused = false;
      const took = Math.round(performance.now() - begin) / 1000;
      log?.info({ snapshot: verified.store.snapshot.id, ...verified.details, seconds: took }, 'switched to a snapshot');
    } catch (error) {
      if (closing.signal.aborted) return;
      // The snapshot may have been replaced and removed during the check.
      if ((await source.locate()).version !== version) return checkOnce(isRequested);
      if (!(error instanceof VerificationError)) throw error;
      options.refuse(error.sentence);
      isRefused = true;
      log?.error({ why: error.message }, 'the current snapshot is refused; the previous one stays in service');
    }
    handledVersion = version;
  }

  /** Checks once. Never rejects, since nobody awaits a check that a timer or a signal began; the next check tries again. */
  async function tryOnce(isRequested: boolean): Promise<void> {
    try {
      await checkOnce(isRequested);
    } catch (error) {
      if (closing.signal.aborted) return;
      if (error instanceof StoreReadError) {
        if (isRequested && isRefused) handledVersion = '';
        return log?.error({ why: error.message }, 'the check for another snapshot got no answer; it will be repeated');
      }
      options.refuse('The program failed while it checked for another snapshot; the log has the stack trace.');
      if (handledVersion !== undefined) handledVersion = '';
      log?.error({ err: error }, 'the check for another snapshot failed; the previous one stays in service');
    }
  }

  return {
    /** Checks immediately, even a refused snapshot. Resolves when the snapshot is handed over or refused. */
    check: () => poller.check(true),
    /** Stops polling and cancels a verification in progress. */
    async close(): Promise<void> {
      closing.abort();
      await poller.end();
    },
  };
}

/** Opens the current snapshot, or its successor if it is replaced and removed meanwhile. @returns its version */
async function openFirst({ source, accept }: FollowOptions): Promise<string> {
  for (;;) {
    const located = await source.locate();
    try {
      accept(await located.open());
      return located.version;
    } catch (error) {
      if ((await source.locate()).version === located.version) throw error;
    }
  }
}

/**
 * Makes checks at intervals and on request, one after the other.
 * @param checkOnce never rejects
 * @param waitSeconds until the next check; 0 for checks on request only
 */
function createPoller(
  checkOnce: (isRequested: boolean) => Promise<void>,
  waitSeconds: () => number,
  closing: AbortSignal,
) {
  let checks = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  function check(isRequested: boolean): Promise<void> {
    clearTimeout(timer);
    checks = checks.then(() => checkOnce(isRequested)).then(schedule);
    return checks;
  }

  function schedule(): void {
    const wait = waitSeconds();
    clearTimeout(timer);
    if (wait > 0 && !closing.aborted) timer = setTimeout(check, wait * 1000, false).unref();
  }

  schedule();
  return {
    check,
    async end(): Promise<void> {
      clearTimeout(timer);
      await checks;
    },
  };
}
