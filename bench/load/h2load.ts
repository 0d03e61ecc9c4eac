/** Runs h2load at a fixed rate over HTTP/1.1, and summarises the latency of the answers. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PinnedServer } from './pinned-server.ts';
import { CORES } from './wrk.ts';

export interface Paced {
  readonly perSecond: number;
  readonly failed: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

export interface PacedOptions {
  /** Requests per second of all connections together. */
  readonly rate: number;
  readonly connections: number;
  readonly seconds: number;
  readonly paths: readonly string[];
  readonly coding: string;
}

/** Microseconds at the start that are not counted, because h2load is still connecting. */
const SETTLE = 1e6;

export function runPaced(server: PinnedServer, options: PacedOptions): Paced {
  const { rate, connections, seconds, paths, coding } = options;
  const folder = mkdtempSync(join(tmpdir(), 'gnd-links-h2load-'));
  try {
    const [list, log] = [join(folder, 'paths'), join(folder, 'log')];
    writeFileSync(list, paths.map((path) => server.url + path).join('\n'));
    const headers = coding === '' ? [] : ['-H', `accept-encoding: ${coding}`];
    execFileSync(
      'taskset',
      ['-c', String(CORES.client), 'h2load', '--h1', '-c', String(connections), '--rps', String(rate / connections), '-D', String(seconds), ...headers, '-i', list, `--log-file=${log}`],
      { encoding: 'utf8' },
    ); // prettier-ignore
    return summary(readFileSync(log, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param log lines of: start (microseconds since 1970), status, duration in microseconds */
function summary(log: string): Paced {
  const rows = log
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t').map(Number) as [number, number, number]);
  const first = rows.reduce((least, [start]) => Math.min(least, start), Number.POSITIVE_INFINITY);
  const counted = rows.filter(([start]) => start >= first + SETTLE);
  const last = counted.reduce((most, [start]) => Math.max(most, start), 0);
  const times = counted.map(([, , time]) => time / 1000).toSorted((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0;
  return {
    perSecond: counted.length / ((last - first - SETTLE) / 1e6),
    failed: counted.filter(([, status]) => status >= 400 || status < 200).length,
    p50: at(0.5),
    p99: at(0.99),
    max: at(1),
  };
}
