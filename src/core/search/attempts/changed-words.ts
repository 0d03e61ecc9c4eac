/** Makes attempts that search the words of a query after a change: the form of most attempts. */
import type { Query } from '../query/query.ts';
import type { QueryWords } from '../query/query-words.ts';
import { type Attempt, NOTHING, type Ranked } from './attempt.ts';
import { wordQuestions } from './word-questions.ts';
import { findByWords } from './word-search.ts';

interface ChangedWords extends Pick<Attempt, 'name' | 'meaning'> {
  /** Whether another attempt is worthwhile after the best result so far. */
  readonly isWanted: (soFar: Ranked) => boolean;
  /** @returns the changed words; undefined where there is nothing to change */
  readonly change: (query: Query) => QueryWords | undefined;
}

export function withChangedWords({ name, meaning, change, isWanted }: ChangedWords): Attempt {
  return {
    name,
    meaning,
    applies: (query, soFar) => isWanted(soFar) && change(query) !== undefined,
    prefetch(query) {
      const words = change(query);
      return { questions: words === undefined ? [] : wordQuestions(words, query) };
    },
    async find(query, context) {
      const words = change(query);
      return words === undefined ? NOTHING : findByWords(words, query, context);
    },
  };
}

/** Whether no whole name was found. */
export function lacksFullName({ best }: Ranked): boolean {
  return best === undefined || best.fit.tier >= 1;
}
