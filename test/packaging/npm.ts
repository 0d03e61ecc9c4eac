/** npm and npx as a user calls them, with the Node that runs the tests. */
import { execFile } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { promisify } from 'node:util';
import type { Ran } from '../cli/command.ts';

const TIMEOUT_MS = 120_000;

/** Without what a surrounding `npm test` says of the project, which would be taken for the folder's own. */
export const env: NodeJS.ProcessEnv = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(?:config_local|lifecycle|package)_/.test(name)),
  ),
  PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
};

/** @throws with what it printed when it fails */
export async function npm(cwd: string, ...args: readonly string[]): Promise<string> {
  return (await promisify(execFile)('npm', args, { cwd, env, timeout: TIMEOUT_MS })).stdout;
}

export async function npx(cwd: string, ...args: readonly string[]): Promise<Ran> {
  return new Promise((done) => {
    execFile('npx', args, { cwd, env, timeout: TIMEOUT_MS }, (error, out, err) =>
      done({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}
