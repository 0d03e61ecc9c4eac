/** The links of an entity as a SeeAlso client reads them: one row per link, without links that the client excludes. */
import type { LinksAnswer } from '../../core/snapshot/links-answer.ts';
import type { Collection } from '../../core/model/source.ts';

/** One link. The texts have no markup, and are German unless the client asks for English. */
export interface SeeAlsoLink {
  readonly gnd: string;
  /** Name of the collection at findbuch, or its key if it had none; collections may share a name. */
  readonly list: string;
  /** Name of the collection, followed by ` (N)` for several hits, or else by ` [note]` for a link with a note. */
  readonly label: string;
  /** Publisher of the collection; may be empty. */
  readonly description: string;
  readonly url: string;
}

/** The links that a client wants. */
export interface Selection {
  /** Keys of collections and categories; absent means all. */
  readonly include?: ReadonlySet<string>;
  /** Keys of collections and categories; has precedence over {@link include}. */
  readonly exclude: ReadonlySet<string>;
  readonly language: 'de' | 'en';
}

/** @param collections by key */
export function rowsOf(
  { entity, links }: LinksAnswer,
  { include, exclude, language }: Selection,
  collections: ReadonlyMap<string, Collection>,
): readonly SeeAlsoLink[] {
  const rows = new Map<string, SeeAlsoLink>();
  for (const { category, label: categoryLabel, items } of links.categories) {
    for (const { url, collection, label: name, hits, annotation } of items) {
      if (exclude.has(collection) || exclude.has(category)) continue;
      if (include !== undefined && !include.has(collection) && !include.has(category)) continue;
      // Clients read a number in brackets at the very end, so a number replaces a note.
      const note = annotation === undefined ? '' : ` [${annotation}]`;
      const suffix = hits !== undefined && hits > 1 ? ` (${hits})` : note;
      const { publisher, aliases } = collections.get(collection) ?? {};
      const description = publisher ?? categoryLabel[language];
      const row = { gnd: entity.gnd, list: aliases?.[0] ?? collection, label: name + suffix, description, url };
      rows.set(JSON.stringify([row.label, description, url]), row);
    }
  }
  return [...rows.values()];
}
