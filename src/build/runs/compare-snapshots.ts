/** Compares two snapshots: pairs their rows by identifier, and compares two answers about an entity. */
import { isDeepStrictEqual } from 'node:util';
import type { LinksAnswer } from '../../core/snapshot/links-answer.ts';

/** First member after `snapshot` in an answer: from there on, answers differ only if the entities differ. */
const AFTER_SNAPSHOT = '"conflicts":';

/** Whether two stored answers are equal but for the snapshot; false may also mean that only labels differ. */
export function isSameEntity(before: Buffer, after: Buffer): boolean {
  const [from, to] = [before.indexOf(AFTER_SNAPSHOT), after.indexOf(AFTER_SNAPSHOT)];
  return from >= 0 && to >= 0 && before.subarray(from).equals(after.subarray(to));
}

/** Two items with the same identifier, at least one of which exists. */
type Pair<T> = readonly [left: T, right: T] | readonly [left: T, right: undefined] | readonly [undefined, T];

/** Pairs the items of two strictly ascending sequences, with one item of each in memory. */
export function* mergeJoin<T extends { readonly id: number }>(
  left: Iterable<T>,
  right: Iterable<T>,
): Generator<Pair<T>> {
  const [lefts, rights] = [left[Symbol.iterator](), right[Symbol.iterator]()];
  try {
    let [a, b] = [lefts.next(), rights.next()];
    while (a.done !== true || b.done !== true) {
      if (b.done === true || (a.done !== true && a.value.id < b.value.id)) {
        yield [a.value as T, undefined];
        a = lefts.next();
      } else if (a.done === true || b.value.id < a.value.id) {
        yield [undefined, b.value];
        b = rights.next();
      } else {
        yield [a.value, b.value];
        [a, b] = [lefts.next(), rights.next()];
      }
    }
  } finally {
    lefts.return?.();
    rights.return?.();
  }
}

export type AnswerLink = LinksAnswer['links']['categories'][number]['items'][number] & { readonly category: string };

/** Fields that follow from others, or are compared on their own. */
const DERIVED: ReadonlySet<string> = new Set(['gnd', 'uri', 'typeLabel', 'preferredName', 'attributes']);

/** The compared parts of an answer. */
type Compared = Pick<LinksAnswer, 'entity' | 'links' | 'conflicts'>;

/** Compares fields, attributes and links, but not `preferredName`, the snapshot, and labels of types and categories. */
export function compareAnswers(before: Compared, after: Compared) {
  const fields = [
    ...differing(described(before), described(after)).filter((key) => !DERIVED.has(key)),
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

/** Leaves out the preferred name, which is compared on its own. */
function described({ entity }: Compared): object {
  const names = entity.names?.filter(({ kind }) => kind !== 'preferred') ?? [];
  return { ...entity, names };
}

export function linksOf({ links }: Pick<LinksAnswer, 'links'>): readonly AnswerLink[] {
  return links.categories.flatMap(({ category, items }) => items.map((item) => ({ ...item, category })));
}

/** A link that moves to another collection or category counts as removed and added. */
function byIdentity(links: readonly AnswerLink[]): ReadonlyMap<string, AnswerLink> {
  return new Map(links.map((link) => [`${link.category} ${link.collection} ${link.url}`, link]));
}

export function differing(before: object, after: object): string[] {
  const [earlier, later] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const keys = new Set([...earlier.keys(), ...later.keys()]);
  return [...keys].filter((key) => !isDeepStrictEqual(earlier.get(key), later.get(key)));
}
