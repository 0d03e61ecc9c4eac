/** Links to neighbouring pages: a client that follows them gets each entry of the window once. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { neighbouringPages } from '../../../src/core/interface/neighbouring-pages.ts';

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** The page that `Link` names; undefined if there is none. */
function follow(relation: 'next' | 'prev', { limit, offset }: Page, total: number, window: number): Page | undefined {
  const links = neighbouringPages((size, start) => `${size} ${start}`, {
    limit,
    offset,
    hasMore: offset + limit < total,
    window,
  });
  const found = links.flatMap((link) => new RegExp(`^<(\\d+) (\\d+)>; rel="${relation}"$`).exec(link) ?? []);
  return found.length === 0 ? undefined : { limit: Number(found[1]), offset: Number(found[2]) };
}

function walk(relation: 'next' | 'prev', first: Page, total: number, window: number): readonly number[] {
  const entries: number[] = [];
  for (let page: Page | undefined = first; page; page = follow(relation, page, total, window)) {
    const { limit, offset } = page;
    const own = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, place) => offset + place);
    entries.push(...(relation === 'next' ? own : own.toReversed()));
  }
  return entries;
}

const upTo = (length: number) => Array.from({ length }, (_, place) => place);

it('the link next leads to the end of the list or of the window', () => {
  fc.assert(
    fc.property(
      fc.nat(60),
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 1, max: 20 }),
      (total, window, limit) => {
        const first = { limit: Math.min(limit, window), offset: 0 };
        expect(walk('next', first, total, window)).toEqual(upTo(Math.min(total, window)));
      },
    ),
  );
});

it('the link prev leads to the beginning, and no page overlaps with the next one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 20 }), (end, limit) => {
      const last = { limit: Math.min(limit, end), offset: end - Math.min(limit, end) };
      expect(walk('prev', last, end, 100)).toEqual(upTo(end).toReversed());
    }),
  );
});
