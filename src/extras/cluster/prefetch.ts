/** Prefetching for engines behind a network: sends questions that may come next together with the present ones. */
import { createBoundedCache } from '../../core/search/bounded-cache.ts';
import { LIMITS } from '../../core/search/tuning.ts';
import type { EngineResult, Question, SearchEngine } from '../../core/search/engine.ts';

/** Sizes of the caches: prefetched answers, and numbers of entities with a word. */
const CACHED = { answers: 256, words: 10_000 } as const;

/** Asks in one round trip for the answers, and for the number of entities with each word. */
type AskAll = (
  questions: readonly Question[],
  words: readonly string[],
) => Promise<{ readonly found: readonly EngineResult[]; readonly counted: readonly number[] }>;

/** Adds prefetching and caches. Cached answers stay valid because a snapshot never changes. */
export function withPrefetch(askAll: AskAll): Pick<SearchEngine, 'find' | 'documentFrequencies'> {
  const prefetched = createBoundedCache<string, EngineResult>(CACHED.answers);
  const frequencies = createBoundedCache<string, number>(CACHED.words);

  /** @returns the answers, and the frequencies of the words that were not in the cache */
  async function learn(questions: readonly Question[], words: Iterable<string>, later: readonly Question[] = []) {
    const uncounted = [...new Set(words)].filter((word) => frequencies.get(word) === undefined);
    // Long pages are rarely wanted, and expensive to prefetch.
    const short = later.filter(({ limit }) => limit <= LIMITS.candidates.value);
    const asked = new Set(questions.map(keyOf));
    const isNew = ([key]: readonly [string, Question]) => !asked.has(key) && prefetched.get(key) === undefined;
    const more = new Map(short.map((question) => [keyOf(question), question] as const).filter(isNew));
    if (questions.length + uncounted.length === 0) return { found: [], counted: new Map<string, number>() };
    const { found, counted } = await askAll([...questions, ...more.values()], uncounted);
    [...more.keys()].forEach((key, index) => prefetched.set(key, found[questions.length + index] as EngineResult));
    uncounted.forEach((word, index) => frequencies.set(word, counted[index] ?? 0));
    return { found, counted: new Map(uncounted.map((word, index) => [word, counted[index]])) };
  }

  return {
    async find(questions, prefetch) {
      const known = questions.map((question) => prefetched.get(keyOf(question)));
      const wanted = questions.filter((_, index) => known[index] === undefined);
      // Prefetching alone is not worth a round trip.
      const later = wanted.length === 0 ? undefined : prefetch?.();
      const { found } = await learn(wanted, later?.words ?? [], later?.questions);
      return questions.map((question, index) => (known[index] ?? found[wanted.indexOf(question)]) as EngineResult);
    },
    async documentFrequencies(words) {
      const known = words.map((word) => frequencies.get(word));
      const { counted } = await learn([], words);
      return words.map((word, index) => known[index] ?? counted.get(word) ?? 0);
    },
  };
}

/** The members of a question that an engine reads, in the order of the key. */
const READ = ['by', 'key', 'id', 'types', 'limit', 'after', 'years', 'words', 'forms', 'prefix'];

function keyOf(question: Question): string {
  return JSON.stringify(question, READ);
}
