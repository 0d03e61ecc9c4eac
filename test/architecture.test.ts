/** Holds the direction of imports: a file knows only its own row and the rows below which it rests on. */
import { globSync, readFileSync } from 'node:fs';
import { join, relative, resolve, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROWS: Readonly<Record<string, number>> = {
  model: 0,
  sources: 1,
  readers: 1,
  store: 1,
  limit: 1,
  build: 2,
  diff: 2,
  api: 2,
  http: 3,
  pages: 3,
  cli: 4,
};

/** Nothing that serves may know how snapshots are stored, and nothing that builds how they are served. */
const WALLS: readonly (readonly [from: RegExp, to: RegExp])[] = [
  [/^(api|http|pages)\//, /^store\/(sqlite|opensearch)\//],
  [/^(api|http|pages)\//, /^(build|readers)\//],
  [/^store\//, /^(readers|sources|limit)\//],
];

const src = resolve(import.meta.dirname, '../src');
const files = globSync('**/*.ts', { cwd: src });

function importsOf(file: string): string[] {
  const text = readFileSync(join(src, file), 'utf8');
  return [...text.matchAll(/^(?:import|export)[^;]*?from\s+'(\.[^']+)'/gms)].map((match) =>
    relative(src, resolve(src, dirname(file), match[1] ?? '')),
  );
}

describe('the layers', () => {
  it.each(files)('%s imports only from its own row or the rows it rests on', (file) => {
    const row = ROWS[file.split('/')[0] ?? ''];
    for (const imported of importsOf(file)) {
      const importedRow = ROWS[imported.split('/')[0] ?? ''];
      if (row === undefined) expect(imported).not.toMatch(/\//);
      else if (/^(?:config|setting)\.ts$/.test(imported)) expect(row).toBe(4);
      else expect(importedRow, `${file} imports ${imported}`).toBeLessThanOrEqual(row);
      for (const [from, to] of WALLS) if (from.test(file)) expect(imported).not.toMatch(to);
    }
  });

  it('has a row for every folder', () => {
    const folders = new Set(files.filter((file) => file.includes('/')).map((file) => file.split('/')[0]));
    expect([...folders].filter((folder) => ROWS[folder ?? ''] === undefined)).toEqual([]);
  });

  it.each(files)('%s opens with a sentence that says what it is', (file) => {
    expect(readFileSync(join(src, file), 'utf8').replace(/^#!.*\n/, '')).toMatch(/^\/\*\*[^]*?\*\/\n/);
  });
});
