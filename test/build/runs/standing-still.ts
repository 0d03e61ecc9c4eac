/** Two commands in one process: one is paused before each of its file system calls, while the other runs. */
import { AsyncLocalStorage } from 'node:async_hooks';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { runCommandLine } from '../../../src/cli/program.ts';

interface Caller {
  /** Called before each file system call, which waits for it. */
  readonly before: ((call: string) => Promise<void>) | undefined;
  /** Text on standard error. */
  said: string;
}

export interface Ended {
  readonly code: number;
  readonly err: string;
}

const callers = new AsyncLocalStorage<Caller>();

/** Runs a command line with its own output, also among others. @param before awaited before each file system call */
export async function command(args: readonly string[], before?: (call: string) => Promise<void>): Promise<Ended> {
  const caller: Caller = { before, said: '' };
  const code = await callers.run(caller, () => runCommandLine(args));
  return { code, err: caller.said };
}

/** Makes commands wait before calls of `node:fs/promises`, and captures their output. @returns undoes this */
export function interceptCalls(): () => void {
  const originals: Record<string, unknown> = { ...fs.promises };
  const patched = fs.promises as unknown as Record<string, unknown>;
  for (const [name, original] of Object.entries(originals)) {
    if (typeof original !== 'function' || ['watch', 'glob', 'opendir'].includes(name)) continue;
    patched[name] = async (...args: unknown[]) => {
      const before = callers.getStore()?.before;
      if (before !== undefined) await callers.exit(() => before(`${name} ${String(args[0])}`));
      return (original as (...args: unknown[]) => unknown)(...args);
    };
  }
  syncBuiltinESMExports();
  const restores = [process.stdout, process.stderr].map((stream) => {
    const write = stream.write.bind(stream);
    stream.write = (chunk: string | Uint8Array) => {
      const caller = callers.getStore();
      if (caller === undefined) return write(chunk);
      if (stream === process.stderr) caller.said += String(chunk);
      return true;
    };
    return () => Reflect.deleteProperty(stream, 'write');
  });
  return () => {
    Object.assign(patched, originals);
    syncBuiltinESMExports();
    for (const restore of restores) restore();
  };
}
