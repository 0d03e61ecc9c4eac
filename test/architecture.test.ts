/** Holds the direction of imports between the rooms under `src/`, and that every file opens with what it is. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';

/** A file imports from rooms of its own row and of the rows before it. */
const ROWS: readonly (readonly string[])[] = [
  ['model', 'files'],
  ['links', 'register', 'readers'],
  ['download'],
  ['oai'],
  ['fetch'],
  ['search'],
  ['limit'],
  ['store'],
  ['api'],
  ['ingest', 'diff'],
  ['dump', 'client'],
  ['http'],
  ['services', 'pages', 'embed'],
  ['cli'],
];

const src = resolve(import.meta.dirname, '../src');
const files = globSync('**/*.ts', { cwd: src });
const roomOf = (file: string): string => file.split('/')[0] ?? '';
const rowOf = (file: string): number => ROWS.findIndex((rooms) => rooms.includes(roomOf(file)));

function importsOf(file: string): string[] {
  const text = readFileSync(join(src, file), 'utf8');
  return [...text.matchAll(/^(?:import|export)[^;]*?from\s+'(\.[^']+)'/gms)].map((match) =>
    relative(src, resolve(src, dirname(file), match[1] ?? '')),
  );
}

it('has no import against the order of the rooms', () => {
  const offenders = files.flatMap((file) =>
    importsOf(file)
      .filter((imported) => !(rowOf(imported) <= rowOf(file)) || rowOf(imported) < 0)
      .map((imported) => `${file} → ${imported}`),
  );
  expect(offenders).toEqual([]);
});

it('keeps engines out of everything but the command line, and the ingest out of everything that serves', () => {
  const offenders = files.flatMap((file) =>
    importsOf(file)
      .filter(
        (imported) =>
          (/^store\/(?:sqlite|opensearch)\//.test(imported) && /^(?:api|http|pages|services|search)\//.test(file)) ||
          (/^(?:readers|download|oai|fetch)\//.test(imported) &&
            /^(?:store|api|http|pages(?!\/script)|services|search)\//.test(file)),
      )
      .map((imported) => `${file} → ${imported}`),
  );
  expect(offenders).toEqual([]);
});

it('says in the first line of every file what the file is', () => {
  const silent = files.filter(
    (file) => !/^\/\*\*[^]*?\*\/\n/.test(readFileSync(join(src, file), 'utf8').replace(/^#!.*\n/, '')),
  );
  expect(silent).toEqual([]);
});
