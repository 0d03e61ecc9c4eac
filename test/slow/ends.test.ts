/** A server ends within its time, however it ends, and whatever has become of its output. */
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { main, root } from '../cli/command.ts';
import { FEW } from '../e2e/process.ts';
import { freePort } from '../free-port.ts';
import { temporaryDirectory } from '../temporary.ts';

/** For a server that does not end. */
const DEADLINE_MS = 240_000;
/** Servers that are started at a time. */
const TOGETHER = 3;

/** As `deploy/gnd-links` starts it: Node writes warnings with a write that waits. */
const QUIET = '--disable-warning=ExperimentalWarning';
/** A throw and an exit on signals that the program does not use. */
const HOOK = `data:text/javascript,${encodeURIComponent(
  "process.on('SIGUSR2', () => setImmediate(() => { throw new Error('uncaught'); })); process.on('SIGWINCH', () => process.exit(1));",
)}`;
const ENDS = { SIGTERM: 0, SIGUSR2: 1, SIGWINCH: 1 } as const;
const STATES = ['read', 'full', 'closed before', 'closed at the moment', '/dev/full', 'closed descriptor'] as const;
type State = (typeof STATES)[number];

const left = new Set<number>();
afterEach(() => {
  for (const pid of left) process.kill(pid, 'SIGKILL');
  left.clear();
});

/** A pipe that has room for nothing more. @returns the number of its file, to be closed */
function fullPipe(): number {
  const pipe = join(temporaryDirectory(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  const file = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
  for (const size of [65_536, 4_096, 1])
    try {
      for (;;) writeSync(file, Buffer.alloc(size));
    } catch (error) {
      expect(error).toMatchObject({ code: 'EAGAIN' });
    }
  return file;
}

/** @returns the exit code; `undefined` where the server has not ended */
async function endOf(states: readonly [State, State], end: keyof typeof ENDS, accessLog: 'on' | 'off') {
  const port = await freePort();
  const files = states.map((state) =>
    state === 'full' ? fullPipe() : state === '/dev/full' ? openSync(state, 'w') : ('pipe' as const),
  );
  const closed = states.flatMap((state, index) => (state === 'closed descriptor' ? [`${index + 1}>&-`] : []));
  const serve = ['serve', '--snapshot', inject('sample'), '--port', String(port), '--access-log', accessLog, ...FEW];
  const program = [process.execPath, QUIET, '--import', HOOK, main, ...serve];
  const command = ['-c', `exec "$@" ${closed.join(' ')}`, 'sh', ...program];
  const child = spawn('/bin/sh', command, { cwd: root, stdio: ['ignore', ...files] });
  left.add(child.pid ?? 0);
  const ended = once(child, 'exit').then(([code]) => (left.delete(child.pid ?? 0), code as number | null));
  const streams = [child.stdout, child.stderr];
  states.forEach((state, index) => {
    if (state === 'closed before') streams[index]?.destroy();
    else streams[index]?.resume();
  });
  const url = `http://127.0.0.1:${port}/robots.txt`;
  await vi.waitFor(async () => expect((await fetch(url)).status).toBe(200), { timeout: DEADLINE_MS, interval: 20 });
  for (let n = 0; n < 20; n += 1) await (await fetch(url)).text();
  states.forEach((state, index) => state === 'closed at the moment' && streams[index]?.destroy());
  child.kill(end);
  const timer = Promise.withResolvers<undefined>();
  const timeout = setTimeout(() => timer.resolve(undefined), DEADLINE_MS);
  const code = await Promise.race([ended, timer.promise]);
  clearTimeout(timeout);
  for (const file of files) if (typeof file === 'number') closeSync(file);
  return code;
}

describe('a server', () => {
  it.each(Object.entries(ENDS) as [keyof typeof ENDS, number][])(
    'that ends by %s ends with code %d, whatever the state of its output',
    async (end, code) => {
      // Throws and exits end in the same way, and no end depends on which of the two outputs is odd.
      const tried = end === 'SIGTERM' ? STATES : end === 'SIGUSR2' ? STATES.slice(1, 3) : (['full'] as const);
      const rows = [
        ...tried.map((state) => ({ states: [state, state] as const, log: 'on' as const })),
        ...(end === 'SIGTERM' ? [{ states: ['full', 'read'] as const, log: 'off' as const }] : []),
      ];
      const wrong: unknown[] = [];
      const work = async () => {
        for (let row = rows.pop(); row !== undefined; row = rows.pop()) {
          const found = await endOf(row.states, end, row.log).catch((error: unknown) => String(error));
          if (found !== code) wrong.push({ ...row, found });
        }
      };
      await Promise.all(Array.from({ length: TOGETHER }, work));
      expect(wrong).toEqual([]);
    },
  );
});
