/** The log of the service: JSON lines, collected into blocks and written beside the requests. */
import { type Logger, pino } from 'pino';

export interface LogOptions {
  readonly level: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Where the lines go; standard output without it. */
  readonly stream?: { write(line: string): void };
  /** Other processes write to the same standard output. */
  readonly isShared?: boolean;
}

/** Bytes that are collected before they are written, and the most that is written at once. */
const ALONE = { block: 32 * 1024, maxWrite: 64 * 1024 };
/** No write to a pipe is larger, so that those of several processes never mix. POSIX, PIPE_BUF */
const SHARED = { block: 2048, maxWrite: 4096 };
const FLUSH_MS = 1000;
/** What is kept while nobody reads, in bytes; lines beyond it are dropped, so that the service goes on. */
const MAX_KEPT = 8 * 1024 * 1024;

/** Lines may wait for a second, and are written when the process ends, except by a signal that nobody handles. */
export function createLog({ level, stream, isShared = false }: LogOptions): Logger {
  return pino({ level, base: null }, stream ?? standardOutput(isShared ? SHARED : ALONE));
}

function standardOutput({ block, maxWrite }: typeof ALONE): ReturnType<typeof pino.destination> {
  const output = pino.destination({
    dest: 1,
    sync: false,
    minLength: block,
    maxWrite,
    maxLength: MAX_KEPT,
    periodicFlush: FLUSH_MS,
  });
  let failing = false;
  // Without a listener a full disk would end the service.
  output.on('error', () => (failing = true));
  output.on('write', () => (failing = false));
  const flushSync = output.flushSync.bind(output);
  // At the end of the process it would try for ever while the disk is full.
  output.flushSync = () => {
    if (!failing) flushSync();
  };
  return output;
}
