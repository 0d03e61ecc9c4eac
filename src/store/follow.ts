/** Follows what an operator names: a snapshot that has become current there is verified, opened and handed over. */
import { type Store, StoreOverloaded, StoreReadError, StoreUnavailable } from './store.ts';
import { VerificationError } from './verification-error.ts';

export interface FoundSnapshot {
  /** Undefined where it is not in files. */
  readonly directory?: string;
  /** Open; whoever gets it closes it. */
  readonly store: Store;
  /** For the log. */
  readonly details?: object;
}

/** What an operator names: a folder of snapshots, one snapshot, a cluster. */
export interface SnapshotPlace {
  /** @throws StoreReadError when it cannot be known just now */
  locate(): Promise<LocatedSnapshot>;
}

export interface LocatedSnapshot {
  /** A text that changes when another snapshot is current, or there is none. */
  readonly state: string;
  /** Not read as a whole, so that a start takes no time. @throws UnusableSnapshot */
  open(): Promise<FoundSnapshot>;
  /** @throws VerificationError, or an AbortError */
  verify(signal: AbortSignal): Promise<FoundSnapshot>;
}

export interface FollowOptions {
  readonly place: SnapshotPlace;
  /** Between two checks; 0 for only those that are asked for. */
  readonly seconds: number;
  readonly accept: (found: FoundSnapshot) => void;
  /** @param sentence without paths; the log has them */
  readonly refuse: (sentence: string) => void;
  readonly log?: FollowLog | undefined;
}

/** As of pino. */
export interface FollowLog {
  info(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface Follower {
  /** Checks at once, also what was refused before. Resolves when what it found has been dealt with. */
  check(): Promise<void>;
  /** Stops polling and cancels a verification in progress. */
  close(): Promise<void>;
}

/** Between two attempts to open the first. */
const FIRST_SECONDS = 1;

/**
 * Hands the current snapshot over before it returns: opened, but not read as a whole, so that a start takes no time.
 * Each later one is verified to the last byte first; what was refused is left alone until pointer or header change.
 * Whoever does not answer yet is asked again: then nothing is handed over before it returns.
 * @throws UnusableSnapshot when there is none at the start
 */
export async function followSnapshot(options: FollowOptions): Promise<Follower> {
  const { place, seconds, log } = options;
  const closing = new AbortController();
  let isRefused = false;
  let checking: Promise<void> | undefined;
  let checkAgain = false;
  let timer: NodeJS.Timeout | undefined;

  let dealtWith = await openFirst().catch((error: unknown) => {
    if (!(error instanceof StoreUnavailable || error instanceof StoreOverloaded)) throw error;
    log?.error({ why: error.message }, 'there is no snapshot yet, the first one is waited for');
    return undefined;
  });
  schedule();

  /** What is current may be replaced and removed while it is opened. */
  async function openFirst(): Promise<string> {
    for (;;) {
      const located = await place.locate();
      try {
        options.accept(await located.open());
        return located.state;
      } catch (error) {
        if ((await place.locate()).state === located.state) throw error;
      }
    }
  }

  async function checkOnce(): Promise<void> {
    const located = await place.locate();
    const { state } = located;
    if (closing.signal.aborted || state === dealtWith) return;
    try {
      const begin = performance.now();
      const found = await located.verify(closing.signal);
      if (closing.signal.aborted) return await found.store.close();
      options.accept(found);
      isRefused = false;
      const took = Math.round(performance.now() - begin) / 1000;
      log?.info({ snapshot: found.store.snapshot.id, ...found.details, seconds: took }, 'switched to a snapshot');
    } catch (error) {
      if (closing.signal.aborted) return;
      // What was checked may have been replaced and removed meanwhile.
      if ((await place.locate()).state !== state) return void (checkAgain = true);
      if (!(error instanceof VerificationError)) throw error;
      options.refuse(error.sentence);
      isRefused = true;
      log?.error({ why: error.message }, 'the current snapshot is refused, the one before is served on');
    }
    dealtWith = state;
  }

  /** Who does not answer may do so the next time. */
  async function tryOnce(): Promise<void> {
    try {
      await checkOnce();
    } catch (error) {
      if (!(error instanceof StoreReadError)) throw error;
      log?.error({ why: error.message }, 'whether another snapshot is current cannot be known just now');
    }
  }

  async function checkUntilSettled(): Promise<void> {
    clearTimeout(timer);
    do {
      checkAgain = false;
      await tryOnce();
    } while (checkAgain && !closing.signal.aborted);
  }

  function startChecking(): Promise<void> {
    checking ??= checkUntilSettled().finally(() => {
      checking = undefined;
      schedule();
    });
    return checking;
  }

  function schedule(): void {
    const wait = dealtWith === undefined ? FIRST_SECONDS : seconds;
    if (wait > 0 && !closing.signal.aborted) timer = setTimeout(startChecking, wait * 1000).unref();
  }

  return {
    check() {
      checkAgain = checking !== undefined;
      if (isRefused) dealtWith = '';
      return startChecking();
    },
    async close() {
      closing.abort();
      clearTimeout(timer);
      await checking;
    },
  };
}
