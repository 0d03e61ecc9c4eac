/** A folder that a process shares is not removed under it, and no dead process keeps one. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeShareable, removeUnshared, shareFolder } from '../../src/files/lock.ts';
import { temporaryDirectory } from '../temporary.ts';

const MODULE = join(import.meta.dirname, '../../src/files/lock.ts');

async function shareable(): Promise<string> {
  const folder = temporaryDirectory();
  await makeShareable(folder);
  return folder;
}

/** Another process that shares the folder and waits. */
async function sharer(folder: string) {
  const code = `(await import(${JSON.stringify(MODULE)})).shareFolder(${JSON.stringify(folder)}); console.log('shared'); setInterval(() => {}, 1e6);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

it('is kept while another process shares it, and removed when that was killed', async () => {
  const folder = await shareable();
  const children = [await sharer(folder), await sharer(folder)];
  for (const child of children) {
    expect(await removeUnshared(folder)).toBe(false);
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  expect(await removeUnshared(folder)).toBe(true);
  expect(existsSync(folder)).toBe(false);
});

it('is kept while this process shares it, once or more often', async () => {
  const folder = await shareable();
  const [first, second] = [shareFolder(folder), shareFolder(folder)];
  first.release();
  expect(await removeUnshared(folder)).toBe(false);
  second.release();
  expect(await removeUnshared(folder)).toBe(true);
});

it('can be shared where nothing may be written, and leaves nothing', async () => {
  const folder = await shareable();
  chmodSync(folder, 0o555);
  const share = shareFolder(folder);
  expect(readdirSync(folder)).toEqual(['in-use.lock']);
  share.release();
  chmodSync(folder, 0o755);
});

it('without a lock file is shared unprotected, and can be removed', async () => {
  const folder = await shareable();
  rmSync(join(folder, 'in-use.lock'));
  shareFolder(folder).release();
  expect(await removeUnshared(folder)).toBe(true);
  expect(await removeUnshared(folder)).toBe(true);
});
