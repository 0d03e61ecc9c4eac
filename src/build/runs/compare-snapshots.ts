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

/** The links that were added, removed, or changed in anything but their identity. */
export function compareLinks(before: Pick<LinksAnswer, 'links'>, after: Pick<LinksAnswer, 'links'>) {
  const [earlier, later] = [byIdentity(linksOf(before)), byIdentity(linksOf(after))];
  return {
    added: [...later].filter(([identity]) => !earlier.has(identity)).map(([, link]) => link),
    removed: [...earlier].filter(([identity]) => !later.has(identity)).map(([, link]) => link),
    altered: [...later].flatMap(([identity, link]) => {
      const was = earlier.get(identity);
      return was === undefined || isDeepStrictEqual(was, link) ? [] : [{ before: was, after: link }];
    }),
  };
}

export function linksOf({ links }: Pick<LinksAnswer, 'links'>): readonly AnswerLink[] {
  return links.categories.flatMap(({ category, items }) => items.map((item) => ({ ...item, category })));
}

/** A link that moves to another collection or category counts as removed and added. */
function byIdentity(links: readonly AnswerLink[]): ReadonlyMap<string, AnswerLink> {
  return new Map(links.map((link) => [`${link.category} ${link.collection} ${link.url}`, link]));
}

type Members = Readonly<Record<string, unknown>>;

export function differing(before: Members, after: Members): string[] {
  return Object.keys({ ...before, ...after }).filter((key) => !isDeepStrictEqual(before[key], after[key]));
}
