/** Curation: which collection a web address belongs to, in which one form it is answered, which identifier it carries. */
import { join } from 'node:path';
import type { IdentifierScheme } from '../../model/identifier-scheme.ts';
import type { Category, Collection } from '../../model/source.ts';
import { type CollectionEntry, readCategories, readCollections } from './curation-file.ts';
import { createDecisions, type Decisions, DECISIONS_FILE, readDecisions } from './decisions.ts';
import { readIdentifier, schemesOf } from '../addresses/identifier.ts';
import { type Target, createTargetFinder } from '../addresses/target.ts';
import { bareHost, parseWebAddress } from '../addresses/web-address.ts';
import { InvalidConfiguration } from './yaml-file.ts';

export { type Identifier, type Target, identifierKeys } from '../addresses/target.ts';

/** Key of the collection of everything that no other collection claims; such links are labelled with their host. */
export const OTHER_COLLECTION = 'other';

/** A collection with what the configuration says beyond its description. */
export interface CuratedCollection extends Collection {
  /** Codes under which upstream data names it, e.g. `DE-611`. */
  readonly codes: readonly string[];
  /** One entity can have only one target here; several are a conflict. */
  readonly unique: boolean;
  /** Scheme of the identifiers that its addresses carry, e.g. `viaf`. */
  readonly scheme?: string;
  /** One of its addresses. */
  readonly example?: string;
}

export interface Curation {
  /** In the order in which answers list them. */
  readonly categories: readonly Category[];
  /** By key; with {@link OTHER_COLLECTION}. */
  readonly collections: ReadonlyMap<string, CuratedCollection>;
  /** Undefined when the text is no usable address (see `parseWebAddress`) or its host is refused. */
  readonly target: (url: string) => Target | undefined;
  /** Whether no link may lead to the host of this address. */
  readonly refusesHost: (url: string) => boolean;
  /** Key of the collection that upstream data calls so; keys themselves are codes too. Case does not matter. */
  readonly byCode: (code: string) => string | undefined;
  /** Decisions about single links. */
  readonly decisions: Decisions;
  /** Keys (see {@link identifierKeys}) under which an entity may be found when somebody types this text. */
  readonly identifier: (text: string) => readonly string[];
  /** In the order of the collections. */
  readonly schemes: readonly IdentifierScheme[];
}

/**
 * Reads `categories.yaml`, `collections.yaml` and, if it is there, `links.yaml` of a folder.
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
  return { ...curation, decisions: await readDecisions(join(folder, DECISIONS_FILE), curation.target, collections) };
}

/** An example that another pattern catches, or that is not the canonical form, shows a mistake in the patterns. */
function problemOfExample({ key, example }: CollectionEntry, curation: Curation): string | undefined {
  if (example === undefined) return undefined;
  const target = curation.target(example);
  if (target === undefined) return `the example of collection ${key} is no usable address`;
  if (target.collection !== key) return `the example of ${key} belongs to ${target.collection ?? 'no collection'}`;
  return target.url === example ? undefined : `the example of ${key} is answered as ${target.url}`;
}

/** Curation from entries that were already checked; see `curation-file.ts` for what they must fulfil. */
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
  const schemes = schemesOf(entries);
  return {
    categories,
    collections,
    target: find,
    refusesHost: (url) => refusedHosts.has(parseWebAddress(url)?.host ?? ''),
    byCode: (code) => codes.get(code.trim().toLowerCase()),
    decisions: createDecisions([]),
    identifier: (text) => readIdentifier(text, find, schemes, codes),
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
  return {
    key,
    label,
    category,
    ...(publisher !== undefined && { publisher }),
    ...(homepage !== undefined && { homepage }),
    ...(aliases !== undefined && { aliases }),
    codes,
    unique,
    ...(identifier !== undefined && { scheme: identifier.scheme }),
    ...(example !== undefined && { example }),
  };
}
