/** The texts of pages, reports and problems use the words of the glossary. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../../src/shared/http/locale.ts';
import { readDocument, root } from './markdown.ts';

/** Rows of the table, without head and line. */
const ROWS = readDocument('docs/glossary.md')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, term = '']) => term !== 'term' && !term.startsWith('-'));

const WORDS = ROWS.flatMap((cells) =>
  LANGUAGES.flatMap((language, index) => (cells[4 + index] ?? '').split(', ').map((word) => [language, word] as const)),
);

/** All texts of a language by place: JSON of texts, labels in code, documents of the site. */
function textsIn(language: Language): readonly (readonly [place: string, text: string])[] {
  const read = (pattern: string) =>
    globSync(pattern, { cwd: root }).map((file) => [file, readFileSync(join(root, file), 'utf8')] as const);
  const labels = [...read('src/**/*.json'), ...read('src/**/*.ts')].flatMap(([file, text]) =>
    [...text.matchAll(new RegExp(`"?\\b${language}"?: (["'])((?:\\\\.|(?!\\1).)*)\\1`, 'g'))].map(
      ([, , label = '']) => [file, label] as const,
    ),
  );
  return [...labels, ...read(`src/extras/pages/docs/*.${language}.md`)];
}

it.each(LANGUAGES)('the texts are found (%s)', (language) => {
  expect(textsIn(language).length).toBeGreaterThan(900);
});

it.each(WORDS)('no text in %s has “%s”', (language, word) => {
  expect(word).not.toBe('');
  const found = textsIn(language).filter(([, text]) => text.toLowerCase().includes(word.toLowerCase()));
  expect(found.map(([place, text]) => `${place}: ${text.slice(0, 200)}`)).toEqual([]);
});
