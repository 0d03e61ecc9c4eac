/** Servers as `gnd-links serve` starts them, each a process of its own, and what the system knows of them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

export interface FaultServer {
  readonly url: string;
  /** The admin port. */
  readonly adminUrl: string;
  readonly pid: number;
  /** Those of its workers that run. */
  readonly workers: () => readonly number[];
  /** What it said that is not about a single request that went well. */
  readonly said: readonly string[];
  /** Lines of its log from the level error on, and whatever is no line of the log. */
  complaints(): readonly string[];
  signal(name: NodeJS.Signals): void;
  /** The exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>;
  /** SIGTERM, and waits. */
  stop(): Promise<number | null>;
}

const MAIN = join(import.meta.dirname, '../../src/cli/main.ts');
const UNLIMITED = ['links', 'search', 'coverage'].flatMap((name) => [
  `--${name}-quota`,
  '1000000',
  `--${name}-burst`,
  '1000000',
]);
/** As in pino. */
const ERROR = 50;

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const { pid } of running) {
    if (pid === undefined) continue;
    for (const one of [...childrenOf(pid), pid]) trySignal(one, 'SIGKILL');
  }
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

export interface StartOptions {
  /** Flags beyond those that every run has; they win. */
  readonly flags?: readonly string[];
  /** Without quotas unless it is false. */
  readonly unlimited?: boolean;
}

/** @throws with what it said when it ends before it serves */
export async function startServer(snapshots: string, options: StartOptions = {}): Promise<FaultServer> {
  const { flags = [], unlimited = true } = options;
  const quotas = unlimited ? UNLIMITED : [];
  const args = [MAIN, 'serve', '--snapshot', snapshots, '--port', '0', '--admin-port', '0', ...quotas, ...flags];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const { pid } = child;
  if (pid === undefined) throw new Error('the server could not be started');
  running.add(child);
  const ended = once(child, 'exit').then(([code]) => {
    running.delete(child);
    return code as number | null;
  });
  const said: string[] = [];
  const announced: string[] = [];
  keepLines(createInterface({ input: child.stdout }), said);
  const addresses = new Promise<readonly [string, string]>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      const url = /^(?:Serving \S+|Admin) on (http:\/\/\S+)$/.exec(line)?.[1];
      if (url === undefined) said.push(line);
      else announced.push(url);
      const [serving, admin] = announced;
      if (serving !== undefined && admin !== undefined) resolve([serving, admin]);
    });
    void ended.then(() => reject(new Error(`the server did not start: ${said.join('\n')}`)));
  });
  const [url, adminUrl] = await addresses;
  const signal = (name: NodeJS.Signals) => void child.kill(name);
  return {
    url,
    adminUrl,
    pid,
    workers: () => childrenOf(pid),
    said,
    complaints: () => said.filter(isComplaint),
    signal,
    ended,
    stop: async () => {
      if (running.has(child)) signal('SIGTERM');
      return ended;
    },
  };
}

/** All but the lines about requests, which are many. */
function keepLines(lines: Interface, said: string[]): void {
  lines.on('line', (line) => {
    if (!line.includes('"reqId"') || isComplaint(line)) said.push(line);
  });
}

function isComplaint(line: string): boolean {
  if (!line.startsWith('{')) return true;
  const level = Number(/"level":(\d+)/.exec(line)?.[1]);
  return !(level < ERROR);
}

export function childrenOf(pid: number): readonly number[] {
  const text = readOf(pid, `task/${pid}/children`);
  return text.split(' ').filter(Boolean).map(Number);
}

/** Resident memory of a server and its workers, in bytes. */
export function memoryOf({ pid, workers }: FaultServer): number {
  return [pid, ...workers()].reduce((sum, one) => sum + residentOf(one), 0);
}

function residentOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readOf(pid, 'status'))?.[1] ?? 0) * 1024;
}

/** Highest resident memory while it is watched. @returns stops, and tells the highest in bytes */
export function watchMemory(server: FaultServer): () => number {
  let highest = memoryOf(server);
  const timer = setInterval(() => (highest = Math.max(highest, memoryOf(server))), 100);
  return () => {
    clearInterval(timer);
    return highest;
  };
}

/** What the open file descriptors of a process lead to. */
export function descriptorsOf(pid: number): readonly string[] {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).map((name) => {
    try {
      return readlinkSync(join(folder, name));
    } catch {
      return '';
    }
  });
}

/** The far ends of the established connections to a port that a process holds, as ports. */
export function peerPortsOf(pid: number, port: number): ReadonlySet<number> {
  const held = new Set(descriptorsOf(pid).map((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1]));
  const rows = readFileSync('/proc/net/tcp', 'utf8').trim().split('\n').slice(1);
  const cells = rows.map((row) => row.trim().split(/\s+/));
  const portOf = (address = '') => Number.parseInt(address.split(':')[1] ?? '', 16);
  const own = cells.filter(
    ([, local, , state, , , , , , inode]) => state === '01' && portOf(local) === port && held.has(inode),
  );
  return new Set(own.map(([, , peer]) => portOf(peer)));
}

export function isAlive(pid: number): boolean {
  return trySignal(pid, 0) && !/^State:\s+Z/m.test(readOf(pid, 'status'));
}

/** Asks again and again until it is so. @returns the milliseconds it took; undefined when it never was */
export async function until(isSo: () => boolean | Promise<boolean>, patienceMs: number): Promise<number | undefined> {
  const begun = performance.now();
  while (performance.now() - begun < patienceMs) {
    if (await isSo()) return performance.now() - begun;
    await pause(10);
  }
  return undefined;
}

function readOf(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

export function trySignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
