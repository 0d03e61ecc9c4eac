/** The bundled scripts of pages: complete, each in its folder, with the licences of their dependencies. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bundleAssets } from '../../../src/extras/pages/bundle.ts';

const PAGES = join(import.meta.dirname, '../../../src/extras/pages');
const files = await bundleAssets();
const textOf = (name: string) => files.get(name)?.toString() ?? '';

it('the bundle contains every script that a page names', () => {
  const pages = globSync('{*,script/*}.ts', { cwd: PAGES }).map((file) => readFileSync(join(PAGES, file), 'utf8'));
  const named = pages.flatMap((text) => [...text.matchAll(/'(\w[\w-]*\.js)'/g)].map(([, name = '']) => name));
  expect(named).toEqual(expect.arrayContaining(['site.js', 'coverage.js', 'source-check.js']));
  expect(named.filter((name) => !files.has(name))).toEqual([]);
});

it('the bundle has one script per page, and other scripts are loaded on demand', () => {
  const own = [...files.keys()].filter((name) => name.endsWith('.js'));
  const imported = own.flatMap((name) => [...textOf(name).matchAll(/\bimport\("\.\/([^"]+)"\)/g)].map(([, to]) => to));
  expect(imported.length).toBeGreaterThan(2);
  expect(imported.filter((name = '') => !files.has(name))).toEqual([]);
  for (const name of ['site.js', 'coverage.js', 'source-check.js', 'source-check-worker.js', 'entity.js']) {
    // A text may end with the word as well.
    expect(textOf(name), name).not.toMatch(/\bfrom\s*"[^,}]|\bimport\s*"/);
  }
});

it('the bundle has the same bytes each time', async () => {
  expect(await bundleAssets()).toEqual(files);
});

it('the bundle has the licences of its dependencies, and of the code bundled in these', () => {
  const sections = textOf('licences.txt').split(/\n\n\n(?=.+\n=+\n)/);
  const licences = new Map(
    sections.map((section) => {
      const [title = '', , , ...text] = section.split('\n');
      return [title.replace(/ [\d.]+$/, ''), text.join('\n')];
    }),
  );
  for (const name of ['write-excel-file', 'fflate']) {
    expect(licences.get(name), name).toMatch(/copyright/i);
  }
  expect([...licences].filter(([, text]) => text.trim() === '')).toEqual([]);
});
