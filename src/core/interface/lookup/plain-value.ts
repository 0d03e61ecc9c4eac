/** Makes a pasted value plain: replaces digits and letters of other scripts, and removes brackets around it. */
import { MAX_ADDRESS_LENGTH } from '../../model/web-address.ts';

/** @returns an empty text for a value that is longer than any identifier or address */
export function plainValue(input: string): string {
  if (input.length > MAX_ADDRESS_LENGTH) return '';
  // Turtle writes addresses in angle brackets.
  const text = input
    .normalize('NFC')
    .trim()
    .replace(/^<(.*)>$/u, '$1');
  // Addresses are kept, because they may contain words in other scripts; ASCII is plain already.
  if (/^[ -~]*$/.test(text) || /^https?:/i.test(text)) return text;
  return text
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, asciiDigit)
    .replace(/(?<=\d[\s-]?)[ХхΧχ]$/u, 'X');
}

/** The ASCII digit for a digit of any script: in Unicode, digits are in runs of ten that begin with zero. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}
