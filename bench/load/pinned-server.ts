/** A server as a child process, bound to one core, with its processor time and memory from /proc. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

export interface PinnedServer {
  readonly url: string;
  /** User and system time of all threads since the start. */
  cpuMicroseconds(): number;
  /** Resident memory in bytes. */
  memory(): number;
  /** Bytes read since the start, from files and connections. */
  bytesRead(): number;
  signal(name: NodeJS.Signals): void;
  stop(): Promise<void>;
}

/** Length of a clock tick in /proc: 100 per second on every Linux that Node supports. */
const TICK_MICROSECONDS = 10_000;

/** @param args arguments of Node; the program prints its address to standard error as "… on http://…" */
export async function startPinned(args: readonly string[], core: number): Promise<PinnedServer> {
  const child = spawn('taskset', ['-c', String(core), process.execPath, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit');
  const kill = () => void child.kill('SIGTERM');
  process.on('exit', kill);
  const stop = async () => {
    process.off('exit', kill);
    kill();
    await exited;
  };
  let url: string | undefined;
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    said.push(line);
    url = /\bon (http:\/\/\S+)$/.exec(line)?.[1];
    if (url !== undefined) break;
  }
  if (url === undefined) throw new Error(`the server did not start: ${said.join('\n')}`);
  child.stderr.resume();
  const read = (file: string) => readFileSync(`/proc/${child.pid}/${file}`, 'utf8');
  return {
    url,
    cpuMicroseconds() {
      // The program name in parentheses may contain blanks, so fields are split after it. See proc_pid_stat(5).
      const fields = read('stat').split(') ').at(-1)?.split(' ') ?? [];
      return (Number(fields[11]) + Number(fields[12])) * TICK_MICROSECONDS;
    },
    memory: () => Number(/^VmRSS:\s+(\d+)/m.exec(read('status'))?.[1]) * 1024,
    bytesRead: () => Number(/^rchar: (\d+)/m.exec(read('io'))?.[1]),
    signal: (name) => void child.kill(name),
    stop,
  };
}
