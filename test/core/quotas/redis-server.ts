/** A Redis server for tests: a child process on a free port, without persistence, in a temporary folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../../free-port.ts';
import { has, SERVER_ENV } from '../../has.ts';

export const HAS_REDIS = has('redis-server');

export interface RedisServer {
  readonly url: string;
  /** Starts the server on the same port as before. */
  start(): Promise<void>;
  /** @param signal `SIGKILL` ends the server, `SIGSTOP` pauses it, `SIGCONT` resumes it */
  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void>;
  /** Ends the server and removes its folder. */
  remove(): Promise<void>;
}

export async function createRedisServer(): Promise<RedisServer> {
  const directory = mkdtempSync(join(tmpdir(), 'gnd-links-redis-'));
  const port = await freePort();
  let server: ChildProcess | undefined;

  async function start(): Promise<void> {
    const options = {
      port,
      bind: '127.0.0.1',
      dir: directory,
      save: '',
      appendonly: 'no',
      'enable-debug-command': 'yes',
    };
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const child = spawn('redis-server', args, { env: SERVER_ENV, stdio: ['ignore', 'pipe', 'inherit'] });
    server = child;
    const lines: string[] = [];
    for await (const line of createInterface(child.stdout)) {
      lines.push(line);
      if (!line.includes('Ready to accept connections')) continue;
      child.stdout.resume();
      return;
    }
    throw new Error(`The server did not start: ${lines.join('\n')}`);
  }

  async function signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const exit = name === 'SIGKILL' ? once(server, 'exit') : undefined;
    server.kill(name);
    await exit;
  }

  return {
    url: `redis://127.0.0.1:${port}/0`,
    start,
    signal,
    async remove() {
      await signal('SIGKILL');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
