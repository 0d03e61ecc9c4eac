/** The order in which readers meet links: categories by what people read first, in each of them the largest collections first. */
import type { Store } from '../../snapshot/store.ts';
import type { Locale } from '../../http/locale.ts';

/** Order of collections; any other collection stands before the last one. */
const NAMES =
  'encyclopedia biography knowledge_base edition archive collection image media catalogue place portal other ? authority';
const CATEGORIES = NAMES.split(' ');
const rankOf = (category: string) => CATEGORIES.indexOf(CATEGORIES.includes(category) ? category : '?');

export function inReadingOrder<T extends { readonly category: string }>(categories: readonly T[]): readonly T[] {
  return categories.toSorted((a, b) => rankOf(a.category) - rankOf(b.category));
}

interface Named {
  readonly collection: string;
  readonly label: string;
}
export type CompareCollections = (a: Named, b: Named) => number;

/** By how many links of all entities lead there, as the build counted them: what covers much, readers know. Else by name. */
export async function collectionOrder(store: Store | undefined, { compare }: Locale): Promise<CompareCollections> {
  const notes = await store?.notes().catch(() => undefined);
  // Several sources that assert the same links are one collection: the one that knows most of it counts.
  const sizes = new Map<string, number>();
  for (const { linksByCollection = {} } of notes?.sources ?? []) {
    for (const [key, links] of Object.entries(linksByCollection)) sizes.set(key, Math.max(links, sizes.get(key) ?? 0));
  }
  const size = ({ collection }: Named) => sizes.get(collection) ?? 0;
  return (a, b) => size(b) - size(a) || compare(a.label, b.label);
}
