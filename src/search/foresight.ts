/** For engines behind a network: what may be wanted next is asked for together with what is wanted now. */
import { createBoundedCache } from './bounded-cache.ts';
import { LIMITS } from './dials.ts';
import type { Found, Question, SearchEngine } from './engine.ts';

/** So many answers are kept until they are wanted, and the numbers of so many words. */
const KEPT = { answers: 256, words: 10_000 } as const;

/** In one round trip: the answers, and how many entities have each word. */
type AskAll = (
  questions: readonly Question[],
  words: readonly string[],
) => Promise<{ readonly found: readonly Found[]; readonly counted: readonly number[] }>;

/** A snapshot never changes, and so neither do its answers. */
export function withForesight(askAll: AskAll): Pick<SearchEngine, 'find' | 'documentFrequencies'> {
  const early = createBoundedCache<string, Found>(KEPT.answers);
  const numbers = createBoundedCache<string, number>(KEPT.words);

  /** @returns those of the words that were not known */
  async function learn(questions: readonly Question[], words: Iterable<string>, later: readonly Question[] = []) {
    const uncounted = [...new Set(words)].filter((word) => numbers.get(word) === undefined);
    // Whoever leafs far through the results has few of them to read early.
    const short = later.filter(({ limit }) => limit <= LIMITS.rankedCandidates.value);
    const asked = new Set(questions.map(keyOf));
    const isNew = ([key]: readonly [string, Question]) => !asked.has(key) && early.get(key) === undefined;
    const more = new Map(short.map((question) => [keyOf(question), question] as const).filter(isNew));
    if (questions.length + uncounted.length === 0) return { found: [], counted: new Map<string, number>() };
    const { found, counted } = await askAll([...questions, ...more.values()], uncounted);
    [...more.keys()].forEach((key, place) => early.set(key, found[questions.length + place] as Found));
    uncounted.forEach((word, place) => numbers.set(word, counted[place] ?? 0));
    return { found, counted: new Map(uncounted.map((word, place) => [word, counted[place]])) };
  }

  return {
    async find(questions, next) {
      const known = questions.map((question) => early.get(keyOf(question)));
      const wanted = questions.filter((_, place) => known[place] === undefined);
      // Where everything is known there is no round trip that more could come with.
      const later = wanted.length === 0 ? undefined : next?.();
      const { found } = await learn(wanted, later?.words ?? [], later?.questions);
      return questions.map((question, place) => (known[place] ?? found[wanted.indexOf(question)]) as Found);
    },
    async documentFrequencies(words) {
      const known = words.map((word) => numbers.get(word));
      const { counted } = await learn([], words);
      return words.map((word, place) => known[place] ?? counted.get(word) ?? 0);
    },
  };
}

/** What an engine reads of a question; in this order it is written, whatever the order in which it was made. */
const READ = ['by', 'key', 'id', 'types', 'limit', 'after', 'years', 'words', 'forms', 'prefix'];

function keyOf(question: Question): string {
  return JSON.stringify(question, READ);
}
