/** Folds the links that sources assert about an entity: all spellings and sources of a target make one link. */
import type { GndId } from '../../../core/model/gnd-id.ts';
import { closestMatch, type Match, type Relation } from '../../../core/model/link.ts';
import type { Link } from '../../../core/snapshot/links-answer.ts';
import type { Category, Collection } from '../../../core/model/source.ts';
import { bareHost } from '../../../core/model/web-address.ts';
import { defined } from '../../../shared/omit.ts';
import { OTHER_COLLECTION } from '../../sources/register/curation.ts';

/** A link as a source states it, its target in canonical form. */
export interface StatedLink {
  readonly source: string;
  /** Key that is equal for all spellings of one target. */
  readonly key: string;
  readonly url: string;
  readonly relation: Relation;
  readonly match?: Match | undefined;
  /** Collection that the address belongs to. */
  readonly collection?: string | undefined;
  /** Collection that the source names. It is used only where the address belongs to no collection. */
  readonly supposed?: string | undefined;
  /** Identifier in the address, `scheme:value`. */
  readonly identifier?: string | undefined;
  /** GND identifier within the address. */
  readonly gnd?: GndId | undefined;
  readonly hits?: number | undefined;
  readonly annotation?: string | undefined;
  /** Note of the source about all its links. */
  readonly message?: string | undefined;
}

export interface FoldedLink extends Link {
  readonly category: string;
  /** Search keys of all addresses that were folded. */
  readonly keys: readonly string[];
}

export type FoldedLinks = ReturnType<typeof foldLinks>;

/** The part of the curation that folding needs. */
export interface LinkCuration {
  readonly categories: readonly Category[];
  /** A collection by key; undefined for {@link OTHER_COLLECTION}, the key of links into unknown collections. */
  collection(key: string): (Collection & { readonly unique?: boolean }) | undefined;
}

/** A stated link, with the key of its target after former identifiers were replaced. */
interface KeyedLink extends StatedLink {
  readonly targetKey: string;
}

/** Sorts links by category, label of the collection, and address. The order of the input has no effect. */
export function foldLinks(
  entity: GndId,
  formerIds: ReadonlySet<GndId>,
  stated: readonly StatedLink[],
  curation: LinkCuration,
) {
  const folded = withCurrentIds(entity, formerIds, stated);
  const categoryOrder = new Map(curation.categories.map(({ key }, index) => [key, index]));
  const links = [...Map.groupBy(folded, ({ targetKey }) => targetKey).values()].map((group) =>
    foldGroup(group, curation),
  );
  links.sort(
    (a, b) =>
      (categoryOrder.get(a.category) ?? 0) - (categoryOrder.get(b.category) ?? 0) ||
      compareText(a.label, b.label) ||
      compareText(a.url, b.url) ||
      compareText(a.keys.join(), b.keys.join()),
  );
  return { links, conflicts: conflictsOf(links, curation) };
}

/** Gives an address with a former identifier the target of the address with the current one, where both are stated. */
function withCurrentIds(
  entity: GndId,
  formerIds: ReadonlySet<GndId>,
  stated: readonly StatedLink[],
): readonly KeyedLink[] {
  const current = new Map(
    stated.filter(({ gnd }) => gnd === entity).map(({ key, url }) => [withoutNumber(key, entity), { key, url }]),
  );
  return stated.map((link) => {
    const { gnd, key, url } = link;
    const own = gnd === undefined || !formerIds.has(gnd) ? undefined : current.get(withoutNumber(key, gnd));
    return { ...link, targetKey: own?.key ?? key, url: own?.url ?? url };
  });
}

function withoutNumber(key: string, gnd: GndId): string {
  return key.replaceAll(gnd, '{gnd}');
}

function foldGroup(group: readonly KeyedLink[], curation: LinkCuration): FoldedLink {
  const url = group.map((link) => link.url).sort(byPreference)[0] ?? '';
  const collectionKey =
    least(group.map((link) => link.collection)) ?? least(group.map((link) => link.supposed)) ?? OTHER_COLLECTION;
  const collection = curation.collection(collectionKey);
  const match = closestMatch(group.map((link) => link.match));
  const hits = group.flatMap((link) => link.hits ?? []).sort((a, b) => b - a)[0];
  // A note about this link is more specific than one about a whole list.
  const annotation = least(group.map((link) => link.annotation)) ?? least(group.map((link) => link.message));
  const identifiers = group.flatMap((link) => link.identifier ?? []);
  return {
    url,
    collection: collection === undefined ? OTHER_COLLECTION : collectionKey,
    label: collection === undefined ? bareHost(new URL(url).host) : collection.label,
    relation: group.some((link) => link.relation === 'sameAs') ? 'sameAs' : 'about',
    ...defined({ match, hits, annotation }),
    assertedBy: [...new Set(group.map((link) => link.source))].sort(),
    category: collection?.category ?? OTHER_COLLECTION,
    // An address with an identifier is found by the identifier, whatever the spelling of the address.
    keys: [...new Set(identifiers.length > 0 ? identifiers : group.map(({ key }) => `url:${key}`))].sort(),
  };
}

/** Several addresses in one collection where an entity can have only one. */
function conflictsOf(links: readonly FoldedLink[], curation: LinkCuration) {
  const unique = links.filter(
    ({ collection, relation }) => relation === 'sameAs' && curation.collection(collection)?.unique === true,
  );
  return [...Map.groupBy(unique, ({ collection }) => collection)]
    .filter(([, same]) => same.length > 1)
    .map(([collection, same]) => ({ collection, urls: same.map(({ url }) => url) }))
    .sort((a, b) => compareText(a.collection, b.collection));
}

/** Order of preference of addresses: https before http, then the shorter one, then by code units. */
function byPreference(a: string, b: string): number {
  return Number(b.startsWith('https:')) - Number(a.startsWith('https:')) || a.length - b.length || compareText(a, b);
}

function least(values: readonly (string | undefined)[]): string | undefined {
  return values.filter((value) => value !== undefined).sort()[0];
}

/** Compares texts by code units. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
