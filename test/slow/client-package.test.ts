/** The package of the client: packed, installed into an empty folder, run and compiled against. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../cli/command.ts';
import { serveSample } from '../docs/sample-service.ts';
import { forFile } from '../for-file.ts';
import { copyContext } from '../packaging/context.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'gnd-links-client-'));
const user = join(folder, 'user');
const tarball = join(folder, 'gnd-links-client-1.0.0.tgz');
const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH']}` };
const service = forFile(serveSample);

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

beforeAll(async () => {
  const checkout = join(folder, 'checkout');
  copyContext(checkout);
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'));
  await run('npm', ['pack', '--pack-destination', folder], { cwd: join(checkout, 'src/extras/client'), env });
  mkdirSync(user);
  writeFileSync(join(user, 'package.json'), '{ "type": "module" }');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: user, env });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the package of the client', () => {
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

  it('works when installed, with types that need no other package', async () => {
    writeFileSync(join(user, 'use.ts'), USE);
    writeFileSync(
      join(user, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          strict: true,
          module: 'nodenext',
          target: 'es2024',
          types: ['node'],
          outDir: '.',
          typeRoots: [join(root, 'node_modules/@types')],
        },
        files: ['use.ts'],
      }),
    );
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
