/** Matching: the entities that a name with its constraints may mean, with scores that can be compared between queries. */
import type { Attributes, EntityType } from '../model/entity.ts';
import type { GndId } from '../model/gnd-id.ts';
import { plainTexts } from '../model/identifier-text.ts';
import { gndIdsIn, isForeign, withoutGndIds } from '../model/read-identifiers.ts';
import { type Budget, createBudget } from './budget.ts';
import { findCarriers } from './carriers.ts';
import { COSTS, LIMITS, NAME_POINTS, type Weight, WEIGHTS } from './tuning.ts';
import { distinctRanks, type EntityCard, type IndexedCandidate, type Question } from './engine.ts';
import { readFoldedName } from './names/folded-name.ts';
import { compareYears, propertyComparer, type PropertyQuestion, type YearRange } from './query/constraints.ts';
import { fitName, type NameFit, namesOf, type NameReading, readNames } from './names/match-name.ts';
import { withNearSpellings } from './query/near-words.ts';
import { withoutTitlesAndParticles } from './query/query.ts';
import { distinctNames, searchWords } from './names/search-text.ts';
import type { SearchOptions } from './search.ts';

export interface MatchQuery {
  /** Plain text; may be empty when there are identifiers. */
  readonly name: string;
  readonly types?: readonly EntityType[] | undefined;
  /** Whether entities of other types are excluded. */
  readonly onlyTypes?: boolean;
  readonly years?: YearRange;
  /** Dates as they are sent; one that is just the same in a record confirms its years, however uncertain. */
  readonly dates?: readonly string[];
  readonly properties?: readonly PropertyQuestion[];
  /** GND or foreign identifiers, or addresses of links. */
  readonly identifiers?: readonly string[];
  readonly limit: number;
}

export interface MatchCandidate {
  readonly card: EntityCard;
  /** 0–100. */
  readonly score: number;
  /** Whether the candidate is certain: no weight rules it out, and no other candidate has nearly as many points. */
  readonly match: boolean;
  /** Points of name, years and properties; prominence decides between equals only. */
  readonly features: Readonly<Record<'name' | 'years' | 'properties' | 'prominence', number>> &
    Readonly<Record<'type' | 'differentiated', boolean>>;
}

/** A candidate with the scores that the index gives. */
interface ScoredCandidate extends NameFit {
  readonly candidate: IndexedCandidate;
  readonly beside: readonly string[];
}
type Types = readonly EntityType[] | undefined;
type Comparer = ReturnType<typeof propertyComparer>;

type MatcherOptions = Omit<SearchOptions, 'budget'> & { readonly attributesOf: (id: GndId) => Promise<Attributes> };

/** The services of one match; all its questions and candidates draw from the budget. */
type Matching = MatcherOptions & { readonly budget: Budget };

/** Makes a function that answers each query, in their order, with its best candidates; those with the highest score come first. */
export function createMatcher(options: MatcherOptions) {
  return (queries: readonly MatchQuery[]): Promise<readonly (readonly MatchCandidate[])[]> =>
    Promise.all(queries.map((query) => match(query, { ...options, budget: createBudget() })));
}

async function match(query: MatchQuery, matching: Matching): Promise<readonly MatchCandidate[]> {
  const scored = await candidatesOf(query, matching);
  const best = scored.toSorted(byScore).slice(0, Math.max(LIMITS.few.value, query.limit));
  const detailed = (await inDetail(best, query, matching)).toSorted((a, b) => byScore(a.scored, b.scored));
  const [first, ...others] = detailed.map(({ scored }) => scored);
  const isAlone = !others.some((one) => one.isWhole && first && scoreOf(one) > scoreOf(first) - LIMITS.ahead.value);
  return detailed.slice(0, query.limit).map(({ card, scored: one }) => ({
    card,
    score: Math.round(scoreOf(one) * 10) / 10,
    match: one === first && isAlone && one.isWhole && !one.weights.some((weight) => WEIGHTS[weight].rulesOut),
    features: featuresOf(one),
  }));
}

function byScore(a: ScoredCandidate, b: ScoredCandidate): number {
  return scoreOf(b) - scoreOf(a) || a.candidate.rank - b.candidate.rank;
}

/** Reads the records of candidates, and adds their weights. */
async function inDetail(
  best: readonly ScoredCandidate[],
  { properties = [], dates = [] }: MatchQuery,
  { engine, attributesOf }: Matching,
) {
  const hits = await engine.hits(best.map(({ candidate }) => candidate.rank));
  const comparers = properties.map(propertyComparer);
  const detailed: { readonly card: EntityCard; readonly scored: ScoredCandidate }[] = [];
  for (const one of best) {
    const card = hits.get(one.candidate.rank)?.card as EntityCard;
    const isDoubted = dates.length > 0 && one.weights.some((weight) => DOUBTS.has(weight));
    const attributes = comparers.length > 0 || isDoubted ? await attributesOf(card.gnd) : {};
    const years = isDoubted && hasDate(attributes, dates) ? one.weights.map(confirmed) : one.weights;
    const weights = [...years, ...recordWeights(one, card, comparers, attributes)];
    detailed.push({ card, scored: { ...one, weights } });
  }
  return detailed;
}

async function candidatesOf(query: MatchQuery, matching: Matching): Promise<ScoredCandidate[]> {
  const { types, onlyTypes = false } = query;
  const byId = await identified(query, matching);
  // Digits of an identifier are no years.
  const name = byId.length > 0 && isForeign(query.name) ? '' : withoutGndIds(query.name).trim();
  let readings = readNames(name);
  const [whole] = readings;
  let byName = await named(readings, query, matching);
  if (byName.length === 0 && byId.length === 0 && whole !== undefined) {
    if (types !== undefined && !onlyTypes) byName = await named(readings, { ...query, types: undefined }, matching);
    if (byName.length === 0) ({ candidates: byName, readings } = await similar(whole, types, matching));
  }
  const ranks = new Set(byId.map(({ rank }) => rank));
  const scored = distinctRanks([...byId, ...byName]).map((candidate) => {
    const by = score(candidate, readings, query);
    if (!ranks.has(candidate.rank)) return by;
    // A name beside an identifier contradicts it if no name of the record has a word of it.
    const isWhole = byId.length === 1 && (by.points > 0 || name === '' || !query.identifiers?.length);
    const weights = by.weights.filter((weight) => WEIGHTS[weight].kind === 'type' || WEIGHTS[weight].kind === 'years');
    return { ...by, points: NAME_POINTS.identifier.value, isWhole, weights, beside: [] };
  });
  return scored.filter(({ points, weights }) => points > 0 && !(onlyTypes && weights.includes('otherType')));
}

async function find(questions: readonly Question[], matching: Matching): Promise<readonly IndexedCandidate[]> {
  const { engine, budget } = matching;
  const paid = questions.map((question) => (question.by === 'words' ? { ...question, budget } : question));
  const answers = paid.length === 0 ? [] : await engine.find(paid);
  return withinBudget(
    answers.flatMap(({ candidates }) => candidates),
    matching,
  );
}

function withinBudget(candidates: readonly IndexedCandidate[], { budget }: Matching): readonly IndexedCandidate[] {
  const distinct = distinctRanks(candidates);
  return distinct.slice(0, budget.take(distinct.length, COSTS.row.value, true));
}

/** Entities with an identifier of the query. */
async function identified({ name, identifiers = [] }: MatchQuery, matching: Matching) {
  const texts = [name, ...identifiers];
  const ids = [...new Set(texts.flatMap((text) => gndIdsIn(text).ids))].slice(0, LIMITS.words.value);
  const byId = (id: GndId): Question => ({ by: 'gnd', id, limit: 1 });
  const keys = new Set(texts.flatMap((text) => plainTexts(text).flatMap(matching.identify)));
  const carriers = await findCarriers([...keys], { limit: 2 }, matching);
  const byKey = withinBudget([...carriers.values()].flat(), matching);
  const candidates = distinctRanks([...byKey, ...(await find(ids.map(byId), matching))]);
  if (ids.length === 0 || candidates.length > 0) return candidates;
  return find((await Promise.all(ids.map(matching.survivorOf))).flatMap((id) => id ?? []).map(byId), matching);
}

/** Entities with a name made of the words, and entities whose names have all of them. */
function named(
  readings: readonly NameReading[],
  { types, years: life = [undefined, undefined] }: MatchQuery,
  matching: Matching,
) {
  const wanted = { types, limit: LIMITS.candidates.value };
  const names = distinctNames(readings.flatMap(namesOf));
  const words = readings.flatMap(({ query, years = [] }): Question[] => {
    const all = { ...wanted, by: 'words', words: query.words } as const;
    const ends = new Set([...life, ...years, ...query.years].flatMap((year) => year ?? []));
    return [all, ...[...ends].map((year) => ({ ...all, years: [year] }))];
  });
  return find([...names.map((name): Question => ({ ...wanted, by: 'fullName', name })), ...words], matching);
}

/** Entities that have near spellings of the words, or all words but one. */
async function similar(reading: NameReading, types: Types, matching: Matching) {
  const query = await withNearSpellings(withoutTitlesAndParticles(reading.query), matching.engine, matching.budget);
  const { words } = query;
  const shorter = words.length >= LIMITS.shortWord.value ? words.map((_, place) => words.toSpliced(place, 1)) : [];
  const limit = LIMITS.candidates.value;
  const candidates = await find([words, ...shorter].map((some) => ({ by: 'words', words: some, types, limit })), matching); // prettier-ignore
  return { candidates, readings: [{ ...reading, query }] };
}

/** Score of a candidate, by the name that fits best. */
function score(candidate: IndexedCandidate, readings: readonly NameReading[], query: MatchQuery): ScoredCandidate {
  const { type, names, years: { start, end } = {} } = candidate;
  const isPerson = type === 'Person';
  const common: Weight[] = query.types?.includes(type) === false ? ['otherType'] : [];
  let best: ScoredCandidate = { candidate, isWhole: false, points: 0, weights: common, beside: [] };
  const consider = (text: string, line: number) => {
    const folded = readFoldedName(text);
    // “Tudor, Familie”: what follows the comma in the name of a family is no forename.
    const name = type === 'Family' && folded.surname > 0 ? { ...folded, surname: 0, bare: folded.surname } : folded;
    for (const reading of readings) {
      const fit = fitName(reading, name, line > 1, isPerson);
      // Only years add points.
      const most = (fit?.points ?? 0) + WEIGHTS.bothYearsConfirmed.points;
      if (fit === undefined || (best.points > 0 && most <= scoreOf(best))) continue;
      const free = reading.query.years.filter((year) => !name.words.includes(String(year)));
      const years = compareYears(reading.years ?? query.years ?? [undefined, undefined], free, [start, end]);
      // Every family has a qualifier: dates and places.
      const own = fit.weights.filter((weight) => weight !== 'unaskedQualifier' || type !== 'Family');
      const weights = [...common, ...own, ...(years === undefined ? [] : [years])];
      const other = { ...fit, candidate, weights, beside: reading.beside };
      if (best.points === 0 || scoreOf(other) > scoreOf(best)) best = other;
    }
  };
  const [preferred = '', display = '', ...variants] = names.split('\n');
  consider(preferred, 0);
  // The display name of a person is the preferred name without the comma that marks the surname.
  if (!isPerson || readFoldedName(preferred).surname === 0) consider(display, 1);
  if (best.isWhole && best.weights.length === 0 && best.beside.length === 0) return best;
  for (const [place, text] of variants.entries()) consider(text, place + 2);
  return best;
}

/** Weights of years that a record has in another form: an uncertain date, or a period. */
const DOUBTS: ReadonlySet<Weight> = new Set(['yearsUnknown', 'yearsDiffer', 'yearsNear']);

function confirmed(weight: Weight): Weight {
  return DOUBTS.has(weight) ? 'yearsConfirmed' : weight;
}

/** Whether an attribute of a record that is a date has one of the texts. */
function hasDate(attributes: Attributes, dates: readonly string[]): boolean {
  const own = Object.entries(attributes).flatMap(([key, values]) => (/date|period/iu.test(key) ? values : []));
  const plain = (text: string) => text.normalize('NFC').replace(/\s+/gu, ' ').trim();
  return own.some((value) => typeof value === 'string' && dates.some((date) => plain(date) === plain(value)));
}

/** Weights for and against a match that come from the record, not from its names. */
function recordWeights(
  scored: ScoredCandidate,
  card: EntityCard,
  comparers: readonly Comparer[],
  attributes: Attributes,
): Weight[] {
  const { candidate, beside } = scored;
  const described = searchWords(card.description ?? '');
  const weights = comparers.flatMap((compare) => compare(attributes, described) ?? []);
  if (card.differentiated === false) weights.push('undifferentiated');
  if (beside.length === 0) return weights;
  const words = new Set([...described, ...candidate.names.split(/\s+/u)]);
  return [...weights, beside.every((word) => words.has(word)) ? 'besideConfirmed' : 'besideUnknown'];
}

function featuresOf({ candidate, points, weights }: ScoredCandidate): MatchCandidate['features'] {
  const of = (kind: 'years' | 'property') => scoreSum(weights.filter((weight) => WEIGHTS[weight].kind === kind));
  return {
    name: Math.round(points * 10) / 10,
    type: !weights.includes('otherType'),
    years: of('years'),
    properties: of('property'),
    differentiated: !weights.includes('undifferentiated'),
    prominence: candidate.prominence,
  };
}

function scoreSum(weights: readonly Weight[]): number {
  return weights.reduce((sum, weight) => sum + WEIGHTS[weight].points, 0);
}

/** 0–100. */
function scoreOf({ points, weights }: NameFit): number {
  return Math.max(0, Math.min(100, points + scoreSum(weights)));
}
