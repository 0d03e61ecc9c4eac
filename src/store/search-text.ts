/** How names and queries become the same words: one folding for both sides of the search. */
import { hash } from 'node:crypto';

/** Letters that no decomposition takes apart. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ħ: 'h', ŋ: 'n', ĸ: 'k', ſ: 's', ə: 'e',
}; // prettier-ignore
const LETTER_PATTERN = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');

/** Signs within a word that make no difference: apostrophes, prime marks, ayn and alif, Hebrew geresh, middle dots. */
const SILENT = /['’‘ʼʻʹʺʾʿ`´"“”„׳״·•＇]/gu;
/** Letters that SQLite's tokenizer takes for separators; within a word they would make a phrase of it, which the index cannot answer. */
const SEPARATING = /[\u19B0-\u19C0\u19C8\u19C9\u1CF2\u1CF3]/gu;
/** Vowel marks and other combining signs, Arabic tatweel, Hebrew points. */
const MARKS = /[\p{M}\u0640]/gu;
const WORD = /[\p{L}\p{N}]+/gu;
/** Scripts written without blanks: every character is a word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const UNSPACED_RUN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu;

/** Bounds on what one name or query contributes. */
const MAX_WORDS = 60;
const MAX_WORD_LENGTH = 60;

/**
 * Lower case without diacritics, ligatures dissolved, apostrophes gone: "Vol'fgang Gëte" → "volfgang gete".
 * Umlauts lose their dots here ("Müller" → "muller"); spellings such as "Mueller" are met by {@link searchWords}.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(SEPARATING, ' ')
    .replace(MARKS, '')
    .replace(LETTER_PATTERN, (letter) => LETTERS[letter] ?? letter)
    .replace(SILENT, '');
}

/**
 * The words under which a text is indexed and sought, in its order. "Goethe", "Göthe" and "Gothe" all give "gothe":
 * ae, oe, ue lose their e unless a vowel or q stands before them ("Bauer", "Quelle" stay).
 */
export function searchWords(text: string): string[] {
  const words: string[] = [];
  for (const [word] of foldText(text).matchAll(WORD)) {
    if (words.length >= MAX_WORDS) break;
    if (UNSPACED.test(word))
      words.push(...(word.match(UNSPACED_RUN) ?? []).map((run) => run.slice(0, MAX_WORD_LENGTH)));
    else words.push(contract(word).slice(0, MAX_WORD_LENGTH));
  }
  return words.slice(0, MAX_WORDS);
}

/** Every ae, oe, ue without its e: "klimaaenderung", where the rule above lets the vowel before it stand in the way. */
export function contractAll(word: string): string {
  return word.replace(/([aou])e/g, '$1');
}

function contract(word: string): string {
  return word.replace(/(?<![aeiouyq])([aou])e/g, '$1');
}

/** Names differ by order of words, not by words: the sorted words, as a 64-bit hash for an ordinary index. */
export function fullNameKey(words: readonly string[]): bigint {
  return textKey([...words].sort().join(' '));
}

/** A 64-bit hash that SQLite can index. */
export function textKey(text: string): bigint {
  return hash('sha1', text, 'buffer').readBigInt64BE(0);
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
