/** How a serving process ends: in its own time when it is told once, at once when it is told again. */
import { setTimeout as pause } from 'node:timers/promises';

export interface EndingOptions {
  /** Finishes what is under way and closes everything. */
  readonly stop: () => Promise<void>;
  /** What must not survive a process that ends at once. */
  readonly abandon?: () => void;
  /** Beyond the time that {@link Ending.drain} waits, in milliseconds. */
  readonly graceMs: number;
  readonly drainSeconds: number;
}

export interface Ending {
  readonly hasBegun: () => boolean;
  /** Ends the process, with code 0 if all goes well. A second call changes nothing. */
  begin(): void;
  /** Once is {@link begin}; a second time the process ends at once with code 1. */
  signalled(): void;
  /** Waits as long as a balancer may take to notice. */
  drain(): Promise<void>;
}

/**
 * npm passes on what the terminal or the service manager has already sent to the whole group, so that one Ctrl+C arrives
 * twice; what comes sooner than this, in milliseconds, is the same.
 */
const SAME_SIGNAL_MS = 500;

/** From now on an error that nobody caught ends the process as well, with code 1. */
export function createEnding({ stop, abandon = () => undefined, graceMs, drainSeconds }: EndingOptions): Ending {
  let begun: number | undefined;

  function exit(code: number): void {
    if (code !== 0) abandon();
    process.exit(code);
  }

  function stopThenExit(code: number): void {
    begun = performance.now();
    setTimeout(
      () => {
        complain('requests under way did not finish in time');
        exit(1);
      },
      drainSeconds * 1000 + graceMs,
    ).unref();
    stop().then(() => exit(code), fail);
  }

  function fail(error: unknown): void {
    complain(error instanceof Error ? (error.stack ?? error.message) : String(error));
    if (begun === undefined) stopThenExit(1);
    else exit(1);
  }

  process.on('uncaughtException', fail);
  return {
    hasBegun: () => begun !== undefined,
    begin() {
      if (begun === undefined) stopThenExit(0);
    },
    signalled() {
      if (begun === undefined) stopThenExit(0);
      else if (performance.now() - begun > SAME_SIGNAL_MS) exit(1);
    },
    async drain() {
      if (drainSeconds > 0) await pause(drainSeconds * 1000);
    },
  };
}

/** @param hangUp what SIGHUP does */
export function heedSignals(ending: Ending, hangUp: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => ending.signalled());
  process.on('SIGHUP', hangUp);
}

function complain(text: string): void {
  process.stderr.write(`gnd-links: ${text}\n`);
}
