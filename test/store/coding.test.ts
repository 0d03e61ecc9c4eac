import fc from 'fast-check';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ENTITY_TYPES } from '../../src/model/entity.ts';
import type { GndId } from '../../src/model/gnd-id.ts';
import { createAnswerDecoder, createAnswerEncoder } from '../../src/store/sqlite/answer-coding.ts';
import { decodeCard, encodeCard } from '../../src/store/sqlite/card.ts';
import { createCoverageDecoder, createCoverageEncoder } from '../../src/store/sqlite/coverage-entry.ts';

const OPENINGS = [
  '',
  '{"apiVersion":"1.0.0","entity":{"type":"Person",',
  '{"apiVersion":"1.0.0","entity":{"type":"Körperschaft",',
];
const text = fc.string({ unit: 'grapheme', maxLength: 3000 });

describe('a stored answer', () => {
  const encode = createAnswerEncoder(OPENINGS);
  const decoder = createAnswerDecoder(OPENINGS);

  it('is a gzip member again when its opening is put before it, and the same text', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...OPENINGS, '{"api'),
        text,
        fc.integer({ min: 1, max: 40 }),
        (opening, rest, times) => {
          const answer = opening + rest.repeat(times);
          const stored = encode(answer);
          expect(gunzipSync(decoder.gzip(stored)).toString()).toBe(Buffer.from(answer).toString());
          expect(decoder.plain(stored).toString()).toBe(Buffer.from(answer).toString());
        },
      ),
      { numRuns: 200 },
    );
  });

  it('takes less room than the whole as gzip', () => {
    const answer = `${OPENINGS[1]}"name":"Goethe"}`;
    expect(encode(answer).length).toBeLessThan(decoder.gzip(encode(answer)).length - 40);
  });

  it('that is damaged is noticed', () => {
    const stored = encode(`${OPENINGS[2]}"name":"Universität Göttingen","links":[1,2,3]}`);
    for (let at = 0; at < stored.length; at += 1) {
      const damaged = Buffer.from(stored);
      damaged[at] = (damaged[at] ?? 0) ^ 0x55;
      expect(() => decoder.plain(damaged)).toThrow();
    }
  });
});

const gnd = '118540238' as GndId;

it('a card says the same when it has been stored', () => {
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

it('a coverage row says the same when it has been stored', () => {
  const words = { categories: ['authority', 'archive', 'image'], sources: ['a', 'b', 'c'] };
  const counts = fc.record({ authority: fc.nat(9), archive: fc.nat(9), image: fc.nat(9) });
  fc.assert(
    fc.property(
      counts,
      fc.subarray(words.sources),
      fc.constantFrom(...ENTITY_TYPES),
      fc.string(),
      (given, sources, type, preferredName) => {
        const byCategory = Object.fromEntries(Object.entries(given).filter(([, count]) => count > 0));
        const links = Object.values(byCategory).reduce((sum, count) => sum + count, 0);
        const entry = { gnd, type, preferredName, links, byCategory, sources };
        expect(createCoverageDecoder(words)(gnd, createCoverageEncoder(words)(entry))).toEqual(entry);
      },
    ),
  );
});
