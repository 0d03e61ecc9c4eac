/** Spellings near a word: every one a letter away, those that sound alike, and how far apart two words are. */

/** Alphabets whose letters a wrong or missing letter is looked for among; other scripts lose and swap letters only. */
const ALPHABETS: readonly (readonly [RegExp, string])[] = [
  [/^[a-z\d]+$/, 'abcdefghijklmnopqrstuvwxyz'],
  [/^\p{Script=Greek}+$/u, 'αβγδεζηθικλμνξοπρστυφχψω'],
  [/^\p{Script=Cyrillic}+$/u, 'абвгдежзиклмнопрстуфхцчшщъыьэюяіѣ'],
  [/^\p{Script=Hebrew}+$/u, 'אבגדהוזחטיךכלםמןנסעףפץצקרשת'],
  [/^\p{Script=Arabic}+$/u, 'ابتثجحخدذرزسشصضطظعغفقكلمنهوي'],
];

/**
 * Every text that one letter left out, exchanged, added, or swapped with its neighbour makes of a folded word; without
 * the word itself. About 54 for each letter of a Latin word.
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
 * How a German reader would say a word: the Kölner Phonetik of Hans Joachim Postel (1969), as a number of its digits
 * after a leading 9 that keeps an initial vowel apart. Undefined for words it says nothing about: of other scripts, or
 * with fewer than three sounds.
 */
export function soundOf(word: string): number | undefined {
  if (!/^[a-z]{4,}$/.test(word)) return undefined;
  let code = '';
  for (let i = 0; i < word.length; i += 1) code += soundAt(word, i);
  const sounds = code.replace(/(.)\1+/g, '$1');
  const kept = (sounds[0] ?? '') + sounds.slice(1).replaceAll('0', '');
  // More digits than a double holds exactly belong to words that nothing else sounds like.
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

/**
 * Letters to leave out, add, exchange or swap with a neighbour to make one word of another (optimal string alignment
 * distance); `limit + 1` for everything beyond the limit.
 */
export function spellingDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let steps = Math.min(
        (last[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (last[j - 1] as number) + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        steps = Math.min(steps, (beforeLast[j - 2] as number) + 1);
      }
      row.push(steps);
      if (steps < least) least = steps;
    }
    if (least > limit) return limit + 1;
    beforeLast = last;
    last = row;
  }
  return Math.min(last[b.length] as number, limit + 1);
}
