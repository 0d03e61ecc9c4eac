/** Identifiers of other data sets: the one spelling among those in circulation, and what people type to find an entity by one. */
import { compileExpression, type Expression } from '../model/expression.ts';
import { type CollectionPatterns, identifierKeys, type TargetFinder } from './target.ts';
import { MAX_ADDRESS_LENGTH } from './web-address.ts';

/** Undefined when the text is no such identifier. */
export type Normaliser = (text: string) => string | undefined;

/** The kinds that `normalise:` in collections.yaml can name. */
export const NORMALISERS = {
  upper: (text) => text.toUpperCase(),
  lower: (text) => text.toLowerCase(),
  /** Sixteen characters without blanks or hyphens, the last one a digit or X (ISO 27729). */
  isni: (text) => sixteen(text),
  /** The same sixteen in four groups; whether they lie in the block reserved for ORCID is not checked. */
  orcid: (text) => sixteen(text)?.replace(/(.{4})(?=.)/g, '$1-'),
  /** Numbers that are padded with noughts today and were not formerly (Historisches Lexikon der Schweiz). */
  'six-digits': (text) => (/^\d{1,6}$/.test(text) ? text.padStart(6, '0') : undefined),
  /** The thirty-two hexadecimal digits at the end, without the words before them. */
  filmportal: (text) => /[0-9A-F]{32}$/.exec(text.toUpperCase())?.[0],
} as const satisfies Record<string, Normaliser>;
export type NormaliserName = keyof typeof NORMALISERS;

/**
 * A page title as MediaWiki makes it of a link: blanks are underscores, none at the ends, and the first letter is a
 * capital. Undefined for what can be no title (https://www.mediawiki.org/wiki/Manual:Page_title).
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

/** A scheme of identifiers with what is needed to read one. */
interface Scheme {
  readonly scheme: string;
  /** What a value looks like when its scheme is known. */
  readonly value: Expression;
  /** What it looks like when it stands alone; undefined where too much else looks like it. */
  readonly bare: Expression | undefined;
  readonly normalise: Normaliser;
}

/** The schemes by the key of their collection. */
export function schemesOf(entries: readonly CollectionPatterns[]): ReadonlyMap<string, Scheme> {
  const schemes = new Map<string, Scheme>();
  for (const { key, identifier, where, normalise } of entries) {
    if (identifier === undefined) continue;
    schemes.set(key, {
      scheme: identifier.scheme,
      value: compileExpression(where?.['id'] ?? '[^/?#&]+'),
      bare: identifier.bare === undefined ? undefined : compileExpression(identifier.bare, { ignoreCase: true }),
      normalise: normalise === undefined ? (value) => value : NORMALISERS[normalise],
    });
  }
  return schemes;
}

/** Keys under which an entity may be indexed (see `identifierKeys`) for what somebody typed; several where it is ambiguous. */
export function readIdentifier(
  input: string,
  find: TargetFinder,
  schemes: ReadonlyMap<string, Scheme>,
  codes: ReadonlyMap<string, string>,
): readonly string[] {
  const text = input.replace(/[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF]/g, '').trim();
  if (text === '' || text.length > MAX_ADDRESS_LENGTH) return [];
  const url = /^https?:/i.test(text) ? text : /^[\w-]+(?:\.[\w-]+)+\/\S+$/.test(text) ? `https://${text}` : undefined;
  if (url !== undefined) {
    const target = find(url);
    // Whatever has the first has the others.
    return target === undefined || target.own !== undefined ? [] : identifierKeys(target).slice(0, 1);
  }
  const keys = new Set<string>();
  const offer = (scheme: Scheme | undefined, value: string, form: Expression | undefined): void => {
    const normalised = form?.matches(value) === true ? scheme?.normalise(value) : undefined;
    if (scheme !== undefined && normalised !== undefined) keys.add(`${scheme.scheme}:${normalised}`);
  };
  const prefixed = /^([a-z][\w-]{1,30}?)(?:[\s-](?:id|nr\.?|no\.?|nummer|number))?(?:\s*[:=]\s*|\s+)(\S.*)$/iu.exec(
    text,
  );
  if (prefixed !== null) {
    const named = (prefixed[1] as string).toLowerCase();
    const scheme = schemes.get(codes.get(named) ?? '') ?? [...schemes.values()].find((one) => one.scheme === named);
    offer(scheme, compact(prefixed[2] as string), scheme?.value);
  }
  const value = compact(text);
  // No bare identifier is without digits, and most searches are.
  if (!/\d/.test(value)) return [...keys];
  for (const scheme of schemes.values()) if (scheme.bare !== undefined) offer(scheme, value, scheme.bare);
  return [...keys];
}

/** Blanks and unusual dashes group digits for the eye. */
function compact(text: string): string {
  return text.replace(/\s+/gu, '').replace(/[\u2010-\u2015\u2212]/g, '-');
}
