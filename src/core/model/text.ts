/** Text from dumps and lists: composes characters, removes invisible and dangerous ones, decodes escapes; finds mail addresses; hashes. */

/**
 * Brings text to NFC, turns runs of white space into one blank, and trims it. Removes control characters (also the
 * non-sorting marks U+0098 and U+009C), private-use characters, bidi controls, lone surrogates, zero-width spaces and the
 * combining grapheme joiner.
 */
export function cleanText(text: string): string {
  return text
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]/g, ' ')
    .replace(/[\p{Cc}\p{Co}\p{Cs}\u034F\u200B\u2060\uFEFF\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '')
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** Removes soft hyphens, zero-width and bidi marks and byte order marks, which copied text often contains. */
export function stripInvisible(text: string): string {
  return text.replace(/[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF]/g, '');
}

/** The first e-mail address in a text: `Wissadmin <wissadmin@example.org>`. */
export function mailIn(text = ''): string | undefined {
  return /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/.exec(text.slice(0, 1000))?.[0];
}

/** FNV-1a of the code units, signed, so that SQLite stores four bytes. */
export function hash32(text: string): number {
  let hash = 0x811c_9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193);
  return hash;
}

/** Decodes percent-encoding; undefined when the octets are not UTF-8. */
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
