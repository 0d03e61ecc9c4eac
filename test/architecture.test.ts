/** The imports between rooms follow the order of ARCHITECTURE.md, and every file says in its first line what it is. */
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { EXTRA_NAMES, type ExtraName, EXTRAS } from '../src/cli/doors.ts';
import { importsOf, ROOT as root, SOURCE_FILES as files, sourceText, SRC as src } from './sources.ts';

/** The rooms in the order of ARCHITECTURE.md's table. A file imports from its own room and from rooms above it. */
const ROOMS = [...readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').matchAll(/^\| `([\w/]+)\/` +\|/gm)].map(
  (match) => match[1] ?? '',
);

const storeyOf = (file: string): string => file.split('/')[0] ?? '';
/** `core/model` and `build/ingest`, but `extras` and `cli` as a whole. */
const roomOf = (file: string): string =>
  /^(?:core|build)\//.test(file) ? file.split('/').slice(0, 2).join('/') : storeyOf(file);

it('the sources have at most thirteen rooms, all of them in the table', () => {
  expect([...new Set(files.map(roomOf))].toSorted()).toEqual(ROOMS.toSorted());
  expect(ROOMS.length).toBeLessThanOrEqual(13);
});

it('no import goes against the order of the rooms', () => {
  const offenders = files.flatMap((file) =>
    importsOf(file)
      .filter((imported) => ROOMS.indexOf(roomOf(imported)) > ROOMS.indexOf(roomOf(file)))
      .map((imported) => `${file} → ${imported}`),
  );
  expect(offenders).toEqual([]);
});

/** The storeys from which a storey imports, besides its own. */
const BELOW: Readonly<Record<string, readonly string[]>> = {
  core: [],
  shared: ['core'],
  build: ['core', 'shared'],
  extras: ['core', 'shared'],
  cli: ['core', 'shared', 'build', 'extras'],
};

it('the core stands on its own, and building and extras meet only in the command line', () => {
  // The check of a list in the browser reads it as the build does.
  const isWorker = (file: string): boolean => file.startsWith('extras/pages/script/source-check');
  const offenders = files.flatMap((file) =>
    importsOf(file)
      .filter((imported) => ![storeyOf(file), ...(BELOW[storeyOf(file)] ?? [])].includes(storeyOf(imported)))
      .filter((imported) => !(isWorker(file) && imported.startsWith('build/sources/')))
      .map((imported) => `${file} → ${imported}`),
  );
  expect(offenders).toEqual([]);
});

/** Files of the core that serving begins with; `cli/serve.ts` puts them together. */
const SERVING = [
  'http/admin.ts',
  'http/server.ts',
  'interface/interface.ts',
  'quotas/shared-limiter.ts',
  'snapshot/hash-worker.ts',
  'snapshot/verify-files.ts',
  'sqlite/open.ts',
].map((file) => `core/${file}`);

it('the core has only files that serving the contract needs', () => {
  const reached = new Set(SERVING);
  for (const file of reached) for (const imported of importsOf(file)) reached.add(imported);
  const metrics = importsOf('core/http/metrics.ts').concat('core/http/metrics.ts');
  const idle = files.filter((file) => storeyOf(file) === 'core' && !reached.has(file));
  expect(idle.filter((file) => !metrics.includes(file))).toEqual([]);
});

it('tests of the core import only the core, the writers of snapshots, and helpers that import nothing else', () => {
  const reached = new Set(globSync('test/core/**/*.ts', { cwd: root }).map((file) => relative(src, join(root, file))));
  for (const file of reached)
    if (!file.startsWith('core/')) for (const imported of importsOf(file)) reached.add(imported);
  const foreign = [...reached].filter((file) => !/^(?:core|\.\.\/test\/core|\.\.\/test\/[\w-]+\.ts$)/.test(file));
  expect(foreign.filter((file) => !file.startsWith('build/ingest/snapshot/write-')).toSorted()).toEqual([
    // Queries of an attacker, and the reader of tables in documents.
    '../bench/search/hostile-queries.ts',
    '../test/docs/markdown.ts',
    'shared/files/durable-file.ts',
  ]);
});

it('in the core only the engine itself knows SQLite', () => {
  const offenders = files.flatMap((file) =>
    importsOf(file)
      .filter((imported) => imported.startsWith('core/sqlite/') && /^(?:core\/(?!sqlite)|shared\/|extras\/)/.test(file))
      .map((imported) => `${file} → ${imported}`),
  );
  expect(offenders).toEqual([]);
});

/** Cycles of imports, type imports included, each with its files in order. */
function circles(): readonly string[] {
  const imports = new Map(files.map((file) => [file, importsOf(file)]));
  const reaches = (from: string): ReadonlySet<string> => {
    const met = new Set<string>();
    const open = [from];
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      for (const next of imports.get(file) ?? []) {
        if (!met.has(next)) open.push(next);
        met.add(next);
      }
    }
    return met;
  };
  const reached = new Map(files.map((file) => [file, reaches(file)]));
  const inCircle = files.filter((file) => reached.get(file)?.has(file));
  const peers = (file: string) =>
    inCircle.filter((other) => reached.get(file)?.has(other) && reached.get(other)?.has(file));
  return [...new Set(inCircle.map((file) => peers(file).toSorted().join(', ')))];
}

it('imports have no cycle', () => {
  expect(circles()).toEqual([]);
});

it('every file begins with a comment', () => {
  const silent = files.filter((file) => !/^\/\*\*[^]*?\*\/\n/.test(sourceText(file).replace(/^#!.*\n/, '')));
  expect(silent).toEqual([]);
});

it('no extra of the doors imports another one, so that its folder can be deleted', () => {
  const folderOf = (file: string): string | undefined => /^extras\/([\w-]+)\//.exec(file)?.[1];
  const isExtra = (folder: string | undefined): folder is ExtraName => folder !== undefined && folder in EXTRAS;
  // The command `mcp` is deleted with its folder; permanent addresses use the frame of the pages.
  const together = new Set(['cli/mcp.ts → mcp', 'permalinks → pages']);
  const offenders = files.flatMap((file) =>
    importsOf(file)
      .filter((imported) => isExtra(folderOf(imported)) && folderOf(imported) !== folderOf(file))
      .filter(() => file !== 'cli/doors.ts')
      .map((imported) => `${folderOf(file) ?? file} → ${folderOf(imported)}`),
  );
  expect(offenders.filter((one) => !together.has(one))).toEqual([]);
});

/** Programs of others, scripts of pages, and a report that a command writes know addresses by the contract. */
const WITHOUT_DOORS = /^extras\/(?:client|embed\/box|keeper|pages\/script)/;

it('an extra is linked by the name of its door, not by its path', async () => {
  const offenders = await Promise.all(
    EXTRA_NAMES.map(async (name) => {
      const doors = (await EXTRAS[name].load()).doors({ release: '1.2.3', dumps: '/nowhere' });
      const paths = doors.map(
        ({ path }) => RegExp.escape(path.replace(/\{.*/, '')) + (path.includes('{') ? '' : '(?=[?#\'"`])'),
      );
      // Examples and texts for people may show an address.
      const linked = new RegExp(
        String.raw`(?:\b(?:link|absolute)\(['\`]|href="|^(?!.*(?:text|example|GET)).*\$\{baseUrl\})(?:${paths.join('|')})`,
        'm',
      );
      return files
        .filter((file) => /^(?:core|extras)\//.test(file) && !file.startsWith(`extras/${name}/`))
        .filter((file) => doors.length > 0 && !WITHOUT_DOORS.test(file))
        .filter((file) => linked.test(sourceText(file)))
        .map((file) => `${file} → ${name}`);
    }),
  );
  expect(offenders.flat()).toEqual([]);
});
