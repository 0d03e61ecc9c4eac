/** Queries with words that nobody has: which of the words to leave out, the least telling first. */
import { LIMITS } from './dials.ts';
import type { Question, SearchEngine } from './engine.ts';
import { describedQuery, type QueryWord, type QueryWords } from './query-words.ts';
import type { Part } from './word-search.ts';

/**
 * The parts of a query that somebody has, in names and description, each with the weight of its words; at least half of
 * the words. First all but one; if nobody has so many, what remains when the rarest words are taken one after the other.
 * @param near the same words with near spellings, for those that nobody has
 */
export async function partsOf(
  query: QueryWords,
  near: QueryWords,
  engine: SearchEngine,
  part: Part,
): Promise<readonly (readonly QueryWord[])[]> {
  const { known, least } = await knownWords(query, near, engine);
  if (known.length === 0) return [];
  const parts = known.length < query.words.length ? [known] : [];
  // Among equally telling words the first is more likely a name.
  parts.push(...known.map((_, place) => known.toSpliced(-1 - place, 1)).filter((some) => lengthOf(some) >= least));
  // What is asked below if none is met, as if the first word were met and each other alone with it.
  const pairs = known.slice(1).map((word) => [known[0] as Telling, word]);
  const met = await thoseThatAnybodyHas(parts, engine, part, [known.slice(0, 1), ...pairs]);
  const [all] = met;
  if (all !== undefined) return all === known ? [wordsOf(all)] : met.toSorted(byWeight).map(wordsOf);
  let gathered: readonly Telling[] = [];
  for (const [place, word] of known.entries()) {
    const others = known.slice(place + 1).map((other) => [...gathered, other]);
    const [more] = await thoseThatAnybodyHas([[...gathered, word]], engine, part, others);
    gathered = more ?? gathered;
  }
  return lengthOf(gathered) < least ? [] : [wordsOf(gathered)];
}

/** Words that stand in a name as they were typed, each by itself, the most telling first; as {@link partsOf}. */
export async function singleWordsOf(
  query: QueryWords,
  near: QueryWords,
  engine: SearchEngine,
  { types, budget }: Part,
): Promise<readonly (readonly QueryWord[])[]> {
  const { known } = await knownWords(query, near, engine);
  const named = known.filter(({ word, isTyped }) => isTyped && word.spelled.length > 1).map(({ word }) => [word]);
  const answers = await engine.find(named.map((words) => ({ by: 'words', words, types, limit: 1, budget })));
  return named.filter((_, place) => (answers[place]?.candidates.length ?? 0) > 0);
}

/** The most telling words that somebody has; none when these are less than half, the least that is to be left of a query. */
async function knownWords(query: QueryWords, near: QueryWords, engine: SearchEngine) {
  const telling = query.words.length < 2 ? [] : await tellingWords(query, near, engine);
  // Single letters narrow, but are never all that is left.
  const least = Math.max(1, Math.ceil(lengthOf(telling) / 2));
  const known = telling.filter(({ isKnown }) => isKnown).slice(0, LIMITS.tellingWords.value);
  return { known: lengthOf(known) < least ? [] : known, least };
}

function lengthOf(part: readonly Telling[]): number {
  return part.filter(({ word }) => word.spelled.length > 1).length;
}

async function thoseThatAnybodyHas(
  parts: readonly (readonly Telling[])[],
  engine: SearchEngine,
  { types, budget }: Part,
  next: readonly (readonly Telling[])[],
): Promise<readonly (readonly Telling[])[]> {
  const questionOf = (part: readonly Telling[]): Question => {
    const { words } = describedQuery({ words: wordsOf(part), years: [] });
    return { by: 'words', words, types, limit: 1, budget };
  };
  const answers = await engine.find(parts.map(questionOf), () => ({ questions: next.map(questionOf) }));
  return parts.filter((_, place) => (answers[place]?.candidates.length ?? 0) > 0);
}

interface Telling {
  readonly word: QueryWord;
  /** The more, the fewer entities have it. */
  readonly weight: number;
  readonly isKnown: boolean;
  /** Somebody has it as it was typed. */
  readonly isTyped: boolean;
}

/** The rarest first; a word that nobody has stands for its near spellings. */
async function tellingWords(query: QueryWords, near: QueryWords, engine: SearchEngine): Promise<readonly Telling[]> {
  const described = describedQuery(query).words;
  const counted = await engine.documentFrequencies(described.flatMap(({ forms }) => forms));
  let at = 0;
  const telling = described.map((word, place): Telling => {
    const own = counted.slice(at, (at += word.forms.length)).reduce((sum, entities) => sum + entities, 0);
    const [asked, other] = [query.words[place] ?? word, near.words[place] ?? word];
    const isBegun = (word.prefix?.length ?? 0) >= LIMITS.tellingLetters.value;
    const isKnown = isBegun || own > 0 || (other.distances?.size ?? 0) > 0;
    return { word: own > 0 ? asked : other, weight: 1 / Math.log2(2 + own), isKnown, isTyped: own > 0 };
  });
  return telling.sort((a, b) => b.weight - a.weight);
}

function byWeight(a: readonly Telling[], b: readonly Telling[]): number {
  const weightOf = (part: readonly Telling[]) => part.reduce((sum, { weight }) => sum + weight, 0);
  return weightOf(b) - weightOf(a);
}

function wordsOf(part: readonly Telling[]): readonly QueryWord[] {
  return part.map(({ word }) => word);
}
