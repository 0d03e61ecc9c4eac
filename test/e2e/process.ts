/** Starts a command that serves, and tells its address once it says so. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { main, root } from '../cli/command.ts';

export interface Serving {
  readonly url: string;
  /** Everything it has printed so far. */
  readonly output: () => string;
  /** Sends a signal and waits for the end. @returns the exit code */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

/** @throws when the process ends before it serves, with what it printed */
export async function startProcess(args: readonly string[]): Promise<Serving> {
  const child = spawn(process.execPath, [main, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  const url = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      printed += chunk.toString();
      const found = /on (http:\/\/[\w.:[\]]+)/.exec(printed)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('exit', (code) => reject(new Error(`ended with ${code} before it served: ${printed}`)));
  });
  return {
    url,
    output: () => printed,
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode !== null) return child.exitCode;
      child.kill(signal);
      const [code] = (await once(child, 'exit')) as [number | null];
      return code;
    },
  };
}
