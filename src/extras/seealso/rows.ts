/** The links of an entity as a SeeAlso client reads them: one row per link, without links that the client excludes. */
import { memo } from '../../core/model/memo.ts';
import type { GndId } from '../../core/model/gnd-id.ts';
import type { Collection } from '../../core/model/source.ts';
import type { LinksAnswer } from '../../core/snapshot/links-answer.ts';
import type { Store } from '../../core/snapshot/store.ts';
import { readingOrder } from '../../shared/lookup/reading-order.ts';
import { answerOf } from '../../shared/lookup/record.ts';

/** One link. The texts have no markup, and are German unless the client asks for English. */
export interface SeeAlsoLink {
  /** Name of the collection at findbuch, or its key if it had none; collections may share a name. */
  readonly list: string;
  /** Name of the collection, followed by ` (N)` for several hits, or else by ` [note]` for a link with a note. */
  readonly label: string;
  /** Publisher of the collection; may be empty. */
  readonly description: string;
  readonly url: string;
}

/** The links that a client wants, by keys of categories, and by keys and former names of collections. */
export interface Selection {
  /** Absent means all. */
  readonly include?: ReadonlySet<string>;
  /** Has precedence over {@link include}. */
  readonly exclude: ReadonlySet<string>;
  readonly language: 'de' | 'en';
}

/** @returns rows under the identifier of the surviving record; no rows for an unknown, deleted or withheld one */
export async function findLinks(store: Store, id: GndId, selection: Selection) {
  const answer = await answerOf(store, id);
  if (answer === undefined) return { gnd: id, rows: [] };
  const inOrder = await readingOrder(store);
  const { collections } = store.snapshot;
  const byKey = memo(collections, 'by key', () => new Map(collections.map((one) => [one.key, one])));
  return { gnd: answer.entity.gnd as GndId, rows: rowsOf(inOrder(answer), selection, byKey) };
}

/** Whether a collection has one of the names. */
export const isNamed = ({ key, aliases = [] }: Pick<Collection, 'key' | 'aliases'>, names: ReadonlySet<string>) =>
  names.has(key) || aliases.some((alias) => names.has(alias));

/** @param collections by key */
export function rowsOf(
  { links }: LinksAnswer,
  { include, exclude, language }: Selection,
  collections: ReadonlyMap<string, Collection>,
): readonly SeeAlsoLink[] {
  const rows = new Map<string, SeeAlsoLink>();
  for (const { category, label: categoryLabel, items } of links.categories) {
    for (const { url, collection, label: name, hits, annotation } of items) {
      const { publisher, aliases } = collections.get(collection) ?? {};
      const isIn = (names: ReadonlySet<string>) => names.has(category) || isNamed({ key: collection, aliases }, names);
      if (isIn(exclude) || (include !== undefined && !isIn(include))) continue;
      // Clients read a number in brackets at the very end, so a number replaces a note.
      const note = annotation === undefined ? '' : ` [${annotation}]`;
      const suffix = hits !== undefined && hits > 1 ? ` (${hits})` : note;
      const description = publisher ?? categoryLabel[language];
      const row = { list: aliases?.[0] ?? collection, label: name + suffix, description, url };
      rows.set(JSON.stringify([row.label, description, url]), row);
    }
  }
  return [...rows.values()];
}
