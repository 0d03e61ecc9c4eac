/** An update whose output is not read: it ends on a signal, and finishes its work. */
import { afterAll, expect, it, vi } from 'vitest';
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { main } from '../cli/command.ts';
import { place, startOrigin } from '../cli/place.ts';
import { endProcesses, spawnProcess } from '../e2e/process.ts';
import { body, list } from '../build/fetch/misbehaving-server.ts';
import { forFile } from '../for-file.ts';

const origin = forFile(startOrigin);
afterAll(endProcesses);

function argsOf({ register, sources, out }: ReturnType<typeof place>): readonly string[] {
  const places = ['--register', register, '--sources', sources, '--out', out];
  return ['update', '--allow-private-addresses', ...places];
}

it('an update with full output ends on a signal within its grace', async () => {
  const own = place(origin);
  let asked = false;
  // The server never answers.
  origin.on(own.path, () => void (asked = true));
  const pipe = join(own.folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const full = 'exec 3<>"$0"; timeout 300 head --bytes 1000000 /dev/zero >&3 & exec "$@" >"$0" 2>&1';
  const update = spawnProcess(argsOf(own), { command: ['/bin/sh', '-c', full, pipe, process.execPath, main] });
  await vi.waitFor(() => expect(asked).toBe(true), { timeout: 240_000 });
  process.kill(update.pid, 'SIGTERM');
  expect(await update.ended).toBe(1);
});

it('an update with a closed output builds and switches', async () => {
  const own = place(origin);
  origin.on(own.path, body(list(1_000)));
  const command = ['/bin/sh', '-c', 'exec "$@" 2>&1', 'sh', process.execPath, main];
  const update = spawnProcess(argsOf(own), { command, readsOutput: false });
  (update.stdout as Socket).destroy();
  expect(await update.ended).toBe(0);
  expect(readdirSync(own.out)).toContain('current');
});
