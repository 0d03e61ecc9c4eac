/** Runs the command line, either within the test or as a child process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { runCommandLine } from '../../src/cli/program.ts';

export const root = join(import.meta.dirname, '../..');
export const main = join(root, 'src/cli/main.ts');

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs within the test. Only one call at a time, because output is captured from the process's own streams. */
export async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const former = Object.keys(env).map((name) => [name, process.env[name]] as const);
  const [out, err] = [collect(process.stdout), collect(process.stderr)];
  const listeners = process.listeners('exit');
  try {
    Object.assign(process.env, env);
    const code = await runCommandLine(args);
    return { code, out: out.text(), err: err.text() };
  } finally {
    for (const [name, value] of former) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    out.restore();
    err.restore();
    // The log of a server writes its last lines when the process ends. Node warns on standard error from the eleventh listener on.
    for (const listener of process.listeners('exit')) if (!listeners.includes(listener)) process.off('exit', listener);
  }
}

/** Expects the exit code, and the sentence on standard error. */
export async function expectEnd(ran: Ran | Promise<Ran>, code: number, sentence: RegExp): Promise<void> {
  expect(await ran).toMatchObject({ code, err: expect.stringMatching(sentence) as string });
}

function collect(stream: NodeJS.WriteStream): { text(): string; restore(): void } {
  const parts: string[] = [];
  const former = Object.getOwnPropertyDescriptor(stream, 'write');
  stream.write = (chunk: string | Uint8Array) => parts.push(String(chunk)) > 0;
  return {
    text: () => parts.join(''),
    restore() {
      if (former === undefined) Reflect.deleteProperty(stream, 'write');
      else Object.defineProperty(stream, 'write', former);
    },
  };
}

export async function runProcess(
  args: readonly string[],
  options: { env?: Readonly<Record<string, string>>; shell?: string } = {},
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
