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
  return text.replace(/[\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g, '');
}

/** An e-mail address within a text. */
export const MAIL = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/;

/** The first e-mail address in a text: `Wissadmin <wissadmin@example.org>`. */
export function mailIn(text = ''): string | undefined {
  return MAIL.exec(text.slice(0, 1000))?.[0];
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

/** Named references of letters and marks in names; the Latin-1 set of HTML 4, and punctuation. */
const NAMED_LETTERS: Readonly<Record<string, string>> = {
  amp: '&', quot: '"', apos: "'", lt: '<', gt: '>', nbsp: ' ', shy: '', ndash: '–', mdash: '—', szlig: 'ß', AElig: 'Æ', aelig: 'æ',
  OElig: 'Œ', oelig: 'œ', Oslash: 'Ø', oslash: 'ø', ETH: 'Ð', eth: 'ð', THORN: 'Þ', thorn: 'þ', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”',
  bdquo: '„', sbquo: '‚', laquo: '«', raquo: '»', hellip: '…',
}; // prettier-ignore
/** Marks in named references: "&ouml;" is a letter and the name of its mark. */
const NAMED_MARKS: Readonly<Record<string, string>> = {
  uml: '\u0308', acute: '\u0301', grave: '\u0300', circ: '\u0302', tilde: '\u0303', ring: '\u030A', cedil: '\u0327', caron: '\u030C',
}; // prettier-ignore
const MARKED_LETTER = new RegExp(`^(\\p{L})(${Object.keys(NAMED_MARKS).join('|')})$`, 'u');

/** Decodes the character references of HTML; those of no character become blanks, and other ampersands stay as they are. */
export function decodeCharacterReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return namedCharacter(name as string) ?? whole;
    const point = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal);
    return point <= 0x10_ffff && (point < 0xd800 || point > 0xdfff) ? String.fromCodePoint(point) : ' ';
  });
}

function namedCharacter(name: string): string | undefined {
  const [, letter, mark = ''] = MARKED_LETTER.exec(name) ?? [];
  const lower = name.toLowerCase();
  return letter === undefined ? (NAMED_LETTERS[name] ?? NAMED_LETTERS[lower]) : letter + (NAMED_MARKS[mark] ?? '');
}
