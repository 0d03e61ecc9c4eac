/** Follows what an operator names: a snapshot that has become current there is verified, opened and handed over. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { locateSnapshot } from './directory.ts';
import { HEADER_FILE } from './header.ts';
import type { Store } from './store.ts';
import { type Engine, openQuickly, openVerified, step, VerificationError } from './verify-files.ts';

export interface FoundSnapshot {
  readonly directory: string;
  /** Open; whoever gets it closes it. */
  readonly store: Store;
}

export interface FollowOptions {
  /** A folder of snapshots, or one snapshot. */
  readonly path: string;
  readonly engine: Engine;
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

/**
 * Hands the current snapshot over before it returns: opened, but not read as a whole, so that a start takes no time.
 * Each later one is verified to the last byte first; what was refused is left alone until pointer or header change.
 * @throws UnusableSnapshot when there is none at the start
 */
export async function followSnapshot(options: FollowOptions): Promise<Follower> {
  const { path, engine, seconds, log } = options;
  const closing = new AbortController();
  /** Identities of the files in use, as far as they were read as a whole. */
  let verified: ReadonlySet<string> = new Set();
  let isRefused = false;
  let checking: Promise<void> | undefined;
  let checkAgain = false;
  let timer: NodeJS.Timeout | undefined;

  let dealtWith = await openFirst();
  schedule();

  /** What is current may be replaced and removed while it is opened. */
  async function openFirst(): Promise<string> {
    for (;;) {
      const { directory, state } = await locate(path);
      try {
        const located = await directory;
        options.accept({ directory: located, store: await openQuickly(located, engine) });
        return state;
      } catch (error) {
        if ((await locate(path)).state === state) throw error;
      }
    }
  }

  async function checkOnce(): Promise<void> {
    const { directory: located, state } = await locate(path);
    if (closing.signal.aborted || state === dealtWith) return;
    try {
      const directory = await step('locate', located);
      const begin = performance.now();
      const { store, files, filesRead } = await openVerified(directory, engine, verified, closing.signal);
      if (closing.signal.aborted) return await store.close();
      options.accept({ directory, store });
      verified = files;
      isRefused = false;
      const took = Math.round(performance.now() - begin) / 1000;
      log?.info({ snapshot: store.snapshot.id, directory, filesRead, seconds: took }, 'switched to a snapshot');
    } catch (error) {
      if (closing.signal.aborted) return;
      // What was checked may have been replaced and removed meanwhile.
      if ((await locate(path)).state !== state) return void (checkAgain = true);
      if (!(error instanceof VerificationError)) throw error;
      options.refuse(error.sentence);
      isRefused = true;
      log?.error({ path, why: error.message }, 'the current snapshot is refused, the one before is served on');
    }
    dealtWith = state;
  }

  async function checkUntilSettled(): Promise<void> {
    clearTimeout(timer);
    do {
      checkAgain = false;
      await checkOnce();
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
    if (seconds > 0 && !closing.signal.aborted) timer = setTimeout(startChecking, seconds * 1000).unref();
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

/** @returns the directory, and a text that changes when another snapshot is current, its header another one, or there is none */
async function locate(path: string): Promise<{ readonly directory: Promise<string>; readonly state: string }> {
  const directory = locateSnapshot(path);
  const state = await directory.then(stateOf, (error: Error) => error.message);
  return { directory, state };
}

async function stateOf(directory: string): Promise<string> {
  const header = await stat(join(directory, HEADER_FILE), { bigint: true }).catch(() => undefined);
  return [directory, header?.dev, header?.ino, header?.size, header?.mtimeNs].join(':');
}
