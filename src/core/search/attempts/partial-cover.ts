/** Attempt: no entity has all words. Those whose names cover the words of most weight are found; a distinctive word is never dropped for a common one. */
import { isIdentifier } from '../../model/read-identifiers.ts';
import { distinct, distinctRanks, type IndexedCandidate, type Question } from '../engine.ts';
import { compareName, forEachLine, hasText, needlesOf } from '../names/compare-name.ts';
import { readFoldedName } from '../names/folded-name.ts';
import { fitOfName, isDescribedBy } from '../names/ranking.ts';
import { describedWord, distinctNames, isParticle } from '../names/search-text.ts';
import { describedQuery, firstForms, type Query, type QueryWord } from '../query/query.ts';
import { authorWords, namesWithin, WEIGHTLESS, wordsBeforeComma } from '../query/text-parts.ts';
import { withForms } from '../query/word-forms.ts';
import { COSTS, COVER, LIMITS, SIGNALS, WORD_SHARES } from '../tuning.ts';
import { type Attempt, type AttemptContext, isPartlyDescribed, NOTHING, type Ranked, type FittedEntity, sortedByFit, type Wanted } from './attempt.ts'; // prettier-ignore
import { descriptionsOf, unmetYears } from './word-search.ts';

export const partialCover: Attempt = {
  name: 'partialCover',
  meaning:
    'entities with a name that covers the words with the most weight; rare words, words before a comma, and the author of a citation weigh most, while titles and question words weigh nothing; if a text has several names, the search looks for each of them: `Johann Grunert Halle`, `wer war Olga Graf`',
  applies: ({ readings }, found) =>
    (isPartlyDescribed(found) || (found.best?.fit.tier ?? 0) > 2) && readings().repaired.words.length > 1,
  async find(query, context) {
    // The label of an identifier is no word of a name.
    if (isIdentifier(query.text)) return NOTHING;
    const weighed = await weigh(query, context);
    if (!weighed.some((one) => isHeavy(one) && one.word.spelled.length > 1)) return NOTHING;
    const candidates = await candidatesFor(weighed, query, context);
    const whole = await fitted(candidates, weighed, query, context);
    const names = await namesOf(weighed, candidates, query, context);
    const rankOf = ({ candidate }: CoveredEntity) => candidate.rank;
    const firsts = distinct(names.flatMap(([first]) => first ?? []), rankOf).toSorted((a, b) => a.fit.tier - b.fit.tier); // prettier-ignore
    const all = distinct([...firsts, ...sortedByFit([...names.flat(), ...whole])], rankOf);
    return answer(all, weighed, query, Math.max(1, firsts.length));
  },
};

/** A word of the query with its weight: how much it says about the wanted entity. */
interface WeighedWord {
  readonly word: QueryWord;
  readonly weight: number;
  /** Whether an entity has it, or a near spelling of it. */
  readonly isKnown: boolean;
}

interface CoveredEntity extends FittedEntity {
  /** The words that one of its names or its description covers. */
  readonly covered: ReadonlySet<QueryWord>;
  /** Share of the weight that is covered. */
  readonly cover: number;
}

function isHeavy({ weight, isKnown }: WeighedWord): boolean {
  return weight > 0 && isKnown;
}

/** Weighs the words of the repaired text by their rarity and their place. A word that no name has stands for its other forms and near spellings. */
async function weigh(query: Query, { engine, near, otherForms }: AttemptContext): Promise<readonly WeighedWord[]> {
  const { repaired, essential, text } = query.readings();
  const { words } = repaired;
  const isEssential = new Set(essential.words.map(({ spelled }) => spelled));
  const leading = [wordsBeforeComma(text), authorWords(text)];
  const inNames = await frequencies(words.map(({ forms }) => forms), engine); // prettier-ignore
  const isInNone = inNames.includes(0);
  const inDescriptions = await frequencies(words.map(({ forms }, place) => (inNames[place] === 0 ? forms.map(describedWord) : [])), engine); // prettier-ignore
  const forms = isInNone ? await otherForms() : undefined;
  const spelled = isInNone ? await near() : undefined;
  return words.map((word, place): WeighedWord => {
    const [named = 0, described = 0] = [inNames[place], inDescriptions[place]];
    const alike = new Map(spelled?.words.find((one) => one.spelled === word.spelled)?.distances);
    for (const [form, distance] of alike) if (distance > 1) alike.delete(form);
    const other = named > 0 ? word : withForms(word, new Map([...alike, ...(forms?.get(word.spelled) ?? [])]));
    const isLetter = word.spelled.length === 1;
    const mayBeBegun = (word.prefix?.length ?? 0) >= LIMITS.shortWord.value && place === words.length - 1;
    const isWeightless = !isEssential.has(word.spelled) || WEIGHTLESS.has(word.spelled);
    const leads = leading.filter((part) => part.includes(word.spelled)).length;
    const rarity = Math.log2(1 + engine.entities / Math.max(1, named || described));
    const isPartly = named === 0 ? COVER.partly.value : 1;
    return {
      // A word that names have is not the beginning of another.
      word: named === 0 || isLetter ? other : { ...other, prefix: undefined },
      weight: isWeightless ? 0 : rarity * isPartly * COVER.lead.value ** leads * (word.isJoined === true ? 0.5 : 1),
      isKnown: named + described > 0 || other !== word || mayBeBegun || isLetter,
    };
  });
}

/** Number of entities with each word, in any of its forms. */
async function frequencies(words: readonly (readonly string[])[], engine: AttemptContext['engine']) {
  const counted = await engine.documentFrequencies(words.flat());
  let at = 0;
  return words.map((forms) => counted.slice(at, (at += forms.length)).reduce((sum, entities) => sum + entities, 0));
}

/** The most prominent entities with each of the heaviest words, with pairs of them in names or description, and those with a run of words as full name. */
async function candidatesFor(
  weighed: readonly WeighedWord[],
  { types }: Query,
  { engine, budget }: AttemptContext,
): Promise<readonly IndexedCandidate[]> {
  const limit = LIMITS.few.value;
  const heavy = weighed.filter(isHeavy).toSorted((a, b) => b.weight - a.weight).slice(0, LIMITS.begun.value); // prettier-ignore
  const isLong = ({ word: { spelled } }: WeighedWord) => spelled.length > 1;
  // Single letters narrow a query, but are never the whole query.
  const pairs = heavy.flatMap((one, place) => heavy.slice(place + 1).map((other) => [one, other])).filter((pair) => pair.some(isLong)); // prettier-ignore
  const inAll = pairs.map((pair) => describedQuery({ words: pair.map(({ word }) => word), years: [] }));
  const singles = heavy.filter(isLong).map(({ word }) => [word]);
  const names = distinctNames([...singles, ...runsOf(weighed)].map(firstForms));
  const results = await engine.find([
    ...names.map((name): Question => ({ by: 'fullName', name, types, limit })),
    ...[...inAll.map(({ words }) => words), ...singles].map((words): Question => ({ by: 'words', words, types, limit, budget })), // prettier-ignore
  ]);
  const candidates = distinctRanks(results.flatMap((result) => result.candidates));
  return candidates.slice(0, budget.take(Math.min(candidates.length, LIMITS.moreCandidates.value), COSTS.row.value));
}

/** Runs of two words and more, up to the length of most names; words without weight may be inside. */
function runsOf(weighed: readonly WeighedWord[]): readonly (readonly QueryWord[])[] {
  return weighed.flatMap((_, from) =>
    Array.from({ length: LIMITS.parts.value - 1 }, (__, more) => weighed.slice(from, from + more + 2))
      .filter((run, more) => run.length === more + 2 && run.some(({ weight }) => weight > 0))
      .map((run) => run.map(({ word }) => word)),
  );
}

/** The names that stand in one text, each as its own query; empty unless one of them is the whole name of an entity. */
async function namesOf(
  weighed: readonly WeighedWord[],
  candidates: readonly IndexedCandidate[],
  query: Query,
  context: AttemptContext,
): Promise<readonly (readonly CoveredEntity[])[]> {
  const { text } = query.readings();
  if (authorWords(text).length > 0) return [];
  const parts = namesWithin(text)
    .map((words) => weighed.filter(({ word }) => words.includes(word.spelled)))
    .filter((part) => part.some(({ weight }) => weight > 0));
  if (parts.length < 2) return [];
  const covering = await Promise.all(parts.map((part) => fitted(candidates, part, query, context)));
  const complete = covering.map((some) => some.filter(({ cover }) => cover > COVER.partly.value));
  return complete.some(([best]) => best !== undefined && best.fit.tier < 1) ? complete : [];
}

/** Entities in the order of their fit. It depends on how much of the weight of the words one of their names has. */
async function fitted(
  candidates: readonly IndexedCandidate[],
  weighed: readonly WeighedWord[],
  query: Query,
  { engine }: AttemptContext,
): Promise<readonly CoveredEntity[]> {
  const { years, periods = [] } = query.readings().repaired;
  const sum = weighed.reduce((all, { weight }) => all + weight, 0);
  const first = firstWord(weighed);
  const covered = coverAll(candidates, weighed);
  const descriptions = await descriptionsOf(covered.map(({ candidate }) => candidate), engine); // prettier-ignore
  const entities = covered.flatMap(({ candidate, inName, weight }): CoveredEntity[] => {
    const description = descriptions.get(candidate.rank) ?? new Set();
    const beside = weighed.filter(({ word }) => !inName.has(word) && isDescribedBy(word, description));
    const value = beside.reduce((more, word) => more + word.weight * COVER.partly.value, weight);
    const named = weighed.flatMap(({ word }) => (inName.has(word) ? word : []));
    const fit = value === 0 ? undefined : fitOfName(candidate, { words: named, years, periods });
    if (fit === undefined) return [];
    const cover = value / sum;
    const lead = first !== undefined && inName.has(first) && fit.tier < 1 ? SIGNALS.incomplete.tier : 0;
    const tier = Math.max(0, fit.tier + SIGNALS.incomplete.tier + (1 - cover) * COVER.tiers.value - lead);
    const all = new Set([...named, ...beside.map(({ word }) => word)]);
    const typed = weighed.flatMap(({ word }) => (all.has(word) ? word.typed : []));
    const own = {
      tier: rounded(tier),
      score: rounded(fit.score * cover),
      isDescribed: beside.length > 0,
      covered: typed,
    };
    return [{ candidate, covered: all, cover, fit: { ...fit, ...own } }];
  });
  return sortedByFit(entities);
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** The first word of weight, which is perhaps the name; undefined if a hyphen joins it to the next one. */
function firstWord(weighed: readonly WeighedWord[]): QueryWord | undefined {
  const place = weighed.findIndex(({ weight }) => weight > 0);
  return weighed[place + 1]?.word.isJoined === true ? undefined : weighed[place]?.word;
}

interface CoveredName {
  readonly candidate: IndexedCandidate;
  readonly inName: ReadonlySet<QueryWord>;
  readonly weight: number;
}

/**
 * The candidates with a name that covers most, at least half as much as the best one. They are compared in the order of the
 * most that their names could cover, which is cheap to tell, and only as long as that may bring a better one.
 */
function coverAll(candidates: readonly IndexedCandidate[], weighed: readonly WeighedWord[]): readonly CoveredName[] {
  const words = weighed.map(({ word }) => word);
  const needles = needlesOf({ words }).flatMap(({ beginnings }, at) => {
    const weight = weighed[at]?.weight ?? 0;
    return weight > 0 ? { beginnings, weight } : [];
  });
  const bounded = candidates
    .map((candidate) => {
      const present = needles.filter(({ beginnings }) => hasText(candidate.names, beginnings));
      return { candidate, present, most: present.reduce((sum, { weight }) => sum + weight, 0) };
    })
    .toSorted((a, b) => b.most - a.most);
  let least = 0;
  const covered: CoveredName[] = [];
  for (const { candidate, present, most } of bounded) {
    const isSurpassed = covered.filter(({ weight }) => weight >= most).length >= LIMITS.few.value;
    if (most === 0 || most < least || isSurpassed) break;
    let best: CoveredName = { candidate, inName: new Set(), weight: 0 };
    forEachLine(candidate.names, undefined, (line) => {
      let mostInLine = 0;
      for (const { beginnings, weight } of present) if (hasText(line, beginnings)) mostInLine += weight;
      if (mostInLine > 0 && mostInLine >= Math.max(least, best.weight)) best = better(best, coverOf(line, words, weighed)); // prettier-ignore
    });
    least = Math.max(least, best.weight * COVER.partly.value);
    if (best.weight > 0) covered.push(best);
  }
  return covered
    .filter(({ weight }) => weight >= least)
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, LIMITS.few.value);
}

type Cover = Pick<CoveredName, 'inName' | 'weight'>;

function better(best: CoveredName, other: Cover): CoveredName {
  const lead = other.weight - best.weight || other.inName.size - best.inName.size;
  return lead > 0 ? { ...best, ...other } : best;
}

function coverOf(line: string, words: readonly QueryWord[], weighed: readonly WeighedWord[]): Cover {
  const { matches = [] } = compareName(words, readFoldedName(line), { mayLack: () => true }) ?? {};
  const inName = new Set<QueryWord>();
  let weight = 0;
  for (const [at, one] of weighed.entries()) {
    const match = matches[at];
    if (match === undefined) continue;
    inName.add(one.word);
    weight += one.weight * (1 - WORD_SHARES.wrongLetter * match.distance);
  }
  return { inName, weight };
}

/** @param firsts number of first entities that together answer the query */
function answer(all: readonly CoveredEntity[], weighed: readonly WeighedWord[], query: Query, firsts: number): Ranked {
  const of = ({ types, to }: Wanted): Ranked => {
    const entries = all.filter(({ candidate: { type } }) => types?.includes(type) ?? true);
    const met = new Set(entries.slice(0, firsts).flatMap(({ covered }) => [...covered]));
    const ignored = weighed.filter(({ word }) => !met.has(word) && !isParticle(word.forms[0] ?? ''));
    const unmet = unmetYears(query.readings().repaired, entries);
    return {
      entries: entries.slice(0, to),
      best: entries[0],
      approximate: ignored.length > 0 || unmet.length > 0,
      ignored: ignored.map(({ word: { typed } }) => typed),
      ...(unmet.length > 0 && { unmetYears: unmet }),
      weights: weighed.map(({ word, weight }) => ({ word: word.typed, weight: Math.round(weight * 100) / 100 })),
      total: async () => ({ value: entries.length, isExact: true }),
      narrow: async (wanted) => of(wanted),
    };
  };
  return of(query);
}
