/** Search by words: the entities whose names or descriptions have the words of a query, by fit, then by prominence. */
import type { EntityType } from '../../model/entity.ts';
import { distinctRanks } from '../distinct.ts';
import { type IndexedCandidate, NO_RESULT, type Total } from '../engine.ts';
import { rankCandidate } from '../names/ranking.ts';
import type { Query } from '../query/query.ts';
import type { QueryWords } from '../query/query-words.ts';
import { LIMITS } from '../tuning.ts';
import { type AttemptContext, byFit, NOTHING, type Ranked, type RankedEntity, type Wanted } from './attempt.ts';
import { findDescribed, isDescriptionOfUse, rankWithDescriptions } from './described-entities.ts';
import { rankWithLeftOut } from './left-out-words.ts';
import { findNamed, type FoundEntities } from './named-entities.ts';
import { unmetYears } from './unmet-years.ts';
import type { WordOptions } from './word-questions.ts';

export async function findByWords(
  words: QueryWords,
  query: Query,
  context: AttemptContext,
  options: WordOptions = {},
): Promise<Ranked> {
  if (words.words.length === 0) return NOTHING;
  const { whole, isWholeName = false, prefetch } = options;
  const { engine } = context;
  const named = await findNamed(words, query, context, options);
  const withDescriptions = options.withDescriptions ?? isDescriptionOfUse(words, named.head);
  const found = withDescriptions
    ? joined(named, await findDescribed(words, query, context, named.head, prefetch))
    : named;
  const ranked =
    whole === undefined ? found.head : await rankWithLeftOut(found.head, { part: words, whole, isWholeName }, engine);
  const head = ranked.toSorted(byFit);
  const unmet = (entities: readonly RankedEntity[], { types }: Pick<Wanted, 'types'>) => {
    const years = named.ofYear.some(isAmong(types)) ? [] : unmetYears(words, entities);
    return years.length > 0 ? { unmetYears: years } : {};
  };
  /** The found entities of some types; to be used where all entities with the words were found and ranked. */
  const narrowed = (wanted: Wanted): Ranked => {
    const entries = head.filter(({ candidate }) => isAmong(wanted.types)(candidate));
    const total = async () => ({ value: entries.length, isExact: found.matching.isComplete });
    return { entries, best: entries[0], total, ...unmet(entries, wanted) };
  };
  const isPartial = [named, found].some(({ matching }) => matching.isPartial === true);
  const isWhole = found.isAll && found.rest.length === 0 && !isPartial;
  const narrow = async (wanted: Wanted) =>
    isWhole ? narrowed(wanted) : findByWords(words, { ...query, ...wanted }, context, { ...options, withDescriptions });
  const rank = async (candidates: readonly IndexedCandidate[]): Promise<readonly RankedEntity[]> =>
    withDescriptions
      ? rankWithDescriptions(candidates, words, engine)
      : candidates.map((candidate) => ({ candidate, fit: rankCandidate(candidate, words) }));
  const entries = [...head, ...(await lessProminent(found.rest, head, query, rank))];
  const total = async (): Promise<Total> => {
    // Fewer candidates than the limit are all there are, so there is nothing to count.
    const counted = await (found.isAll ? NO_RESULT : found.matching).total(LIMITS.countLimit.value + 1);
    return { value: Math.max(counted.value, entries.length), isExact: counted.isExact && found.matching.isComplete };
  };
  return { entries, best: head[0], narrow, total, ...unmet(head, query) };
}

/** Entities behind the head, in order of prominence, up to the end of the page; only those on the page are ranked. */
async function lessProminent(
  rest: readonly IndexedCandidate[],
  head: readonly RankedEntity[],
  { from, to }: Query,
  rank: (candidates: readonly IndexedCandidate[]) => Promise<readonly RankedEntity[]>,
): Promise<Ranked['entries']> {
  if (rest.length === 0) return [];
  const upToPage = without(rest, head).slice(0, Math.max(0, to - head.length));
  const before = Math.max(0, from - head.length);
  return [...upToPage.slice(0, before).map((candidate) => ({ candidate })), ...(await rank(upToPage.slice(before)))];
}

/** The candidates that are not among the entities, each once. */
function without(candidates: readonly IndexedCandidate[], entities: readonly RankedEntity[]) {
  const known = new Set(entities.map(({ candidate }) => candidate.rank));
  return distinctRanks(candidates.filter(({ rank }) => !known.has(rank)));
}

function isAmong(types: Wanted['types']): (entity: { readonly type: EntityType }) => boolean {
  return ({ type }) => types?.includes(type) ?? true;
}

/** Both results in one. The question about descriptions also finds entities by their names, so its result gives the total. */
function joined(named: FoundEntities, described: FoundEntities): FoundEntities {
  return {
    ...described,
    head: [...named.head, ...described.head],
    rest: [...named.rest, ...described.rest],
    isAll: named.isAll && described.isAll,
  };
}
