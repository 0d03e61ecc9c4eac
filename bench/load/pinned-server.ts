/** A server in a process of its own, bound to one core, with what the system says of its processor time and memory. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

export interface PinnedServer {
  readonly url: string;
  /** User and system time of all its threads so far. */
  cpuMicroseconds(): number;
  /** Resident, in bytes. */
  memory(): number;
  /** Bytes that it has read so far, from files and connections. */
  bytesRead(): number;
  stop(): Promise<void>;
}

/** Length of a clock tick in /proc; a hundred a second on every Linux that Node runs on. */
const TICK_MICROSECONDS = 10_000;

/** @param args of Node; the program announces its address on standard error as "… on http://…" */
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
      // The name of the program may hold blanks; what follows its bracket does not. proc_pid_stat(5)
      const fields = read('stat').split(') ').at(-1)?.split(' ') ?? [];
      return (Number(fields[11]) + Number(fields[12])) * TICK_MICROSECONDS;
    },
    memory: () => Number(/^VmRSS:\s+(\d+)/m.exec(read('status'))?.[1]) * 1024,
    bytesRead: () => Number(/^rchar: (\d+)/m.exec(read('io'))?.[1]),
    stop,
  };
}
