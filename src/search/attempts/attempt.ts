/** An attempt: one way to read a query, when it is tried, and the ranked entities that it finds. */
import type { GndId } from '../../model/gnd-id.ts';
import type { Budget } from '../budget.ts';
import { type IndexedCandidate, NO_RESULT, type Prefetch, type SearchEngine, type Total } from '../engine.ts';
import type { Fit } from '../names/ranking.ts';
import type { Query } from '../query/query.ts';
import type { QueryWords } from '../query/query-words.ts';
import { MATCH_CLASSES, SIGNALS } from '../tuning.ts';

/** The order in which attempts are tried is the order of `ATTEMPTS`. */
export interface Attempt {
  readonly name: string;
  /** A sentence for the documentation: which reading it tries, and when. */
  readonly meaning: string;
  /** The entities stand before those of the other attempts, with which they do not compete. */
  readonly isFirst?: boolean;
  applies(query: Query, soFar: Ranked): boolean;
  find(query: Query, context: AttemptContext): Promise<Ranked>;
  /** The questions that are asked first; an engine behind a network answers them together with those of attempts before. */
  prefetch?(query: Query): Prefetch;
}

/** Everything an attempt may ask, for one query. */
export interface AttemptContext {
  readonly engine: SearchEngine;
  readonly budget: Budget;
  /** Keys under which entities are indexed of a text that may be a foreign identifier or a link's address. */
  readonly identify: (text: string) => readonly string[];
  /** The entity into which a former identifier was merged; undefined for any other. */
  readonly survivorOf: (id: GndId) => Promise<GndId | undefined>;
  /** The essential words with their near spellings, looked up once. */
  readonly near: () => Promise<QueryWords>;
  /** The questions of the attempts behind the one that is being tried. */
  readonly upcoming: () => Prefetch;
}

export interface RankedEntity {
  readonly candidate: IndexedCandidate;
  readonly fit: Fit;
  /** The identifier or address by which it is found. */
  readonly identifiedBy?: { readonly field: 'gnd' | 'formerId' | 'identifier' | 'url'; readonly value: string };
}

/** Entities that are wanted, by type and place. */
export type Wanted = Pick<Query, 'types' | 'from' | 'to'>;

/** Entities in their order. */
export interface Ranked {
  /** Up to the end of the page that is wanted; those before the page have no fit unless they are among the best. */
  readonly entries: readonly (RankedEntity | { readonly candidate: IndexedCandidate; readonly fit?: undefined })[];
  /** The first of them. */
  readonly best: RankedEntity | undefined;
  /** Whatever the attempts before have found is among them. */
  readonly isWider?: boolean;
  /** The same reading among entities of some types, whoever else there is. */
  readonly narrow?: (wanted: Wanted) => Promise<Ranked>;
  /** How many there are in all; called only for the answer, since it takes counting. */
  total(): Promise<Total>;
  /** Nothing meets the query as it is: near spellings, or some of the words left out. */
  readonly approximate?: boolean;
  /** Words that did not count, as they were typed. */
  readonly ignored?: readonly string[];
  /** Years and centuries of the query that none of the entities has. */
  readonly unmetYears?: readonly string[];
}

export const NOTHING: Ranked = { entries: [], best: undefined, total: () => NO_RESULT.total(0) };

/** Compares by whole tiers: among equals the attempt that was tried first comes first, unless the other has all it found. */
export function isBetter({ best: a, isWider = false }: Ranked, { best: b }: Ranked): boolean {
  if (a === undefined || b === undefined) return a !== undefined;
  return isWider ? a.fit.tier < b.fit.tier : Math.floor(a.fit.tier) < Math.floor(b.fit.tier);
}

/** The tier of entities that have the words in their description and none in a name. */
const DESCRIBED_ALONE = MATCH_CLASSES.acrossNames.tier + SIGNALS.described.tier;

/** Nothing, or nothing but entities that have the words in their description. */
export function isPoor({ best }: Ranked): boolean {
  return best === undefined || best.fit.tier >= DESCRIBED_ALONE;
}

/** Nothing that has all words in its names, or a whole name of some of them and the others in its description. */
export function isPartlyDescribed({ best }: Ranked): boolean {
  return best === undefined || (best.fit.isDescribed && best.fit.tier >= MATCH_CLASSES.acrossNames.tier);
}

/** By tier, within it by weighed prominence. */
export function byFit(a: RankedEntity, b: RankedEntity): number {
  const weighed = ({ candidate, fit }: RankedEntity) => candidate.prominence * fit.weight;
  return a.fit.tier - b.fit.tier || weighed(b) - weighed(a) || a.candidate.rank - b.candidate.rank;
}
