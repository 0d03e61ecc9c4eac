/** Near spellings of a query: for each word that few entities have, the words of the index that may be meant. */
import type { Budget } from '../budget.ts';
import { COSTS, LIMITS } from '../tuning.ts';
import type { NearQuestion, NearWords, SearchEngine, VocabularyWord } from '../engine.ts';
import {
  DELETION_PREFIX,
  DELETIONS,
  deletionKeys,
  SPELLED_LETTERS,
  soundOf,
  spellingDistance,
  spellingsOneAway,
} from './near-spelling.ts';
import { firstForms, type QueryWords } from './query.ts';

export async function withNearSpellings(query: QueryWords, engine: SearchEngine, budget: Budget): Promise<QueryWords> {
  const first = firstForms(query.words);
  const frequencies = await engine.documentFrequencies(first);
  const rare = [...new Set(first.filter((_, place) => (frequencies[place] ?? 0) < LIMITS.common.value))];
  const long = rare.filter((word) => Array.from(word).length >= LIMITS.shortWord.value && !/\d/.test(word));
  const paid = long.slice(0, budget.take(long.length, COSTS.nearWord.value));
  const answers = paid.length === 0 ? [] : await engine.nearWords(paid.map(questionOf));
  const near = new Map(paid.map((word, place) => [word, nearest(word, answers[place] as NearWords, paid.length)]));
  const words = query.words.map((word) => {
    const [form = ''] = word.forms;
    if (!rare.includes(form)) return word;
    const distances = near.get(form) ?? new Map<string, number>();
    return { ...word, forms: [...new Set([...word.forms, ...distances.keys()])], distances };
  });
  return { ...query, words };
}

/** The question for a word. Spellings with one other letter are looked up only for the first words and for those too short for the other ways. */
function questionOf(word: string, place: number, all: readonly string[]): NearQuestion {
  const isSpelled =
    word.length < LIMITS.twoWrong.value || (place < LIMITS.parts.value && word.length <= SPELLED_LETTERS);
  const isLong = Array.from(word).length >= LIMITS.twoWrong.value;
  const keys = isLong ? [...deletionKeys(word.slice(0, DELETION_PREFIX))] : [];
  return {
    word,
    spellings: isSpelled ? [...spellingsOneAway(word)] : [],
    sound: soundOf(word),
    scanned: Math.floor(LIMITS.scanned.value / all.length),
    deletions: isLong ? { keys, from: word.length - DELETIONS, to: word.length + DELETIONS } : undefined,
  };
}

/**
 * The nearest and most frequent words, equal ones in alphabetical order, with the number of wrong letters.
 * @param searched number of words of the query that get near spellings
 */
function nearest(word: string, { spelled, alike, deleted }: NearWords, searched: number): Map<string, number> {
  const near = new Map<string, { readonly distance: number; readonly entities: number }>();
  const consider = (found: readonly VocabularyWord[], limit: number) => {
    for (const { word: other, entities } of found) {
      const distance = near.has(other) ? 0 : spellingDistance(word, other, limit);
      if (distance > 0 && distance <= limit) near.set(other, { distance, entities });
    }
  };
  consider(spelled, 1);
  consider(alike, DELETIONS);
  consider(deleted, DELETIONS);
  const most = Math.min(LIMITS.forms.value, Math.ceil(LIMITS.candidates.value / searched));
  const sorted = [...near].sort(
    ([x, a], [y, b]) => a.distance - b.distance || b.entities - a.entities || (x < y ? -1 : 1),
  );
  return new Map(sorted.slice(0, most).map(([other, { distance }]) => [other, distance]));
}
