/** Sorts links for readers, at all doors outside the contract: categories by interest, then collections by size. */
import { memo } from '../../core/model/memo.ts';
import type { BuildNotes } from '../../core/snapshot/build-notes.ts';
import type { Link, LinksAnswer } from '../../core/snapshot/links-answer.ts';
import type { Store } from '../../core/snapshot/store.ts';

/** Categories in reading order; `?` stands for all others. */
const NAMES =
  'encyclopedia biography knowledge_base edition archive collection image media catalogue place portal other ? authority';
const CATEGORIES = NAMES.split(' ');
const rankOf = (category: string) => CATEGORIES.indexOf(CATEGORIES.includes(category) ? category : '?');

export function categoriesInReadingOrder<T extends { readonly category: string }>(
  categories: readonly T[],
): readonly T[] {
  return categories.toSorted((a, b) => rankOf(a.category) - rankOf(b.category));
}

type Links = Pick<LinksAnswer, 'links'>;

/** Sorts the links of an answer in reading order. */
export type ReadingOrder = <A extends Links>(answer: A) => A;

/** Whether a target is the entity itself, not a concept that is only similar. */
const isSame = ({ match = 'exact' }: Link) => match === 'exact';

/** The same order in every language. */
const { compare } = new Intl.Collator('de', { numeric: true });

/**
 * Sorts similar concepts behind the same ones; then links by the size of their collection in the whole snapshot, because
 * readers know large collections best; then by name, and within a collection by note or address. Numbers are sorted by value: 1, 2, 10.
 */
export async function readingOrder(store: Pick<Store, 'notes'>): Promise<ReadingOrder> {
  const notes = await store.notes().catch(() => undefined);
  const sizes =
    notes === undefined ? new Map<string, number>() : memo(notes, 'sizes of collections', () => sizesIn(notes));
  const size = ({ collection }: Link) => sizes.get(collection) ?? 0;
  const order = (a: Link, b: Link) =>
    Number(isSame(b)) - Number(isSame(a)) ||
    size(b) - size(a) ||
    compare(a.label, b.label) ||
    compare(a.collection, b.collection) ||
    compare(a.annotation ?? a.url, b.annotation ?? b.url);
  return (answer) => {
    const categories = categoriesInReadingOrder(answer.links.categories);
    const sorted = categories.map((category) => ({ ...category, items: category.items.toSorted(order) }));
    return { ...answer, links: { ...answer.links, categories: sorted } };
  };
}

/** Number of links by collection; if several sources assert links into a collection, the largest number counts. */
function sizesIn(notes: BuildNotes): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const { linksByCollection = {} } of notes.sources) {
    for (const [key, links] of Object.entries(linksByCollection)) sizes.set(key, Math.max(links, sizes.get(key) ?? 0));
  }
  return sizes;
}
