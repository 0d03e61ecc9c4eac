/** A value as it is pasted, made plain: digits and letters of other scripts that look or count the same, and brackets around. */
import { MAX_ADDRESS_LENGTH } from '../../sources/addresses/web-address.ts';

/** @returns empty where the value is longer than any identifier or address */
export function plainValue(input: string): string {
  if (input.length > MAX_ADDRESS_LENGTH) return '';
  // As Turtle writes addresses.
  const text = input
    .normalize('NFC')
    .trim()
    .replace(/^<(.*)>$/u, '$1');
  // Titles in addresses are words of their language; ASCII is plain already.
  if (/^[ -~]*$/.test(text) || /^https?:/i.test(text)) return text;
  return text
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, asciiDigit)
    .replace(/(?<=\d[\s-]?)[ХхΧχ]$/u, 'X');
}

/** Digits of a script stand in a row of ten, or of several tens, that begins with nought. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}
