/** Makes typing and hearing errors: a letter lost, doubled, swapped, or replaced by a similar or neighbouring one. */
import type { Random } from '../random.ts';

/** Letters that are often confused: similar sounds, or neighbours on the keyboard. */
const CONFUSED: Readonly<Record<string, string>> = {
  a: 'eäs', b: 'pvn', c: 'kzv', d: 'tsf', e: 'äiw', f: 'vpg', g: 'kjh', h: 'gj', i: 'yeü', j: 'yik', k: 'cgl', l: 'kr', m: 'n',
  n: 'mb', o: 'uöp', p: 'bo', q: 'k', r: 'te', s: 'zßc', t: 'dzr', u: 'oüi', v: 'fwb', w: 'vue', x: 'ks', y: 'iüz', z: 'sct',
  ä: 'ea', ö: 'oü', ü: 'uiy', ß: 's',
}; // prettier-ignore

/** Returns another word, unless the word has one letter. The first letter stays, because it is seldom wrong. */
export function misspell(word: string, errors: number, random: Random): string {
  let wrong = word;
  for (let made = 0, tries = 0; made < errors && tries < 10 * errors; tries += 1) {
    const next = withError(wrong, random);
    if (next === wrong || next === word) continue;
    wrong = next;
    made += 1;
  }
  return wrong;
}

function withError(word: string, random: Random): string {
  const letters = Array.from(word);
  const at = 1 + random.below(letters.length - 1);
  const letter = letters[at] ?? '';
  const before = letters.slice(0, at).join('');
  const after = letters.slice(at + 1).join('');
  const kind = random.below(4);
  if (kind === 0) return before + after;
  if (kind === 1) return before + letter + letter + after;
  if (kind === 2) return before + (letters[at + 1] ?? '') + letter + letters.slice(at + 2).join('');
  return before + (random.pick(Array.from(CONFUSED[letter.toLowerCase()] ?? 'e')) ?? '') + after;
}
