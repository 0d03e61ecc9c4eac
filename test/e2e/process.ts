/** Starts a command as a child process, and reads the address of a server from its output. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { main, root } from '../cli/command.ts';

export interface Started {
  readonly pid: number;
  readonly stdout: NodeJS.ReadableStream | null;
  /** The output so far. */
  readonly output: () => string;
  /** Resolves with the first group of the pattern when the output matches. */
  readonly printed: (pattern: RegExp) => Promise<string>;
  /** Sends a signal to the process, or to its process group if it leads one. */
  readonly signal: (signal: NodeJS.Signals) => void;
  /** Sends a signal and waits for the end. @returns the exit code */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>;
  /** The exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>;
}

export interface Serving extends Started {
  readonly url: string;
  /** Address of the admin port, which is printed last. */
  readonly adminUrl: () => Promise<string>;
}

export interface ProcessOptions {
  /** A command to run in its own process group, as a terminal does; defaults to the command line of the project. */
  readonly command?: readonly string[];
  /** Working directory; defaults to the project. */
  readonly cwd?: string;
  /** False: standard output is not read, so that the pipe fills. */
  readonly readsOutput?: boolean;
}

/** Settings for a start in a third less time. */
export const FEW = ['--doors', 'interface', '--warm-up', 'off'];

const started = new Set<ChildProcess>();

/** Ends processes that a failed test has left running. */
export function endProcesses(): void {
  for (const { pid } of started) {
    if (pid === undefined) continue;
    // A child is either the leader of a group or a single process.
    for (const target of [-pid, pid]) trySignal(target, 'SIGKILL');
  }
  started.clear();
}
process.once('exit', endProcesses);

export function spawnProcess(args: readonly string[], options: ProcessOptions = {}): Started {
  const { command = [process.execPath, main], cwd = root, readsOutput = true } = options;
  const [file = '', ...before] = command;
  const isLeader = options.command !== undefined;
  const child = spawn(file, [...before, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'], detached: isLeader });
  started.add(child);
  const ended = once(child, 'exit').then(([code]) => {
    started.delete(child);
    return code as number | null;
  });
  const read = readsOutput ? [child.stdout, child.stderr] : [child.stderr];
  let text = '';
  for (const stream of read) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const pid = child.pid ?? 0;
  const signal = (name: NodeJS.Signals) => trySignal(isLeader ? -pid : pid, name);
  return {
    pid,
    stdout: child.stdout,
    output: () => text,
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(text)?.[1];
          if (found !== undefined) resolve(found);
        };
        look();
        for (const stream of read) stream.on('data', look);
        child.once('close', (code) => reject(new Error(`ended with ${code}, after it had printed: ${text}`)));
      }),
    signal,
    ended,
    stop: async (name = 'SIGTERM') => {
      if (started.has(child)) signal(name);
      return ended;
    },
  };
}

/** @throws with the output when the process ends before it serves */
export async function startProcess(args: readonly string[], options: ProcessOptions = {}): Promise<Serving> {
  const process = spawnProcess(args, options);
  const url = await process.printed(/on (http:\/\/[\w.:[\]]+)/);
  return { ...process, url, adminUrl: () => process.printed(/^Admin on (\S+)$/m) };
}

/** All descendants of the process. */
export function descendantsOf(pid: number): readonly number[] {
  const running = runningProcesses();
  const below = (parent: number): readonly number[] =>
    running.filter(({ ppid }) => ppid === parent).flatMap((child) => [child.pid, ...below(child.pid)]);
  return below(pid);
}

export function isRunning(pid: number): boolean {
  return runningProcesses().some((running) => running.pid === pid);
}

/** Running processes, without zombies. */
function runningProcesses(): readonly { readonly pid: number; readonly ppid: number }[] {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' });
  return listed.split('\n').flatMap((line) => {
    const [pid = '', ppid = '', state = 'Z'] = line.trim().split(/\s+/);
    return state.startsWith('Z') ? [] : [{ pid: Number(pid), ppid: Number(ppid) }];
  });
}

function trySignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended.
  }
}
