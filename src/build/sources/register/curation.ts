/** Curation: finds the collection of a web address, its canonical form, and the identifier in it. */
import { join } from 'node:path';
import type { IdentifierScheme } from '../../../core/model/identifier-scheme.ts';
import type { Category } from '../../../core/model/source.ts';
import { type CollectionEntry, readCategories, readCollections } from './curation-file.ts';
import { createDecisions, DECISIONS_FILE, readDecisions } from './decisions.ts';
import { createEntityDecisions, ENTITY_DECISIONS_FILE, readEntityDecisions } from './entity-decisions.ts';
import { indexSchemes, readIdentifier } from '../addresses/identifier.ts';
import { createTargetFinder } from '../addresses/target.ts';
import { bareHost, parseWebAddress } from '../../../core/model/web-address.ts';

/** Key of the collection of links that belong to no other collection. Their label is their host. */
export const OTHER_COLLECTION = 'other';

/** A collection with its settings in `collections.yaml`. */
type CuratedCollection = ReturnType<typeof curatedCollection>;
export type Curation = Readonly<ReturnType<typeof createCuration>>;

/**
 * Reads `categories.yaml`, `collections.yaml` and, where they exist, `links.yaml` and `entities.yaml` of a folder.
 * @throws InvalidConfiguration naming file, line and column of every problem
 */
export async function loadCuration(folder: string): Promise<Curation> {
  const categories = await readCategories(join(folder, 'categories.yaml'));
  const keys = new Set(categories.map(({ key }) => key));
  const file = await readCollections(join(folder, 'collections.yaml'), keys);
  const curation = createCuration(categories, file.value.collections, file.value.refused);
  for (const [index, entry] of file.value.collections.entries()) {
    const problem = problemOfExample(entry, curation);
    if (problem !== undefined) file.report(['collections', index, 'example'], problem);
  }
  file.check();
  const collections = new Set(curation.collections.keys());
  return {
    ...curation,
    decisions: await readDecisions(join(folder, DECISIONS_FILE), curation.target, collections),
    entityDecisions: await readEntityDecisions(join(folder, ENTITY_DECISIONS_FILE)),
  };
}

/** The problem of an example that the patterns assign to another collection, or turn into another address. */
function problemOfExample({ key, example }: CollectionEntry, curation: Curation): string | undefined {
  if (example === undefined) return undefined;
  const target = curation.target(example);
  if (target === undefined) return `the example of collection ${key} is not a usable address`;
  if (target.collection !== key)
    return `the example of collection ${key} belongs to ${target.collection ?? 'no collection'}`;
  return target.url === example
    ? undefined
    : `the example of collection ${key} is not in its canonical form, ${target.url}`;
}

/** Makes a curation without decisions. @param entries entries that `curation-file.ts` has checked */
export function createCuration(
  categories: readonly Category[],
  entries: readonly CollectionEntry[],
  refused: readonly { readonly host: string }[] = [],
) {
  const other = { key: OTHER_COLLECTION, label: 'Sonstiges / Other', category: 'other' };
  const collections: ReadonlyMap<string, CuratedCollection> = new Map(
    [...entries, other].map((entry) => [entry.key, curatedCollection(entry)]),
  );
  const codes = new Map<string, string>();
  for (const { key, codes: given } of collections.values()) {
    for (const code of [key, ...given]) codes.set(code.toLowerCase(), key);
  }
  const refusedHosts = new Set(refused.map(({ host }) => bareHost(host)));
  const find = createTargetFinder(entries, refusedHosts);
  const schemes = indexSchemes(entries, codes);
  return {
    /** Categories in the order in which answers list them. */
    categories,
    /** Collections by key, {@link OTHER_COLLECTION} included. */
    collections,
    /** The target of a link; undefined for an unusable address (see `parseWebAddress`), and for a refused host. */
    target: find,
    /** Whether links to the host of this address are refused. */
    refusesHost: (url: string) => refusedHosts.has(parseWebAddress(url)?.host ?? ''),
    /** Key of the collection with a code in upstream data, or with this key. Ignores case. */
    byCode: (code: string) => codes.get(code.trim().toLowerCase()),
    /** Decisions about individual links. */
    decisions: createDecisions([]),
    /** Decisions about whole entities. */
    entityDecisions: createEntityDecisions([]),
    /** Keys (see {@link identifierKeys}) by which a typed text may find an entity. */
    identify: (text: string) => readIdentifier(text, find, schemes),
    /** Schemes in the order of their collections. */
    schemes: [...collections.values()].flatMap(schemeOf) as readonly IdentifierScheme[],
  };
}

function schemeOf({ key, label, codes, unique, scheme }: CuratedCollection): readonly IdentifierScheme[] {
  if (scheme === undefined) return [];
  const names = [scheme, key, ...codes].map((name) => name.toLowerCase());
  return [{ scheme, collection: key, label: { de: label, en: label }, names: [...new Set(names)], isUnique: unique }];
}

/**
 * `codes`: codes of the collection in upstream data, such as `DE-611`. `unique`: whether an entity can have only one target in
 * the collection; several are then a conflict. `scheme`: of the identifiers in its addresses, such as `viaf`.
 */
function curatedCollection(entry: CollectionEntry) {
  const { key, label, category, publisher, homepage, codes = [], unique = false, identifier, example, aliases } = entry;
  const scheme = identifier?.scheme;
  return { key, label, category, publisher, homepage, aliases, codes, unique, scheme, example };
}
