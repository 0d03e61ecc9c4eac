/** Attempt: no entity has all words. Those whose names cover the words of most weight are found; a distinctive word is never dropped for a common one. */
import { distinctRanks } from '../distinct.ts';
import type { IndexedCandidate, Question } from '../engine.ts';
import { readFoldedName } from '../names/folded-name.ts';
import { compareName } from '../names/compare-name.ts';
import { forEachLine, hasText, needlesOf } from '../names/needles.ts';
import { type Description, fitCandidate, isDescribedBy } from '../names/ranking.ts';
import { fullNameKey, isParticle } from '../names/search-text.ts';
import type { Query } from '../query/query.ts';
import { describedQuery, firstForms, type QueryWord, type QueryWords } from '../query/query-words.ts';
import { authorWords, namesWithin, WEIGHTLESS, wordsBeforeComma } from '../query/text-parts.ts';
import { COSTS, COVER, LIMITS, SIGNALS, WORD_SHARES } from '../tuning.ts';
import { type Attempt, type AttemptContext, byFit, isPartlyDescribed, NOTHING, type Ranked, type RankedEntity, type Wanted } from './attempt.ts'; // prettier-ignore
import { descriptionsOf, descriptionWords, RANKED, unmetYears } from './word-search.ts';

export const partialCover: Attempt = {
  name: 'partialCover',
  meaning:
    'entities with a name that covers the words of most weight: rare words, words before a comma, and the author of a citation weigh most, titles and questions nothing; of several names in one text, each: `Johann Grunert Halle`, `wer war Olga Graf`',
  applies: ({ repaired: { words } }, soFar) =>
    words.length > 1 && (isPartlyDescribed(soFar) || (soFar.best?.fit.tier ?? 0) > 2),
  async find(query, context) {
    const weighed = await weigh(query, context);
    if (!weighed.some(({ weight, isKnown }) => weight > 0 && isKnown)) return NOTHING;
    const candidates = await candidatesFor(weighed, query, context);
    const whole = await rank(candidates, weighed, query, context);
    const names = await namesOf(weighed, candidates, query, context);
    const firsts = names.flatMap((ranked) => ranked[0] ?? []);
    const others = [...names.flat(), ...whole].toSorted(byFit);
    const all = distinctCovered([...distinctCovered(firsts).toSorted((a, b) => a.fit.tier - b.fit.tier), ...others]);
    return answer(all, weighed, query, Math.max(1, firsts.length));
  },
};

/** A word of the query with its weight: how much it says about the wanted entity. */
interface WeighedWord {
  readonly word: QueryWord;
  /** The word with all its forms, for descriptions: “Malerin” for “Maler”. */
  readonly inDescription: QueryWord;
  readonly weight: number;
  /** Whether an entity has it, or a near spelling of it. */
  readonly isKnown: boolean;
}

interface CoveredEntity extends RankedEntity {
  /** The words that one of its names or its description covers. */
  readonly covered: ReadonlySet<QueryWord>;
  /** Share of the weight that is covered. */
  readonly cover: number;
}

/** Weighs the words of the repaired text by their rarity and their place. A word that no name has stands for its near spellings. */
async function weigh(query: Query, context: AttemptContext): Promise<readonly WeighedWord[]> {
  const { repaired, essential, repairedText } = query;
  const { engine } = context;
  const { words } = repaired;
  const described = describedQuery(repaired).words;
  const counted = await engine.documentFrequencies(described.flatMap(({ forms }) => forms));
  const isEssential = new Set(essential.words.map(({ spelled }) => spelled));
  const hasEssential = essential.words.some(({ spelled }) => !WEIGHTLESS.has(spelled));
  const [author, before] = [authorWords(repairedText), wordsBeforeComma(repairedText)];
  const sum = (numbers: readonly number[]) => numbers.reduce((all, entities) => all + entities, 0);
  let at = 0;
  const found = words.map(({ forms: { length: own } }, place) => {
    const counts = counted.slice(at, (at += described[place]?.forms.length ?? 0));
    return { inNames: sum(counts.slice(0, own)), inDescriptions: sum(counts.slice(own)) };
  });
  const forms = await context.otherForms();
  const near = found.some(({ inNames }) => inNames === 0) ? await context.near() : undefined;
  return words.map((word, place): WeighedWord => {
    const { inNames = 0, inDescriptions = 0 } = found[place] ?? {};
    const other = inNames === 0 ? otherSpelling(word, forms, near) : undefined;
    const isBegun = (word.prefix?.length ?? 0) >= LIMITS.shortWord.value && place === words.length - 1;
    const isLetter = word.spelled.length === 1;
    const isWeightless = !isEssential.has(word.spelled) || (hasEssential && WEIGHTLESS.has(word.spelled));
    const rarity = isLetter
      ? COVER.letter.value
      : Math.log2(1 + engine.entities / Math.max(1, inNames || inDescriptions));
    const factor = placeFactor(word, { author, before }) * (inNames === 0 ? COVER.partly.value : 1);
    return {
      word: other ?? finished(word, inNames === 0 || isLetter),
      inDescription: {
        ...(other ?? word),
        forms: [...(other ?? word).forms, ...(forms.get(word.spelled)?.keys() ?? [])],
      },
      weight: isWeightless ? 0 : rarity * factor,
      isKnown: inNames + inDescriptions > 0 || other !== undefined || isBegun || isLetter,
    };
  });
}

/** Factor of the weight for the place of a word in the text. */
function placeFactor(
  { spelled, isJoined = false }: QueryWord,
  { author, before }: { readonly author: readonly string[]; readonly before: readonly string[] },
): number {
  let factor = isJoined ? 0.5 : 1;
  for (const part of [before, author]) if (part.includes(spelled)) factor *= COVER.lead.value;
  return factor;
}

/** The word without its prefix, unless it may be unfinished. */
function finished(word: QueryWord, mayBeUnfinished: boolean): QueryWord {
  const { prefix, ...whole } = word;
  return mayBeUnfinished || prefix === undefined ? word : whole;
}

type Forms = Awaited<ReturnType<AttemptContext['otherForms']>>;

/** The word with its other forms and the near spellings that differ in one letter; undefined if there are none. */
function otherSpelling(word: QueryWord, forms: Forms, near: QueryWords | undefined): QueryWord | undefined {
  const spelled = near?.words.find((one) => one.spelled === word.spelled)?.distances ?? new Map<string, number>();
  const distances = new Map([...spelled].filter(([, distance]) => distance <= 1));
  for (const [form, cost] of forms.get(word.spelled) ?? []) distances.set(form, cost);
  return distances.size === 0 ? undefined : { ...word, forms: [...word.forms, ...distances.keys()], distances };
}

/** The most prominent entities with each of the heaviest words, with pairs of them in names or description, and those with a run of words as full name. */
async function candidatesFor(
  weighed: readonly WeighedWord[],
  { types }: Query,
  { engine, budget }: AttemptContext,
): Promise<readonly IndexedCandidate[]> {
  const heavy = weighed
    .filter(({ weight, isKnown }) => weight > 0 && isKnown)
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, LIMITS.parts.value);
  // A single letter narrows a query, but is never the whole query.
  const singles = heavy.filter(({ word: { spelled } }) => spelled.length > 1);
  const keys = new Set(runsOf(weighed).map((run) => fullNameKey(firstForms(run))));
  const found = await engine.find([
    ...[...keys].map((key): Question => ({ by: 'fullName', key, types, limit: LIMITS.few.value })),
    ...pairsOf(heavy).map((pair): Question => {
      const { words } = describedQuery({ words: pair.map(({ inDescription }) => inDescription), years: [] });
      return { by: 'words', words, types, limit: LIMITS.few.value, budget };
    }),
    ...singles.map(({ word }): Question => ({ by: 'words', words: [word], types, limit: LIMITS.few.value, budget })),
  ]);
  const candidates = distinctRanks(found.flatMap((result) => result.candidates));
  return candidates.slice(0, budget.take(Math.min(candidates.length, LIMITS.moreCandidates.value), COSTS.row.value));
}

function pairsOf(words: readonly WeighedWord[]): readonly (readonly WeighedWord[])[] {
  return words.flatMap((one, place) => words.slice(place + 1).map((other) => [one, other]));
}

/** Runs of words, up to the length of most names, and each word of weight; words without weight may be inside. */
function runsOf(weighed: readonly WeighedWord[]): readonly (readonly QueryWord[])[] {
  const named = weighed.filter(({ word: { forms } }) => !isParticle(forms[0] ?? ''));
  return named.flatMap((_, from) =>
    Array.from({ length: LIMITS.parts.value }, (_, length) => named.slice(from, from + length + 1))
      .filter((run, length) => run.length === length + 1 && run.some(({ weight }) => weight > 0))
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
  if (authorWords(query.repairedText).length > 0) return [];
  const parts = namesWithin(query.repairedText)
    .map((words) => weighed.filter(({ word }) => words.includes(word.spelled)))
    .filter((part) => part.some(({ weight }) => weight > 0));
  if (parts.length < 2) return [];
  const ranked = await Promise.all(parts.map((part) => rank(candidates, part, query, context)));
  const complete = ranked.map((some) =>
    some.filter(({ cover, fit }) => cover > COVER.partly.value && fit.distance <= 1),
  );
  return complete.some(([best]) => best !== undefined && best.fit.tier < 1) ? complete : [];
}

/** Ranks entities by the share of the weight that one of their names covers, then as ever. */
async function rank(
  candidates: readonly IndexedCandidate[],
  weighed: readonly WeighedWord[],
  { repaired: { years, periods } }: Query,
  { engine }: AttemptContext,
): Promise<readonly CoveredEntity[]> {
  const weights = new Map(weighed.map(({ word, weight }) => [word, weight]));
  const words: QueryWords = { words: weighed.map(({ word }) => word), years: [] };
  const sum = weighed.reduce((all, { weight }) => all + weight, 0);
  const first = firstWord(weighed);
  const covered = coverAll(candidates, words, weights);
  const descriptions = await descriptionsOf(covered.map(({ candidate }) => candidate), engine); // prettier-ignore
  const ranked = covered.flatMap(({ candidate, inName, weight }): CoveredEntity[] => {
    const description: Description = descriptions.get(candidate.rank) ?? new Set();
    const beside = weighed
      .filter(({ word, inDescription }) => !inName.has(word) && isDescribedBy(inDescription, description))
      .map(({ word }) => word);
    const all = new Set([...inName, ...beside]);
    const value = beside.reduce((more, word) => more + (weights.get(word) ?? 0) * COVER.partly.value, weight);
    const named = words.words.filter((word) => inName.has(word));
    if (value === 0 || named.every(({ spelled }) => spelled.length === 1 && named.length === 1)) return [];
    const fit = fitCandidate(candidate, { words: named, years, ...(periods && { periods }) });
    if (fit === undefined) return [];
    const cover = value / sum;
    // The cover includes the wrong letters.
    const plain = fit.tier - fit.distance * SIGNALS.wrongLetter.tier;
    const lead = first !== undefined && inName.has(first) && plain < 1 ? SIGNALS.incomplete.tier : 0;
    const tier = Math.max(0, plain + SIGNALS.incomplete.tier + (1 - cover) * COVER.tiers.value - lead);
    return [
      {
        candidate,
        covered: all,
        cover,
        fit: {
          ...fit,
          tier: Math.round(tier * 1000) / 1000,
          score: Math.round(fit.score * cover * 1000) / 1000,
          isDescribed: beside.length > 0,
          covered: words.words.filter((word) => all.has(word)).map(({ typed }) => typed),
        },
      },
    ];
  });
  const most = Math.max(...ranked.map(({ cover }) => cover));
  return ranked.filter(({ cover }) => cover >= most * COVER.partly.value).toSorted(byFit);
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

/** The candidates whose names cover most, without those that cover far less than the best one. */
function coverAll(
  candidates: readonly IndexedCandidate[],
  words: QueryWords,
  weights: ReadonlyMap<QueryWord, number>,
): readonly CoveredName[] {
  const needles = needlesOf(words).map((needle) => ({ ...needle, weight: weights.get(needle.word) ?? 0 }));
  const weightIn = (text: string) => {
    let sum = 0;
    for (const { beginnings, weight } of needles) if (weight > 0 && hasText(text, beginnings)) sum += weight;
    return sum;
  };
  let least = 0;
  const covered = candidates.flatMap((candidate): CoveredName[] => {
    const lines = `${candidate.names}\n${candidate.variants()}`;
    if (weightIn(lines) < least) return [];
    let best: CoveredName = { candidate, inName: new Set(), weight: 0 };
    forEachLine(lines, undefined, (line) => {
      const most = weightIn(line);
      if (most === 0 || most < Math.max(least, best.weight)) return;
      const found = coverOf(line, words, weights);
      if (found.weight > best.weight || (found.weight === best.weight && found.inName.size > best.inName.size))
        best = { candidate, ...found };
    });
    // Descriptions may add as much again.
    least = Math.max(least, best.weight * COVER.partly.value ** 2);
    return best.weight > 0 ? [best] : [];
  });
  return covered
    .filter(({ weight }) => weight >= least)
    .toSorted((a, b) => b.weight - a.weight || a.candidate.rank - b.candidate.rank)
    .slice(0, 2 * RANKED);
}

function coverOf(line: string, { words }: QueryWords, weights: ReadonlyMap<QueryWord, number>) {
  const inName = new Set<QueryWord>();
  let weight = 0;
  const { matches = [] } = compareName(words, readFoldedName(line), { mayLack: () => true }) ?? {};
  words.forEach((word, place) => {
    const match = matches[place];
    if (match === undefined) return;
    inName.add(word);
    weight += (weights.get(word) ?? 0) * (1 - WORD_SHARES.wrongLetter * match.distance);
  });
  return { inName, weight };
}

function distinctCovered(entities: readonly CoveredEntity[]): readonly CoveredEntity[] {
  const known = new Set<number>();
  return entities.filter(({ candidate: { rank } }) => !known.has(rank) && known.add(rank));
}

/** @param firsts number of first entities that together answer the query */
function answer(all: readonly CoveredEntity[], weighed: readonly WeighedWord[], query: Query, firsts: number): Ranked {
  const of = ({ types, to }: Wanted): Ranked => {
    const entries = all.filter(({ candidate: { type } }) => types?.includes(type) ?? true);
    const met = new Set(entries.slice(0, firsts).flatMap(({ covered }) => [...covered]));
    const ignored = weighed.filter(({ word }) => !met.has(word) && !isParticle(word.forms[0] ?? ''));
    const unmet = unmetYears(query.repaired, entries);
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

/** Words of a query that neither a name nor the description of the first entity has, as they were typed. */
export async function ignoredWords({ best }: Ranked, { plain }: Query, context: AttemptContext): Promise<string[]> {
  if (best === undefined) return [];
  const near = new Map((await context.near()).words.map((word) => [word.spelled, word]));
  const { candidate } = best;
  const card = (await context.engine.hits([candidate.rank])).get(candidate.rank)?.card;
  const description = card && descriptionWords(card);
  const names = ` ${candidate.names}\n${candidate.variants()} `.replaceAll('\n', ' ');
  const isIn = ({ forms, prefix }: QueryWord) =>
    forms.some((form) => names.includes(` ${form} `)) || (prefix !== undefined && names.includes(` ${prefix}`));
  return plain.words
    .map((word) => near.get(word.spelled) ?? word)
    .filter((word) => !isIn(word) && !(description && isDescribedBy(word, description)))
    .map(({ typed }) => typed);
}
