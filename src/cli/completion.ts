/** Completion of the shell: commands, options, sources of the register, snapshots. */
import { readdir } from 'node:fs/promises';
import tab from '@bomb.sh/tab/commander';
import type { Command } from 'commander';
import { SNAPSHOT_NAME } from '../core/snapshot/directory.ts';
import { openRegister } from './fetch.ts';
import { BUILD_SETTINGS } from './settings/build-settings.ts';

/** @param words of the command line so far @returns a function that adds the command `complete` to a program */
export async function loadCompletion(words: readonly string[]): Promise<(program: Command) => void> {
  const mentions = (...commands: string[]) => words.some((word) => commands.includes(word));
  const keys = mentions('fetch', 'harvest', 'sources') ? await sourceKeys(words).catch(() => []) : [];
  const snapshots = mentions('rollback') ? await snapshotNames().catch(() => []) : [];
  const values: Readonly<Record<string, readonly string[]>> = { source: keys, key: keys, snapshot: snapshots };
  const propose = ({ registeredArguments, options, commands }: Command): void => {
    for (const argument of registeredArguments) argument.choices(values[argument.name()] ?? []);
    for (const option of options) if (option.long === '--source') option.choices(keys);
    commands.forEach(propose);
  };
  return (program) => {
    propose(program);
    tab(program);
  };
}

async function sourceKeys(words: readonly string[]): Promise<readonly string[]> {
  const place = words.indexOf('--register') + 1;
  const register = place > 0 ? words[place] : process.env['GND_LINKS_REGISTER'];
  return (await openRegister({ register, config: process.env['GND_LINKS_CONFIG'] })).sources.map(({ key }) => key);
}

/** Snapshots in the folder of this machine; no request is sent to a cluster. */
async function snapshotNames(): Promise<readonly string[]> {
  const names = await readdir(process.env['GND_LINKS_OUT'] ?? BUILD_SETTINGS.out.default);
  return names.filter((name) => SNAPSHOT_NAME.test(name));
}
