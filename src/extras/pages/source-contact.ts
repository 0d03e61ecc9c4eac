/** The contact for mistakes in a source, and for a version that cannot be used. */
import type { Label } from '../../core/model/entity.ts';
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

type Contact = Pick<SourceNote, 'contact'>;

/** Where to report a mistake in a source. */
export function mistakeOf(source: ListedSource, note: Contact | undefined, locale: Locale): Html {
  const { t } = locale;
  const { text, report } = texts.mistakes[source.kind === 'links' ? 'links' : 'records'];
  const contact = contactIn(note, source.kind);
  const state = stateOf(source);
  const repository = repositoryOf(source);
  const way =
    contact === undefined
      ? withoutContact(source, repository, locale)
      : html`${contactLinkOf(contact, t(report))}${repository && html`; ${t(TEXT.inRepository)} ${repository}`}`;
  return html`<section class="notice" aria-labelledby="mistake">
    <h2 id="mistake">${t(TEXT.mistake)}</h2>
    ${
      state === 'completed'
        ? html`<p>${t(texts.mistakes.completed)} ${operatorLink(texts.mistakes.tell, locale)}</p>`
        : html`<p>${t(text)} ${t(state === 'failing' ? texts.mistakes.correctedLater : texts.mistakes.corrected)}</p>
            <p>${way}</p>`
    }
  </section>`;
}

/** The contact that the list states, if it has an address; for records that of the editors of the GND. */
export function contactIn(note: Contact | undefined, kind: ListedSource['kind']): string | undefined {
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
function repositoryOf({ origin: { downloadUrl = '' } }: ListedSource): Html | undefined {
  const [, name] = /^https:\/\/raw\.githubusercontent\.com\/([^/]+\/[^/]+)\//.exec(downloadUrl) ?? [];
  const url = `https://github.com/${name}`;
  return name === undefined ? undefined : externalLink(url, readableAddress(url));
}

/** For a list without a contact: its repository, or its home page if it has no repository, and the operator. */
function withoutContact({ origin: { homepage } }: ListedSource, repository: Html | undefined, locale: Locale): Html {
  const { t } = locale;
  const website = homepage && externalLink(homepage, readableAddress(homepage));
  const place = repository ?? website;
  const text = repository ? TEXT.onlyRepository : website ? TEXT.onlyHomepage : TEXT.noContact;
  return html`${t(text)} ${place && html`${place}.`} ${operatorLink(texts.mistakes.tell, locale)}`;
}

/** Failures that only the operator of this service can mend. */
const OWN_FAILURES: readonly string[] = ['proxy', 'not_fetched', 'no_address', 'record_store_damaged'];

/** The contact of a list, if its editors can mend the last version. */
export function keeperOf(
  { kind }: Pick<ListedSource, 'kind'>,
  note: Contact | undefined,
  problem: { readonly code?: string } | undefined,
): string | undefined {
  const isOwn = OWN_FAILURES.includes(problem?.code ?? '');
  return kind === 'links' && !isOwn ? contactIn(note, kind) : undefined;
}

/** A link for reporting that the last version of a source cannot be used. @param keeper contact of its editors */
export const whomToTell = (keeper: string | undefined, code: string | undefined, locale: Locale): Html | false =>
  keeper === undefined
    ? operatorLink(code === 'http_404' ? TEXT.newAddress : TEXT.tell, locale)
    : contactLinkOf(keeper, locale.t(TEXT.tellKeeper));

const operatorLink = (label: Label, { t, operator }: Locale): Html | false =>
  operator.contact !== undefined && html`<a href="${contactAddress(operator.contact)}">${t(label)}</a>`;
