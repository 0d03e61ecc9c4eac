/** The log of the service: JSON lines, one per request, collected into blocks and written asynchronously. */
import { write, writeSync } from 'node:fs';
import { type Logger, pino } from 'pino';
import type { Client } from '../quotas/client.ts';

interface LogOptions {
  readonly level: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Destination of the lines; the default is standard output. */
  readonly stream?: { write(line: string): void };
}

/** Size of a block, in bytes. */
const BLOCK_BYTES = 128 * 1024;
/** Longest line that is collected, in bytes; only lines with long errors exceed it. */
const LINE_BYTES = 16 * 1024;
const FLUSH_MS = 1000;
/** Wait before a write into a full pipe is tried again. */
const AGAIN_MS = 100;
/** Most bytes of log lines that are kept while nobody reads them; further lines are dropped. */
const MAX_KEPT = 8 * 1024 * 1024;

/** Lines wait for at most a second, and are written when the process ends, except by a signal without a handler. */
export function createLog({ level, stream }: LogOptions): Logger {
  return pino({ level, base: null }, stream ?? standardOutput());
}

/** Pino's own destination repeats a write at the end until it succeeds, so a reader that has gone would prevent the end. */
function standardOutput(): { write(line: string): void } {
  // Opening the stream makes a pipe or socket non-blocking. A blocking write would keep its thread, and so the process,
  // from ending until somebody reads.
  void process.stdout;
  const output = createOutput(1);
  const collect = createCollector((block) => output.write(block));
  setInterval(collect.handOver, FLUSH_MS).unref();
  process.on('exit', () => output.end(collect.handOver));
  return { write: (line) => collect.add(line) };
}

/** Writes blocks one after the other in another thread. Blocks that cannot be written are lost. */
function createOutput(file: number) {
  const waiting: Uint8Array[] = [];
  let kept = 0;
  let isWriting = false;
  let isEnding = false;

  function remove(bytes: number): void {
    kept -= bytes;
    const block = waiting.shift();
    if (block !== undefined && bytes < block.length) waiting.unshift(block.subarray(bytes));
  }

  function next(): void {
    const [block] = waiting;
    if (block === undefined || isWriting || isEnding) return;
    isWriting = true;
    write(file, block, (error, written) => {
      isWriting = false;
      if (error?.code === 'EAGAIN') setTimeout(next, AGAIN_MS).unref();
      else {
        remove(error === null ? written : block.length);
        next();
      }
    });
  }

  return {
    write(block: Uint8Array) {
      if (kept + block.length > MAX_KEPT) return;
      waiting.push(block);
      kept += block.length;
      next();
    },
    /** Writes at once what there is room for on the disk or in the pipe. @param handOver hands over the last block */
    end(handOver: () => void) {
      isEnding = true;
      handOver();
      // The other thread finishes its write; the rest of the blocks follows it.
      if (isWriting) remove(waiting[0]?.length ?? 0);
      try {
        for (let [block] = waiting; block !== undefined; [block] = waiting) remove(writeSync(file, block));
      } catch {
        // The last lines are lost.
      }
    },
  };
}

/**
 * Collects lines in one buffer. Pino's destination collects them in a string, and measures the whole string for every
 * line: this takes 11 of the 12 µs of a line.
 */
function createCollector(write: (block: Uint8Array) => void) {
  let block = Buffer.allocUnsafe(BLOCK_BYTES);
  let used = 0;
  const handOver = () => {
    if (used === 0) return;
    write(block.subarray(0, used));
    block = Buffer.allocUnsafe(BLOCK_BYTES);
    used = 0;
  };
  return {
    handOver,
    add(line: string) {
      // A UTF-16 code unit takes at most three bytes in UTF-8.
      if (line.length > LINE_BYTES / 3) {
        handOver();
        write(Buffer.from(line));
        return;
      }
      if (used > BLOCK_BYTES - LINE_BYTES) handOver();
      used += block.write(line, used);
    },
  };
}

/** One request that has been answered, or whose client went away. */
export interface ObservedRequest {
  /** Identifier that the client got as `X-Request-Id`. */
  readonly id: string;
  readonly method: string;
  /** Pattern of the address, e.g. `/api/v1/gnd/{gnd}/links`; `none` for an unknown address. Never the address itself. */
  readonly route: string;
  /** 499 when the client went away before it was answered. */
  readonly status: number;
  /** Bytes of the body as sent; of a file that was cut short, the bytes that were read. */
  readonly bytes: number;
  readonly seconds: number;
  readonly client: Client;
  /** W3C Trace Context: the 32 hexadecimal digits, when the client sent a valid one. */
  readonly traceId?: string | undefined;
}

/** Counts or records requests. */
export interface RequestObserver {
  started?(): void;
  finished(request: ObservedRequest): void;
  /** @param policy e.g. `links` */
  counted?(policy: string, allowed: boolean, cost: number): void;
}

/**
 * Logs one line per request, without its parameters and without the full address of the client. The line equals the one
 * that pino would write, but is concatenated: serialising takes three times as long. No part contains a character that
 * JSON escapes, because Node's parser knows all methods, and the service makes or checks all other parts.
 */
export function createAccessLog(log: Logger): RequestObserver {
  const level = log.levels.values['info'];
  const { [pino.symbols.streamSym]: stream } = log as unknown as Record<symbol, { write(line: string): void }>;
  return {
    finished({ id, method, route, status, bytes, seconds, client, traceId }) {
      const ms = Math.round(seconds * 10_000) / 10;
      const trace = traceId === undefined ? '' : `"traceId":"${traceId}",`;
      stream?.write(
        `{"level":${level},"time":${Date.now()},"reqId":"${id}","method":"${method}","route":"${route}","status":${status},` +
          `"bytes":${bytes},"ms":${ms},"client":"${client.network}",${trace}"msg":"request"}\n`,
      );
    },
  };
}
