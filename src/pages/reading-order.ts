/** The order in which readers meet links: categories by what people read first, in each of them the largest collections first. */
import type { BuildNotes } from '../store/build-notes.ts';
import type { Store } from '../store/store.ts';
import type { Locale } from './locale.ts';

/** Categories that are not here stand before the last one. */
const CATEGORIES = [
  'encyclopedia',
  'biography',
  'knowledge_base',
  'edition',
  'archive',
  'collection',
  'image',
  'media',
  'catalogue',
  'place',
  'portal',
  'other',
];
const LAST = 'authority';

export function inReadingOrder<T extends { readonly category: string }>(categories: readonly T[]): readonly T[] {
  const rank = ({ category }: T) => {
    const known = CATEGORIES.indexOf(category);
    return known === -1 ? CATEGORIES.length + Number(category === LAST) : known;
  };
  return categories.toSorted((a, b) => rank(a) - rank(b));
}

interface Named {
  readonly collection: string;
  readonly label: string;
}
export type CompareCollections = (a: Named, b: Named) => number;

/** By how many links of all entities lead there, as the build counted them: what covers much, readers know. Else by name. */
export async function collectionOrder(store: Store | undefined, { compare }: Locale): Promise<CompareCollections> {
  const notes = await store?.notes().catch(() => undefined);
  const sizes = notes === undefined ? new Map<string, number>() : sizesOf(notes);
  const size = ({ collection }: Named) => sizes.get(collection) ?? 0;
  return (a, b) => size(b) - size(a) || compare(a.label, b.label);
}

const known = new WeakMap<BuildNotes, ReadonlyMap<string, number>>();

/** Several sources that assert the same links are one collection: the one that knows most of it counts. */
function sizesOf(notes: BuildNotes): ReadonlyMap<string, number> {
  const counted = known.get(notes);
  if (counted !== undefined) return counted;
  const sizes = new Map<string, number>();
  const counts = notes.sources.flatMap(({ linksByCollection = {} }) => Object.entries(linksByCollection));
  for (const [collection, links] of counts) sizes.set(collection, Math.max(links, sizes.get(collection) ?? 0));
  known.set(notes, sizes);
  return sizes;
}
