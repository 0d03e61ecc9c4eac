/** Search by words: entities whose names and descriptions have the words of a query, the best fits first, then by prominence. */
import { distinctRanks } from '../distinct.ts';
import { type EntityCard, type IndexedCandidate, type IndexedHit, NO_RESULT, type Prefetch, type Question, type SearchEngine, type Total } from '../engine.ts'; // prettier-ignore
import { type Description, type Fit, fitCandidate, rankCandidate } from '../names/ranking.ts';
import { searchWords } from '../names/search-text.ts';
import type { Query } from '../query/query.ts';
import { isOfPeriod, type Period } from '../query/query-dates.ts';
import { describedQuery, type QueryWord, type QueryWords } from '../query/query-words.ts';
import { COSTS, LIMITS, MATCH_CLASSES, SIGNALS } from '../tuning.ts';
import { type AttemptContext, byFit, NOTHING, type Ranked, type RankedEntity, type Wanted } from './attempt.ts';

/** Options of a search by words. */
export interface WordOptions {
  /** Keys of full names that equal the whole query. */
  readonly nameKeys?: readonly number[];
  /** The whole query, where some words are left out: entities that have all of its words come first. */
  readonly whole?: QueryWords;
  /** Whether the words are known to be a whole name, so that the others may stand beside it. */
  readonly isWholeName?: boolean;
  /** Whether descriptions are searched; by default where they are useful. */
  readonly withDescriptions?: boolean;
  /** Questions that come next if nothing is found or words are left out, as for `SearchEngine.find`. */
  readonly prefetch?: () => Prefetch;
}

const RANKED = LIMITS.rankedCandidates.value;

/** The two questions of a search by words: entities that have them in names, and entities that have them in names or description. */
export function wordQuestions({ words, years }: QueryWords, { types, to }: Query): readonly [Question, Question] {
  const all = { by: 'words', types, limit: Math.max(RANKED, to) } as const;
  return [
    { ...all, words },
    { ...all, words: describedQuery({ words, years }).words },
  ];
}

/** The questions that a search by words will probably ask: a single word is searched in descriptions only if no name has it. */
export function likelyQuestions(words: QueryWords, query: Query): readonly Question[] {
  return wordQuestions(words, query).slice(0, words.words.length);
}

export async function findByWords(
  words: QueryWords,
  query: Query,
  context: AttemptContext,
  options: WordOptions = {},
): Promise<Ranked> {
  const { whole, prefetch, isWholeName = false } = options;
  if (words.words.length === 0) return NOTHING;
  let { head, rest, matching, isAll, isOfYears } = await named(words, query, context, options);
  const mayBeDescribed = options.withDescriptions ?? isDescriptionOfUse(words, head);
  if (mayBeDescribed) {
    const more = await described(words, query, context, head, prefetch);
    head = [...head, ...more.head];
    rest = [...rest, ...more.rest];
    matching = more.matching;
    isAll &&= more.isAll;
  }
  if (whole !== undefined) head = await againstWhole(context.engine, head, words, whole, isWholeName);
  head = head.toSorted(byFit);
  const known = new Set(head.map(({ candidate }) => candidate.rank));
  const behind = distinctRanks(rest.filter(({ rank }) => !known.has(rank)));
  const tail = behind.slice(0, Math.max(0, query.to - head.length));
  const shown = Math.max(0, query.from - head.length);
  const last = mayBeDescribed
    ? await rankWithDescriptions(context.engine, tail.slice(shown), words)
    : tail.slice(shown).map((candidate) => ({ candidate, fit: rankCandidate(candidate, words) }));
  const entries = [...head, ...tail.slice(0, shown).map((candidate) => ({ candidate })), ...last];
  const total = async (): Promise<Total> => {
    // Fewer candidates than the limit are all there are, so there is nothing to count.
    const counted = await (isAll ? NO_RESULT : matching).total(LIMITS.countLimit.value + 1);
    return { value: Math.max(counted.value, entries.length), isExact: counted.isExact && matching.isComplete };
  };
  const unmet = isOfYears ? [] : unmetYears(words, head);
  const narrow = (wanted: Wanted) =>
    findByWords(words, { ...query, ...wanted }, context, { ...options, withDescriptions: mayBeDescribed });
  return { entries, best: head[0], narrow, total, ...(unmet.length > 0 && { unmetYears: unmet }) };
}

/** The most prominent entities with all words in names; more of them when hardly any has all words in one name. */
async function named(
  words: QueryWords,
  query: Query,
  { engine, budget }: AttemptContext,
  { nameKeys = [], whole, prefetch }: WordOptions,
) {
  const { types, to } = query;
  const all = { by: 'words', words: words.words, types, budget } as const;
  const rank = (candidate: IndexedCandidate): RankedEntity => ({ candidate, fit: rankCandidate(candidate, words) });
  // Where words are near spellings, or only some of many, descriptions matter beside a full name.
  const isVague = whole !== undefined || words.words.some(({ distances }) => distances !== undefined);
  const later = (): Prefetch => ({
    questions: [...likelyQuestions(words, query).slice(1), ...(prefetch?.().questions ?? [])],
  });
  const [first, ...others] = await engine.find(
    [
      { ...all, limit: Math.max(RANKED, to) },
      ...nameKeys.map((key): Question => ({ by: 'fullName', key, types, limit: RANKED })),
      ...(words.years.length > 0 ? [{ ...all, years: words.years, limit: RANKED }] : []),
    ],
    isVague ? later : undefined,
  );
  // An entity that was found by its full name stays marked as such.
  const special = others.flatMap(({ candidates }, place) =>
    place < nameKeys.length ? candidates.map((candidate) => ({ ...candidate, isNamed: true })) : candidates,
  );
  budget.take(special.length, COSTS.row.value);
  const matching = first ?? NO_RESULT;
  let { candidates } = matching;
  let size = budget.take(RANKED, COSTS.row.value);
  let head = distinctRanks([...special, ...candidates.slice(0, size)]).map(rank);
  const isFew = head.filter(({ fit }) => fit.match !== 'acrossNames').length < LIMITS.few.value;
  // Whether there are more must not depend on the requested page, because the order must be the same on all pages.
  const mayBeMore = size === RANKED && candidates.length >= RANKED && matching.isPartial !== true;
  if (isFew && whole === undefined && mayBeMore) {
    size += budget.take(LIMITS.moreCandidates.value - RANKED, COSTS.row.value);
    if (candidates.length === Math.max(RANKED, to) && to < size) {
      const [more = NO_RESULT] = await engine.find([{ ...all, limit: size, after: candidates.at(-1)?.rank ?? 0 }]);
      candidates = distinctRanks([...candidates, ...more.candidates]).slice(0, size);
    }
    const known = new Set(head.map(({ candidate }) => candidate.rank));
    const more = candidates.slice(RANKED, size);
    head = [...head, ...more.filter(({ rank: one }) => !known.has(one)).map(rank)];
  }
  const isAll = candidates.length < Math.max(size, to);
  const isOfYears = words.years.length === 1 && (others.at(-1)?.candidates.length ?? 0) > 0;
  return { head, rest: candidates.slice(size), matching, isAll, isOfYears };
}

/** The most prominent entities that have the words in names or description, without those already found by names. */
async function described(
  words: QueryWords,
  query: Query,
  { engine, budget }: AttemptContext,
  head: readonly RankedEntity[],
  prefetch?: () => Prefetch,
) {
  const question = { ...wordQuestions(words, query)[1], budget };
  const [matching = NO_RESULT] = await engine.find([question], head.length === 0 ? prefetch : undefined);
  const known = new Set(head.map(({ candidate }) => candidate.rank));
  const size = budget.take(RANKED, 2 * COSTS.row.value);
  const others = matching.candidates.slice(0, size).filter(({ rank }) => !known.has(rank));
  const isAll = matching.candidates.length < question.limit;
  return {
    head: await rankWithDescriptions(engine, others, words),
    rest: matching.candidates.slice(size),
    matching,
    isAll,
  };
}

async function rankWithDescriptions(
  engine: SearchEngine,
  candidates: readonly IndexedCandidate[],
  words: QueryWords,
): Promise<RankedEntity[]> {
  const descriptions = await descriptionsOf(engine, candidates);
  return candidates.map((candidate) => ({
    candidate,
    fit: rankCandidate(candidate, words, descriptions.get(candidate.rank)),
  }));
}

/** Ranks entities against the whole query: those that meet it come first, the others lack words. */
async function againstWhole(
  engine: SearchEngine,
  head: readonly RankedEntity[],
  part: QueryWords,
  whole: QueryWords,
  isWholeName: boolean,
): Promise<RankedEntity[]> {
  const descriptions = await descriptionsOf(
    engine,
    head.map(({ candidate }) => candidate),
  );
  const others = whole.words.filter(({ spelled }) => !part.words.some((word) => word.spelled === spelled));
  // With many further words, all count as missing: to find out which ones are is not worth the time.
  const unmatchedWords = others.length > LIMITS.besideWords.value ? undefined : unmatchedIn(others);
  return head.map(({ candidate, fit }): RankedEntity => {
    const description = descriptions.get(candidate.rank);
    const unmatched = unmatchedWords?.(candidate, description) ?? others;
    const mayFit = unmatchedWords === undefined || unmatched.length === 0;
    const wholeFit = mayFit ? fitCandidate(candidate, whole, description) : undefined;
    if (wholeFit !== undefined) return { candidate, fit: wholeFit };
    // "Schleswig-Holstein" is one word beside a name.
    const joined = unmatched.filter(({ isJoined }) => isJoined).length;
    const lacking = unmatched.length - Math.min(joined, unmatched.length - 1);
    return { candidate, fit: withoutWords(fit, lacking, isWholeName && isWhole(fit, part, candidate)) };
  });
}

/** Whether the words are a whole name: of several words, or the one name of a famous entity. */
function isWhole({ match, isPrefix }: Fit, { words }: QueryWords, { prominence }: IndexedCandidate): boolean {
  const isFullName = (match === 'fullName' || match === 'fullVariant') && !isPrefix;
  return isFullName && (words.length > 1 || prominence >= LIMITS.famous.value * 1000);
}

function withoutWords(fit: Fit, lacking: number, isBesideName: boolean): Fit {
  if (lacking === 0) return { ...fit, tier: Math.max(fit.tier, MATCH_CLASSES.acrossNames.tier) };
  const { besideName, besideMore, ignored } = SIGNALS;
  const tier = isBesideName ? besideName.tier + besideMore.tier * (lacking - 1) : ignored.tier * lacking;
  const share = isBesideName ? besideName.score * besideMore.score ** (lacking - 1) : ignored.score ** lacking;
  return { ...fit, tier: fit.tier + tier, score: Math.round(fit.score * share * 1000) / 1000 };
}

/** Finds the words that neither a name nor the description of an entity has. */
export function unmatchedIn(words: readonly QueryWord[]) {
  const wanted = words.map((word) => ({
    word,
    texts: [...word.forms.map((form) => ` ${form} `), ...(word.prefix === undefined ? [] : [` ${word.prefix}`])],
  }));
  return (candidate: IndexedCandidate, description?: Description): readonly QueryWord[] => {
    if (wanted.length === 0) return [];
    const names = `${candidate.names}\n${candidate.variants()}`.replaceAll('\n', ' ');
    const text = description?.size ? ` ${names} ${[...description].join(' ')} ` : ` ${names} `;
    return wanted.filter(({ texts }) => !texts.some((one) => text.includes(one))).map(({ word }) => word);
  };
}

/** Years and centuries of a query that none of the first entities has. */
function unmetYears({ years, periods = [] }: QueryWords, head: readonly RankedEntity[]): string[] {
  if (head.length === 0 || !head.every(({ fit }) => fit.isOfOtherYear)) return [];
  const isOfYear = (year: number) =>
    head.some(
      ({ candidate: { names, years: known } }) =>
        known?.start === year || known?.end === year || names.split(/[\n ]/u).includes(String(year)),
    );
  const isMet = (period: Period) =>
    head.some(({ candidate: { years: known } }) => isOfPeriod(period, known?.start, known?.end));
  return [
    ...years.filter((year) => !isOfYear(year)).map(String),
    ...periods.filter((period) => !isMet(period)).map(({ typed }) => typed),
  ];
}

async function descriptionsOf(
  engine: SearchEngine,
  candidates: readonly IndexedCandidate[],
): Promise<ReadonlyMap<number, Description>> {
  const hits = candidates.length === 0 ? NO_HITS : await engine.hits(candidates.map(({ rank }) => rank));
  return new Map(
    candidates.flatMap(({ rank }) => {
      const card = hits.get(rank)?.card;
      return card ? [[rank, descriptionWords(card)] as const] : [];
    }),
  );
}

const NO_HITS: ReadonlyMap<number, IndexedHit> = new Map();

/** Whether descriptions are useful: not if the words are the whole name of an entity, or if a word is still being typed. */
function isDescriptionOfUse({ words }: QueryWords, head: readonly RankedEntity[]): boolean {
  if (head.length === 0) return true;
  const isNamed = ({ fit }: RankedEntity) =>
    fit.tier < 1 || (fit.isPrefix && WHOLE.has(fit.match) && !fit.isOfOtherYear);
  return words.length > 1 && !head.every(({ fit }) => fit.isPrefix) && !head.some(isNamed);
}

const WHOLE: ReadonlySet<Fit['match']> = new Set(['fullName', 'fullVariant', 'surname']);

/** Folded words of the description of a card, kept as long as the card. */
export function descriptionWords(card: EntityCard): Description {
  const known = foldedDescriptions.get(card);
  if (known !== undefined) return known;
  const words = new Set(searchWords(card.description ?? ''));
  foldedDescriptions.set(card, words);
  return words;
}

const foldedDescriptions = new WeakMap<EntityCard, Description>();
