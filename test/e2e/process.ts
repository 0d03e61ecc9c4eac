/** Starts a command that serves, and tells its address once it says so. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { main, root } from '../cli/command.ts';

export interface Serving {
  readonly url: string;
  readonly pid: number;
  /** Of the admin port, which it names last. */
  readonly adminUrl: () => Promise<string>;
  /** Everything it has printed so far. */
  readonly output: () => string;
  /** Sends a signal and waits for the end. @returns the exit code */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>;
  /** Sends a signal, to its whole process group if it leads one. */
  readonly signal: (signal: NodeJS.Signals) => void;
  /** The exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>;
}

export interface ProcessOptions {
  /** What is run, in a process group of its own like that of a terminal; the command line itself without it. */
  readonly command?: readonly string[];
  /** Where it runs; the project without it. */
  readonly cwd?: string;
}

const started = new Set<ChildProcess>();

/** Ends what a failed test may have left running; the workers end with their primary. */
export function endProcesses(): void {
  for (const { pid } of started) {
    if (pid === undefined) continue;
    // As leaders of a group or by themselves.
    for (const target of [-pid, pid]) trySignal(target, 'SIGKILL');
  }
  started.clear();
}
process.once('exit', endProcesses);

/** @throws when the process ends before it serves, with what it printed */
export async function startProcess(args: readonly string[], options: ProcessOptions = {}): Promise<Serving> {
  const { command = [process.execPath, main], cwd = root } = options;
  const [file = '', ...before] = command;
  const child = spawn(file, [...before, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: options.command !== undefined,
  });
  started.add(child);
  const ended = once(child, 'exit').then(([code]) => {
    started.delete(child);
    return code as number | null;
  });
  let printed = '';
  /** Resolves when it has printed something like that. */
  const printing = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(printed)?.[1];
        if (found !== undefined) resolve(found);
      };
      look();
      child.stdout.on('data', look);
      child.stderr.on('data', look);
      child.once('close', (code) => reject(new Error(`ended with ${code}, after it had printed: ${printed}`)));
    });
  const keep = (chunk: Buffer) => (printed += chunk.toString());
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const url = await printing(/on (http:\/\/[\w.:[\]]+)/);
  const pid = child.pid ?? 0;
  const signal = (name: NodeJS.Signals) => trySignal(options.command === undefined ? pid : -pid, name);
  return {
    url,
    pid,
    adminUrl: () => printing(/^Admin on (\S+)$/m),
    output: () => printed,
    signal,
    ended,
    stop: async (name = 'SIGTERM') => {
      if (started.has(child)) signal(name);
      return ended;
    },
  };
}

/** All processes that it has started, and that these have. */
export function descendantsOf(pid: number): readonly number[] {
  const running = runningProcesses();
  const below = (parent: number): readonly number[] =>
    running.filter(({ ppid }) => ppid === parent).flatMap((child) => [child.pid, ...below(child.pid)]);
  return below(pid);
}

export function isRunning(pid: number): boolean {
  return runningProcesses().some((running) => running.pid === pid);
}

/** Without those that have ended and wait for their parent to notice. */
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
    // It has ended.
  }
}
