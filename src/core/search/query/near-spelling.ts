/** Spellings near a word: with one wrong letter, with the same sound, with two wrong letters; and the distance of two words. */
import { hash32 } from '../../model/text.ts';

/** Letters that are left out of the beginning of a word to find similar ones, letters of that beginning, and letters of a word of which every spelling with another letter is looked up. The index of near spellings has them. */
export const [DELETIONS, DELETION_PREFIX, SPELLED_LETTERS] = [2, 7, 16];

/** Alphabets from which wrong and missing letters are replaced; in other scripts letters are only removed and swapped. */
const ALPHABETS: readonly (readonly [RegExp, string])[] = [
  [/^[a-z\d]+$/, 'abcdefghijklmnopqrstuvwxyz'],
  [/^\p{Script=Greek}+$/u, 'αβγδεζηθικλμνξοπρστυφχψω'],
  [/^\p{Script=Cyrillic}+$/u, 'абвгдежзиклмнопрстуфхцчшщъыьэюяіѣ'],
  [/^\p{Script=Hebrew}+$/u, 'אבגדהוזחטיךכלםמןנסעףפץצקרשת'],
  [/^\p{Script=Arabic}+$/u, 'ابتثجحخدذرزسشصضطظعغفقكلمنهوي'],
];

/**
 * Every text that a folded word becomes when one letter is removed, replaced, added, or swapped with its neighbour, without
 * the word itself: about 54 for each letter of a Latin word.
 */
export function spellingsOneAway(word: string): Set<string> {
  const letters = Array.from(word);
  const alphabet = Array.from(ALPHABETS.find(([script]) => script.test(word))?.[1] ?? '');
  const near = new Set<string>();
  for (let i = 0; i <= letters.length; i += 1) {
    const before = letters.slice(0, i).join('');
    const after = letters.slice(i + 1).join('');
    const letter = letters[i];
    for (const other of alphabet) near.add(before + other + (letter ?? '') + after);
    if (letter === undefined) continue;
    near.add(before + after);
    for (const other of alphabet) near.add(before + other + after);
    const next = letters[i + 1];
    if (next !== undefined) near.add(before + next + letter + letters.slice(i + 2).join(''));
  }
  near.delete(word);
  near.delete('');
  return near;
}

/**
 * The sound of a word in German: the Kölner Phonetik of Hans Joachim Postel (1969), as a number of its digits after a leading
 * 9, which preserves the 0 of an initial vowel. Undefined for words of other scripts, or with fewer than three sounds.
 */
export function soundOf(word: string): number | undefined {
  if (!/^[a-z]{4,}$/.test(word)) return undefined;
  let code = '';
  for (let i = 0; i < word.length; i += 1) code += soundAt(word, i);
  const sounds = code.replace(/(.)\1+/g, '$1');
  const kept = (sounds[0] ?? '') + sounds.slice(1).replaceAll('0', '');
  // A double does not hold more digits exactly; such long words have no homophones.
  return kept.length < 3 || kept.length > 14 ? undefined : Number(`9${kept}`);
}

function soundAt(word: string, i: number): string {
  const letter = word[i] as string;
  const before = word[i - 1] ?? '';
  const after = word[i + 1] ?? '';
  if ('aeijouy'.includes(letter)) return '0';
  if (letter === 'h') return '';
  if (letter === 'b') return '1';
  if (letter === 'p') return after === 'h' ? '3' : '1';
  if (letter === 'd' || letter === 't') return 'csz'.includes(after) && after !== '' ? '8' : '2';
  if ('fvw'.includes(letter)) return '3';
  if ('gkq'.includes(letter)) return '4';
  if (letter === 'c') return soundOfC(i, before, after);
  if (letter === 'x') return 'ckq'.includes(before) && before !== '' ? '8' : '48';
  if (letter === 'l') return '5';
  if (letter === 'm' || letter === 'n') return '6';
  if (letter === 'r') return '7';
  return '8';
}

function soundOfC(i: number, before: string, after: string): string {
  const isHard = after !== '' && (i === 0 ? 'ahkloqrux' : 'ahkoqux').includes(after);
  return isHard && (i === 0 || !'sz'.includes(before)) ? '4' : '8';
}

/** Longest word that is compared: with the empty prefix and the end of the band it fills the rows. */
const MAX_LENGTH = 62;
/** Rows of the table of distances, which are reused because thousands of words are compared at a time. */
const ROWS = [new Uint8Array(64), new Uint8Array(64), new Uint8Array(64)] as const;

/**
 * Number of letters to remove, add, replace or swap with a neighbour to turn one word into another (optimal string alignment
 * distance); `limit + 1` for all greater distances. Only cells within the limit of the diagonal are computed, and only
 * between an equal prefix and an equal suffix.
 */
export function spellingDistance(a: string, b: string, limit: number): number {
  const beyond = limit + 1;
  let start = 0;
  let [endA, endB] = [a.length, b.length];
  while (start < endA && start < endB && a.charCodeAt(start) === b.charCodeAt(start)) start += 1;
  while (endA > start && endB > start && a.charCodeAt(endA - 1) === b.charCodeAt(endB - 1)) {
    endA -= 1;
    endB -= 1;
  }
  const [rows, columns] = [endA - start, endB - start];
  if (Math.abs(rows - columns) > limit || Math.max(rows, columns) > MAX_LENGTH) return beyond;
  let [beforeLast, last, row]: [Uint8Array, Uint8Array, Uint8Array] = [...ROWS];
  for (let j = 0; j <= columns; j += 1) last[j] = j;
  for (let i = 1; i <= rows; i += 1) {
    const [from, to] = [Math.max(1, i - limit), Math.min(columns, i + limit)];
    row[from - 1] = from === 1 ? i : beyond;
    let least = row[from - 1] as number;
    const letter = a.charCodeAt(start + i - 1);
    for (let j = from; j <= to; j += 1) {
      const other = b.charCodeAt(start + j - 1);
      let steps = (last[j - 1] as number) + (letter === other ? 0 : 1);
      steps = Math.min(steps, (row[j - 1] as number) + 1, (last[j] as number) + 1);
      const isSwapped =
        i > 1 && j > 1 && a.charCodeAt(start + i - 2) === other && letter === b.charCodeAt(start + j - 2);
      if (isSwapped) steps = Math.min(steps, (beforeLast[j - 2] as number) + 1);
      row[j] = steps;
      if (steps < least) least = steps;
    }
    if (least > limit) return beyond;
    // The next row reads one cell beyond this one.
    row[to + 1] = beyond;
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  return Math.min(last[columns] as number, beyond);
}

/**
 * The prefix of a word with none, one or two of the letters behind its first removed, as 32-bit numbers: two words that differ in
 * at most two of these letters have a number in common (Wolf Garbe's symmetric deletes).
 */
export function deletionKeys(prefix: string): Set<number> {
  const texts = new Set([prefix]);
  let shortest = new Set(texts);
  for (let left = DELETIONS; left > 0; left -= 1) {
    shortest = new Set(
      [...shortest].flatMap((text) => Array.from(text, (_, at) => text.slice(0, at) + text.slice(at + 1)).slice(1)),
    );
    for (const text of shortest) texts.add(text);
  }
  return new Set(Array.from(texts, hash32));
}
