/** How names and queries become the same words: one folding for both sides of the search. `docs/search.md` has the table. */
import { hash } from 'node:crypto';
import { LIMITS } from '../tuning.ts';

/** Letters that no decomposition takes apart, and letters that are written for one another. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ħ: 'h', ŋ: 'n', ĸ: 'k', ə: 'e', ƒ: 'f', ʒ: 'z',
  // Greek final sigma; Arabic alef maqsura, teh marbuta, and the Persian forms of yeh and kaf.
  ς: 'σ', ى: 'ي', ة: 'ه', ی: 'ي', ک: 'ك',
}; // prettier-ignore
const LETTER_PATTERN = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');

/** Signs within a word that make no difference: apostrophes, prime marks, ayn and alif, Hebrew geresh, middle dots, soft hyphen. */
const SILENT = /['’‘ʼʻʹʺʾʿ`´"“”„׳״·•＇\u00AD]/gu;
/** Vowel marks and other combining signs, Arabic tatweel, Hebrew points. */
const MARKS = /[\p{M}\u0640]/gu;
/** A word; a longer one is taken for several. */
const WORD = /[\p{L}\p{N}]{1,60}/gu;
/** Scripts whose names are written with and without blanks: every character is a word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const UNSPACED_RUN = new RegExp(`${UNSPACED.source}|[^${UNSPACED.source.slice(1)}+`, 'gu');
/** Hyphen-minus, hyphen, non-breaking hyphen and figure dash; an en dash stands between words. */
const HYPHENS = '-\u2010\u2011\u2012';
// Most of all text; it needs no tables of Unicode.
const ASCII = /^\p{ASCII}*$/u;
const ASCII_WORD = /[a-z\d]{1,60}/g;

/**
 * Lower case without diacritics, ligatures dissolved, apostrophes gone: "Vol'fgang Gëte" → "volfgang gete".
 * Umlauts lose their dots here ("Müller" → "muller"); spellings such as "Mueller" are matched by {@link searchWords}.
 */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase().replace(/['"`]/g, '');
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(MARKS, '')
    .normalize('NFC') // Hangul was taken apart too
    .replace(LETTER_PATTERN, (letter) => LETTERS[letter] ?? letter)
    .replace(SILENT, '');
}

/** The words of a text, folded but as they are spelled: "Mueller" → "mueller", "Müller" → "muller". */
export function spelledWords(text: string): string[] {
  return wordsAndHyphens(text).words;
}

/** {@link spelledWords}, and the places of those that a hyphen joins to the word before: "Marshall-Plan" → 1. */
export function wordsAndHyphens(text: string): { readonly words: string[]; readonly hyphens: readonly number[] } {
  const words: string[] = [];
  const hyphens: number[] = [];
  const folded = foldText(text);
  const isAscii = ASCII.test(folded);
  let end = Number.NaN;
  for (const { 0: word, index } of folded.matchAll(isAscii ? ASCII_WORD : WORD)) {
    if (words.length >= LIMITS.nameWords.value) break;
    if (index === end + 1 && HYPHENS.includes(folded.charAt(end))) hyphens.push(words.length);
    if (!isAscii && UNSPACED.test(word)) words.push(...(word.match(UNSPACED_RUN) ?? []));
    else words.push(word);
    end = index + word.length;
  }
  return { words: words.slice(0, LIMITS.nameWords.value), hyphens };
}

/** The words under which a text is indexed and sought, in its order: {@link spelledWords}, each through {@link contract}. */
export function searchWords(text: string): string[] {
  return spelledWords(text).map(contract);
}

/**
 * One spelling for several: "goethe", "göthe" and "gothe" all give "gothe". ae, oe, ue and aa lose their second letter
 * unless a vowel or q stands before them ("bauer", "quelle" stay); roman numerals from II to XXXIX become arabic, and
 * English ordinals lose their ending ("6th").
 */
export function contract(word: string): string {
  const ordinal = isDigit(word) ? ORDINAL.exec(word)?.[1] : undefined;
  if (ordinal !== undefined) return ordinal;
  const roman = ROMAN.test(word) ? romanValue(word) : 0;
  if (roman > 1) return String(roman);
  if (!/[aou]e|aa/.test(word)) return word;
  return word.replace(/(?<![aeiouyq])(?:([aou])e|aa)/g, (_, vowel: string | undefined) => vowel ?? 'a');
}

/** Every ae, oe, ue without its e: "klimaaenderung", where the rule above lets the vowel before it stand in the way. */
export function contractAll(word: string): string {
  return contract(word).replace(/([aou])e/g, '$1');
}

function isDigit(word: string): boolean {
  const first = word.charCodeAt(0);
  return first >= 0x30 && first <= 0x39;
}

const ORDINAL = /^(\d{1,3})(?:st|nd|rd|th)$/;
const ROMAN = /^(?=[ivx]{2})x{0,3}(?:ix|iv|v?i{0,3})$/;
/** From 1 to 39 in order, as kings, popes and conferences are counted. */
const NUMERALS: readonly string[] = Array.from(
  { length: 39 },
  (_, index) =>
    'x'.repeat(Math.floor((index + 1) / 10)) +
    ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix'][(index + 1) % 10],
);

function romanValue(word: string): number {
  return NUMERALS.indexOf(word) + 1;
}

/** "14" → "xiv"; undefined beyond 39. */
export function romanNumeral(number: string): string | undefined {
  return /^[1-9]\d?$/.test(number) ? NUMERALS[Number(number) - 1] : undefined;
}

/** The numbers whose roman numeral begins like this: "xi" → 11, 12, 13; for a numeral that is still being typed. */
export function numbersWithPrefix(roman: string): string[] {
  return NUMERALS.flatMap((numeral, index) => (numeral.startsWith(roman) ? [String(index + 1)] : []));
}

/** Words that a name keeps its identity without: particles of nobility and articles. */
const PARTICLES: ReadonlySet<string> = new Set(
  `von vom van der den de del della di da do dos du des die das dem le la les el the of af av zu zum zur ten ter y`.split(
    ' ',
  ),
);
/** Words that people put before or behind a name without their being part of it. */
const TITLES: ReadonlySet<string> = new Set(
  `dr prof professor doktor phil med jur theol hc dipl ing mag sir lord lady mr mrs ms herr frau graf grafin freiherr
  freifrau baron baronin furst furstin prinz prinzessin ritter st sankt saint hl heilig heiliger heilige papst konig konigin kaiser
  kaiserin bischof erzbischof kardinal pfarrer pater geb nee verh`.split(/\s+/),
);

/** Words at the end of a body's name that say how it is incorporated. */
const LEGAL_FORMS: ReadonlySet<string> = new Set([
  'gmbh',
  'ggmbh',
  'mbh',
  'ag',
  'kg',
  'kgaa',
  'ohg',
  'ltd',
  'inc',
  'llc',
  'plc',
]);

export function isLegalForm(word: string): boolean {
  return LEGAL_FORMS.has(word);
}

/** Titles that many people have as their surname. */
const SURNAMES: ReadonlySet<string> = new Set(
  `graf ritter baron furst prinz papst konig kaiser bischof kardinal pfarrer pater herr frau lord med mag hl geb`.split(
    ' ',
  ),
);

/** True for a title that may be a surname as well. */
export function mayBeSurname(word: string): boolean {
  return SURNAMES.has(word);
}

/** True for a word that is one character of a script without blanks. */
export function isUnspaced(word: string): boolean {
  return UNSPACED.test(word);
}

export function isParticle(word: string): boolean {
  return PARTICLES.has(word);
}

/** True for words that a query may lose when nothing matches all of it. */
export function isDispensable(word: string): boolean {
  return PARTICLES.has(word) || TITLES.has(word);
}

/**
 * Under which a word of an entity's description is indexed; no name can yield it. The mark is as long as the longest
 * prefix that has an index of its own, so that these words take next to no room there.
 */
export function describedWord(word: string): string {
  return DESCRIBED + word;
}
const DESCRIBED = '________';

/** Names differ by order of words and by particles, not by identity: the other words, sorted, as a number for an ordinary index. */
export function fullNameKey(words: readonly string[]): number {
  return textKey(fullNameText(words));
}

/** One key for all lists of words that are the same name; a key takes longer to compute than to compare the words. */
export function fullNameKeys(names: readonly (readonly string[])[]): readonly number[] {
  return [...new Set(names.map(fullNameText))].map(textKey);
}

function fullNameText(words: readonly string[]): string {
  const essential = words.filter((word) => !PARTICLES.has(word));
  return [...new Set(essential.length > 0 ? essential : words)].sort().join(' ');
}

/** The first 48 bits of the SHA-1: small in an index, and of ten million lookups among thirty million names one meets a stranger. */
export function textKey(text: string): number {
  // As a buffer it would take twice as long.
  return Number.parseInt(hash('sha1', text, 'hex').slice(0, 12), 16);
}

/** A name without what stands in brackets or behind a slash or colon: "Lucca (Stato)" → "Lucca"; the same if nothing is left. */
export function withoutQualifier(name: string): string {
  const bare = name
    .replace(/\s*[(<[].*$/u, '')
    .replace(/\s+[/:].*$/u, '')
    .trim();
  return bare === '' ? name : bare;
}

/** A word that can only be a year. */
export function asYear(word: string): number | undefined {
  return /^(?:1\d{3}|20\d{2}|[3-9]\d{2})$/.test(word) ? Number(word) : undefined;
}
