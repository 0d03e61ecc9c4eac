/** Folding, by which names and queries become the same words. `docs/search.md` has the table. */
import { hash } from 'node:crypto';

/** Words of one name that are indexed. */
const NAME_WORDS = 60;

/** Replacements for letters without a decomposition, and for letters that are used interchangeably. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ħ: 'h', ŋ: 'n', ĸ: 'k', ə: 'e', ƒ: 'f', ʒ: 'z',
  // Greek final sigma; Arabic alef maqsura, teh marbuta, and the Persian forms of yeh and kaf.
  ς: 'σ', ى: 'ي', ة: 'ه', ی: 'ي', ک: 'ك',
}; // prettier-ignore
const LETTER_PATTERN = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');

/** Signs within words that are ignored: apostrophes, prime marks, ayn and alif, Hebrew geresh, middle dots, soft hyphen. */
const SILENT = /['’‘ʼʻʹʺʾʿ`´"“”„׳״·•＇\u00AD]/gu;
/** Vowel marks and other combining signs, Arabic tatweel, Hebrew points. */
const MARKS = /[\p{M}\u0640]/gu;
/** A word; longer ones are split. */
const WORD = /[\p{L}\p{N}]{1,60}/gu;
/** Characters of scripts that are written with or without blanks: each of them is a word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const UNSPACED_RUN = new RegExp(`${UNSPACED.source}|[^${UNSPACED.source.slice(1)}+`, 'gu');
/** Hyphen-minus, hyphen, non-breaking hyphen and figure dash; an en dash separates words. */
const HYPHENS = '-\u2010\u2011\u2012';
// Most texts are ASCII, and need no tables of Unicode.
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
  const folded = foldText(text);
  if (ASCII.test(folded)) return (folded.match(ASCII_WORD) ?? []).slice(0, NAME_WORDS);
  return readWords(folded).words;
}

/** {@link spelledWords}, and the places of those that a hyphen joins to the word before: "Marshall-Plan" → 1. */
export function wordsAndHyphens(text: string) {
  return readWords(foldText(text));
}

function readWords(folded: string) {
  const words: string[] = [];
  const hyphens: number[] = [];
  const isAscii = ASCII.test(folded);
  let end = Number.NaN;
  for (const { 0: word, index } of matches(isAscii ? ASCII_WORD : WORD, folded)) {
    if (words.length >= NAME_WORDS) break;
    if (index === end + 1 && HYPHENS.includes(folded.charAt(end))) hyphens.push(words.length);
    if (!isAscii && UNSPACED.test(word)) words.push(...(word.match(UNSPACED_RUN) ?? []));
    else words.push(word);
    end = index + word.length;
  }
  return { words: words.slice(0, NAME_WORDS), hyphens };
}

/** All matches. `matchAll` makes a new expression for each text, which takes longer than a short text. @param expression global */
export function matches(expression: RegExp, text: string): readonly RegExpExecArray[] {
  const all: RegExpExecArray[] = [];
  expression.lastIndex = 0;
  for (let match = expression.exec(text); match !== null; match = expression.exec(text)) all.push(match);
  return all;
}

/** The words by which a text is indexed and searched, in its order: {@link spelledWords}, each through {@link contract}. */
export function searchWords(text: string): string[] {
  return spelledWords(text).map(contract);
}

/**
 * Unifies spellings: "goethe", "göthe" and "gothe" all become "gothe". ae, oe, ue and aa lose their second letter unless a
 * vowel or q precedes them ("bauer", "quelle" stay); roman numerals from II to XXXIX become arabic, and English ordinals
 * lose their ending ("6th").
 */
export function contract(word: string): string {
  const ordinal = isDigit(word) ? ORDINAL.exec(word)?.[1] : undefined;
  if (ordinal !== undefined) return ordinal;
  const roman = ROMAN.test(word) ? romanValue(word) : 0;
  if (roman > 1) return String(roman);
  if (!/[aou]e|aa/.test(word)) return word;
  return word.replace(/(?<![aeiouyq])(?:([aou])e|aa)/g, (_, vowel: string | undefined) => vowel ?? 'a');
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

/** The numbers whose roman numerals begin with a text, for a numeral that is still being typed: "xi" → 11, 12, 13. */
export function numbersWithPrefix(roman: string): string[] {
  return NUMERALS.flatMap((numeral, index) => (numeral.startsWith(roman) ? [String(index + 1)] : []));
}

/** Words without which a name stays the same: particles of nobility and articles. */
const PARTICLES: ReadonlySet<string> = new Set(
  `von vom van der den de del della di da do dos du des die das dem le la les el the of af av zu zum zur ten ter y`.split(
    ' ',
  ),
);
/** Titles, which people put before or behind a name. */
const TITLES: ReadonlySet<string> = new Set(
  `dr prof professor doktor phil med jur theol hc dipl ing mag sir lord lady mr mrs ms herr frau graf grafin freiherr
  freifrau baron baronin furst furstin prinz prinzessin ritter st sankt saint hl heilig heiliger heilige papst konig konigin kaiser
  kaiserin bischof erzbischof kardinal pfarrer pater geb nee verh`.split(/\s+/),
);

/** Words at the end of the name of a corporate body that state its legal form. */
const LEGAL_FORMS: ReadonlySet<string> = new Set('gmbh ggmbh mbh ag kg kgaa ohg ltd inc llc plc'.split(' '));

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
 * The form in which a word of a description is indexed, which no word of a name has. The mark is as long as the longest prefix
 * with an index of its own, so that these words take next to no space there.
 */
export function describedWord(word: string): string {
  return DESCRIBED + word;
}
const DESCRIBED = '________';

/** Key of a full name, without regard to particles and the order of words: a number for an ordinary index. */
export function fullNameKey(words: readonly string[]): number {
  return textKey(fullNameText(words));
}

/** The names that are not empty. Of several with the same words one is kept, because the engine ignores the order of words. */
export function distinctNames(names: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return [...new Map(names.filter(({ length }) => length > 0).map((name) => [fullNameKey(name), name])).values()];
}

function fullNameText(words: readonly string[]): string {
  const essential = words.filter((word) => !PARTICLES.has(word));
  return [...new Set(essential.length > 0 ? essential : words)].sort().join(' ');
}

/** The first 48 bits of the SHA-1: small in an index. Among thirty million texts, two are expected to have the same key. */
export function textKey(text: string): number {
  // A digest as a buffer would take twice as long.
  return Number.parseInt(hash('sha1', text, 'hex').slice(0, 12), 16);
}

/** A name without its qualifier in brackets or behind a slash or colon: "Lucca (Stato)" → "Lucca"; unchanged if nothing would be left. */
export function withoutQualifier(name: string): string {
  const bare = name
    .replace(/\s*[(<[].*$/u, '')
    .replace(/\s+[/:].*$/u, '')
    .trim();
  return bare === '' ? name : bare;
}

/** The year that a word is; undefined where it may be something else. */
export function asYear(word: string): number | undefined {
  return /^(?:1\d{3}|20\d{2}|[3-9]\d{2})$/.test(word) ? Number(word) : undefined;
}
