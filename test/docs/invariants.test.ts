/** The page of invariants names a test for each of its rows, and every file of the program that deletes or replaces something. */
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDocument, root } from './markdown.ts';

const PAGE = 'docs/invariants.md';
/** Rows of all tables, without their heads. */
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

describe('each row of the page of invariants', () => {
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

/** Calls that delete or replace files, folders and indices. Tables of a database belong to one process, so they are left out. */
const CALLS =
  /\b(?:rm|rename|unlink|rmdir|truncate|symlink)(?:Sync)?\(|\b(?:replaceFile|moveFile|appendLine|removeUnshared)\(|\bask\('DELETE'|\bremove_index\b/;

it('lists every file of the program that deletes or replaces something', () => {
  const files = globSync('src/**/*.ts', { cwd: root }).filter((file) => !file.startsWith('src/files/'));
  const deleting = files.filter((file) => CALLS.test(readDocument(file)));
  const named = rows.flatMap((cells) => [...cells.join(' ').matchAll(/`(src\/[\w/-]+\.ts)`/g)].map(([, file]) => file));
  expect(new Set(named)).toEqual(new Set(deleting));
});
