/** docs/invariants.md names an existing test in each row, and every source file that deletes or replaces something. */
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDocument, root } from './markdown.ts';

const PAGE = 'docs/invariants.md';
/** Rows of all tables without head rows. */
const rows = readDocument(PAGE)
  .split('\n')
  .filter((line) => line.startsWith('|') && !/^\| *-/.test(line))
  .map((line) =>
    line
      .slice(1, -1)
      .split(' | ')
      .map((cell) => cell.trim()),
  )
  .filter((cells) => cells.at(-1) !== 'test');

describe('each row of docs/invariants.md', () => {
  it('names one test that exists', () => {
    expect(rows.length).toBeGreaterThan(20);
    const wrong = rows.filter((cells) => {
      const [, file = '', title = ''] = /^`(test\/[\w/-]+\.test\.ts)`: (\S.*)$/.exec(cells.at(-1) ?? '') ?? [];
      if (!existsSync(join(root, file)) || title === '') return true;
      return !readDocument(file).includes(`'${title}'`);
    });
    expect(wrong).toEqual([]);
  });
});

/** Calls that delete or replace files, folders or indices. Tables of a database do not count: one process has them. */
const CALLS =
  /\b(?:rm|rename|unlink|rmdir|truncate|symlink)(?:Sync)?\(|\b(?:replaceFile|moveFile|appendLine|removeUnshared)\(|\bask\('DELETE'|\bremove_index\b/;

it('docs/invariants.md lists every file that deletes or replaces something', () => {
  const files = globSync('src/**/*.ts', { cwd: root }).filter((file) => !file.startsWith('src/shared/files/'));
  const deleting = files.filter((file) => CALLS.test(readDocument(file)));
  const named = rows.flatMap((cells) => [...cells.join(' ').matchAll(/`(src\/[\w/-]+\.ts)`/g)].map(([, file]) => file));
  expect(new Set(named)).toEqual(new Set(deleting));
});
