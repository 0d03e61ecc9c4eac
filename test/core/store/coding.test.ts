/** Cards and coverage rows are the same after storing and reading. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ENTITY_TYPES } from '../../../src/core/model/entity.ts';
import type { GndId } from '../../../src/core/model/gnd-id.ts';
import { decodeCard, encodeCard } from '../../../src/core/snapshot/codec/card.ts';
import { createCoverageDecoder, createCoverageEncoder } from '../../../src/core/snapshot/codec/entity-row.ts';

const gnd = '118540238' as GndId;

it('a card is the same after storing and reading', () => {
  const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
  fc.assert(
    fc.property(
      fc.record({
        type: fc.constantFrom(...ENTITY_TYPES),
        preferredName: fc.string(),
        displayName: maybe(fc.string()),
        description: maybe(fc.string()),
        start: maybe(fc.integer({ min: -3000, max: 3000 })),
        end: maybe(fc.integer({ min: -3000, max: 3000 })),
        differentiated: maybe(fc.boolean()),
        linkCount: fc.nat(),
      }),
      ({ start, end, displayName, description, differentiated, ...rest }) => {
        const years = { ...(start !== undefined && { start }), ...(end !== undefined && { end }) };
        const card = {
          gnd,
          ...rest,
          ...(displayName !== undefined && { displayName }),
          ...(description !== undefined && { description }),
          ...(Object.keys(years).length > 0 && { years }),
          ...(differentiated !== undefined && { differentiated }),
        };
        expect(decodeCard(gnd, encodeCard(card))).toEqual(card);
      },
    ),
  );
});

it('a coverage row is the same after storing and reading', () => {
  const words = { categories: ['authority', 'archive', 'image'], sources: ['a', 'b', 'c'] };
  const counts = fc.record({ authority: fc.nat(9), archive: fc.nat(9), image: fc.nat(9) });
  fc.assert(
    fc.property(
      counts,
      fc.subarray(words.sources),
      fc.constantFrom(...ENTITY_TYPES),
      fc.string(),
      (byCategory, sources, type, preferredName) => {
        const occurring = Object.fromEntries(Object.entries(byCategory).filter(([, count]) => count > 0));
        const links = Object.values(byCategory).reduce((sum, count) => sum + count, 0);
        const entry = { gnd, type, preferredName, links, sources };
        const stored = createCoverageEncoder(words)({ ...entry, byCategory: occurring });
        expect(createCoverageDecoder(words)(gnd, stored)).toEqual({ ...entry, byCategory });
      },
    ),
  );
});
