/** The npm package: packed, installed into an empty folder, and used. */
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { RELEASE } from '../../src/cli/installation.ts';
import { bundleAssets } from '../../src/extras/pages/bundle.ts';
import { type Ran, root } from '../cli/command.ts';
import { place, startOrigin } from '../cli/place.ts';
import { descendantsOf, endProcesses, isRunning, startProcess } from '../e2e/process.ts';
import { snapshotOfAnswer } from '../e2e/snapshots.ts';
import { body, HEADER, list } from '../build/fetch/misbehaving-server.ts';
import { temporaryForFile } from '../temporary.ts';
import { copyContext } from '../packaging/context.ts';

const MAX_PACKED_BYTES = 1.25 * 1024 * 1024;

/** The environment without the variables of a surrounding `npm test`, which describe another package. */
const env: NodeJS.ProcessEnv = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(?:config_local|lifecycle|package)_/.test(name)),
  ),
  PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
};

/** @throws with the output when npm fails */
const npm = (cwd: string, ...args: readonly string[]) => promisify(execFile)('npm', args, { cwd, env });

const folder = temporaryForFile();
const checkout = join(folder, 'checkout');
const user = join(folder, 'user');
const tarball = join(folder, `gnd-links-${RELEASE}.tgz`);
/** Here the sample is built. */
const empty = join(folder, 'empty');
const installed = join(user, 'node_modules/gnd-links');

/** The installed command; `demo` is started with npx. */
const gndLinks = (...args: readonly string[]): Promise<Ran> =>
  new Promise((done) => {
    execFile(join(user, 'node_modules/.bin/gnd-links'), args, { env }, (error, out, err) =>
      done({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });

const PROCESS_1 = ['unshare', '--pid', '--fork', '--kill-child'];
const isOwnRoot = process.getuid?.() === 0 && spawnSync('unshare', ['--pid', '--fork', 'true']).status === 0;

beforeAll(async () => {
  copyContext(checkout);
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'));
  await npm(checkout, 'pack', '--pack-destination', folder);
  mkdirSync(user);
  writeFileSync(join(user, 'package.json'), '{}');
  await npm(user, 'install', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund', tarball);
});
afterAll(endProcesses);

describe('the npm package', () => {
  it('contains the compiled program and the files that it reads, and nothing else', async () => {
    const files = execFileSync('tar', ['--list', '--file', tarball], { encoding: 'utf8' }).trim().split('\n');
    const read = [
      'config/**/*.yaml',
      'sample/{data/*,installation/*,sources.yaml}',
      'src/core/interface/texts/*.md',
      'src/extras/embed/released/*/*/*',
      'src/extras/pages/{docs/*,picture/*.svg}',
    ];
    const sources = globSync('**/*.ts', { cwd: join(root, 'src'), exclude: ['**/*.d.ts', 'extras/pages/script/*'] });
    const texts = globSync(
      '{core/{model,interface}/*,extras/{pages,pages/docs,permalinks}/*,extras/{keeper,pages}/texts/*,extras/embed/frame}.json',
      {
        cwd: join(root, 'src'),
      },
    );
    const compiled = [
      ...Array.from((await bundleAssets()).keys(), (file) => `extras/pages/bundled/${file}`),
      ...texts,
      ...sources.map((file) => file.replace(/ts$/, 'js')),
    ];
    const expected = ['LICENSE', 'README.md', 'package.json', ...globSync(read, { cwd: root })].concat(
      compiled.map((file) => `dist/${file}`),
    );
    // Names of bundled chunks contain a hash of the path of their package.
    const nameOf = (file: string) => file.replace(/^package\//, '').replace(/-[A-Z\d]{8}\.js$/, '.js');
    expect(files.map(nameOf).toSorted()).toEqual(expected.map(nameOf).toSorted());
    expect(statSync(tarball).size).toBeLessThan(MAX_PACKED_BYTES);
  });

  it('brings no development tools, and no install scripts', () => {
    const lock = JSON.parse(readFileSync(join(user, 'node_modules/.package-lock.json'), 'utf8')) as {
      packages: Record<string, { hasInstallScript?: boolean }>;
    };
    const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      devDependencies: Record<string, string>;
    };
    const tools = Object.keys(devDependencies).filter((name) => !name.startsWith('@types/'));
    expect(tools.filter((name) => `node_modules/${name}` in lock.packages)).toEqual([]);
    expect(Object.entries(lock.packages).filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([]);
  });

  it('prints its version and its commands', async () => {
    expect(await gndLinks('--version')).toMatchObject({ code: 0, out: `${RELEASE}\n` });
    const help = await gndLinks('--help');
    expect(help).toMatchObject({ code: 0, out: expect.stringMatching(/^Usage: gnd-links/) as string });
    expect((await gndLinks('nonsense')).code).toBe(2);
    const unread = await gndLinks('sources', '--env-file', join(folder, 'missing'));
    expect([unread.code, unread.err]).toEqual([2, expect.stringContaining('must be a file that can be read')]);
  });

  it('tells an old Node which version it needs', () => {
    const { engines } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
      engines: { node: string };
    };
    const bin = JSON.stringify(join(installed, 'dist/cli/bin.js'));
    const code = `Object.defineProperty(process.versions, 'node', { value: '22.99.0' }); await import(${bin});`;
    const ran = () =>
      execFileSync(process.execPath, ['--input-type=module', '--eval', code], { encoding: 'utf8', stdio: 'pipe' });
    const needed = engines.node.replace('>=', '');
    expect(ran).toThrow(`gnd-links: needs Node ${needed} or newer, and this is 22.99.0`);
  });

  it('serves the sample with pages and style from an empty folder', async () => {
    mkdirSync(empty);
    const command = ['npx', '--prefix', user, 'gnd-links'];
    const demo = await startProcess(['demo', '--port', '0'], { command, cwd: empty });
    const status = (await (await fetch(`${demo.url}/api/v1/status`)).json()) as { release: string };
    expect(status).toMatchObject({ status: expect.stringMatching(/^(?:pass|warn)$/) as string });
    for (const path of ['/', '/gnd/118540238', '/docs/reference']) {
      const page = await fetch(demo.url + path, { headers: { accept: 'text/html' } });
      expect(page.status).toBe(200);
      const assets = [...(await page.text()).matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(
        ([, asset = '']) => asset,
      );
      expect(assets).toContainEqual(expect.stringMatching(/^\/assets\/\w+\/style\.css$/));
      for (const asset of assets) expect((await fetch(demo.url + asset)).status, asset).toBe(200);
    }
    const processes = [demo.pid, ...descendantsOf(demo.pid)];
    await demo.stop('SIGINT');
    await vi.waitFor(() => expect(processes.filter(isRunning)).toEqual([]), { timeout: 240_000 });
    expect(readdirSync(join(empty, 'data'))).toEqual(['sample', 'sample-installation']);
  });

  it.skipIf(!isOwnRoot)('serves as process 1 of an unprivileged account (needs root)', async () => {
    const account = [
      'setpriv',
      '--reuid=65534',
      '--regid=65534',
      '--clear-groups',
      '--bounding-set=-all',
      '--no-new-privs',
    ];
    const command = [...PROCESS_1, ...account, process.execPath, join(installed, 'dist/cli/bin.js')];
    execFileSync('chmod', ['-R', 'a+rX', folder]);
    const server = await startProcess(['serve', '--snapshot', join(empty, 'data/sample'), '--port', '0'], {
      command,
      cwd: '/',
    });
    for (const path of ['/api/v1/status', '/api/v1/search?q=goethe', '/gnd/118540238']) {
      expect((await fetch(server.url + path)).status, path).toBe(200);
    }
    const [first = 0] = descendantsOf(server.pid);
    process.kill(first, 'SIGTERM');
    expect(await server.ended).toBe(0);
  });

  it('fetches, builds, verifies and serves', async () => {
    const origin = await startOrigin();
    const { path, register, sources, out, current } = place(origin);
    origin.on(path, body(list(100, HEADER, 40_000)));
    const kept = ['--register', register, '--sources', sources, '--out', out];
    const ran = await gndLinks('update', '--threads', '2', '--allow-private-addresses', ...kept);
    expect(ran).toMatchObject({ code: 0, out: expect.stringMatching(/Verified: all \d+ claims hold/) as string });
    const server = await startProcess(['serve', '--snapshot', out, '--port', '0'], {
      command: [process.execPath, join(user, 'node_modules/.bin/gnd-links')],
    });
    expect(current()).toContain(await snapshotOfAnswer(server.url));
    expect(await server.stop('SIGTERM')).toBe(0);
    await origin.close();
  });
});
