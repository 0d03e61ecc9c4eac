/** Writes Atom feeds (RFC 4287). */
import { text } from '../../core/http/answer.ts';
import type { Answer } from '../../core/http/door.ts';
import { escapeText } from './html.ts';

interface AtomFeed {
  /** Public address of the feed, which is also its identifier. */
  readonly address: string;
  readonly title: string;
  readonly author: string;
  /** Language tag (BCP 47). */
  readonly language: string;
  /** Time of the last change of a feed without entries (RFC 3339). */
  readonly begun: string;
  /** Entries, the newest first; only {@link MAX_ENTRIES} of them are written. */
  readonly entries: readonly AtomEntry[];
}

interface AtomEntry {
  /** Permanent and unique within the feed. RFC 4287 §4.2.6 */
  readonly key: string;
  /** Time of the event (RFC 3339). */
  readonly at: string;
  readonly title: string;
  /** Absolute address of the event. */
  readonly link: string;
  readonly summary?: string | undefined;
}

const MAX_ENTRIES = 100;

export function atomFeed({ address, title, author, language, begun, entries }: AtomFeed): Answer {
  const self = escapeText(address);
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`,
    `<title>${clean(title)}</title><id>${self}</id><link rel="self" type="application/atom+xml" href="${self}"/>`,
    `<author><name>${clean(author)}</name></author><updated>${entries[0]?.at ?? begun}</updated>`,
    ...entries
      .slice(0, MAX_ENTRIES)
      .map(
        (entry) =>
          `<entry><id>${escapeText(`${address}#${entry.key}`)}</id><title>${clean(entry.title)}</title><updated>${entry.at}</updated>` +
          `<link rel="alternate" href="${escapeText(entry.link)}"/><summary>${clean(entry.summary ?? '')}</summary></entry>`,
      ),
    '</feed>\n',
  ];
  return text(lines.join('\n'), { contentType: 'application/atom+xml; charset=utf-8' });
}

/** Escapes a text, and replaces control characters and characters that XML forbids by blanks. */
const clean = (text: string): string => escapeText(text.replace(/\p{Cc}|[\uFFFE\uFFFF]|\p{Cs}/gu, ' '));
