/** Runs the command line as a user does: a process of its own, its output and its exit code. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

export const root = join(import.meta.dirname, '../..');
export const main = join(root, 'src/cli/main.ts');

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export async function run(
  args: readonly string[],
  options: { env?: Record<string, string>; shell?: string } = {},
): Promise<Ran> {
  const command = options.shell === undefined ? [process.execPath, main, ...args] : ['/bin/bash', '-c', options.shell];
  const [file = '', ...rest] = command;
  const child = spawn(file, rest, {
    cwd: root,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [[code], out, err] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
  return { code: code as number | null, out, err };
}
