/** `npm run release:check` builds what a release consists of, and names what is missing until nothing is. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { RELEASE } from '../../src/cli/installation.ts';
import { root } from '../cli/command.ts';
import { temporaryDirectory } from '../temporary.ts';

it('builds packages, image, parts and sums, and names the gaps', () => {
  const checkout = join(temporaryDirectory(), 'checkout');
  const git = (...parameters: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...parameters], { cwd: checkout });
  cpSync(root, checkout, {
    recursive: true,
    filter: (path) => !/\/(?:node_modules|\.git|data|dist|release)$/.test(path.slice(root.length)) || path === root,
  });
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'));
  git('init', '--quiet');
  writeFileSync(join(checkout, '.git/info/exclude'), 'node_modules\n');
  const commit = () => {
    git('add', '--all');
    git('commit', '--quiet', '--message', 'feat: a state');
  };
  commit();
  const check = (parameters: readonly string[], more: NodeJS.ProcessEnv) =>
    spawnSync(process.execPath, ['deploy/release-check.ts', ...parameters], {
      cwd: checkout,
      encoding: 'utf8',
      env: { ...process.env, ...more },
    });

  // Packages that will be built again need not be compiled.
  const uncompiled = { npm_config_ignore_scripts: 'true' };
  const first = check(['--repository', 'https://git.example.net/gnd/gnd-links.git'], uncompiled);
  expect(first.stderr).toBe('');
  expect(first.stdout).not.toContain('does not state the repository');
  expect(first.stdout).toContain('the checkout has changes that are not committed');
  expect(first.stdout).toContain(`no tag v${RELEASE} here`);
  expect(first.status).toBe(1);
  const client = JSON.parse(readFileSync(join(checkout, 'src/extras/client/package.json'), 'utf8')) as unknown;
  expect(client).toMatchObject({ repository: { url: 'git+https://git.example.net/gnd/gnd-links.git' } });

  for (const [file, from, to] of [
    ['server.json', /example\.org/g, 'example.net'],
    ['CHANGELOG.md', / \(unreleased\)/, ' (2026-12-01)'],
  ] as const) {
    const path = join(checkout, file);
    writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
  }
  commit();
  git('tag', `v${RELEASE}`);
  const second = check([], {});
  expect(second.stdout).toContain('Nothing is missing.');
  expect(second.status).toBe(0);

  const release = join(checkout, 'release');
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
