/** docs/snapshot-format.md describes exactly the snapshot that is built from the sample. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, inject, it } from 'vitest';
import { packGndId, toGndId } from '../../src/core/model/gnd-id.ts';
import { locateSnapshot } from '../../src/core/snapshot/directory.ts';
import { SNAPSHOT_FORMAT } from '../../src/core/snapshot/header.ts';
import { readDocument, tableUnder } from './markdown.ts';

const document = readDocument('docs/snapshot-format.md');
const snapshot = await locateSnapshot(inject('sample'));

/** Tables of a file, without SQLite's internal ones. */
function tablesOf(file: string): Map<string, string[]> {
  const database = new DatabaseSync(join(snapshot, file), { readOnly: true });
  const names = database
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT GLOB 'word_*'`,
    )
    .all()
    .map((row) => String(row['name']));
  const columns = (name: string) =>
    database
      .prepare(`PRAGMA table_info(${name})`)
      .all()
      .map((row) => `${String(row['name'])} ${String(row['type'])}`.trim());
  const tables = new Map(names.map((name) => [name, columns(name)]));
  database.close();
  return tables;
}

/** Names of the tables described below the heading of a file. */
function describedTables(file: string): string[] {
  const section = document.split(`## \`${file}\``)[1]?.split(/^## /m)[0] ?? '';
  return [...section.matchAll(/^### Table `(\w+)`$/gm)].map(([, name = '']) => name);
}

describe.each(['entities.sqlite', 'search.sqlite'])('%s', (file) => {
  it('has the described tables', () => {
    expect([...tablesOf(file).keys()].sort()).toEqual(describedTables(file).sort());
  });

  it('has their columns, in their order and of their types', () => {
    for (const [name, columns] of tablesOf(file)) {
      const described = tableUnder(document, `Table ${name}`).map(([column = '', type = '']) =>
        `${column} ${type}`.trim(),
      );
      expect(described, name).toEqual(columns);
    }
  });
});

/** Paths to all values. Texts in two languages and lists of texts are values; keys of maps are in angle brackets. */
function pathsOf(value: unknown, at = ''): string[] {
  const MAPS: Readonly<Record<string, string>> = {
    'counts.byType': '<type>',
    'counts.byCategory': '<category>',
    files: '<name>',
    'sources[].import.rejected': '<reason>',
  };
  if (Array.isArray(value)) {
    return value.every((item) => typeof item === 'string') ? [at] : value.flatMap((item) => pathsOf(item, `${at}[]`));
  }
  if (typeof value !== 'object' || value === null || ('de' in value && 'en' in value)) return [at];
  const key = (name: string) => MAPS[at] ?? name;
  return Object.entries(value).flatMap(([name, inner]) => pathsOf(inner, at === '' ? name : `${at}.${key(name)}`));
}

describe('header.json', () => {
  const described = tableUnder(document, 'header.json').map(([field = '']) => field);

  it('has the described fields and no others', () => {
    const header = JSON.parse(readFileSync(join(snapshot, 'header.json'), 'utf8')) as unknown;
    const actual = new Set(pathsOf(header));
    const known = new Set(described.map((field) => field.replaceAll('?', '')));
    expect([...actual].filter((field) => !known.has(field))).toEqual([]);
    const required = described.filter((field) => !field.includes('?'));
    expect(required.filter((field) => !actual.has(field))).toEqual([]);
  });

  it('states the version that the page specifies', () => {
    expect(document).toMatch(new RegExp(`^# The snapshot format, version ${SNAPSHOT_FORMAT}$`, 'm'));
  });
});

describe('identifiers as integers', () => {
  it('are computed as in the examples', () => {
    const examples = [...document.matchAll(/`([\dX-]+)` is [\d× +]+ = (\d+)/g)];
    expect(examples.length).toBe(2);
    for (const [, text = '', packed] of examples) {
      const id = toGndId(text);
      expect(id === undefined ? undefined : packGndId(id)).toBe(Number(packed));
    }
  });
});
