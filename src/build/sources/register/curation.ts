/** Curation: finds the collection of a web address, its canonical form, and the identifier in it. */
import { join } from 'node:path';
import type { IdentifierScheme } from '../../../core/model/identifier-scheme.ts';
import type { Category, Collection } from '../../../core/model/source.ts';
import { type CollectionEntry, readCategories, readCollections } from './curation-file.ts';
import { createDecisions, type Decisions, DECISIONS_FILE, readDecisions } from './decisions.ts';
import {
  createEntityDecisions,
  type EntityDecisions,
  ENTITY_DECISIONS_FILE,
  readEntityDecisions,
} from './entity-decisions.ts';
import { createSchemeFinder, readIdentifier } from '../addresses/identifier.ts';
import { type Target, createTargetFinder } from '../addresses/target.ts';
import { bareHost, parseWebAddress } from '../../../core/model/web-address.ts';
import { InvalidConfiguration } from './yaml-file.ts';

/** Key of the collection of links that belong to no other collection. Their label is their host. */
export const OTHER_COLLECTION = 'other';

/** A collection with its settings in `collections.yaml`. */
interface CuratedCollection extends Collection {
  /** Codes of the collection in upstream data, e.g. `DE-611`. */
  readonly codes: readonly string[];
  /** Whether an entity can have only one target in the collection. Several targets are then a conflict. */
  readonly unique: boolean;
  /** Scheme of the identifiers in its addresses, e.g. `viaf`. */
  readonly scheme?: string | undefined;
  readonly example?: string | undefined;
}

export interface Curation {
  /** Categories in the order in which answers list them. */
  readonly categories: readonly Category[];
  /** Collections by key, {@link OTHER_COLLECTION} included. */
  readonly collections: ReadonlyMap<string, CuratedCollection>;
  /** The target of a link; undefined for an unusable address (see `parseWebAddress`), and for a refused host. */
  readonly target: (url: string) => Target | undefined;
  /** Whether links to the host of this address are refused. */
  readonly refusesHost: (url: string) => boolean;
  /** Key of the collection with a code in upstream data, or with this key. Ignores case. */
  readonly byCode: (code: string) => string | undefined;
  /** Decisions about single links. */
  readonly decisions: Decisions;
  /** Decisions about whole entities. */
  readonly entityDecisions: EntityDecisions;
  /** Keys (see {@link identifierKeys}) by which a typed text may find an entity. */
  readonly identify: (text: string) => readonly string[];
  /** Schemes in the order of their collections. */
  readonly schemes: readonly IdentifierScheme[];
}

/**
 * Reads `categories.yaml`, `collections.yaml` and, where they exist, `links.yaml` and `entities.yaml` of a folder.
 * @throws InvalidConfiguration naming file, line and column of every problem
 */
export async function loadCuration(folder: string): Promise<Curation> {
  const categories = await readCategories(join(folder, 'categories.yaml'));
  const keys = new Set(categories.map(({ key }) => key));
  const file = await readCollections(join(folder, 'collections.yaml'), keys);
  const curation = createCuration(categories, file.value.collections, file.value.refused);
  const problems = file.value.collections.flatMap((entry, index) => {
    const problem = problemOfExample(entry, curation);
    return problem === undefined ? [] : [file.at(['collections', index, 'example'], problem)];
  });
  if (problems.length > 0) throw new InvalidConfiguration(problems.join('\n'));
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
  if (target === undefined) return `the example of collection ${key} is no usable address`;
  if (target.collection !== key) return `the example of ${key} belongs to ${target.collection ?? 'no collection'}`;
  return target.url === example ? undefined : `the example of ${key} is answered as ${target.url}`;
}

/** Makes a curation without decisions. @param entries entries that `curation-file.ts` has checked */
export function createCuration(
  categories: readonly Category[],
  entries: readonly CollectionEntry[],
  refused: readonly { readonly host: string }[] = [],
): Curation {
  const collections = new Map(entries.map((entry) => [entry.key, curatedCollection(entry)]));
  const other = { key: OTHER_COLLECTION, label: 'Sonstiges / Other', category: 'other', codes: [], unique: false };
  collections.set(OTHER_COLLECTION, other);
  const codes = new Map<string, string>();
  for (const { key, codes: given } of collections.values()) {
    for (const code of [key, ...given]) codes.set(code.toLowerCase(), key);
  }
  const refusedHosts = new Set(refused.map(({ host }) => bareHost(host)));
  const find = createTargetFinder(entries, refusedHosts);
  const schemes = createSchemeFinder(entries, codes);
  return {
    categories,
    collections,
    target: find,
    refusesHost: (url) => refusedHosts.has(parseWebAddress(url)?.host ?? ''),
    byCode: (code) => codes.get(code.trim().toLowerCase()),
    decisions: createDecisions([]),
    entityDecisions: createEntityDecisions([]),
    identify: (text) => readIdentifier(text, find, schemes),
    schemes: [...collections.values()].flatMap(schemeOf),
  };
}

function schemeOf({ key, label, codes, unique, scheme }: CuratedCollection): readonly IdentifierScheme[] {
  if (scheme === undefined) return [];
  const names = [scheme, key, ...codes].map((name) => name.toLowerCase());
  return [{ scheme, collection: key, label: { de: label, en: label }, names: [...new Set(names)], isUnique: unique }];
}

function curatedCollection(entry: CollectionEntry): CuratedCollection {
  const { key, label, category, publisher, homepage, codes = [], unique = false, identifier, example, aliases } = entry;
  const scheme = identifier?.scheme;
  return { key, label, category, publisher, homepage, aliases, codes, unique, scheme, example };
}
