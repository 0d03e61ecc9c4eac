/** The contact for mistakes in a source. */
import { mailIn } from '../../core/model/text.ts';
import type { SourceNote } from '../../core/snapshot/build-notes.ts';
import { html, type Html, type Part } from '../../shared/http/html.ts';
import type { Locale } from '../../shared/http/locale.ts';
import { externalLink, readableAddress } from './elements.ts';
import { GND_EDITORS } from './gnd-editors.ts';
import { contactAddress } from './layout.ts';
import type { ListedSource } from './source-words.ts';
import texts from './texts/source.json' with { type: 'json' };

const TEXT = texts.page;

export function mistakeOf(source: ListedSource, note: SourceNote | undefined, locale: Locale): Html {
  const { t } = locale;
  const { text, report } = texts.mistakes[source.kind === 'links' ? 'links' : 'records'];
  return html`<section class="notice" aria-labelledby="mistake">
    <h2 id="mistake">${t(TEXT.mistake)}</h2>
    <p>${t(text)}</p>
    <p>${contactOf(source, note, t(report), locale)}</p>
  </section>`;
}

/** The name in `Erika Beispiel <e.beispiel@example.org>`; any other text as it is. */
const nameIn = (contact: string) => /^([^<>@]+)<[^<>]+>$/u.exec(contact)?.[1]?.trim() ?? contact;

/** The contact in the list, for records the editors of the GND, or else the home page and the operator. @param label of a link */
function contactOf(
  { kind, origin: { homepage } }: ListedSource,
  { contact = kind === 'links' ? '' : GND_EDITORS }: Partial<SourceNote> = {},
  label: string,
  { t, operator }: Locale,
): Part {
  const mail = mailIn(contact);
  if (mail !== undefined) return html`${label}: <a href="mailto:${mail}"><bdi>${nameIn(contact)}</bdi></a>`;
  if (/^https?:\/\/\S+$/.test(contact)) return externalLink(contact, label);
  const website = homepage && externalLink(homepage, readableAddress(homepage));
  return html`${t(website ? TEXT.onlyHomepage : TEXT.noContact)} ${website && html`${website}.`}
  ${operator.contact !== undefined && html`<a href="${contactAddress(operator.contact)}">${t(TEXT.tell)}</a>`}`;
}
