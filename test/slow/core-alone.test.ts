/** The core alone: only its own folder, its own packages and a snapshot. It starts, answers, and passes the tests of its contract. */
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, inject, it } from 'vitest';
import { temporaryForFile } from '../temporary.ts';

const root = resolve(import.meta.dirname, '../..');
const alone = temporaryForFile();
const run = promisify(execFile);

const importsOf = (file: string): readonly string[] =>
  Array.from(
    readFileSync(join(root, file), 'utf8').matchAll(
      /^(?:import|export)\b[^;]*?from '([^']+)'|\bimport\('([^']+)'\)/gms,
    ),
    ([, named = '', called]) => called ?? named,
  );
const packageOf = (specifier: string): string => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
const isPackage = (specifier: string): boolean => !/^(?:\.|node:)/.test(specifier);

/** The files, and all that they import. */
function withImports(files: readonly string[]): readonly string[] {
  const reached = new Set(files);
  for (const file of reached)
    for (const path of importsOf(file).filter((one) => one.startsWith('.')))
      reached.add(relative(root, resolve(root, dirname(file), path)));
  return [...reached];
}

const core = globSync('src/core/**/*.ts', { cwd: root });
const packages = [...new Set(core.flatMap(importsOf).filter(isPackage).map(packageOf))].toSorted();
// The RDF of the answers is the work of a package that only the tests have.
const tests = withImports(globSync('test/core/{contract/api-*,store/sqlite.test}.ts', { cwd: root }));

/** Links a package with all that it needs, as npm would install it. */
function install(name: string): void {
  const place = join(alone, 'node_modules', name);
  if (globSync(place).length > 0) return;
  mkdirSync(dirname(place), { recursive: true });
  cpSync(join(root, 'node_modules', name), place, { recursive: true });
  const { dependencies = {} } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  for (const needed of Object.keys(dependencies))
    if (globSync(join(place, 'node_modules', needed)).length === 0) install(needed);
}

beforeAll(() => {
  for (const folder of ['src/core', 'docs']) cpSync(join(root, folder), join(alone, folder), { recursive: true });
  cpSync(inject('sample'), join(alone, 'sample'), { recursive: true, verbatimSymlinks: true });
  writeFileSync(join(alone, 'package.json'), '{ "type": "module" }');
  for (const name of packages) install(name);
});

it('imports few packages', () => {
  expect(packages).toEqual(['fresh', 'ioredis', 'negotiator', 'pino', 'prom-client', 'typebox']);
});

const SERVE = `
import { coreDoors } from './src/core/interface/interface.ts';
import { startServer } from './src/core/http/server.ts';
import { createCurrentSnapshot } from './src/core/snapshot/current.ts';
import { followSnapshot } from './src/core/snapshot/follow.ts';
import { folderSource } from './src/core/snapshot/verify-files.ts';
import { openSqliteStore } from './src/core/sqlite/open.ts';
import { ENTITIES_FILE, SEARCH_FILE } from './src/core/sqlite/schema.ts';

const snapshots = createCurrentSnapshot();
const follower = await followSnapshot({
  source: folderSource('sample', { open: openSqliteStore, files: [SEARCH_FILE, ENTITIES_FILE] }),
  seconds: 0,
  accept: ({ store }) => snapshots.switchTo(store),
  refuse: (sentence) => snapshots.refuse(sentence),
});
const doors = coreDoors({ release: '1.0.0' });
const server = await startServer({ host: '127.0.0.1', port: 0, snapshots, doors, release: '1.0.0', trustedProxies: [] });
for (const { path, examples: [first = path] } of doors) {
  const target = typeof first === 'string' ? first : first.target;
  console.log(path, (await fetch(server.url + target)).status);
}
await server.close();
await follower.close();
await snapshots.close();
`;

it('serves its doors from a snapshot', async () => {
  writeFileSync(join(alone, 'serve.ts'), SERVE);
  const answers = execFileSync(process.execPath, ['serve.ts'], { cwd: alone, encoding: 'utf8' }).trim().split('\n');
  expect(answers.length).toBeGreaterThanOrEqual(6 + 6);
  expect(answers.filter((line) => !line.endsWith(' 200'))).toEqual([]);
  expect(answers.filter((line) => line.startsWith('/api/v1/'))).toHaveLength(6);
});

const CONFIG = `
export default {
  test: { include: ['test/core/**/*.test.ts'], globalSetup: 'setup.ts', isolate: false, maxWorkers: 1, testTimeout: 300_000, hookTimeout: 300_000 },
};
`;
const SETUP = `
import { mkdirSync } from 'node:fs';
export default function provide({ provide }) {
  mkdirSync('shared', { recursive: true });
  provide('sample', process.cwd() + '/sample');
  provide('shared', process.cwd() + '/shared');
}
`;

it('passes the tests of its contract', async () => {
  for (const file of tests) {
    mkdirSync(dirname(join(alone, file)), { recursive: true });
    cpSync(join(root, file), join(alone, file));
  }
  cpSync(join(root, 'test/core/api/golden'), join(alone, 'test/core/api/golden'), { recursive: true });
  // Packages that only tests import, and the runner, are those of the project.
  const own = new Set(packages);
  for (const name of new Set(['vitest', ...tests.flatMap(importsOf).filter(isPackage).map(packageOf)]))
    if (!own.has(name)) {
      mkdirSync(dirname(join(alone, 'node_modules', name)), { recursive: true });
      symlinkSync(join(root, 'node_modules', name), join(alone, 'node_modules', name));
    }
  writeFileSync(join(alone, 'vitest.config.ts'), CONFIG);
  writeFileSync(join(alone, 'setup.ts'), SETUP);
  const vitest = join(alone, 'node_modules/vitest/vitest.mjs');
  const { stdout } = await run(process.execPath, [vitest, 'run', '--reporter', 'default'], {
    cwd: alone,
    env: { ...process.env, NO_COLOR: '1' },
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`${error.stdout.slice(-20_000)}\n${error.stderr.slice(-5_000)}`);
  });
  expect(stdout).toMatch(/Test Files +\d+ passed/);
});
