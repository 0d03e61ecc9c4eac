/** The lock: one holder at a time, none left behind by the dead. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Locked, lockFolder } from '../../src/files/lock.ts';
import { temporaryDirectory } from '../temporary.ts';

const NOW = new Date('2026-11-21T03:00:00Z');

/** A process of its own that takes the lock and keeps it until it is ended. */
async function holderOf(folder: string) {
  const lock = join(import.meta.dirname, '../../src/files/lock.ts');
  const code = `const { lockFolder } = await import(${JSON.stringify(lock)});
    lockFolder(${JSON.stringify(folder)}, 'fetch', new Date());
    console.log('locked');
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

describe('the lock of a folder', () => {
  it('is held once within a process, and free again after release', () => {
    const folder = join(temporaryDirectory(), 'new', 'folder');
    const lock = lockFolder(folder, 'update', NOW);
    expect(() => lockFolder(folder, 'fetch', NOW)).toThrow(Locked);
    expect(() => lockFolder(folder, 'fetch', NOW)).toThrow(
      /in use by gnd-links update \(process \d+, since 2026-11-21T03/,
    );
    lock.release();
    lockFolder(folder, 'fetch', NOW).release();
  });

  it('is held against other processes, and goes with the one that holds it, however that ends', async () => {
    const folder = temporaryDirectory();
    const child = await holderOf(folder);
    expect(() => lockFolder(folder, 'fetch', NOW)).toThrow(`process ${child.pid}`);
    child.kill('SIGKILL');
    await once(child, 'exit');
    lockFolder(folder, 'fetch', NOW).release();
  });
});
