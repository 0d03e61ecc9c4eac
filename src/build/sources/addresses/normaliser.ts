/** Functions that give identifiers of other data sets their canonical form. */

/** Returns the canonical form; undefined when the text is not an identifier of this kind. */
export type Normaliser = (text: string) => string | undefined;

/** Normalisers by their names in `normalise:` of collections.yaml. */
export const NORMALISERS = {
  upper: (text) => text.toUpperCase(),
  lower: (text) => text.toLowerCase(),
  /** Sixteen characters without blanks or hyphens, the last one a digit or X (ISO 27729). */
  isni: (text) => sixteen(text),
  /** The same sixteen characters in four groups. Does not check whether they lie in the block for ORCID. */
  orcid: (text) => sixteen(text)?.replace(/(.{4})(?=.)/g, '$1-'),
  /** With its check character, which people leave out. */
  bnf: (text) => (/^cb\d{8}$/iu.test(text) ? withBnfCheck(text.toLowerCase()) : text.toLowerCase()),
  /** Numbers that are padded with zeros today, but formerly were not (Historisches Lexikon der Schweiz). */
  'six-digits': (text) => (/^\d{1,6}$/.test(text) ? text.padStart(6, '0') : undefined),
  /** The thirty-two hexadecimal digits at the end, without the words before them. */
  filmportal: (text) => /[0-9A-F]{32}$/.exec(text.toUpperCase())?.[0],
} as const satisfies Record<string, Normaliser>;
export type NormaliserName = keyof typeof NORMALISERS;

/**
 * The page title that MediaWiki makes from a link: with underscores for blanks, none at the ends, and a first letter in
 * upper case. Undefined for texts that cannot be a title (https://www.mediawiki.org/wiki/Manual:Page_title).
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

const BNF_ALPHABET = '0123456789bcdfghjkmnpqrstvwxz';

/** The name of an ARK of the BnF with its check character (NOID: the sum of place times value, modulo 29). */
function withBnfCheck(name: string): string {
  const sum = Array.from(name).reduce((total, one, place) => total + (place + 1) * BNF_ALPHABET.indexOf(one), 0);
  return name + BNF_ALPHABET.charAt(sum % BNF_ALPHABET.length);
}

function sixteen(text: string): string | undefined {
  const digits = text.replace(/%20|[\s_-]/gu, '').toUpperCase();
  return /^\d{15}[\dX]$/.test(digits) ? digits : undefined;
}
