/** Attempts: the most selective words that an entity has together; and each word by itself. */
import type { Question } from '../engine.ts';
import { fullNameKey } from '../names/search-text.ts';
import { describedQuery, firstForms, type QueryWord, type QueryWords } from '../query/query-words.ts';
import type { Query } from '../query/query.ts';
import { LIMITS, SIGNALS } from '../tuning.ts';
import { type Attempt, type AttemptContext, isBetter, NOTHING, type Ranked } from './attempt.ts';
import { ignoredWords, leastTierWithout, wordsWithout } from './left-out-words.ts';
import { likelyQuestions } from './word-questions.ts';
import { findByWords } from './word-search.ts';

export const someWords: Attempt = {
  name: 'someWords',
  meaning:
    'only the six rarest words count, and one of these may be left out; where no entity has the others, words are added to the rarest one as long as an entity has all of them; at least half of the words remain',
  // An entity that lacks one of the words is at least two tiers behind.
  applies: (_, { best }) => best === undefined || best.fit.tier > SIGNALS.ignored.tier,
  async find(query, context) {
    return bestOf(await parts(query, context), query, context);
  },
};

export const singleWords: Attempt = {
  name: 'singleWords',
  meaning: 'each word by itself, if it is in a name as it was typed',
  applies: (_, { best }) => best === undefined,
  async find(query, context) {
    // Either too few words occur together, or the search for them used up the budget.
    context.budget.release();
    return bestOf(await namedWords(query, context), query, context);
  },
};

/** The best of the first parts of a query. */
async function bestOf(
  found: readonly (readonly QueryWord[])[],
  query: Query,
  context: AttemptContext,
): Promise<Ranked> {
  const { essential, plain } = query;
  const queries = found.slice(0, LIMITS.parts.value).map((words) => ({
    words: essential.words.flatMap((word) => words.find(({ spelled }) => spelled === word.spelled) ?? []),
    years: essential.years,
  }));
  const prefetch = () => ({ questions: queries.flatMap((some) => likelyQuestions(some, query)) });
  let best = NOTHING;
  for (const some of queries) {
    const nameKeys = [fullNameKey(firstForms(some.words))];
    const ranked = await findByWords(some, query, context, { whole: essential, nameKeys, prefetch });
    if (!isBetter(ranked, best)) continue;
    const ignored = await ignoredWords(ranked, plain, context);
    best = { ...ranked, approximate: ignored.length > 0, ignored };
    // The other parts lack as many words: none of them can be better by a whole tier.
    if (Math.floor(ranked.best?.fit.tier ?? Infinity) <= leastTierWithout(wordsWithout(essential, some))) break;
  }
  return best;
}

/**
 * The parts of a query whose words all occur in one entity, in names or description; a part has at least half of the words.
 * Parts that lack one word are tried first; if no entity has these, words are added to the rarest one as long as an entity has all.
 */
async function parts(query: Query, context: AttemptContext): Promise<readonly (readonly QueryWord[])[]> {
  const { known, least } = await knownWords(query, context);
  if (known.length === 0) return [];
  const candidates = known.length < query.essential.words.length ? [known] : [];
  // The first of equally selective words is most likely a name.
  candidates.push(...known.map((_, place) => known.toSpliced(-1 - place, 1)).filter((some) => lengthOf(some) >= least));
  // If no entity has the words of a candidate, the next questions are probably these: the first word with each other word.
  const pairs = known.slice(1).map((word) => [known[0] as SelectiveTerm, word]);
  const met = await partsInUse(candidates, query, context, [known.slice(0, 1), ...pairs]);
  const [all] = met;
  if (all !== undefined) return all === known ? [wordsOf(all)] : met.toSorted(byWeight).map(wordsOf);
  let gathered: readonly SelectiveTerm[] = [];
  for (const [place, word] of known.entries()) {
    const others = known.slice(place + 1).map((other) => [...gathered, other]);
    const [more] = await partsInUse([[...gathered, word]], query, context, others);
    gathered = more ?? gathered;
  }
  return lengthOf(gathered) < least ? [] : [wordsOf(gathered)];
}

/** Words that occur in names as they were typed, each by itself, the most selective first. */
async function namedWords(query: Query, context: AttemptContext): Promise<readonly (readonly QueryWord[])[]> {
  const { types } = query;
  const { budget, engine } = context;
  const { known } = await knownWords(query, context);
  const named = known.filter(({ word, isTyped }) => isTyped && word.spelled.length > 1).map(({ word }) => [word]);
  const results = await engine.find(named.map((words) => ({ by: 'words', words, types, limit: 1, budget })));
  return named.filter((_, place) => (results[place]?.candidates.length ?? 0) > 0);
}

/** The most selective words that entities have; empty if these are less than half of the query, because half of it must remain. */
async function knownWords({ essential }: Query, context: AttemptContext) {
  const terms = essential.words.length < 2 ? [] : await selectiveTerms(essential, context);
  // Single letters narrow a query, but never are the whole query.
  const least = Math.max(1, Math.ceil(lengthOf(terms) / 2));
  const known = terms.filter(({ isKnown }) => isKnown).slice(0, LIMITS.selectiveTerms.value);
  return { known: lengthOf(known) < least ? [] : known, least };
}

function lengthOf(part: readonly SelectiveTerm[]): number {
  return part.filter(({ word }) => word.spelled.length > 1).length;
}

/** Candidates whose words all occur together in an entity. @param next parts that may be searched after these */
async function partsInUse(
  candidates: readonly (readonly SelectiveTerm[])[],
  { types }: Query,
  { engine, budget }: AttemptContext,
  next: readonly (readonly SelectiveTerm[])[],
): Promise<readonly (readonly SelectiveTerm[])[]> {
  const questionOf = (part: readonly SelectiveTerm[]): Question => {
    const { words } = describedQuery({ words: wordsOf(part), years: [] });
    return { by: 'words', words, types, limit: 1, budget };
  };
  const results = await engine.find(candidates.map(questionOf), () => ({ questions: next.map(questionOf) }));
  return candidates.filter((_, place) => (results[place]?.candidates.length ?? 0) > 0);
}

interface SelectiveTerm {
  readonly word: QueryWord;
  /** Weight of the word: the fewer entities have it, the higher. */
  readonly weight: number;
  readonly isKnown: boolean;
  /** Whether an entity has the word as it was typed. */
  readonly isTyped: boolean;
}

/** Words of the query, the rarest first; a word that no entity has is replaced by its near spellings. */
async function selectiveTerms(query: QueryWords, { engine, near }: AttemptContext): Promise<readonly SelectiveTerm[]> {
  const described = describedQuery(query).words;
  const counted = await engine.documentFrequencies(described.flatMap(({ forms }) => forms));
  const nearWords = (await near()).words;
  let at = 0;
  const terms = described.map((word, place): SelectiveTerm => {
    const own = counted.slice(at, (at += word.forms.length)).reduce((sum, entities) => sum + entities, 0);
    const [typed, other] = [query.words[place] ?? word, nearWords[place] ?? word];
    const isBegun = (word.prefix?.length ?? 0) >= LIMITS.selectiveLetters.value;
    const isKnown = isBegun || own > 0 || (other.distances?.size ?? 0) > 0;
    return { word: own > 0 ? typed : other, weight: 1 / Math.log2(2 + own), isKnown, isTyped: own > 0 };
  });
  return terms.sort((a, b) => b.weight - a.weight);
}

function byWeight(a: readonly SelectiveTerm[], b: readonly SelectiveTerm[]): number {
  const weightOf = (part: readonly SelectiveTerm[]) => part.reduce((sum, { weight }) => sum + weight, 0);
  return weightOf(b) - weightOf(a);
}

function wordsOf(part: readonly SelectiveTerm[]): readonly QueryWord[] {
  return part.map(({ word }) => word);
}
