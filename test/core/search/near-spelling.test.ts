import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DELETION_PREFIX,
  deletionKeys,
  soundOf,
  spellingDistance,
  spellingsOneAway,
} from '../../../src/core/search/query/near-spelling.ts';

describe('near spellings', () => {
  it('are exactly the words one step away', () => {
    const word = fc.string({ unit: fc.constantFrom(...Array.from('abcxyz')), minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(spellingsOneAway(a).has(b)).toBe(spellingDistance(a, b, 1) === 1);
      }),
      { numRuns: 2000 },
    );
  });

  it('have a common key if at most two letters after the first differ', () => {
    const letter = fc.constantFrom(...Array.from('abcdef'));
    const edit = fc.record({ kind: fc.constantFrom('drop', 'add', 'exchange', 'swap'), at: fc.nat(20), letter });
    const apply = (word: string, { kind, at, letter: other }: { kind: string; at: number; letter: string }) => {
      const place = 1 + (at % Math.max(1, word.length - 1));
      const [before, after] = [word.slice(0, place), word.slice(place + 1)];
      if (kind === 'drop') return before + after;
      if (kind === 'add') return before + other + word.slice(place);
      if (kind === 'exchange') return before + other + after;
      return before + after.slice(0, 1) + (word[place] ?? '') + after.slice(1);
    };
    const keysOf = (word: string) => deletionKeys(word.slice(0, DELETION_PREFIX));
    fc.assert(
      fc.property(fc.string({ unit: letter, minLength: 5, maxLength: 12 }), edit, edit, (word, one, other) => {
        const keys = keysOf(apply(apply(word, one), other));
        expect([...keysOf(word)].some((key) => keys.has(key))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('have the distance of the textbook algorithm', () => {
    const word = fc.string({ unit: fc.constantFrom(...Array.from('abc')), maxLength: 9 });
    fc.assert(
      fc.property(word, word, fc.integer({ min: 1, max: 3 }), (a, b, limit) => {
        expect(spellingDistance(a, b, limit)).toBe(Math.min(limit + 1, textbookDistance(a, b)));
      }),
      { numRuns: 3000 },
    );
    expect(spellingDistance('a'.repeat(70), 'b'.repeat(70), 3)).toBe(4);
  });

  it.each(['λογος', 'толстои', 'הרצל', 'محمد', '丘丘丘'])('are made of letters of the script of %s', (word) => {
    const near = spellingsOneAway(word);
    expect(near.size).toBeGreaterThan(0);
    for (const other of near) expect(other).toMatch(/^\p{L}+$/u);
  });

  // Examples from the usual descriptions of Cologne phonetics.
  it.each([
    ['wikipedia', 93412],
    ['breschnew', 917863],
    ['rotstein', 97826],
    ['ludenscheidt', 952682],
    ['beethofen', 91236],
    ['beethoven', 91236],
    ['schmidt', 9862],
    ['schmitt', 9862],
    ['shakespeare', 984817],
    ['shakespear', 984817],
    ['meier', undefined],
    ['maier', undefined],
  ])('encode %s as the sound %s', (word, sound) => {
    expect(soundOf(word)).toBe(sound);
  });

  it('have keys that are safe integers, or none', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (word) => {
        const sound = soundOf(word);
        expect(sound === undefined || Number.isSafeInteger(sound)).toBe(true);
      }),
    );
  });
});

/** Optimal string alignment, computed with the full matrix. */
function textbookDistance(a: string, b: string): number {
  const cells = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (__, j) => i + j));
  const at = (i: number, j: number) => cells[i]?.[j] ?? Infinity;
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      const steps = [at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)];
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) steps.push(at(i - 2, j - 2) + 1);
      (cells[i] as number[])[j] = Math.min(...steps);
    }
  }
  return at(a.length, b.length);
}
