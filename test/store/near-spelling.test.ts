import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { soundOf, spellingDistance, spellingsOneAway } from '../../src/store/near-spelling.ts';

describe('near spellings', () => {
  it.each([
    ['gohte', 'gothe', 1],
    ['beethofen', 'beethoven', 1],
    ['nietsche', 'nietzsche', 1],
    ['shopenhauer', 'schopenhauer', 1],
    ['bach', 'bach', 0],
    ['abcd', 'dcba', 3],
    ['a', 'abcdefgh', 3],
  ])('puts %s and %s %d apart', (a, b, distance) => {
    expect(spellingDistance(a, b, 2)).toBe(distance);
    expect(spellingDistance(b, a, 2)).toBe(distance);
  });

  it('lists exactly the words one step away', () => {
    const word = fc.string({ unit: fc.constantFrom(...Array.from('abcxyz')), minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(spellingsOneAway(a).has(b)).toBe(spellingDistance(a, b, 1) === 1);
      }),
      { numRuns: 2000 },
    );
  });

  it.each(['λογος', 'толстои', 'הרצל', 'محمد', '丘丘丘'])('takes letters of the script of %s', (word) => {
    const near = spellingsOneAway(word);
    expect(near.size).toBeGreaterThan(0);
    for (const other of near) expect(other).toMatch(/^\p{L}+$/u);
  });

  // The examples of the procedure's usual descriptions.
  it.each([
    ['wikipedia', 93412],
    ['breschnew', 917863],
    ['muller', 9657],
    ['ludenscheidt', 952682],
  ])('hears %s as %d', (word, sound) => {
    expect(soundOf(word)).toBe(sound);
  });

  it.each([
    ['meier', 'maier'],
    ['schmidt', 'schmitt'],
    ['beethofen', 'beethoven'],
    ['shakespeare', 'shakespear'],
  ])('hears %s and %s alike, or says nothing of short words', (a, b) => {
    expect(soundOf(a)).toBe(soundOf(b));
  });

  it('gives safe integers or nothing', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (word) => {
        const sound = soundOf(word);
        expect(sound === undefined || Number.isSafeInteger(sound)).toBe(true);
      }),
    );
  });
});
