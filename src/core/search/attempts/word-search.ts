/** Attempts by all words: the entities whose names or descriptions have the words of a query, by fit, then by prominence. */
import { memo } from '../../model/memo.ts';
import { distinctRanks, type EntityCard, type EngineResult, type IndexedCandidate, NO_RESULT, type Question, type SearchEngine, type Total } from '../engine.ts'; // prettier-ignore
import { needlesOf } from '../names/compare-name.ts';
import { type Description, type Fit, fitOf } from '../names/ranking.ts';
import { distinctNames, searchWords } from '../names/search-text.ts';
import { describedQuery, firstForms, type Query, type QueryWord, type QueryWords } from '../query/query.ts';
import { isOfPeriod, type Period } from '../query/query-dates.ts';
import { COSTS, LIMITS } from '../tuning.ts';
import { type Attempt, type AttemptContext, isPartOfOtherSpelling, isPoor, lacksFullName, NOTHING, type Ranked, type FittedEntity, sortedByFit, type Wanted } from './attempt.ts'; // prettier-ignore

export const allWords: Attempt = {
  name: 'allWords',
  meaning:
    'entities with a full name of just these words, or with all the words in names; if no full name consists of these words, also entities with the words in names and description',
  applies: () => true,
  async find(query, context) {
    // The words of a query are cut at a limit, so a longer name is looked up by the whole text.
    const isCut = query.words.words.length >= LIMITS.words.value;
    const whole = isCut ? [searchWords(query.readings().text)] : [];
    const names = [...namesOf(query.words), ...whole];
    return typedFirst(await findByWords(query.words, query, context, { names }), query.text, context);
  },
};

export const repaired: Attempt = {
  name: 'repaired',
  meaning:
    'the text is decoded (`M&ouml;rike`, `M%C3%B6rike`, `MÃ¶rike`), and dates and centuries become preferences (`geb. 1856`, `8. Jh. v. Chr.`)',
  applies: ({ words, readings }, found) => lacksFullName(found) && readings().repaired !== words,
  find: (query, context) => findByWords(query.readings().repaired, query, context),
};

export const nearSpelling: Attempt = {
  name: 'nearSpelling',
  meaning: 'each word with a weight is also looked up in its [near spellings](#near-spellings): `Göhte`',
  applies: ({ readings }, found) =>
    (isPoor(found) || isPartOfOtherSpelling(found)) &&
    readings().essential.words.length === readings().plain.words.length,
  async find(query, context) {
    const near = await context.near();
    if (!near.words.some(({ distances }) => distances?.size)) return NOTHING;
    return {
      ...(await findByWords(near, query, context, { names: [], withDescriptions: false })),
      approximate: true,
    };
  },
};

/** Number of candidates that get a fit, whatever page is requested. */
const FITTED = LIMITS.candidates.value;

/** Options of a search by words. */
interface WordOptions {
  /** Full names that equal the whole query; those of its words by default. */
  readonly names?: readonly (readonly string[])[];
  /** Whether descriptions are searched; by default where they are useful. */
  readonly withDescriptions?: boolean;
}

export async function findByWords(
  words: QueryWords,
  query: Query,
  context: AttemptContext,
  options: WordOptions = {},
): Promise<Ranked> {
  if (words.words.length === 0) return NOTHING;
  const { engine } = context;
  const named = await findNamed(words, query, context, options);
  const withDescriptions = options.withDescriptions ?? isDescriptionOfUse(words, named.head);
  const all = withDescriptions ? joined(named, await findDescribed(words, query, context, named.head)) : named;
  const head = wholeWordsFirst(sortedByFit(all.head), words);
  const unmet = (entities: readonly FittedEntity[]) => {
    const years = unmetYears(words, entities);
    return years.length > 0 ? { unmetYears: years } : {};
  };
  /** The entities of some types; to be used where all entities with the words were found and have a fit. */
  const narrowed = ({ types }: Wanted): Ranked => {
    const entries = head.filter(({ candidate }) => types?.includes(candidate.type) ?? true);
    const total = async () => ({ value: entries.length, isExact: all.matching.isComplete });
    return { entries, best: entries[0], total, ...unmet(entries) };
  };
  const isOfBestKnown = [named, all].some(({ matching }) => matching.isOfBestKnown === true);
  const isWhole = all.hasNoMore && all.rest.length === 0 && !isOfBestKnown;
  const narrow = async (wanted: Wanted) =>
    isWhole ? narrowed(wanted) : findByWords(words, { ...query, ...wanted }, context, { ...options, withDescriptions });
  const less = all.rest.length === 0 ? [] : await lessProminent(all.rest, head, words, query, withDescriptions ? engine : undefined); // prettier-ignore
  const entries = [...head, ...less];
  const total = async (): Promise<Total> => {
    // Fewer candidates than the limit are all there are, so there is nothing to count.
    const counted = await (all.hasNoMore ? NO_RESULT : all.matching).total(LIMITS.countLimit.value + 1);
    return { value: Math.max(counted.value, entries.length), isExact: counted.isExact && all.matching.isComplete };
  };
  return { entries, best: head[0], narrow, total, ...unmet(head) };
}

/** Entities behind the head, in order of prominence, up to the end of the page; only those on the page get a fit. */
async function lessProminent(
  rest: readonly IndexedCandidate[],
  head: readonly FittedEntity[],
  words: QueryWords,
  { from, to }: Query,
  engine?: SearchEngine,
): Promise<Ranked['entries']> {
  const others = distinctRanks(without(rest, head));
  const [first, last] = [Math.max(0, from - head.length), Math.max(0, to - head.length)];
  const onPage = others.slice(first, last);
  const descriptions = engine && (await descriptionsOf(onPage, engine));
  const before = others.slice(0, Math.min(first, last));
  return [...before.map((candidate) => ({ candidate })), ...fitAll(onPage, words, descriptions)];
}

/** The candidates that are not among the entities. */
function without(candidates: readonly IndexedCandidate[], entities: readonly FittedEntity[]) {
  const ranks = new Set(entities.map(({ candidate }) => candidate.rank));
  return candidates.filter(({ rank }) => !ranks.has(rank));
}

/** Both results in one. The question about descriptions also finds entities by their names, so its result gives the total. */
function joined(named: FoundEntities, described: FoundEntities): FoundEntities {
  return {
    ...described,
    head: [...named.head, ...described.head],
    rest: [...named.rest, ...described.rest],
    hasNoMore: named.hasNoMore && described.hasNoMore,
  };
}

/** Entities that the engine found for one question. */
interface FoundEntities {
  /** The most prominent entities with their fit, in any order. */
  readonly head: readonly FittedEntity[];
  /** Less prominent entities, in order of rank. */
  readonly rest: readonly IndexedCandidate[];
  /** The answer of the engine, which can count. */
  readonly matching: EngineResult;
  /** The engine has no more entities. */
  readonly hasNoMore: boolean;
}

async function findNamed(
  words: QueryWords,
  query: Query,
  { engine, budget }: AttemptContext,
  { names: given = namesOf(words) }: WordOptions,
): Promise<FoundEntities> {
  const { types, to } = query;
  const names = distinctNames(given);
  const all = { by: 'words', words: words.words, types, budget } as const;
  const [matching = NO_RESULT, ...others] = await engine.find([
    { ...all, limit: Math.max(FITTED, to) },
    ...names.map((name): Question => ({ by: 'fullName', name, types, limit: FITTED })),
    ...(words.years.length > 0 ? [{ ...all, years: words.years, limit: FITTED }] : []),
  ]);
  const { candidates } = matching;
  const byFullName = others.slice(0, names.length).flatMap((result) => result.candidates);
  const ofYears = others.slice(names.length).flatMap((result) => result.candidates);
  const special = [...byFullName.map((candidate) => ({ ...candidate, isNamed: true })), ...ofYears];
  budget.take(special.length, COSTS.row.value);
  const size = budget.take(FITTED, COSTS.row.value);
  const first = candidates.slice(0, size);
  const head = fitAll(special.length === 0 ? first : distinctRanks([...special, ...first]), words);
  return { head, rest: candidates.slice(size), matching, hasNoMore: candidates.length < Math.max(size, to) };
}

/** The full names that consist of the words. */
function namesOf({ words, years }: QueryWords): readonly (readonly string[])[] {
  const own = firstForms(words);
  // A year may be part of the name or beside it.
  return years.length > 0 ? [own, [...own, ...years.map(String)]] : [own];
}

/** @param named entities found by their names alone, which are left out */
async function findDescribed(
  words: QueryWords,
  query: Query,
  { engine, budget }: AttemptContext,
  named: readonly FittedEntity[],
): Promise<FoundEntities> {
  const limit = Math.max(FITTED, query.to);
  const described = describedQuery(words).words;
  const [matching = NO_RESULT] = await engine.find([{ by: 'words', words: described, types: query.types, limit, budget }]); // prettier-ignore
  const size = budget.take(FITTED, COSTS.row.value);
  const others = without(matching.candidates.slice(0, size), named);
  return {
    head: fitAll(others, words, await descriptionsOf(others, engine)),
    rest: matching.candidates.slice(size),
    matching,
    hasNoMore: matching.candidates.length < limit,
  };
}

function fitAll(
  candidates: readonly IndexedCandidate[],
  words: QueryWords,
  descriptions = NO_DESCRIPTIONS,
): readonly FittedEntity[] {
  const needles = needlesOf(words);
  return candidates.map((candidate) => {
    return { candidate, fit: fitOf(candidate, words, descriptions.get(candidate.rank), needles) };
  });
}

/**
 * Where most entities have the last word as it was typed, it is complete. Then entities that have it only as the beginning of a longer
 * word come last in their tier: “Universität” does not mean “Universitätsprofessor”. Initials are never complete.
 */
function wholeWordsFirst(head: readonly FittedEntity[], { words }: QueryWords): readonly FittedEntity[] {
  const isInitial = ({ prefix }: QueryWord) => prefix !== undefined && prefix.length < LIMITS.shortWord.value;
  const begun = head.filter(({ fit }) => fit.isPrefix);
  if (2 * begun.length >= head.length || words.some(isInitial)) return head;
  return head.toSorted((a, b) => a.fit.tier - b.fit.tier || Number(a.fit.isPrefix) - Number(b.fit.isPrefix));
}

/** Whether descriptions are useful: not if the words are the whole name of an entity, or if a word is still being typed. */
function isDescriptionOfUse({ words }: QueryWords, named: readonly FittedEntity[]): boolean {
  if (named.length === 0) return true;
  const isNamed = ({ fit }: FittedEntity) =>
    fit.tier < 1 || (fit.isPrefix && WHOLE.has(fit.match) && !fit.isOfOtherYear);
  return words.length > 1 && !named.every(({ fit }) => fit.isPrefix) && !named.some(isNamed);
}

const WHOLE: ReadonlySet<Fit['match']> = new Set(['fullName', 'fullVariant', 'surname']);

const NO_DESCRIPTIONS: ReadonlyMap<number, Description> = new Map();

/** By rank. */
export async function descriptionsOf(
  candidates: readonly IndexedCandidate[],
  engine: SearchEngine,
): Promise<ReadonlyMap<number, Description>> {
  if (candidates.length === 0) return NO_DESCRIPTIONS;
  const hits = await engine.hits(candidates.map(({ rank }) => rank));
  return new Map(
    candidates.flatMap(({ rank }) => {
      const card = hits.get(rank)?.card;
      return card ? [[rank, descriptionWords(card)] as const] : [];
    }),
  );
}

/** Folded words of the description of a card, kept as long as the card. */
function descriptionWords(card: EntityCard): Description {
  return memo(card, 'words of the description', () => new Set(searchWords(card.description ?? '')));
}

/** As they were typed. */
export function unmetYears({ years, periods = [] }: QueryWords, head: readonly FittedEntity[]): string[] {
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

/** The typed spelling breaks ties: of several entities with the same full name, the one spelled as typed comes first. */
async function typedFirst(result: Ranked, text: string, { engine }: Pick<AttemptContext, 'engine'>): Promise<Ranked> {
  const { best, entries, narrow } = result;
  const ranked = narrow
    ? { ...result, narrow: async (wanted: Wanted) => typedFirst(await narrow(wanted), text, { engine }) }
    : result;
  if (best?.fit.match !== 'fullName') return ranked;
  const equals = entries
    .slice(0, LIMITS.few.value)
    .filter((entry): entry is FittedEntity => entry.fit?.match === 'fullName' && entry.fit.tier === best.fit.tier);
  if (equals.length < 2) return ranked;
  const hits = await engine.hits(equals.map(({ candidate }) => candidate.rank));
  const first = equals.find(({ candidate: { rank } }) => {
    const { preferredName = '', displayName = '' } = hits.get(rank)?.card ?? {};
    return [preferredName, displayName].some((name) => spelling(name) === spelling(text));
  });
  if (first === undefined || first === best) return ranked;
  return { ...ranked, best: first, entries: [first, ...entries.filter((entry) => entry !== first)] };
}

/** The text with its diacritics and signs (“C++”): case, blanks and commas do not distinguish names. */
function spelling(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFC')
    .replace(/[\s,]+/gu, ' ')
    .trim();
}
