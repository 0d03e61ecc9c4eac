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

const mistakeWords = ({ kind }: ListedSource) => texts.mistakes[kind === 'links' ? 'links' : 'records'];

export function mistakeOf(source: ListedSource, note: SourceNote | undefined, locale: Locale): Html {
  const { t } = locale;
  const { text } = mistakeWords(source);
  return html`<section class="notice" aria-labelledby="mistake">
    <h2 id="mistake">${t(TEXT.mistake)}</h2>
    <p>${t(text)}</p>
    <p>${contactOf(source, note, locale)}</p>
  </section>`;
}

/** The contact in the list, for records the editors of the GND, or else the home page and the operator. */
function contactOf(source: ListedSource, note: SourceNote | undefined, { t, operator }: Locale): Part {
  const { kind, origin } = source;
  const { homepage } = origin;
  const label = t(mistakeWords(source).report);
  const { contact = kind === 'links' ? '' : GND_EDITORS } = note ?? {};
  const mail = mailIn(contact);
  if (mail !== undefined) return html`${label}: <a href="mailto:${mail}"><bdi>${contact}</bdi></a>`;
  if (/^https?:\/\/\S+$/.test(contact)) return externalLink(contact, label);
  const known = homepage === undefined ? t(TEXT.noContact) : html`${t(TEXT.onlyHomepage)} ${externalLink(homepage, readableAddress(homepage))}`; // prettier-ignore
  return html`${known}
  ${operator.contact !== undefined && html`· <a href="${contactAddress(operator.contact)}">${t(TEXT.tell)}</a>`}`;
}
