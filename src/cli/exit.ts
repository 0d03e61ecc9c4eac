/** How a command ends: its exit codes, the signal that stops a download, and the graceful shutdown of a server. */
import { closeSync, constants, fstatSync, openSync, writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { FailureReason } from '../core/snapshot/run-log.ts';

/**
 * Exit codes of every command. `attention`: done, but some sources are held or failing. `partly`: the new data are in
 * service, but a later stage failed.
 */
export const EXIT = { done: 0, failed: 1, usage: 2, attention: 3, partly: 4 } as const;

/** The command was understood but could not be done, or only in part. The message is for the operator; it may be empty. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
  readonly exitCode: number;
  /** For the run log. */
  readonly reason: FailureReason | undefined;

  constructor(
    message: string,
    exitCode: number = EXIT.failed,
    options?: ErrorOptions & { readonly reason?: FailureReason },
  ) {
    super(message, options);
    this.exitCode = exitCode;
    this.reason = options?.reason;
  }
}

/** Milliseconds in which work under way may finish after a signal. */
export const GRACE_MS = 10_000;

/** A signal that the first SIGINT or SIGTERM aborts; its disposal, or `done`, removes the handlers. */
export function stopSignal(): Disposable & { readonly signal: AbortSignal; done(): void } {
  const controller = new AbortController();
  const stop = (name: NodeJS.Signals): void => {
    // Work that never ends, such as output that nobody reads, must not keep the process alive.
    setTimeout(() => process.exit(EXIT.failed), GRACE_MS).unref();
    controller.abort(new CommandFailed(`stopped by ${name}; nothing was lost`, EXIT.failed, { reason: 'stopped' }));
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  const done = () => {
    process.removeListener('SIGINT', stop);
    process.removeListener('SIGTERM', stop);
  };
  return { signal: controller.signal, done, [Symbol.dispose]: done };
}

interface ShutdownOptions {
  /** Finishes requests under way and closes everything. */
  readonly stop: () => Promise<void>;
  /** Seconds for which requests are still answered before the stop, so that a load balancer notices the shutdown. */
  readonly drainSeconds: number;
  /** Handles SIGHUP, which otherwise acts like the other signals. */
  readonly onHangUp?: () => void;
}

/**
 * Milliseconds within which two signals count as one: npm repeats a signal that the terminal or the service manager has
 * already sent to the whole process group, so one Ctrl+C arrives twice.
 */
const SAME_SIGNAL_MS = 500;

/**
 * Makes SIGINT and SIGTERM end the process: with code 0 when everything finishes within {@link GRACE_MS}, otherwise
 * with code 1. A second signal ends it immediately, with code 1. An uncaught error also ends it with code 1.
 * @returns a function that says whether the shutdown has begun
 */
export function shutDownOnSignals({ stop, drainSeconds, onHangUp }: ShutdownOptions): () => boolean {
  let begun: number | undefined;

  async function shutDown(code: number): Promise<void> {
    begun = performance.now();
    setTimeout(
      () => {
        complain('requests under way did not finish in time');
        process.exit(EXIT.failed);
      },
      drainSeconds * 1000 + GRACE_MS,
    ).unref();
    if (drainSeconds > 0) await pause(drainSeconds * 1000);
    await stop();
    process.exit(code);
  }

  function fail(error: unknown): void {
    complain(error instanceof Error ? (error.stack ?? error.message) : String(error));
    if (begun === undefined) shutDown(EXIT.failed).catch(fail);
    else process.exit(EXIT.failed);
  }

  function onSignal(): void {
    if (begun === undefined) shutDown(EXIT.done).catch(fail);
    else if (performance.now() - begun > SAME_SIGNAL_MS) process.exit(EXIT.failed);
  }

  process.on('uncaughtException', fail);
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, onSignal);
  process.on('SIGHUP', onHangUp ?? onSignal);
  return () => begun !== undefined;
}

/** Writes a line to standard error. A full pipe gets nothing: a write that waits for its reader would stop the server. */
export function tell(line: string): void {
  let pipe: number | undefined;
  try {
    if (!fstatSync(2).isFIFO()) return void process.stderr.write(`${line}\n`);
    pipe = openSync('/dev/fd/2', constants.O_WRONLY | constants.O_NONBLOCK);
    writeSync(pipe, `${line}\n`);
  } catch {
    // Nobody reads it.
  } finally {
    if (pipe !== undefined) closeSync(pipe);
  }
}

const complain = (text: string): void => tell(`gnd-links: ${text}`);
