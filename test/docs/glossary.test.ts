/** The texts of pages, reports, problems, help and tools use the words of the glossary. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../../src/shared/http/locale.ts';
import { readDocument, root } from './markdown.ts';

type Texts = readonly (readonly [place: string, text: string])[];

/** Rows of the table, without head and line. */
const ROWS = readDocument('docs/glossary.md')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, term = '']) => term !== 'term' && !term.startsWith('-'));

const WORDS = ROWS.flatMap((cells) =>
  LANGUAGES.flatMap((language, index) =>
    (cells[4 + index] ?? '')
      .split(', ')
      .filter((word) => word !== '')
      .map((word) => [language, word] as const),
  ),
);

const read = (pattern: string): Texts =>
  globSync(pattern, { cwd: root }).map((file) => [file, readFileSync(join(root, file), 'utf8')] as const);

/** Texts in both languages: JSON of texts, labels in code, titles and descriptions of the configuration. */
function labelsIn(language: Language): Texts {
  const label = new RegExp(`"?\\b${language}"?: (?:(["'])((?:\\\\.|(?!\\1).)*)\\1|(.+))`, 'g');
  return ['src/**/*.json', 'src/**/*.ts', 'config/**/*.yaml']
    .flatMap(read)
    .flatMap(([file, text]) =>
      [...text.matchAll(label)].map(([, , quoted, plain = '']) => [file, quoted ?? plain] as const),
    );
}

/** Sentences in code, which are English: help, messages, problems, descriptions of schemas and of tools. */
function sentencesInCode(): Texts {
  return read('src/**/*.ts').flatMap(([file, code]) => {
    const withoutComments = code.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
    const strings = [...withoutComments.matchAll(/(['`])((?:\\.|(?!\1)[^\\\n])*)\1/g)].map(([, , text = '']) => text);
    return strings.filter((text) => / .* /.test(text)).map((text) => [file, text] as const);
  });
}

const TEXTS: Readonly<Record<Language, Texts>> = {
  de: [
    ...labelsIn('de'),
    ...read('src/extras/pages/docs/*.de.md'),
    ...read('src/extras/pages/docs/descriptions.de.json'),
  ],
  en: [
    ...labelsIn('en'),
    ...read('src/extras/pages/docs/*.en.md'),
    ...read('src/core/interface/texts/*.md'),
    ...sentencesInCode(),
  ],
};

it.each([
  ['de', 1100],
  ['en', 3000],
] as const)('the texts are found (%s)', (language, least) => {
  expect(TEXTS[language].length).toBeGreaterThan(least);
});

it.each(WORDS)('no text in %s has “%s”', (language, word) => {
  const found = TEXTS[language].filter(([, text]) => text.toLowerCase().includes(word.toLowerCase()));
  expect(found.map(([place, text]) => `${place}: ${text.slice(0, 200)}`)).toEqual([]);
});
