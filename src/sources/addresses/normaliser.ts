/** Canonical spellings of identifiers of other data sets, by the kinds of identifiers. */

/** Returns the canonical spelling; undefined when the text is no such identifier. */
export type Normaliser = (text: string) => string | undefined;

/** The kinds that `normalise:` in collections.yaml can name. */
export const NORMALISERS = {
  upper: (text) => text.toUpperCase(),
  lower: (text) => text.toLowerCase(),
  /** Sixteen characters without blanks or hyphens, the last one a digit or X (ISO 27729). */
  isni: (text) => sixteen(text),
  /** The same sixteen in four groups; whether they lie in the block reserved for ORCID is not checked. */
  orcid: (text) => sixteen(text)?.replace(/(.{4})(?=.)/g, '$1-'),
  /** Numbers that are padded with zeros today, but formerly were not (Historisches Lexikon der Schweiz). */
  'six-digits': (text) => (/^\d{1,6}$/.test(text) ? text.padStart(6, '0') : undefined),
  /** The thirty-two hexadecimal digits at the end, without the words before them. */
  filmportal: (text) => /[0-9A-F]{32}$/.exec(text.toUpperCase())?.[0],
} as const satisfies Record<string, Normaliser>;
export type NormaliserName = keyof typeof NORMALISERS;

/**
 * A page title as MediaWiki makes it of a link: blanks are underscores, none at the ends, and the first letter is a
 * capital. Undefined for texts that cannot be a title (https://www.mediawiki.org/wiki/Manual:Page_title).
 */
export function titleOf(text: string): string | undefined {
  const title = text
    .replace(/(?:_|%20|\s)+/gu, '_')
    .replace(/^_+|[_/]+$/g, '')
    .replaceAll('?', '%3F');
  if (title === '' || /(?:^|\/)\.{1,2}(?:\/|$)/.test(title)) return undefined;
  const first = String.fromCodePoint(title.codePointAt(0) ?? 95);
  const capital = first.toUpperCase();
  return capital.length === first.length ? capital + title.slice(first.length) : title;
}

function sixteen(text: string): string | undefined {
  const digits = text.replace(/%20|[\s_-]/gu, '').toUpperCase();
  return /^\d{15}[\dX]$/.test(digits) ? digits : undefined;
}
