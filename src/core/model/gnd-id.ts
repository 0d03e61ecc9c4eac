/** GND identifiers: syntax, check character, and a lenient reading of careless spellings. */
import { decodePercent, stripInvisible } from './text.ts';

declare const brand: unique symbol;

/** A syntactically valid GND identifier in its canonical form, e.g. `118540238`, `11853677X`, `4074335-4`. */
export type GndId = string & { readonly [brand]: 'GndId' };

/** Reasons why a text is not a GND identifier, as the coverage report names them. */
export const INVALID_REASONS = ['missing_hyphen', 'foreign_identifier', 'bad_characters', 'bad_length'] as const;
export type InvalidReason = (typeof INVALID_REASONS)[number];

export type ParsedGndId =
  | { readonly ok: true; readonly id: GndId }
  | {
      readonly ok: false;
      readonly reason: InvalidReason;
      /** Canonical spellings that may be meant, best first; the GND may not have them. */
      readonly candidates: readonly GndId[];
    };

export const GND_URI_PREFIX = 'https://d-nb.info/gnd/';

/** `1…` with nine or ten characters, `3…` with nine (works), or up to eight digits, a hyphen and a check character. */
const CANONICAL = /^(?:1\d{7,8}[\dX]|3\d{7}[\dX]|[1-9]\d{0,7}-[\dX])$/;

/** Texts around an identifier in a table cell, a URI or a MARC subfield. */
const WRAPPINGS: readonly RegExp[] = [
  /^<?(?:https?:\/\/)?(?:www\.)?d-nb\.info\/gnd\/([^/?#>]+)(?:\/(?:about[^?#]*)?)?(?:[?#].*)?>?$/i,
  /^https?:\/\/explore\.gnd\.network\/(?:[a-z]{2}\/)?gnd\/([^/?#]+)(?:[?#].*)?$/i,
  /^https?:\/\/(?:www\.)?lobid\.org\/gnd\/([^/?#.]+)(?:\.[a-z]+)?(?:[?#].*)?$/i,
  /^https?:\/\/hub\.culturegraph\.org\/entityfacts\/([^/?#]+)(?:[?#].*)?$/i,
  /^\(?DE-588\)?\s*(?::\s*)?(\S.*)$/i,
  // PND, SWD and GKD are the former files from which the GND was made.
  /^(?:gnd|pnd|swd|gkd)(?:[\s-]?(?:id|nr\.?|no\.?|nummer|number))?(?:\s*[-:/=]\s*|\s+)(\S.*)$/i,
];

/** Identifiers of other registers that people paste by mistake. */
const FOREIGN: readonly RegExp[] = [
  /^(?:https?:\/\/|www\.)/i,
  /^[QP]\d+$/i,
  /^\(?[A-Z]{2}-\d+[a-z]?\)/i,
  /^(?:viaf|isni|orcid|wikidata|lccn|wd)\b/i,
  /^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/i,
  /^\d{4} ?\d{4} ?\d{4} ?\d{3}[\dX]$/i,
  /^n[brs]?\d{8,10}$/i,
];

/** True for the syntax of a canonical identifier. Does not verify the check character. */
export function isGndId(text: string): text is GndId {
  return CANONICAL.test(text);
}

/** True for any address below `d-nb.info/gnd/`, even if no valid identifier follows. */
export function isGndIri(text: string): boolean {
  return /^\s*https?:\/\/(?:www\.)?d-nb\.info\/gnd\//i.test(text);
}

/** The canonical URI, e.g. `https://d-nb.info/gnd/118540238`. */
export function gndUri(id: GndId): string {
  return GND_URI_PREFIX + id;
}

/**
 * Reads an identifier leniently. Accepts blanks around it, lower-case x, URIs of d-nb.info, GND Explorer, lobid and
 * Entity Facts, a prefix such as `(DE-588)` or `gnd:`, any dash for the hyphen, and invisible characters.
 */
export function parseGndId(input: string): ParsedGndId {
  let text = stripInvisible(input).trim();
  for (const wrapping of WRAPPINGS) {
    const inner = wrapping.exec(text)?.[1];
    if (inner !== undefined) {
      text = (decodePercent(inner) ?? inner).trim();
      break;
    }
  }
  text = text.replace(/[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g, '-').replace(/x$/, 'X');
  if (isGndId(text)) return { ok: true, id: text };
  return { ok: false, ...diagnose(text) };
}

/** Reads an identifier as {@link parseGndId} does; undefined for other texts. */
export function toGndId(input: string): GndId | undefined {
  const parsed = parseGndId(input);
  return parsed.ok ? parsed.id : undefined;
}

/** The check character for digits (weights 2, 3, … from right to left, modulo 11). */
export function checkCharacter(digits: string, hyphenated: boolean): string {
  let sum = 0;
  for (let i = digits.length - 1, weight = 2; i >= 0; i -= 1, weight += 1) {
    sum += (digits.charCodeAt(i) - 48) * weight;
  }
  const value = hyphenated ? sum % 11 : (11 - (sum % 11)) % 11;
  return value === 10 ? 'X' : String(value);
}

/** Whether the check character fits the digits. Advisory: some real identifiers have a wrong check character. */
export function hasValidCheckCharacter(id: GndId): boolean {
  const hyphenated = id.at(-2) === '-';
  return checkCharacter(id.slice(0, hyphenated ? -2 : -1), hyphenated) === id.at(-1);
}

/** The identifier with the right check character: a suggestion for people, never a silent repair. */
export function withValidCheckCharacter(id: GndId): GndId {
  const hyphenated = id.at(-2) === '-';
  return (id.slice(0, -1) + checkCharacter(id.slice(0, hyphenated ? -2 : -1), hyphenated)) as GndId;
}

/** The identifier as an integer below 2^36 (digits · 32 + hyphen · 16 + check value), which sorts by the digits. */
export function packGndId(id: GndId): number {
  const hyphenated = id.at(-2) === '-';
  const check = id.at(-1) === 'X' ? 10 : Number(id.at(-1));
  return Number(id.slice(0, hyphenated ? -2 : -1)) * 32 + (hyphenated ? 16 : 0) + check;
}

/** Inverse of {@link packGndId}. */
export function unpackGndId(packed: number): GndId {
  const check = packed % 16;
  const hyphen = Math.floor(packed / 16) % 2 === 1 ? '-' : '';
  return `${Math.floor(packed / 32)}${hyphen}${check === 10 ? 'X' : check}` as GndId;
}

function diagnose(text: string): { reason: InvalidReason; candidates: readonly GndId[] } {
  const upper = text.toUpperCase();
  if (/^[1-9]\d{0,7}[\dX]$/.test(upper)) {
    const hyphenated = `${upper.slice(0, -1)}-${upper.slice(-1)}`;
    if (isGndId(hyphenated)) return { reason: 'missing_hyphen', candidates: [hyphenated] };
  }
  // A DNB record number: the digits of an old subject or place number, padded with zeros, with another check character.
  if (/^0\d{7}[\dX]$/.test(upper)) {
    const digits = upper.slice(0, -1).replace(/^0+/, '');
    const candidate = `${digits}-${checkCharacter(digits, true)}`;
    return { reason: 'foreign_identifier', candidates: isGndId(candidate) ? [candidate] : [] };
  }
  if (FOREIGN.some((pattern) => pattern.test(text))) return { reason: 'foreign_identifier', candidates: [] };
  const cleaned = upper.replace(/[^\dX-]/g, '');
  const candidates = cleaned !== upper && isGndId(cleaned) ? [cleaned] : [];
  if (!/^[\dX-]*$/.test(upper) || /X./.test(upper)) return { reason: 'bad_characters', candidates };
  return { reason: 'bad_length', candidates };
}
