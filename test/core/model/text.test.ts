import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText } from '../../../src/core/model/text.ts';
import { anyCharacter } from '../../any-character.ts';

describe('a text', () => {
  it.each([
    ['Mu\u0308ller', 'Müller'],
    ['\u0098Die\u009C Leiden des jungen Werthers', 'Die Leiden des jungen Werthers'],
    ['  a \t b\r\nc\u2028d ', 'a b c d'],
    ['\uFEFFGoethe\u200B', 'Goethe'],
    ['a\u202Egnp.exe', 'agnp.exe'],
    ['x\uE000y\u{F0000}z', 'xyz'],
    ['lone \uD800 surrogate', 'lone surrogate'],
    ['𘛌 stays', '𘛌 stays'],
    ['Vol\u02B9fgang', 'Volʹfgang'],
    ['Mu\u034F\u0308ller', 'Müller'],
  ])('like %j becomes %j', (dirty, clean) => {
    expect(cleanText(dirty)).toBe(clean);
  });

  it('is clean after one pass', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const once = cleanText(text);
        expect(cleanText(once)).toBe(once);
        expect(once).toBe(once.normalize('NFC'));
      }),
    );
  });
});
