/** A link: a web address that a source asserts for an entity, in a collection, in a category. */

/** `sameAs`: the target describes the same entity. `about`: the target says something about it. */
export type Relation = 'sameAs' | 'about';

/** A link as it is answered. */
export interface Link {
  readonly url: string;
  /** Key of the collection; `other` where none is known. */
  readonly collection: string;
  /** The collection's name, or the host of an unknown one. */
  readonly label: string;
  readonly relation: Relation;
  /** Number of things behind the target, as a BEACON list counts them. */
  readonly hits?: number;
  /** Note of a BEACON list. */
  readonly annotation?: string;
  /** Keys of the sources, sorted. */
  readonly assertedBy: readonly string[];
}
