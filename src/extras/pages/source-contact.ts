/** The contact for mistakes in a source. */
import { mailIn } from '../../core/model/text.ts';
import type { SourceNote } from '../../core/snapshot/build-notes.ts';
import { html, type Html } from '../../shared/http/html.ts';
import type { Locale } from '../../shared/http/locale.ts';
import { externalLink, readableAddress } from './elements.ts';
import { GND_EDITORS } from './gnd-editors.ts';
import { contactAddress } from './layout.ts';
import { type ListedSource, stateOf } from './source-words.ts';
import texts from './texts/source.json' with { type: 'json' };

const TEXT = texts.page;

/** @param isOperatorLinked whether the page already has a link to the operator */
export function mistakeOf(
  source: ListedSource,
  note: SourceNote | undefined,
  isOperatorLinked: boolean,
  locale: Locale,
): Html {
  const { t } = locale;
  const { text, report } = texts.mistakes[source.kind === 'links' ? 'links' : 'records'];
  const contact = contactIn(note, source.kind);
  const way =
    contact === undefined ? withoutContact(source, isOperatorLinked, locale) : contactLinkOf(contact, t(report));
  return html`<section class="notice" aria-labelledby="mistake">
    <h2 id="mistake">${t(TEXT.mistake)}</h2>
    ${
      stateOf(source) === 'completed'
        ? html`<p>${t(texts.mistakes.completed)} ${!isOperatorLinked && operatorLink(locale)}</p>`
        : html`<p>${t(text)} ${t(texts.mistakes.corrected)}</p>
            <p>${way}</p>
            ${repositoryOf(source, locale)}`
    }
  </section>`;
}

/** The contact that the list states, if it has an address; for records that of the editors of the GND. */
export function contactIn(
  note: Pick<SourceNote, 'contact'> | undefined,
  kind: ListedSource['kind'],
): string | undefined {
  const contact = note?.contact ?? (kind === 'links' ? '' : GND_EDITORS);
  return mailIn(contact) !== undefined || isAddress(contact) ? contact : undefined;
}

const isAddress = (contact: string) => /^https?:\/\/\S+$/.test(contact);

function contactLinkOf(contact: string, label: string): Html {
  if (isAddress(contact)) return html`${label}: ${externalLink(contact, readableAddress(contact))}`;
  const [, name] = /^([^<>]*[^<>\s])\s*<[^<>]+>$/.exec(contact.trim()) ?? [];
  const mail = mailIn(contact);
  return html`${label}: ${name && html`<bdi>${name}</bdi>, `}<a href="mailto:${mail}">${mail}</a>`;
}

/** The repository of a list on GitHub, which may be a copy that its publisher does not keep. */
function repositoryOf({ origin: { downloadUrl = '' } }: ListedSource, { t }: Locale): Html | false {
  const [, name] = /^https:\/\/raw\.githubusercontent\.com\/([^/]+\/[^/]+)\//.exec(downloadUrl) ?? [];
  const url = `https://github.com/${name}`;
  return name !== undefined && html`<p>${t(TEXT.inRepository)} ${externalLink(url, readableAddress(url))}.</p>`;
}

/** The home page and the operator. */
function withoutContact({ origin: { homepage } }: ListedSource, isOperatorLinked: boolean, locale: Locale): Html {
  const website = homepage && externalLink(homepage, readableAddress(homepage));
  return html`${locale.t(website ? TEXT.onlyHomepage : TEXT.noContact)} ${website && html`${website}.`}
  ${!isOperatorLinked && operatorLink(locale)}`;
}

const operatorLink = ({ t, operator }: Locale): Html | false =>
  operator.contact !== undefined && html`<a href="${contactAddress(operator.contact)}">${t(TEXT.tell)}</a>`;
