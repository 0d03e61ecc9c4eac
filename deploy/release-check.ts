/**
 * Builds everything that a release consists of into `release/`, and names what is missing: `npm run release:check`.
 * With `--repository https://…` it first writes the address of the repository into every file that states it.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const root = join(import.meta.dirname, '..');
const out = join(root, 'release');
const CLIENT = 'src/extras/client';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const readJson = (file: string) => JSON.parse(read(file)) as { readonly name: string; readonly version: string };
const run = (command: string, parameters: readonly string[], cwd = root): string =>
  execFileSync(command, parameters, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 27,
  });

/** The files that state the address of the repository, and how each states it. */
const STATE_REPOSITORY: Readonly<Record<string, (text: string, url: string) => string>> = {
  'package.json': withRepository,
  [`${CLIENT}/package.json`]: withRepository,
  'server.json': (text, url) => asJson({ ...JSON.parse(text), repository: { url, source: 'git' } }),
  'CITATION.cff': (text, url) => `${text.replace(/^repository-code: .*\n/m, '').trimEnd()}\nrepository-code: ${url}\n`,
};

function withRepository(text: string, url: string): string {
  const { name, version, description, ...others } = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const addresses = { homepage: url, bugs: `${url}/issues`, repository: { type: 'git', url: `git+${url}.git` } };
  return asJson({ name, version, description, ...others, ...addresses });
}

const asJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Names of the packages on npm. Until they are published, nobody owns them, and no document names them. */
const packages = ['package.json', `${CLIENT}/package.json`].map((file) => readJson(file).name);

/** Sentences about what the owner of the project still has to do before this state can be published. */
function missing(): readonly string[] {
  const { version } = readJson('package.json');
  const others = Object.entries({
    [`${CLIENT}/package.json`]: readJson(`${CLIENT}/package.json`).version,
    'server.json': readJson('server.json').version,
    'CITATION.cff': /^version: (.*)$/m.exec(read('CITATION.cff'))?.[1],
    Dockerfile: /image\.version="([^"]*)"/.exec(read('Dockerfile'))?.[1],
    'compose.yaml': /image: gnd-links:(.*)$/m.exec(read('compose.yaml'))?.[1],
  });
  const states = Object.keys(STATE_REPOSITORY).filter((file) => !/^\W*repository(?:-code)?\b/m.test(read(file)));
  return [
    ...others
      .filter(([, other]) => other !== version)
      .map(([file, other]) => `${file} has version ${other}, not ${version}`),
    ...states.map((file) => `${file} does not state the repository: run this with --repository`),
    ...(read('server.json').includes('example.org')
      ? ['server.json has addresses of example.org, not of a service']
      : []),
    ...(read('CHANGELOG.md').includes(`## ${version} (unreleased)`)
      ? ['CHANGELOG.md has no date for this version']
      : []),
    ...(run('git', ['status', '--porcelain']) === '' ? [] : ['the checkout has changes that are not committed']),
    ...(run('git', ['tag', '--points-at', 'HEAD']).split('\n').includes(`v${version}`)
      ? []
      : [`no tag v${version} here`]),
  ];
}

/** The section of the change log about the newest version. */
const notes = (): string => /^## .*\n([^]*?)(?=^## |(?![^]))/m.exec(read('CHANGELOG.md'))?.[1]?.trim() ?? '';

function build(): void {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out);
  run('npm', ['pack', '--silent', '--pack-destination', out]);
  run('npm', ['pack', '--silent', '--pack-destination', out], join(root, CLIENT));
  const { version } = readJson('package.json');
  writeFileSync(
    join(out, `gnd-links-${version}.cdx.json`),
    run('npm', ['sbom', '--package-lock-only', '--omit', 'dev', '--sbom-format', 'cyclonedx']),
  );
  // The context of the image: docker build - < gnd-links-…-image.tar
  run('git', ['archive', '--output', join(out, `gnd-links-${version}-image.tar`), 'HEAD']);
  writeFileSync(join(out, 'notes.md'), `${notes()}\n`);
  const sums = readdirSync(out)
    .toSorted()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(out, name)))
          .digest('hex')}  ${name}\n`,
    );
  writeFileSync(join(out, 'SHA256SUMS'), sums.join(''));
}

const { repository } = parseArgs({ options: { repository: { type: 'string' } } }).values;
if (repository !== undefined) {
  const { origin, pathname } = new URL(repository);
  for (const [file, state] of Object.entries(STATE_REPOSITORY)) {
    writeFileSync(join(root, file), state(read(file), `${origin}${pathname.replace(/(?:\.git)?\/*$/, '')}`));
  }
}
build();
process.stdout.write(
  `Built into release/:\n${readdirSync(out)
    .map((name) => `  ${name}\n`)
    .join('')}`,
);
process.stdout.write(`To be published as ${packages.join(' and ')}, which documents may only name afterwards.\n`);
const gaps = missing();
process.stdout.write(
  gaps.length === 0 ? 'Nothing is missing.\n' : `Missing:\n${gaps.map((gap) => `  ${gap}\n`).join('')}`,
);
process.exitCode = gaps.length === 0 ? 0 : 1;
