/** Runs wrk on a core of its own, with as many requests as the server answers. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { PinnedServer } from './pinned-server.ts';

/** The server and the load generator each have their own core. */
export const CORES = { server: 0, client: 1 };
/** Milliseconds of pause between loads, so that work of one is not counted for the next. */
const PAUSE_MS = 300;

/** The figures that wrk reports; times in microseconds. */
export interface Load {
  readonly requests: number;
  readonly microseconds: number;
  readonly bytes: number;
  /** Requests without an answer, or with a status above 399. */
  readonly failed: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  /** Processor time of the server per request, in microseconds. */
  readonly cpu: number;
}

export interface WrkOptions {
  readonly connections: number;
  readonly seconds: number;
  /** Path of a file of lines `PATH` or `PATH⇥VALIDATOR`; a validator makes the request conditional. */
  readonly pathsFile: string;
  /** Value of Accept-Encoding; empty for none. */
  readonly coding: string;
}

export async function runWrk(server: PinnedServer, options: WrkOptions): Promise<Load> {
  const { connections, seconds, pathsFile, coding } = options;
  await setTimeout(PAUSE_MS);
  const before = server.cpuMicroseconds();
  const script = join(import.meta.dirname, 'cycle.lua');
  const said = execFileSync(
    'taskset',
    ['-c', String(CORES.client), 'wrk', '-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, server.url, '--', pathsFile, coding],
    { encoding: 'utf8' },
  ); // prettier-ignore
  const json = said.split('\n').find((line) => line.startsWith('{'));
  if (json === undefined) throw new Error(`wrk did not say how it went: ${said}`);
  const result = JSON.parse(json) as Omit<Load, 'cpu'>;
  return { ...result, cpu: (server.cpuMicroseconds() - before) / result.requests };
}

export function perSecond({ requests, microseconds }: Pick<Load, 'requests' | 'microseconds'>): number {
  return requests / (microseconds / 1e6);
}
