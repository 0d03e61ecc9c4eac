/** The sources have no dead file, no unused name, few long functions, one name per type, and no hidden state. */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { importsOf, ROOT, SOURCE_FILES, sourceText, SRC } from './sources.ts';
import { temporaryDirectory } from './temporary.ts';

/** Files that no file imports, with the reason. */
const ENTRIES: readonly (readonly [file: RegExp, reason: string])[] = [
  [/^cli\/bin\.ts$/, 'the program'],
  [/^core\/snapshot\/hash-worker\.ts$/, 'a thread'],
  [/^extras\/pages\/script\/[\w-]+\.ts$/, 'bundled for a page'],
  [/^extras\/embed\/box\.js$/, 'the box on other sites'],
  [/^extras\/client\/answers\.d\.ts$/, 'types for programs of others'],
];

it('every file is imported or begins something', () => {
  const imported = new Set(SOURCE_FILES.flatMap(importsOf));
  const idle = SOURCE_FILES.filter((file) => !imported.has(file));
  expect(idle.filter((file) => !ENTRIES.some(([entry]) => entry.test(file)))).toEqual([]);
  expect(ENTRIES.filter(([entry]) => !idle.some((file) => entry.test(file)))).toEqual([]);
});

/** Exported names that no file imports, with the reason. */
const EXPORTED: Readonly<Record<string, string>> = {
  'build/ingest/pool.ts performInThread': 'a thread calls it by its name',
};

/** `file name` of all names that the files import. */
function namesImportedBy(pattern: string): ReadonlySet<string> {
  const imported = new Set<string>();
  for (const file of globSync(pattern, { cwd: ROOT })) {
    const text = readFileSync(join(ROOT, file), 'utf8');
    const nameIn = (path = '') => relative(SRC, resolve(ROOT, dirname(file), path));
    for (const [, names = '', path] of text.matchAll(/^(?:import|export)[^;{]*\{([^}]*)\}\s*from\s+'(\.[^']+)'/gm))
      for (const [, name] of names.matchAll(/(?:^|,)\s*(?:type\s+)?(\w+)/g)) imported.add(`${nameIn(path)} ${name}`);
    // Of a module that is imported as a whole, every word of the file may be a name.
    for (const [, path, other] of text.matchAll(/\bimport\(\s*'(\.[^']+)'|import \* as \w+ from '(\.[^']+)'/g))
      for (const [name] of text.matchAll(/\w+/g)) imported.add(`${nameIn(path ?? other)} ${name}`);
  }
  return imported;
}

it('every exported name is imported by another file, and used not only by tests', () => {
  const byProgram = namesImportedBy('{src,bench,docs}/**/*.{ts,js}');
  const byTests = namesImportedBy('test/**/*.{ts,js}');
  // Everything in the client is for the programs of others.
  const own = SOURCE_FILES.filter((file) => !file.startsWith('extras/client/'));
  const exported = own.flatMap((file) => {
    const words = sourceText(file).match(/\w+/g) ?? [];
    return Array.from(sourceText(file).matchAll(/^export (?:async )?(?:function\*?|\w+) (\w+)/gm), ([, name = '']) => ({
      name: `${file} ${name}`,
      isUsedThere: words.filter((word) => word === name).length > 1,
    }));
  });
  expect(exported.length).toBeGreaterThan(1_000);
  const idle = exported.filter(({ name, isUsedThere }) => !byProgram.has(name) && !(isUsedThere && byTests.has(name)));
  expect(idle.map(({ name }) => name)).toEqual(Object.keys(EXPORTED));
});

/** Number of functions of more than 60 lines of code: factories of many short methods. `.oxlintrc.json` allows none over 100. */
const LONG_FUNCTIONS = 28;

it('few functions have more than sixty lines', () => {
  const config = join(temporaryDirectory(), 'oxlintrc.json');
  const rules = { 'max-lines-per-function': ['warn', { max: 60, skipBlankLines: true, skipComments: true }] };
  writeFileSync(config, JSON.stringify({ categories: { correctness: 'off' }, rules }));
  const options = ['--config', config, '--format=json', ...SOURCE_FILES.map((file) => `src/${file}`)];
  const report = execFileSync(join(ROOT, 'node_modules/.bin/oxlint'), options, { cwd: ROOT, encoding: 'utf8' });
  const { diagnostics } = JSON.parse(report) as { diagnostics: { message: string }[] };
  expect(diagnostics.length, diagnostics.map(({ message }) => message).join('\n')).toBeLessThanOrEqual(LONG_FUNCTIONS);
});

it('no two types that modules export have the same name', () => {
  // The types of the client have the names of the contract.
  const own = SOURCE_FILES.filter((file) => !file.startsWith('extras/client/'));
  const names = own.flatMap((file) =>
    [...sourceText(file).matchAll(/^export (?:declare )?(?:type|interface) (\w+)/gm)].map((match) => match[1] ?? ''),
  );
  expect(names.length).toBeGreaterThan(300);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

it('modules have no state but the one memo; a script of a page is a program of its own', () => {
  const state = /^(?:export )?(?:let |const \w+(?:: (?:Weak)?(?:Map|Set)\b.*)? = new (?:Weak)?(?:Map|Set)\b)/m;
  const isProgram = (file: string): boolean => /^extras\/(?:pages\/script\/|embed\/box\.js$)/.test(file);
  const offenders = SOURCE_FILES.filter((file) => state.test(sourceText(file)) && !isProgram(file));
  expect(offenders).toEqual(['core/model/memo.ts']);
});
