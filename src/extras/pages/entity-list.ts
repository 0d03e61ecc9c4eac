/** A list of entities with mark, name and description. */
import type { LinksAnswer } from '../../core/snapshot/links-answer.ts';
import { html, type Html } from '../../shared/http/html.ts';
import { entryOf, type Locale } from '../../shared/http/locale.ts';
import { copying, entityLink, joined, mark, recordLink } from './elements.ts';
import { subtitleIn } from './entity-dates.ts';
import { naturalName } from './titles.ts';
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

/** Usual roles of relatives, which the GND has in German, in the order of a list. */
const RELATIVES: Readonly<Record<string, string>> = {
  Vater: 'father',
  Mutter: 'mother',
  Ehemann: 'husband',
  Ehefrau: 'wife',
  Bruder: 'brother',
  Schwester: 'sister',
  Sohn: 'son',
  Tochter: 'daughter',
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

const ROLES = Object.keys(RELATIVES);

/** The place of a role in a list of relatives; other roles come last. */
export function placeOf(role = ''): number {
  const place = ROLES.indexOf(role);
  return place < 0 ? ROLES.length : place;
}

/** The role of a related entity, such as `Vater`, in brackets, to be printed behind its name. */
export function roleIn(role: string | undefined, { language }: Locale): Html | false {
  if (role === undefined) return false;
  const word = language === 'en' && entryOf(RELATIVES, role);
  return word ? html` (${word})` : html` <span lang="de">(<bdi>${role}</bdi>)</span>`;
}

/** A number; its characters that differ from those of another as long are marked. */
function marked(gnd: string, other: string): Html {
  if (gnd.length !== other.length) return html`${gnd}`;
  return html`${Array.from(gnd, (character, at) => (character === other[at] ? character : html`<mark>${character}</mark>`))}`;
}

interface EntityListing {
  readonly isLinked?: boolean;
  /** A number for which those of the list were perhaps meant; they can then be copied. */
  readonly mistyped?: string;
}

/** Entities that the data lack lead to the GND; of some only the identifier is known. */
export function entityList(
  entities: readonly EntityLine[],
  locale: Locale,
  { isLinked = true, mistyped }: EntityListing = {},
): Html {
  const item = ({ gnd, type, preferredName, role, isMutual = false, ...line }: EntityLine) => {
    const card = preferredName === undefined ? undefined : { ...line, type, preferredName };
    const name = html`<bdi>${card === undefined ? `GND\u00A0${gnd}` : naturalName(card)}</bdi>`;
    const subtitle = card && subtitleIn(card, locale);
    const linked = type === undefined ? recordLink(gnd, name) : entityLink(gnd, name, locale);
    const copyable = (sent: string) => html`<span class="copyable" ${copying(locale)}>${marked(gnd, sent)}</span>`;
    const id = mistyped === undefined ? `GND\u00A0${gnd}` : html`GND ${copyable(mistyped)}`;
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
        ${subtitle !== undefined && html`<br /><bdi lang="de">${subtitle}</bdi>`}</span
      >
    </li>`;
  };
  return html`<ul class="plain-list candidates">
    ${entities.map(item)}
  </ul>`;
}
