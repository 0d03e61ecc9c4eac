/** Near spellings of a query: beside each word that few entities have, the words of the vocabulary that may have been meant. */
import type { NearQuestion, NearWords, SearchEngine, VocabularyWord } from './engine.ts';
import {
  DELETION_PREFIX,
  deletionKeys,
  DELETIONS,
  soundOf,
  spellingDistance,
  spellingsOneAway,
} from './near-spelling.ts';
import type { QueryWords } from './query-words.ts';

/** So many near spellings are tried for a word, the nearest and most frequent ones. */
const MAX_NEAR = 16;
/** Shorter words are near to too many others; longer ones are no names, and cost. */
const NEAR_LENGTH = { minimum: 4, maximum: 24 } as const;
/** Words of so many letters may have two that are wrong anywhere … */
const TWO_ERRORS = 6;
/** … and of so many three, if they sound alike. */
const LONG = 8;
/** A word that so many entities have is not misspelt. */
const COMMON = 50;
/** So many words of a query may be misspelt. */
const MAX_MISSPELT = 6;

export async function withNearSpellings(query: QueryWords, engine: SearchEngine): Promise<QueryWords> {
  const first = query.words.slice(0, MAX_MISSPELT).map(({ forms: [word = ''] }) => word);
  const frequencies = await engine.documentFrequencies(first);
  const rare = [...new Set(first.filter((_, place) => (frequencies[place] ?? 0) < COMMON))];
  const asked = rare.filter(mayBeMisspelt);
  const answers = asked.length === 0 ? [] : await engine.nearWords(asked.map(questionOf));
  const near = new Map(asked.map((word, place) => [word, nearest(word, answers[place] as NearWords)]));
  const words = query.words.map((word, place) => {
    const [form = ''] = word.forms;
    if (place >= MAX_MISSPELT || !rare.includes(form)) return word;
    const distances = near.get(form) ?? new Map<string, number>();
    return { ...word, forms: [...new Set([...word.forms, ...distances.keys()])], distances };
  });
  return { ...query, words };
}

function mayBeMisspelt(word: string): boolean {
  const length = Array.from(word).length;
  return length >= NEAR_LENGTH.minimum && length <= NEAR_LENGTH.maximum && !/\d/.test(word);
}

function questionOf(word: string): NearQuestion {
  return {
    spellings: [...spellingsOneAway(word)],
    sound: soundOf(word),
    deletions:
      Array.from(word).length < TWO_ERRORS
        ? undefined
        : {
            keys: [...deletionKeys(word.slice(0, DELETION_PREFIX))],
            from: word.length - DELETIONS,
            to: word.length + DELETIONS,
          },
  };
}

/** The nearest and most frequent words, with the number of letters in which they differ. */
function nearest(word: string, { spelled, alike, deleted }: NearWords): Map<string, number> {
  const found = new Map<string, { readonly distance: number; readonly entities: number }>();
  const consider = (words: readonly VocabularyWord[], limit: number) => {
    for (const { word: other, entities } of words) {
      const distance = found.has(other) ? 0 : spellingDistance(word, other, limit);
      if (distance > 0 && distance <= limit) found.set(other, { distance, entities });
    }
  };
  consider(spelled, 1);
  consider(alike, Array.from(word).length < LONG ? 2 : 3);
  consider(deleted, DELETIONS);
  const sorted = [...found].sort(([, a], [, b]) => a.distance - b.distance || b.entities - a.entities);
  return new Map(sorted.slice(0, MAX_NEAR).map(([other, { distance }]) => [other, distance]));
}
