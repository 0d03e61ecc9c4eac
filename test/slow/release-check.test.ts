/**
 * `npm run release:check` builds what a release consists of, and names what is missing until nothing is; its packages are
 * installed into empty folders, and used.
 */
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { RELEASE } from '../../src/cli/installation.ts';
import { bundleAssets } from '../../src/extras/pages/bundle.ts';
import { body, HEADER, list } from '../build/fetch/misbehaving-server.ts';
import { type Ran, root } from '../cli/command.ts';
import { place, startOrigin } from '../cli/place.ts';
import { sampleForFile } from '../docs/sample-service.ts';
import { descendantsOf, endProcesses, isRunning, startProcess } from '../e2e/process.ts';
import { snapshotOfAnswer } from '../e2e/snapshots.ts';
import { copyContext } from '../packaging/context.ts';
import { temporaryForFile } from '../temporary.ts';

/** Files that a release states something in, with the program that checks it. */
const STATED = '.gitignore CHANGELOG.md CITATION.cff Dockerfile compose.yaml server.json deploy/release-check.ts'.split(
  ' ',
);
const MAX_PACKED_BYTES = 1.25 * 1024 * 1024;

const PROCESS_1 = ['unshare', '--pid', '--fork', '--kill-child'];
const isOwnRoot = process.getuid?.() === 0 && spawnSync('unshare', ['--pid', '--fork', 'true']).status === 0;

/** The environment without the variables of a surrounding `npm test`, which describe another package. */
const env: NodeJS.ProcessEnv = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(?:config_local|lifecycle|package)_/.test(name)),
  ),
  PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
};

const run = promisify(execFile);

/** Installs a package into a new folder. */
async function install(user: string, ...args: readonly string[]): Promise<void> {
  mkdirSync(user);
  writeFileSync(join(user, 'package.json'), '{ "type": "module" }');
  await run('npm', ['install', '--no-audit', '--no-fund', ...args], { cwd: user, env });
}

const folder = temporaryForFile();
const checkout = join(folder, 'checkout');
const release = join(checkout, 'release');
const git = (...parameters: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...parameters], { cwd: checkout });
const commit = () => {
  git('add', '--all');
  git('commit', '--quiet', '--message', 'feat: a state');
};
const check = (parameters: readonly string[], more: NodeJS.ProcessEnv) =>
  spawnSync(process.execPath, ['deploy/release-check.ts', ...parameters], {
    cwd: checkout,
    encoding: 'utf8',
    env: { ...env, ...more },
  });

let first: ReturnType<typeof check>;
let second: ReturnType<typeof check>;
afterAll(endProcesses);
beforeAll(() => {
  // Nothing else is needed to build the packages, in the image, too.
  copyContext(checkout);
  for (const file of STATED) cpSync(join(root, file), join(checkout, file));
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'));
  git('init', '--quiet');
  writeFileSync(join(checkout, '.git/info/exclude'), 'node_modules\n');
  commit();
  // Packages that will be built again need not be compiled.
  const uncompiled = { npm_config_ignore_scripts: 'true' };
  first = check(['--repository', 'https://git.example.net/gnd/gnd-links.git'], uncompiled);
  for (const [file, from, to] of [
    ['server.json', /example\.org/g, 'example.net'],
    ['CHANGELOG.md', / \(unreleased\)/, ' (2026-12-01)'],
  ] as const) {
    const path = join(checkout, file);
    writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
  }
  commit();
  git('tag', `v${RELEASE}`);
  second = check([], {});
});

it('builds packages, image, parts and sums, and names the gaps', () => {
  expect(first.stderr).toBe('');
  expect(first.stdout).not.toContain('does not state the repository');
  expect(first.stdout).toContain('the checkout has changes that are not committed');
  expect(first.stdout).toContain(`no tag v${RELEASE} here`);
  expect(first.status).toBe(1);
  const client = JSON.parse(readFileSync(join(checkout, 'src/extras/client/package.json'), 'utf8')) as unknown;
  expect(client).toMatchObject({ repository: { url: 'git+https://git.example.net/gnd/gnd-links.git' } });
  expect(second.stdout).toContain('Nothing is missing.');
  expect(second.status).toBe(0);

  const names = readdirSync(release).toSorted();
  expect(names).toEqual([
    'SHA256SUMS',
    `gnd-links-${RELEASE}-image.tar`,
    `gnd-links-${RELEASE}.cdx.json`,
    `gnd-links-${RELEASE}.tgz`,
    `gnd-links-client-${RELEASE}.tgz`,
    'notes.md',
  ]);
  const sums = names.slice(1).map((name) => {
    const hash = createHash('sha256')
      .update(readFileSync(join(release, name)))
      .digest('hex');
    return `${hash}  ${name}\n`;
  });
  expect(readFileSync(join(release, 'SHA256SUMS'), 'utf8')).toBe(sums.join(''));
  const parts = JSON.parse(readFileSync(join(release, `gnd-links-${RELEASE}.cdx.json`), 'utf8')) as {
    bomFormat: string;
    components: { name: string }[];
  };
  expect(parts.bomFormat).toBe('CycloneDX');
  expect(parts.components.map(({ name }) => name)).toContain('pino');
  expect(readFileSync(join(release, 'notes.md'), 'utf8').length).toBeGreaterThan(100);
});

describe('the npm package, installed into an empty folder,', () => {
  const user = join(folder, 'user');
  const tarball = join(release, `gnd-links-${RELEASE}.tgz`);
  const installed = join(user, 'node_modules/gnd-links');
  /** Here the sample is built. */
  const empty = join(folder, 'empty');
  beforeAll(() => install(user, '--omit=dev', '--prefer-offline', tarball));

  /** The installed command; `demo` is started with npx. */
  const gndLinks = (...args: readonly string[]): Promise<Ran> =>
    new Promise((done) => {
      execFile(join(user, 'node_modules/.bin/gnd-links'), args, { env }, (error, out, err) =>
        done({ code: error === null ? 0 : Number(error.code), out, err }),
      );
    });

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
    const unread = await gndLinks('sources', '--env-file', join(folder, 'missing'));
    expect([unread.code, unread.err]).toEqual([2, expect.stringContaining('must be a readable file')]);
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
    expect(ran).toThrow(`gnd-links: needs Node ${needed} or newer; this is Node 22.99.0`);
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
    const account = 'setpriv --reuid=65534 --regid=65534 --clear-groups --bounding-set=-all --no-new-privs'.split(' ');
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

const USE = `
import { createClient, ProblemError } from 'gnd-links-client';
const client = createClient({ baseUrl: process.argv[2] ?? '' });
const { entity, links } = await client.links('118540238');
const name: string = entity.displayName ?? entity.preferredName;
const first: string | undefined = links.categories[0]?.items[0]?.url;
const verdicts: string[] = [];
for await (const { verdict } of client.coverage(['118540238', '11854023Y'])) verdicts.push(verdict);
const code: string | undefined = await client.links('118540239').then(() => undefined, (error: unknown) => error instanceof ProblemError ? error.code : undefined);
console.log(JSON.stringify({ name, hasLink: first !== undefined, verdicts, code }));
`;

describe('the package of the client, installed into an empty folder,', () => {
  const service = sampleForFile({ limits: {} });
  const user = join(folder, 'user-of-the-client');
  const tarball = join(release, `gnd-links-client-${RELEASE}.tgz`);
  beforeAll(() => install(user, '--offline', tarball));

  it('contains the client, its types and its licence, and has no dependencies', () => {
    const files = execFileSync('tar', ['--list', '--verbose', '--file', tarball], { encoding: 'utf8' })
      .trim()
      .split('\n');
    expect(files.map((line) => line.replace(/^.* package\//, '')).toSorted()).toEqual([
      'LICENSE',
      'README.md',
      'client-attempt.js',
      'client-requests.js',
      'client-waiting.js',
      'client.js',
      'package.json',
      'types/answers.d.ts',
      'types/client-attempt.d.ts',
      'types/client-requests.d.ts',
      'types/client-waiting.d.ts',
      'types/client.d.ts',
    ]);
    const installed = execFileSync('npm', ['ls', '--all', '--parseable'], { cwd: user, env, encoding: 'utf8' });
    expect(installed.trim().split('\n')).toHaveLength(2);
  });

  it('works, with types that need no other package', async () => {
    writeFileSync(join(user, 'use.ts'), USE);
    const compilerOptions = {
      strict: true,
      module: 'nodenext',
      target: 'es2024',
      types: ['node'],
      outDir: '.',
      typeRoots: [join(root, 'node_modules/@types')],
    };
    writeFileSync(join(user, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.ts'] }));
    await run(join(root, 'node_modules/.bin/tsc'), ['-p', '.'], { cwd: user, env });
    const { stdout } = await run(process.execPath, ['use.js', service.url], { cwd: user });
    expect(JSON.parse(stdout)).toEqual({
      name: 'Johann Wolfgang von Goethe',
      hasLink: true,
      verdicts: ['covered', 'invalid'],
      code: 'unknown_gnd_id',
    });
  });
});
