/** An attempt: one way to read a query, when it is tried, and the ranked entities that it finds. */
import type { GndId } from '../../model/gnd-id.ts';
import type { Budget } from '../budget.ts';
import type { Evidence } from '../carriers.ts';
import { type IndexedCandidate, NO_RESULT, type Total } from '../engine.ts';
import type { Fit } from '../names/ranking.ts';
import type { Query, QueryWords } from '../query/query.ts';
import type { OtherForms } from '../query/word-forms.ts';
import { MATCH_CLASSES, SIGNALS } from '../tuning.ts';

/** The order in which attempts are tried is the order of `ATTEMPTS`. */
export interface Attempt {
  readonly name: string;
  /** The reading that the attempt tries, and its condition, as a sentence for the documentation. */
  readonly meaning: string;
  /** Whether the entities of this attempt come before those of all others, without competing with them. */
  readonly isFirst?: boolean;
  /** @param found the first entities of the page so far: those found by an identifier, else the best result */
  applies(query: Query, found: Ranked): boolean;
  find(query: Query, context: AttemptContext): Promise<Ranked>;
}

/** The services that an attempt may use, for one query. */
export interface AttemptContext extends Evidence {
  readonly budget: Budget;
  /** Index keys of a text that may be a foreign identifier or the address of a link. */
  readonly identify: (text: string) => readonly string[];
  /** The entity into which a former identifier was merged; undefined for any other. */
  readonly survivorOf: (id: GndId) => Promise<GndId | undefined>;
  /** The best result of earlier attempts, without entities found by an identifier. */
  readonly soFar: Ranked;
  /** The essential words with their near spellings, looked up once. */
  readonly near: () => Promise<QueryWords>;
  /** Other forms of the words, by their folded spelling, looked up once. */
  readonly otherForms: () => Promise<ReadonlyMap<string, OtherForms>>;
}

export interface FittedEntity {
  readonly candidate: IndexedCandidate;
  readonly fit: Fit;
  /** The identifier or address by which it is found. */
  readonly identifiedBy?: { readonly field: 'gnd' | 'formerId' | 'identifier' | 'url'; readonly value: string };
}

/** Entities that are wanted, by type and place. */
export type Wanted = Pick<Query, 'types' | 'from' | 'to'>;

/** Entities in their order. */
export interface Ranked {
  /** Entities up to the end of the requested page. Before the page, only the best ones have a fit. */
  readonly entries: readonly (FittedEntity | { readonly candidate: IndexedCandidate; readonly fit?: undefined })[];
  /** The first entity. */
  readonly best: FittedEntity | undefined;
  /** The same reading among entities of some types only. */
  readonly narrow?: (wanted: Wanted) => Promise<Ranked>;
  /** Number of all entities; called only for the answer, because counting takes time. */
  total(): Promise<Total>;
  /** Whether the entities meet the query only with near spellings or without some of its words. */
  readonly approximate?: boolean;
  /** Words that were left out, as they were typed. */
  readonly ignored?: readonly string[];
  /** Years and centuries of the query that none of the entities has. */
  readonly unmetYears?: readonly string[];
  /** Weights of the words of the query, for the explanation. */
  readonly weights?: readonly { readonly word: string; readonly weight: number }[];
}

export const NOTHING: Ranked = { entries: [], best: undefined, total: () => NO_RESULT.total(0) };

/** Compares by whole tiers, so among equals the earlier attempt stays; of two with other spellings the nearer one is better. */
export function isBetter({ best: a }: Ranked, { best: b }: Ranked): boolean {
  if (a === undefined || b === undefined) return a !== undefined;
  if (a.fit.distance > 0 && b.fit.distance > 0) return a.fit.tier < b.fit.tier;
  return Math.floor(a.fit.tier) < Math.floor(b.fit.tier);
}

/** Tier of entities that have the words in their description only. */
const DESCRIBED_ALONE = MATCH_CLASSES.acrossNames.tier + SIGNALS.described.tier;

/** Whether nothing was found, or only entities that have the words in their description. */
export function isPoor({ best }: Ranked): boolean {
  return best === undefined || best.fit.tier >= DESCRIBED_ALONE;
}

/** Whether the words were found only in another spelling, and within longer names. */
export function isPartOfOtherSpelling(found: Ranked): boolean {
  return lacksFullName(found) && (found.best?.fit.distance ?? 0) > 0;
}

/** Whether no whole name was found. */
export function lacksFullName({ best }: Ranked): boolean {
  return best === undefined || best.fit.tier >= 1;
}

/** Whether no entity has all words in its names, or some of them as a whole name and the others in its description. */
export function isPartlyDescribed({ best }: Ranked): boolean {
  return best === undefined || (best.fit.isDescribed && best.fit.tier >= MATCH_CLASSES.acrossNames.tier);
}

/**
 * Sorts by tier, and within a tier by weighted prominence; of the full names in a tier, those with an unasked qualifier come
 * last. They are sorted again in their own places, because one comparison with both rules has no consistent order.
 */
export function sortedByFit<T extends FittedEntity>(entities: readonly T[]): readonly T[] {
  const sorted = entities.toSorted(byTier(byWeight));
  const isFull = ({ fit }: T) => fit.match === 'fullName';
  const full = sorted.filter(isFull).sort(byTier((a, b) => Number(a.fit.isQualified) - Number(b.fit.isQualified)));
  let next = 0;
  return sorted.map((entity) => (isFull(entity) ? (full[next++] as T) : entity));
}

type Order = (a: FittedEntity, b: FittedEntity) => number;

const byTier =
  (within: Order): Order =>
  (a, b) =>
    a.fit.tier - b.fit.tier || within(a, b);

function byWeight(a: FittedEntity, b: FittedEntity): number {
  const weighed = ({ candidate, fit }: FittedEntity) => candidate.prominence * fit.weight;
  return weighed(b) - weighed(a) || a.candidate.rank - b.candidate.rank;
}
