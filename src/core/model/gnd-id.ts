/** GND identifiers as data have them: syntax, address, check digit. `read-identifiers.ts` reads those that people write. */

declare const brand: unique symbol;

/** A syntactically valid GND identifier in its canonical form, e.g. `118540238`, `11853677X`, `4074335-4`. */
export type GndId = string & { readonly [brand]: 'GndId' };

export const GND_URI_PREFIX = 'https://d-nb.info/gnd/';

/** `1…` with nine or ten characters, `3…` with nine (works), or up to eight digits, a hyphen and a check digit. */
const CANONICAL = /^(?:1\d{7,8}[\dX]|3\d{7}[\dX]|[1-9]\d{0,7}-[\dX])$/;

/** An identifier alone, with the code of the GND, or in an address of `d-nb.info`, perhaps that of a form of the record. */
const STATED =
  /^\s*(?:https?:\/\/(?:www\.)?d-nb\.info\/gnd\/|\(DE-588\)\s{0,9}|gnd:\s{0,9})?([\dX\u2010-\u2015\u2212-]{1,12})(?:\/(?:about[^?#\s]*)?)?(?:[?#]\S*)?\s*$/i;

/** True for the syntax of a canonical identifier. Does not verify the check digit. */
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

/** The identifier that a field of a record states; undefined for other texts. */
export function toGndId(text: string): GndId | undefined {
  if (isGndId(text)) return text;
  const id = STATED.exec(text)?.[1]
    ?.replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/x$/, 'X');
  return id !== undefined && isGndId(id) ? id : undefined;
}

/** The check digit for digits (weights 2, 3, … from right to left, modulo 11). */
export function checkDigit(digits: string, hyphenated: boolean): string {
  let sum = 0;
  for (let i = digits.length - 1, weight = 2; i >= 0; i -= 1, weight += 1) {
    sum += (digits.charCodeAt(i) - 48) * weight;
  }
  const value = hyphenated ? sum % 11 : (11 - (sum % 11)) % 11;
  return value === 10 ? 'X' : String(value);
}

/** Whether the check digit fits the digits. Advisory: some real identifiers have a wrong check digit. */
export function hasValidCheckDigit(id: GndId): boolean {
  const hyphenated = id.at(-2) === '-';
  return checkDigit(id.slice(0, hyphenated ? -2 : -1), hyphenated) === id.at(-1);
}

/** The identifier with the right check digit: a suggestion for people, never a silent repair. */
export function withValidCheckDigit(id: GndId): GndId {
  const hyphenated = id.at(-2) === '-';
  return (id.slice(0, -1) + checkDigit(id.slice(0, hyphenated ? -2 : -1), hyphenated)) as GndId;
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
