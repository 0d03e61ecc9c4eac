/** How to cite a record of the GND as this service shows it: a sentence, BibTeX, RIS. */
import type { LinksAnswer } from '../../snapshot/links-answer.ts';
import type { Locale } from '../../http/locale.ts';
import { SITE } from './layout.ts';
import texts from './texts/citation.json' with { type: 'json' };

const TEXT = texts.page;

export interface Citation {
  readonly sentence: string;
  readonly bibtex: string;
  readonly ris: string;
}

export function citationOf({ entity, snapshot }: Pick<LinksAnswer, 'entity' | 'snapshot'>, locale: Locale): Citation {
  const values = {
    name: entity.preferredName,
    gnd: entity.gnd,
    uri: entity.uri,
    site: locale.t(SITE),
    date: locale.day(snapshot.date),
    snapshot: snapshot.id,
  };
  const register = locale.t(TEXT.register);
  const note = locale.t(TEXT.note, values);
  const fields = [
    ['title', `{${texText(entity.preferredName)}}`],
    ['howpublished', texText(register)],
    ['url', entity.uri],
    ['note', texText(note)],
  ];
  return {
    sentence: locale.t(TEXT.sentence, values),
    bibtex: `@misc{gnd-${entity.gnd},\n${fields.map(([key, value]) => `  ${key} = {${value}}`).join(',\n')}\n}`,
    ris: [
      'TY  - DATA',
      `TI  - ${entity.preferredName.replace(/\s+/gu, ' ')}`,
      `T2  - ${register}`,
      `AN  - ${entity.gnd}`,
      `UR  - ${entity.uri}`,
      `N1  - ${note}`,
      'ER  - ',
    ].join('\n'),
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
