/** Cleans text from dumps and lists before it is kept: composed, without invisible or dangerous characters. */

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

/** Percent-decoding; undefined when it is not UTF-8. */
export function decodePercent(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const NAMED_CHARACTERS: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
]);

/** Decodes the character references of HTML; other ampersands stay as they are. */
export function decodeCharacterReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED_CHARACTERS.get(String(name).toLowerCase()) ?? whole;
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
    return code <= 0x10_ffff ? String.fromCodePoint(code) : whole;
  });
}
