/** The texts of the pages: all in both languages, with the same placeholders, and all of them used. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../../../src/extras');

/** Texts by path; any value that is neither a text nor a group of texts is an error. */
function textsOf(value: unknown, path: string): (readonly [path: string, de: unknown, en: unknown])[] {
  if (typeof value !== 'object' || value === null) return [[path, value, undefined]];
  if ('de' in value && 'en' in value) return [[path, value.de, value.en]];
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, `${path}.${key}`));
}

/** The words that the program has as a name or within quotes. */
const USED = new Set(
  globSync('../**/*.{ts,js}', { cwd: folder, exclude: ['../**/released/**', '../**/*.d.ts'] }).flatMap((file) =>
    Array.from(
      readFileSync(join(folder, file), 'utf8').matchAll(/[.'"`/[]\$?(\w+)|(\w+)['"`:]/g),
      ([, after = '', before]) => before ?? after,
    ),
  ),
);

/** Texts with a number before a noun whose number is never 1, or that has another text for 1. */
const NEVER_ONE = [
  'list.page.withoutScript',
  'list.script.everything',
  'layout.suggestions.links',
  'entity.missing.page.excerpt',
  'entity.facts.page.entries',
  'docs.untraceable.on',
  'docs.untraceable.off',
  'sources.page.first',
];
/** In German a number before a noun, which is capitalised, and is the same for 1 and for more only in these cases. */
const COUNTED = /\{\w+\} (?!Prozent|Zeichen)\p{Lu}/u;

const gapsOf = (text: unknown) => [...new Set(String(text).match(/\{\w+\}/g))].toSorted();

it.each(globSync('{keeper,pages}/texts/*.json', { cwd: folder }))(
  'the texts of %s are in both languages, and used',
  (file) => {
    const texts = textsOf(JSON.parse(readFileSync(join(folder, file), 'utf8')), file);
    const faults = texts.filter(
      ([, de, en]) => typeof de !== 'string' || typeof en !== 'string' || de.trim() === '' || en.trim() === '',
    );
    expect(faults).toEqual([]);
    expect(texts.filter(([, de, en]) => gapsOf(de).join(' ') !== gapsOf(en).join(' '))).toEqual([]);
    const counted = texts.filter(([path, de]) => !/\.(?:one|many)$/.test(path) && COUNTED.test(String(de)));
    const unexpected = counted
      .map(([path]) => path.replace(/^.*\/|\.json/g, ''))
      .filter((path) => !NEVER_ONE.includes(path));
    expect(unexpected, 'these need a text for 1 and one for more').toEqual([]);
    const unused = texts.filter(([path]) =>
      path
        .slice(file.length + 1)
        .match(/\w+/g)
        ?.some((word) => !USED.has(word)),
    );
    expect(unused.map(([path]) => path)).toEqual([]);
  },
);
