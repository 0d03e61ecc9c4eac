import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldName, readFoldedName, writeFoldedName } from '../../../src/core/search/names/folded-name.ts';

describe('a folded name', () => {
  it.each([
    ['Goethe, Johann Wolfgang von', 'gothe , johann wolfgang von', 1, 4],
    ['Müller, Hans (Maler)', 'muller , hans ( maler', 1, 2],
    ['Lucca (Stato)', 'lucca ( stato', 0, 1],
    ['Hauptschule / Lehrer', 'hauptschule ( lehrer', 0, 1],
    ['Gandenberger von Moisy, Fritz', 'gandenberger von moisy , fritz', 3, 4],
    ['Illenberger, ...', 'illenberger', 0, 1],
    ['(Ohne Namen)', 'ohne namen', 0, 2],
    ['London', 'london', 0, 1],
    ['', '', 0, 0],
  ])('of %j is stored as %j', (name, line, surname, bare) => {
    expect(writeFoldedName(foldName(name))).toBe(line);
    expect(foldName(name)).toMatchObject({ surname, bare });
  });

  it('reads back unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from('abc ,(/:ÄŒ丘1')) }), (name) => {
        const folded = foldName(name);
        expect(readFoldedName(writeFoldedName(folded))).toEqual(folded);
      }),
      { numRuns: 1000 },
    );
  });
});
