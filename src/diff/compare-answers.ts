/** What two answers for one entity say otherwise: fields of the entity, and links. */
import { isDeepStrictEqual } from 'node:util';
import type { LinksAnswer } from '../api/schemas.ts';

export type AnswerLink = LinksAnswer['links']['categories'][number]['items'][number] & { readonly category: string };

export interface AnswerDiff {
  /** Names of fields and attributes, sorted; without `preferredName`. */
  readonly fields: readonly string[];
  readonly added: readonly AnswerLink[];
  readonly removed: readonly AnswerLink[];
  readonly altered: readonly { readonly before: AnswerLink; readonly after: AnswerLink }[];
}

/** Fields that follow from others, or have a place of their own. */
const DERIVED: ReadonlySet<string> = new Set(['gnd', 'uri', 'typeLabel', 'preferredName', 'attributes']);

/** Wording that goes with a type or category, and the snapshot, are no part of what is compared. */
export function compareAnswers(before: LinksAnswer, after: LinksAnswer): AnswerDiff {
  const fields = [
    ...differing(before.entity, after.entity).filter((key) => !DERIVED.has(key)),
    ...differing(before.entity.attributes, after.entity.attributes),
    ...(isDeepStrictEqual(before.conflicts, after.conflicts) ? [] : ['conflicts']),
  ];
  const [earlier, later] = [byIdentity(linksOf(before)), byIdentity(linksOf(after))];
  return {
    fields: fields.sort(),
    added: [...later].filter(([identity]) => !earlier.has(identity)).map(([, link]) => link),
    removed: [...earlier].filter(([identity]) => !later.has(identity)).map(([, link]) => link),
    altered: [...later].flatMap(([identity, link]) => {
      const was = earlier.get(identity);
      return was === undefined || isDeepStrictEqual(was, link) ? [] : [{ before: was, after: link }];
    }),
  };
}

/** All links of an answer. */
export function linksOf({ links }: LinksAnswer): readonly AnswerLink[] {
  return links.categories.flatMap(({ category, items }) => items.map((item) => ({ ...item, category })));
}

/** A link that moves to another collection or category goes from one and comes to the other. */
function byIdentity(links: readonly AnswerLink[]): ReadonlyMap<string, AnswerLink> {
  return new Map(links.map((link) => [`${link.category} ${link.collection} ${link.url}`, link]));
}

function differing(before: object, after: object): string[] {
  const [earlier, later] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const keys = new Set([...earlier.keys(), ...later.keys()]);
  return [...keys].filter((key) => !isDeepStrictEqual(earlier.get(key), later.get(key)));
}
