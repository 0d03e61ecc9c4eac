/** The files of the program, and their imports. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '..');
export const SRC = join(ROOT, 'src');

/** Paths in `src`, without released copies of the client and the box. */
export const SOURCE_FILES: readonly string[] = globSync('**/*.{ts,js}', { cwd: SRC }).filter(
  (file) => !file.includes('/released/'),
);

export const sourceText = (file: string): string => readFileSync(join(SRC, file), 'utf8');

/** Paths in `src` of the files that a file imports; those of other folders begin with `../`. */
export function importsOf(file: string): string[] {
  const pattern = /^(?:import|export)[^;]*?from\s+'(\.[^']+)'|\bimport\('(\.[^']+)'\)/gms;
  return [...sourceText(file).matchAll(pattern)].map((match) =>
    relative(SRC, resolve(SRC, dirname(file), match[1] ?? match[2] ?? '')),
  );
}
