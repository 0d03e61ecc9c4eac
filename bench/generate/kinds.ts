/** The kinds of entities, one dump for each, and the number of entities of each kind. */

export const KINDS = ['persons', 'bodies', 'conferences', 'places', 'subjects', 'works'] as const;
export type Kind = (typeof KINDS)[number];
export type Counts = Readonly<Record<Kind, number>>;

/** Entities of a kind per thousand; families count as persons. */
const SHARES: Counts = { persons: 630, bodies: 166, conferences: 94, places: 35, subjects: 22, works: 53 };

/** Kinds that Entity Facts knows. */
export const ENTITY_FACTS_KINDS: readonly Kind[] = ['persons', 'bodies', 'conferences', 'places'];

/** @returns counts whose sum is `total` */
export function countKinds(total: number): Counts {
  let [shares, before] = [0, 0];
  return byKind((kind) => {
    shares += SHARES[kind];
    const after = Math.round((total * shares) / 1000);
    const count = after - before;
    before = after;
    return count;
  });
}

export function byKind<T>(make: (kind: Kind) => T): Readonly<Record<Kind, T>> {
  return Object.fromEntries(KINDS.map((kind) => [kind, make(kind)])) as Record<Kind, T>;
}

/** A number for seeds. */
export function kindNumber(kind: Kind): number {
  return KINDS.indexOf(kind);
}

/** Number of entities that only Entity Facts has, because it is newer; their indices follow those of the dump. */
export function supplementOf(kind: Kind, count: number): number {
  return ENTITY_FACTS_KINDS.includes(kind) ? Math.ceil(count * 0.005) : 0;
}

/** The first twentieth of each kind is prominent. */
export function prominentCount(count: number): number {
  return Math.ceil(count / 20);
}

/** Prominence of an entity: 1 for the first, falling quickly, 0 for ordinary entities. */
export function prominence(index: number, count: number): number {
  const prominent = prominentCount(count);
  return index < prominent ? 1 - Math.log(1 + index) / Math.log(2 + prominent) : 0;
}
