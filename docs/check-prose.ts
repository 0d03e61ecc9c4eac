/**
 * Finds comments of `src` and descriptions of the interface that begin with a word after which a reader looks for the
 * noun, and fails when there are any: `node docs/check-prose.ts`.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `Of the links` is about what? `The share of the links` is a sentence. */
const OPENINGS = ['Of', 'What', 'Who', 'Whoever', 'Those', 'So many', 'Told', 'Asked', 'Hears'];

const root = join(import.meta.dirname, '..');
const opening = new RegExp(`^\\s*(?:/\\*\\*|//|\\*|"description":) ?"?(?:${OPENINGS.join('|')})\\b`);

const found = globSync(['src/**/*.{ts,js}', 'docs/{openapi,services}.json'], { cwd: root })
  .filter((file) => !file.includes('/released/'))
  .toSorted()
  .flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (opening.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  );

process.stdout.write(found.map((line) => `${line}\n`).join(''));
process.stdout.write(`${found.length} lines begin with one of: ${OPENINGS.join(', ')}.\n`);
process.exitCode = found.length > 0 ? 1 : 0;
