/** A list of entities with mark, name and description. */
import type { LinksAnswer } from '../../core/snapshot/links-answer.ts';
import { html, type Html } from '../../shared/http/html.ts';
import { entryOf, type Locale } from '../../shared/http/locale.ts';
import { copying, entityLink, joined, mark, recordLink } from './elements.ts';
import { subtitleIn } from './entity-dates.ts';
import { beginningOf, naturalName } from './titles.ts';
import texts from './texts/entity.json' with { type: 'json' };

export type EntityLine = {
  readonly gnd: string;
  /** Absent for an entity that the data lack. */
  readonly type?: string | undefined;
  readonly preferredName?: string | undefined;
  /** In the relation to the entity of the page, in the words of the record. */
  readonly role?: string | undefined;
  /** Whether both records name each other. */
  readonly isMutual?: boolean;
} & Pick<LinksAnswer['entity'], 'displayName' | 'description'>;

/** Usual roles of relatives, which the GND has in German. */
const RELATIVES: Readonly<Record<string, string>> = {
  Vater: 'father',
  Mutter: 'mother',
  Sohn: 'son',
  Tochter: 'daughter',
  Bruder: 'brother',
  Schwester: 'sister',
  Ehemann: 'husband',
  Ehefrau: 'wife',
  Großvater: 'grandfather',
  Großmutter: 'grandmother',
  Enkel: 'grandson',
  Enkelin: 'granddaughter',
  Onkel: 'uncle',
  Tante: 'aunt',
  Neffe: 'nephew',
  Nichte: 'niece',
  Schwiegervater: 'father-in-law',
  Schwiegermutter: 'mother-in-law',
  Schwiegersohn: 'son-in-law',
  Schwiegertochter: 'daughter-in-law',
  Schwager: 'brother-in-law',
  Schwägerin: 'sister-in-law',
};

/** The role of a related entity, such as `Vater`, in brackets, to be printed behind its name. */
export function roleIn(role: string | undefined, { language }: Locale): Html | false {
  if (role === undefined) return false;
  const word = language === 'en' && entryOf(RELATIVES, role);
  return word ? html` (${word})` : html` <span lang="de">(<bdi>${role}</bdi>)</span>`;
}

/** Entities that the data lack lead to the GND; of some only the identifier is known. */
export function entityList(
  entities: readonly EntityLine[],
  locale: Locale,
  { isLinked = true, isCopied = false } = {},
): Html {
  const item = ({ gnd, type, preferredName, role, isMutual = false, ...line }: EntityLine) => {
    const card = preferredName === undefined ? undefined : { ...line, type, preferredName };
    const name = html`<bdi>${card === undefined ? `GND\u00A0${gnd}` : naturalName(card)}</bdi>`;
    const subtitle = card && subtitleIn(card, locale);
    const short = subtitle && beginningOf(subtitle);
    const linked = type === undefined ? recordLink(gnd, name) : entityLink(gnd, name, locale);
    const id = isCopied ? html`GND <span class="copyable" ${copying(locale)}>${gnd}</span>` : `GND ${gnd}`;
    const remarks = [
      ...(card === undefined ? [] : [id]),
      ...(type === undefined ? [locale.t(texts.facts.atDnb)] : []),
      ...(isMutual ? [locale.t(texts.relations.page.mutual)] : []),
    ];
    return html`<li>
      ${mark(type ?? 'other', locale)}
      <span
        >${isLinked ? linked : html`<strong>${name}</strong>`}${roleIn(role, locale)}
        <span class="soft">${joined(remarks, ', ')}</span>
        ${short !== undefined && html`<br /><bdi lang="de">${short}</bdi>`}</span
      >
    </li>`;
  };
  return html`<ul class="plain-list candidates">
    ${entities.map(item)}
  </ul>`;
}
