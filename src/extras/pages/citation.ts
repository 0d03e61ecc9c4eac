/** Citations of the page of an entity: a sentence, BibTeX. */
import type { LinksAnswer } from '../../core/snapshot/links-answer.ts';
import type { Locale } from '../../shared/http/locale.ts';
import { SITE } from './layout.ts';
import { naturalName, PUNCTUATED } from './titles.ts';
import texts from './texts/citation.json' with { type: 'json' };

const TEXT = texts.page;

/** @param cited address of the page, and the day of access, `2026-11-23` */
export function citationOf(
  { entity, snapshot }: Pick<LinksAnswer, 'entity' | 'snapshot'>,
  { page, accessed }: Readonly<Record<'page' | 'accessed', string>>,
  locale: Locale,
) {
  const { gnd, uri, type, preferredName } = entity;
  // Persons are cited by their surname.
  const name = PUNCTUATED.has(type) ? naturalName(entity) : preferredName;
  const site = locale.t(SITE);
  const values = {
    name,
    gnd,
    uri,
    site,
    page,
    date: locale.day(snapshot.date),
    snapshot: snapshot.id,
    accessed: locale.day(accessed),
  };
  const note = locale.t(TEXT.note, values);
  const fields = [
    ['author', `{${texText(site)}}`],
    ['title', `{${texText(name)}}`],
    ['year', snapshot.date.slice(0, 4)],
    ['howpublished', texText(site)],
    ['url', page],
    ['urldate', accessed],
    ['note', texText(note)],
  ];
  return {
    // A point follows the name.
    sentence: locale.t(TEXT.sentence, { ...values, name: name.replace(/\.$/, '') }),
    bibtex: `@misc{gnd-${gnd},\n${fields.map(([key, value]) => `  ${key} = {${value}}`).join(',\n')}\n}`,
  };
}

const TEX: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};

/** Escapes the characters that have a meaning in TeX. */
function texText(text: string): string {
  return text.replace(/[\\~^&%$#_{}]/g, (character) => TEX[character] ?? `\\${character}`);
}
