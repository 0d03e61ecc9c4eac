/** Locks of folders: one exclusive holder or many sharers, and no lock of a dead process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shareFolder } from '../../src/core/snapshot/share.ts';
import { Locked, lockFolder, makeShareable, removeUnshared } from '../../src/shared/files/lock.ts';
import { temporaryDirectory } from '../temporary.ts';

const MODULES = ['core/snapshot/share.ts', 'shared/files/lock.ts'].map((file) =>
  JSON.stringify(join(import.meta.dirname, '../../src', file)),
);
const NOW = new Date('2026-11-21T03:00:00Z');

/** A child process that calls a function of the modules and waits. */
async function processWith(call: string) {
  const imports = MODULES.map((file) => `...await import(${file})`).join();
  const code = `const lock = { ${imports} }; lock.${call}; console.log('held'); setInterval(() => {}, 1e6);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

describe('the lock of a folder', () => {
  it('has one holder within a process, and is free after its release', () => {
    const folder = join(temporaryDirectory(), 'new', 'folder');
    const lock = lockFolder(folder, 'update', NOW);
    expect(() => lockFolder(folder, 'fetch', NOW)).toThrow(Locked);
    const sentence = /in use by gnd-links update \(process \d+, since 2026-11-21T03/;
    expect(() => lockFolder(folder, 'fetch', NOW)).toThrow(sentence);
    lock.release();
    lockFolder(folder, 'fetch', NOW).release();
  });

  it('excludes other processes, and is free when its holder ends in any way', async () => {
    const folder = temporaryDirectory();
    const child = await processWith(`lockFolder(${JSON.stringify(folder)}, 'fetch', new Date())`);
    expect(() => lockFolder(folder, 'fetch', NOW)).toThrow(`process ${child.pid}`);
    child.kill('SIGKILL');
    await once(child, 'exit');
    lockFolder(folder, 'fetch', NOW).release();
  });
});

describe('a shared folder', () => {
  const shareable = async (): Promise<string> => {
    const folder = temporaryDirectory();
    await makeShareable(folder);
    return folder;
  };

  it('is kept while another process shares it, and is removed after that process was killed', async () => {
    const folder = await shareable();
    const sharer = () => processWith(`shareFolder(${JSON.stringify(folder)})`);
    const children = [await sharer(), await sharer()];
    for (const child of children) {
      expect(await removeUnshared(folder)).toBe(false);
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    expect(await removeUnshared(folder)).toBe(true);
    expect(existsSync(folder)).toBe(false);
  });

  it('is kept while this process shares it once or several times', async () => {
    const folder = await shareable();
    const [first, second] = [shareFolder(folder), shareFolder(folder)];
    first?.release();
    expect(await removeUnshared(folder)).toBe(false);
    second?.release();
    expect(await removeUnshared(folder)).toBe(true);
  });

  it('can be on a read-only disk, and contains no new files', async () => {
    const folder = await shareable();
    chmodSync(folder, 0o555);
    const share = shareFolder(folder);
    expect(readdirSync(folder)).toEqual(['in-use.lock']);
    share?.release();
    chmodSync(folder, 0o755);
  });

  it('without a lock file is not protected, and can be removed', async () => {
    const folder = await shareable();
    rmSync(join(folder, 'in-use.lock'));
    shareFolder(folder)?.release();
    expect(await removeUnshared(folder)).toBe(true);
    expect(await removeUnshared(folder)).toBe(true);
  });
});
