/** `npm run release:check` builds what a release consists of, and names what is missing until nothing is; its package of the client is used. */
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { RELEASE } from '../../src/cli/installation.ts';
import { root } from '../cli/command.ts';
import { sampleForFile } from '../docs/sample-service.ts';
import { temporaryForFile } from '../temporary.ts';

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
    env: { ...process.env, ...more },
  });

let first: ReturnType<typeof check>;
let second: ReturnType<typeof check>;
beforeAll(() => {
  cpSync(root, checkout, {
    recursive: true,
    filter: (path) => !/\/(?:node_modules|\.git|data|dist|release)$/.test(path.slice(root.length)) || path === root,
  });
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

const USE = `
import { createClient, ProblemError } from 'gnd-links-client';
const client = createClient({ baseUrl: process.argv[2] ?? '', cache: new Map() });
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
  const run = promisify(execFile);
  const user = join(folder, 'user');
  const tarball = join(release, `gnd-links-client-${RELEASE}.tgz`);
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH']}` };
  beforeAll(async () => {
    mkdirSync(user);
    writeFileSync(join(user, 'package.json'), '{ "type": "module" }');
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: user, env });
  });

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
