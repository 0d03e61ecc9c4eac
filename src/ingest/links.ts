/** Folds what the sources assert about an entity's links: one target is one link, whoever asserts it, however spelled. */
import type { GndId } from '../model/gnd-id.ts';
import type { Link, Relation } from '../model/link.ts';
import type { Category, Collection } from '../model/source.ts';
import { OTHER_COLLECTION } from '../register/curation.ts';

/** A link as it was staged: its target already brought into canonical form. */
export interface StatedLink {
  readonly source: string;
  /** Equal for all spellings of one target. */
  readonly key: string;
  readonly url: string;
  readonly relation: Relation;
  /** Collection by the address itself. */
  readonly collection?: string | undefined;
  /** Collection by the source's word; counts only where the address does not tell. */
  readonly supposed?: string | undefined;
  /** `scheme:value`. */
  readonly identifier?: string | undefined;
  /** The GND identifier that the address is made of. */
  readonly gnd?: GndId | undefined;
  readonly hits?: number | undefined;
  readonly annotation?: string | undefined;
}

export interface Conflict {
  readonly collection: string;
  readonly urls: readonly string[];
}

export interface FoldedLink extends Link {
  readonly category: string;
  readonly keys: readonly string[];
}

/** What folding needs to know of the collections. */
export interface LinkCuration {
  readonly categories: readonly Category[];
  /** None by the key of links whose collection nobody knows, {@link OTHER_COLLECTION}. */
  collection(key: string): (Collection & { readonly unique?: boolean }) | undefined;
}

/**
 * Sorted by category, label of the collection, address; independent of the order in which the links came.
 * An address made of a former identifier of the entity is the same target as the one made of its own, if both are there.
 */
export function foldLinks(
  entity: GndId,
  formerIds: ReadonlySet<GndId>,
  stated: readonly StatedLink[],
  curation: LinkCuration,
): { readonly links: readonly FoldedLink[]; readonly conflicts: readonly Conflict[] } {
  const current = new Map(
    stated.filter(({ gnd }) => gnd === entity).map(({ collection, key, url }) => [collection, { key, url }]),
  );
  const folded = stated.map((link) =>
    link.gnd !== undefined && formerIds.has(link.gnd) ? { ...link, ...current.get(link.collection) } : link,
  );
  const place = new Map(curation.categories.map(({ key }, index) => [key, index]));
  const links = [...Map.groupBy(folded, ({ key }) => key)].map(([key, group]) => foldGroup(key, group, curation));
  links.sort(
    (a, b) =>
      (place.get(a.category) ?? 0) - (place.get(b.category) ?? 0) ||
      compareText(a.label, b.label) ||
      compareText(a.url, b.url) ||
      compareText(a.keys.join(), b.keys.join()),
  );
  return { links, conflicts: conflictsOf(links, curation) };
}

function foldGroup(key: string, group: readonly StatedLink[], curation: LinkCuration): FoldedLink {
  const url = group.map((link) => link.url).sort(byPreference)[0] ?? '';
  const collectionKey =
    least(group.map((link) => link.collection)) ?? least(group.map((link) => link.supposed)) ?? OTHER_COLLECTION;
  const collection = curation.collection(collectionKey);
  const hits = group.flatMap((link) => link.hits ?? []).sort((a, b) => b - a)[0];
  const annotation = least(group.map((link) => link.annotation));
  const identifiers = group.flatMap((link) => link.identifier ?? []);
  return {
    url,
    collection: collection === undefined ? OTHER_COLLECTION : collectionKey,
    label: collection === undefined ? new URL(url).host.replace(/^www\./, '') : collection.label,
    relation: group.some((link) => link.relation === 'sameAs') ? 'sameAs' : 'about',
    ...(hits !== undefined && { hits }),
    ...(annotation !== undefined && { annotation }),
    assertedBy: [...new Set(group.map((link) => link.source))].sort(),
    category: collection?.category ?? OTHER_COLLECTION,
    // An address that carries an identifier is found by that, however it is spelled.
    keys: identifiers.length > 0 ? [...new Set(identifiers)].sort() : [`url:${key}`],
  };
}

/** Several identifiers of one collection where an entity can have only one. */
function conflictsOf(links: readonly FoldedLink[], curation: LinkCuration): Conflict[] {
  const unique = links.filter(
    ({ collection, relation }) => relation === 'sameAs' && curation.collection(collection)?.unique === true,
  );
  return [...Map.groupBy(unique, ({ collection }) => collection)]
    .filter(([, same]) => same.length > 1)
    .map(([collection, same]) => ({ collection, urls: same.map(({ url }) => url) }))
    .sort((a, b) => compareText(a.collection, b.collection));
}

/** https before http, then the shorter, then the first by code. */
function byPreference(a: string, b: string): number {
  return Number(b.startsWith('https:')) - Number(a.startsWith('https:')) || a.length - b.length || compareText(a, b);
}

function least(values: readonly (string | undefined)[]): string | undefined {
  return values.filter((value) => value !== undefined).sort()[0];
}

/** By code units. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
