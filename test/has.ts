/** Whether a program that some tests need is installed. */
import { spawnSync } from 'node:child_process';

/** Debian installs servers in folders that are not on a user's `PATH`. */
export const SERVER_ENV = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin:/usr/local/sbin` };

/** @param args with which the program succeeds at once */
export const has = (program: string, ...args: readonly string[]): boolean =>
  spawnSync(program, args.length > 0 ? args : ['--version'], { env: SERVER_ENV }).status === 0;
