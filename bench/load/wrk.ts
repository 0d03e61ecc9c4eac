/** Load by wrk from a core of its own: as many requests as the server answers. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { PinnedServer } from './pinned-server.ts';

/** Server and load generator do not get into each other's way. */
export const CORES = { server: 0, client: 1 };
/** Idle for so long between two loads, so that the work of one is not counted to the next. */
const PAUSE_MS = 300;

/** What wrk says in the end; times in microseconds. */
export interface Load {
  readonly requests: number;
  readonly microseconds: number;
  readonly bytes: number;
  /** Not answered, or with a status above 399. */
  readonly failed: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  /** Of the server's processor per request. */
  readonly cpu: number;
}

export interface WrkOptions {
  readonly connections: number;
  readonly seconds: number;
  /** One path a line, with a validator behind a tab where the request is to be conditional. */
  readonly pathsFile: string;
  /** `gzip`, or nothing. */
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
