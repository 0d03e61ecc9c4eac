/** How text from dumps and lists is cleaned before it is kept: composed, without invisible or dangerous characters. */

/**
 * NFC; without C0/C1 control characters (among them the non-sorting marks U+0098 and U+009C), private-use characters,
 * bidi overrides, lone surrogates, byte order marks and zero-width spaces; runs of white space become one blank; trimmed.
 */
export function cleanText(text: string): string {
  return text
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]/g, ' ')
    .replace(/[\p{Cc}\p{Co}\p{Cs}\u200B\u2060\uFEFF\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '')
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .trim();
}
