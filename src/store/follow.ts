/** Follows what an operator names: a snapshot that has become current there is verified, opened and handed over. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { locateSnapshot } from './directory.ts';
import { during, type Engine, examineSnapshot, openQuickly, Refused } from './examine.ts';
import { HEADER_FILE } from './header.ts';
import type { Store } from './store.ts';

export interface FoundSnapshot {
  readonly directory: string;
  /** Open; whoever gets it closes it. */
  readonly store: Store;
}

export interface FollowOptions {
  /** A folder of snapshots, or one snapshot. */
  readonly path: string;
  readonly engine: Engine;
  /** Between two looks; 0 for only those that are asked for. */
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
  /** Looks at once, also at what was refused before. Resolves when what it found has been dealt with. */
  look(): Promise<void>;
  /** Looks no more; a snapshot that is being verified is let go. */
  close(): Promise<void>;
}

/**
 * Hands the current snapshot over before it returns: looked at, but not read as a whole, so that a start takes no time.
 * Each later one is verified to the last byte first; what was refused is left alone until pointer or header change.
 * @throws UnusableSnapshot when there is none at the start
 */
export async function followSnapshot(options: FollowOptions): Promise<Follower> {
  const { path, engine, seconds, log } = options;
  const closing = new AbortController();
  /** Of the files in use, as far as they were read as a whole. */
  let verified: ReadonlySet<string> = new Set();
  let isRefused = false;
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  let timer: NodeJS.Timeout | undefined;

  const first = await locateSnapshot(path);
  let dealtWith = await appearanceOf(first);
  options.accept({ directory: first, store: await openQuickly(first, engine) });
  schedule();

  async function lookOnce(): Promise<void> {
    const seen = await locate(path);
    if (closing.signal.aborted || seen.appearance === dealtWith) return;
    try {
      const directory = await during('locate', seen.directory);
      const begin = performance.now();
      const examined = await examineSnapshot(directory, engine, verified, closing.signal);
      if (closing.signal.aborted) return await examined.store.close();
      const snapshot = examined.store.snapshot.id;
      options.accept({ directory, store: examined.store });
      verified = examined.verified;
      isRefused = false;
      const took = Math.round(performance.now() - begin) / 1000;
      log?.info({ snapshot, directory, filesRead: examined.filesRead, seconds: took }, 'switched to a snapshot');
    } catch (error) {
      if (closing.signal.aborted) return;
      // What was looked at may have been replaced and removed meanwhile.
      if ((await locate(path)).appearance !== seen.appearance) return void (lookAgain = true);
      if (!(error instanceof Refused)) throw error;
      options.refuse(error.sentence);
      isRefused = true;
      log?.error({ path, why: error.message }, 'the current snapshot is refused, the one before is served on');
    }
    dealtWith = seen.appearance;
  }

  async function lookUntilSettled(): Promise<void> {
    clearTimeout(timer);
    do {
      lookAgain = false;
      await lookOnce();
    } while (lookAgain && !closing.signal.aborted);
  }

  function startLooking(): Promise<void> {
    looking ??= lookUntilSettled().finally(() => {
      looking = undefined;
      schedule();
    });
    return looking;
  }

  function schedule(): void {
    if (seconds > 0 && !closing.signal.aborted) timer = setTimeout(startLooking, seconds * 1000).unref();
  }

  return {
    look() {
      lookAgain = looking !== undefined;
      if (isRefused) dealtWith = '';
      return startLooking();
    },
    async close() {
      closing.abort();
      clearTimeout(timer);
      await looking;
    },
  };
}

interface Seen {
  readonly directory: Promise<string>;
  /** Changes when another snapshot is current, its header another one, or when there is none. */
  readonly appearance: string;
}

async function locate(path: string): Promise<Seen> {
  const directory = locateSnapshot(path);
  const appearance = await directory.then(appearanceOf, (error: Error) => error.message);
  return { directory, appearance };
}

async function appearanceOf(directory: string): Promise<string> {
  const header = await stat(join(directory, HEADER_FILE), { bigint: true }).catch(() => undefined);
  return [directory, header?.dev, header?.ino, header?.size, header?.mtimeNs].join(':');
}
