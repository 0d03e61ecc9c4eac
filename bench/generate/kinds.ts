/** The kinds of entity, one for each dump, and how many of each a corpus has. */

export const KINDS = ['persons', 'bodies', 'conferences', 'places', 'subjects', 'works'] as const;
export type Kind = (typeof KINDS)[number];

/** Of a thousand entities; families are among the persons. */
const SHARES: Readonly<Record<Kind, number>> = {
  persons: 630,
  bodies: 166,
  conferences: 94,
  places: 35,
  subjects: 22,
  works: 53,
};

/** Kinds that Entity Facts knows. */
export const ENTITY_FACTS_KINDS: readonly Kind[] = ['persons', 'bodies', 'conferences', 'places'];

/** For hashes and streams. */
export function kindNumber(kind: Kind): number {
  return KINDS.indexOf(kind);
}

export type Counts = Readonly<Record<Kind, number>>;

/** Adds up to `total`. */
export function countKinds(total: number): Counts {
  const counts: Partial<Record<Kind, number>> = {};
  let [shares, before] = [0, 0];
  for (const kind of KINDS) {
    shares += SHARES[kind];
    const after = Math.round((total * shares) / 1000);
    counts[kind] = after - before;
    before = after;
  }
  return counts as Counts;
}

/** Entities that only Entity Facts has, as it is newer: they follow those of the dump. */
export function supplementOf(kind: Kind, count: number): number {
  return ENTITY_FACTS_KINDS.includes(kind) ? Math.ceil(count * 0.005) : 0;
}

/** The first twentieth of each kind is prominent. */
export function prominentCount(count: number): number {
  return Math.ceil(count / 20);
}

/** How prominent the entity is: 0 for ordinary ones, 1 for the first, the second far less. */
export function prominence(index: number, count: number): number {
  const prominent = prominentCount(count);
  return index < prominent ? 1 - Math.log(1 + index) / Math.log(2 + prominent) : 0;
}
