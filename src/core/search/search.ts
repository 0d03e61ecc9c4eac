/** Search over a snapshot: tries the attempts one after the other and answers with the result of the best one. */
import { ENTITY_TYPES, type EntityType } from '../model/entity.ts';
import type { Attempt, AttemptContext, Ranked, FittedEntity, Wanted } from './attempts/attempt.ts';
import { isBetter, NOTHING } from './attempts/attempt.ts';
import { byIdentifier } from './attempts/by-identifier.ts';
import { partialCover } from './attempts/partial-cover.ts';
import { variants } from './attempts/variants.ts';
import { allWords, nearSpelling, repaired } from './attempts/word-search.ts';
import { type Budget, createBudget } from './budget.ts';
import type { EntityCard, IndexedCandidate, IndexedHit, SearchEngine, Total } from './engine.ts';
import { type AttemptTrace, createExplainer, type SearchExplanation } from './explanation.ts';
import { wordsOfFolded } from './names/folded-name.ts';
import type { Fit } from './names/ranking.ts';
import { spelledWords } from './names/search-text.ts';
import { withNearSpellings } from './query/near-words.ts';
import { otherForms } from './query/word-forms.ts';
import { createQuery, once, type Query } from './query/query.ts';
import { LIMITS } from './tuning.ts';

export interface SearchQuery {
  /** Plain text, NFC, trimmed. */
  readonly q: string;
  /** Types of the entities; absent means all. */
  readonly types?: readonly EntityType[];
  readonly limit: number;
  readonly offset: number;
  /** Whether the answer explains the attempts and the place of each hit. */
  readonly explain?: boolean;
  /** Whether the answer has the numbers of the entities of each type; they cost about as much as the search. */
  readonly countTypes?: boolean;
}

export interface SearchHit extends EntityCard {
  readonly matched: MatchedName | NonNullable<FittedEntity['identifiedBy']>;
  /** Fit of the words and the names of the entity, from 0 to 1; 1 is an exact identifier or full name. Never more than that of an earlier hit. */
  readonly score: number;
}

export interface SearchPage {
  readonly total: { readonly value: number; readonly relation: 'exact' | 'atLeast' };
  /** The types that have entities, with their numbers where these are exact. */
  readonly byType?: ReadonlyMap<EntityType, number | undefined> | undefined;
  readonly items: readonly SearchHit[];
  /** Whether the entities meet the query only with near spellings or without some of its words. */
  readonly approximate?: boolean;
  /** Words that were left out, as they were typed. */
  readonly ignored?: readonly string[];
  readonly explanation?: SearchExplanation;
}

export interface SearchOptions extends Pick<AttemptContext, 'engine' | 'identify' | 'refute' | 'survivorOf'> {
  /** Entries of the index that a query may cost. */
  readonly budget?: number;
}

/** The attempts, in the order in which they are tried. */
export const ATTEMPTS: readonly Attempt[] = [byIdentifier, allWords, repaired, variants, nearSpelling, partialCover];

interface Outcome {
  /** Entities found by an identifier; they come before all others. */
  readonly first: Ranked;
  readonly best: Ranked;
  readonly bestBy: Attempt | undefined;
}

type Reader = Omit<AttemptContext, 'soFar' | 'near' | 'otherForms'> & { readonly trace?: AttemptTrace | undefined };

/** Tries the attempts. @param last attempt to be tried */
async function tryAttempts(whole: Query, { trace, ...services }: Reader, last?: Attempt): Promise<Outcome> {
  const { engine, budget } = services;
  let [query, first, best] = [whole, NOTHING, NOTHING];
  let bestBy: Attempt | undefined;
  const near = once(() => withNearSpellings(whole.readings().essential, engine, budget));
  const forms = once(() => otherForms(whole.readings().plain.words, engine));
  for (const attempt of ATTEMPTS) {
    const isTried = attempt.applies(query, first.best === undefined ? best : first);
    const noteResult = trace?.(attempt.name, isTried, budget);
    if (!isTried) continue;
    const result = await attempt.find(query, { ...services, soFar: best, near, otherForms: forms });
    noteResult?.(result);
    if (attempt.isFirst === true) {
      first = result;
      // These entities fill the first places, so the other attempts begin the same page that many places earlier.
      const { length } = result.entries;
      query = { ...whole, from: whole.from - length, to: whole.to + length };
    } else if (isBetter(result, best)) [best, bestBy] = [result, attempt];
    if (attempt === last) break;
  }
  return { first, best, bestBy };
}

/** The outcome of a query. With a filter, the query is first read without it and the result then narrowed, so that the numbers by type add up. */
async function outcomeOf(query: Query, reader: Reader): Promise<Outcome> {
  const { types } = query;
  if (types === undefined) return tryAttempts(query, reader);
  // Without the filter, a single word that is in a name of the type has the same reading.
  if (query.words.words.length === 1 && reader.trace === undefined) {
    const direct = await tryAttempts(query, reader, allWords);
    const fit = direct.best.best?.fit;
    if (fit !== undefined && !fit.isPrefix && !fit.isDescribed) return direct;
  }
  return narrowed(await tryAttempts({ ...query, types: undefined, from: 0, to: 0 }, reader), query);
}

/** The same outcome among entities of some types only. */
async function narrowed({ first, best, bestBy }: Outcome, { types, from, to }: Wanted): Promise<Outcome> {
  const identified = (await first.narrow?.({ types, from, to })) ?? NOTHING;
  const { length } = identified.entries;
  const others = (await best.narrow?.({ types, from: from - length, to: to + length })) ?? NOTHING;
  return { first: identified, best: { ...best, ...others }, bestBy };
}

/** The entities that are not among those found by an identifier. */
function othersOf({ first, best }: Outcome): Ranked['entries'] {
  const identified = new Set(first.entries.map(({ candidate }) => candidate.rank));
  return best.entries.filter(({ candidate }) => !identified.has(candidate.rank));
}

async function totalOf(outcome: Outcome): Promise<Total> {
  const { first, best } = outcome;
  const all = await best.total();
  const value = first.entries.length + all.value - (best.entries.length - othersOf(outcome).length);
  return { value, isExact: all.isExact && (await first.total()).isExact };
}

/** Counts as a filter by type does. */
async function countTypes(outcome: Outcome, budget: Budget): Promise<SearchPage['byType']> {
  const ofTypes = ENTITY_TYPES.map(async (type) => {
    return [type, await totalOf(await narrowed(outcome, { types: [type], from: 0, to: 0 }))] as const;
  });
  const totals = await Promise.all(ofTypes);
  const isExact = (total: Total) => total.isExact && total.value <= LIMITS.countLimit.value && !budget.isShort();
  return new Map(totals.flatMap(([type, total]) => total.value === 0 ? [] : [[type, isExact(total) ? total.value : undefined]])); // prettier-ignore
}

/** The engine with a cache, so that no card is read twice for one query. */
function rememberHits(engine: SearchEngine): SearchEngine {
  const cache = new Map<number, IndexedHit>();
  return {
    ...engine,
    async hits(ranks) {
      const missing = ranks.filter((rank) => !cache.has(rank));
      if (missing.length > 0) for (const [rank, hit] of await engine.hits(missing)) cache.set(rank, hit);
      return cache;
    },
  };
}

/** @param typed words of the query as spelled */
async function hitsOf(
  entities: readonly FittedEntity[],
  typed: () => readonly string[],
  engine: SearchEngine,
): Promise<SearchHit[]> {
  const ranks = entities.map(({ candidate }) => candidate.rank);
  const hits = ranks.length === 0 ? new Map<number, IndexedHit>() : await engine.hits(ranks);
  return entities.map(({ candidate, fit, identifiedBy }) => {
    const hit = hits.get(candidate.rank) as IndexedHit;
    return { ...hit.card, matched: identifiedBy ?? matchedName(hit, candidate, fit, typed), score: fit.score };
  });
}

export function createSearch({ engine: shared, identify, refute, survivorOf, budget: entries }: SearchOptions) {
  return async ({
    q,
    types,
    limit,
    offset,
    explain = false,
    countTypes: isCounted = false,
  }: SearchQuery): Promise<SearchPage> => {
    const explainer = explain ? createExplainer() : undefined;
    const query = createQuery(q, { types, from: offset, to: offset + limit });
    const engine = rememberHits(shared);
    const reader = { engine, identify, refute, survivorOf, budget: createBudget(entries), trace: explainer?.trace };
    const outcome = await outcomeOf(query, reader);
    const { first, best, bestBy } = outcome;
    const others = othersOf(outcome);
    const { value, isExact } = await totalOf(outcome);
    const isMore = value > LIMITS.countLimit.value || !isExact || reader.budget.isShort();
    const shown = others.length > 0 ? best : NOTHING;
    const isApproximate = shown.approximate === true || (shown.best?.fit.distance ?? 0) > 0;
    const leftOut = [...(shown.ignored ?? []), ...(shown.unmetYears ?? [])];
    const typed = once(() => spelledWords(q));
    // A word of decoded text is not in `q`; it comes last.
    const placeOf = (word: string) => {
      const place = typed().indexOf(spelledWords(word)[0] ?? '');
      return place < 0 ? typed().length : place;
    };
    const ignored = leftOut.toSorted((a, b) => placeOf(a) - placeOf(b));
    // Entities on the page all have a fit.
    const upToEnd = withFallingScores([...first.entries, ...others].slice(0, offset + limit));
    const entities = upToEnd.slice(offset) as FittedEntity[];
    return {
      total: { value: Math.min(value, LIMITS.countLimit.value), relation: isMore ? 'atLeast' : 'exact' },
      ...(isCounted && { byType: await countTypes(outcome, reader.budget) }),
      items: await hitsOf(entities, typed, engine),
      ...(isApproximate && { approximate: true }),
      ...(ignored.length > 0 && { ignored }),
      ...(explainer && { explanation: explainer.explain(entities, bestBy?.name ?? '', best.weights) }),
    };
  };
}

/** Entities whose score is at most that of every earlier one: fame may put one before others that fit better. */
function withFallingScores(entries: Ranked['entries']): Ranked['entries'] {
  let least = 1;
  return entries.map((entry) => {
    if (entry.fit === undefined) return entry;
    least = Math.min(least, entry.fit.score);
    return entry.fit.score === least ? entry : { ...entry, fit: { ...entry.fit, score: least } };
  });
}

/** The name by which a hit matched the query, as it is written in the record. */
interface MatchedName {
  readonly field: 'preferredName' | 'displayName' | 'variantName' | 'description';
  readonly value: string;
}

/** The matched name; of variants that differ only in spelling, the one as typed. */
function matchedName(
  hit: IndexedHit,
  candidate: IndexedCandidate,
  { line, isDescribed, isPrefix }: Fit,
  typed: () => readonly string[],
): MatchedName {
  const { preferredName, displayName = preferredName, description = '' } = hit.card;
  if (isDescribed) return { field: 'description', value: description };
  if (line === 1) return { field: 'displayName', value: displayName };
  if (line > 1) {
    const all = hit.variantNames();
    const variant = all[line - 2] ?? '';
    // A word that is only begun is in no name as it was typed.
    if (isPrefix) return { field: 'variantName', value: variant };
    const isSpelled = (name: string) => {
      const words = spelledWords(name);
      return typed().every((word) => words.includes(word));
    };
    if (isSpelled(variant)) return { field: 'variantName', value: variant };
    const spelled = sameNames(all, candidate, line).find(isSpelled);
    if (spelled !== undefined || !isSpelled(preferredName)) return { field: 'variantName', value: spelled ?? variant };
  }
  return { field: 'preferredName', value: preferredName };
}

/** Variants that have the same folded words as the one of a line, but another spelling. */
function sameNames(variants: readonly string[], candidate: IndexedCandidate, line: number): string[] {
  const lines = candidate.names.split('\n');
  const own = wordsOfFolded(lines[line] ?? '');
  // Only the marks of surname, qualifier and compound may differ.
  const isSame = (text: string) => text.startsWith(own.slice(0, 1)) && wordsOfFolded(text) === own;
  return variants.filter((_, place) => place !== line - 2 && isSame(lines[place + 2] ?? ''));
}
