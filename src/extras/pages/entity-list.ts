/** A list of entities with mark, name and description. */
import type { LinksAnswer } from '../../core/snapshot/links-answer.ts';
import { html, type Html } from '../../shared/http/html.ts';
import type { Locale } from '../../shared/http/locale.ts';
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

/** The role of a related entity, such as `Vater`, in brackets, to be printed behind its name. */
export const roleIn = (role: string | undefined): Html | false =>
  role !== undefined && html` <span lang="de">(<bdi>${role}</bdi>)</span>`;

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
        >${isLinked ? linked : html`<strong>${name}</strong>`}${roleIn(role)}
        <span class="soft">${joined(remarks, ', ')}</span>
        ${short !== undefined && html`<br /><bdi lang="de">${short}</bdi>`}</span
      >
    </li>`;
  };
  return html`<ul class="plain-list candidates">
    ${entities.map(item)}
  </ul>`;
}
