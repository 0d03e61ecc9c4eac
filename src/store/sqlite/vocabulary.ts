/** The words that entities bear: what a beginning may become, and what a word that nobody bears may have meant. */
import type { DatabaseSync } from 'node:sqlite';
import { soundOf, spellingDistance, spellingsOneAway } from '../near-spelling.ts';
import type { QueryWord, QueryWords } from '../query-words.ts';
import { COUNTED_BEGINNING, COUNTED_ENTITIES } from './schema.ts';

/** So many words a beginning stands for, the most frequent ones. */
const MAX_BEGINNINGS = 64;
/** So many near spellings are tried for a word, the nearest and most frequent ones. */
const MAX_NEAR = 16;
/** So many words that sound alike are compared letter by letter. */
const MAX_ALIKE = 200;
/** Shorter words are near to too many others; longer ones are no names, and cost. */
const NEAR_LENGTH = { minimum: 4, maximum: 24 } as const;
/** A word that so many entities bear is not misspelt. */
const COMMON = 50;
/** So many words of a query may be misspelt. */
const MAX_MISSPELT = 6;

export type Vocabulary = ReturnType<typeof openVocabulary>;

export function openVocabulary(search: DatabaseSync) {
  const select = {
    beginning: search.prepare(`SELECT word FROM vocabulary WHERE word >= ? AND word < ?
      ORDER BY entities DESC, word LIMIT ?`),
    among: search.prepare('SELECT word, entities FROM vocabulary WHERE word IN (SELECT value FROM json_each(?))'),
    counted: search.prepare('SELECT entities FROM beginning WHERE letters = ?'),
    bearers: search.prepare('SELECT entities FROM vocabulary WHERE word = ?'),
    alike: search.prepare('SELECT word, entities FROM vocabulary WHERE sound = ? ORDER BY entities DESC LIMIT ?'),
  };

  const bearers = (word: string) => (select.bearers.get(word)?.['entities'] as number | undefined) ?? 0;

  function near(word: string): Map<string, number> {
    const found = new Map<string, { distance: number; entities: number }>();
    const length = Array.from(word).length;
    if (length < NEAR_LENGTH.minimum || length > NEAR_LENGTH.maximum || /\d/.test(word)) return new Map();
    for (const row of select.among.all(JSON.stringify([...spellingsOneAway(word)]))) {
      found.set(row['word'] as string, { distance: 1, entities: row['entities'] as number });
    }
    const sound = soundOf(word);
    const limit = length < 8 ? 2 : 3;
    for (const row of sound === undefined ? [] : select.alike.all(sound, MAX_ALIKE)) {
      const other = row['word'] as string;
      const distance = spellingDistance(word, other, limit);
      if (distance > 0 && distance <= limit && !found.has(other)) {
        found.set(other, { distance, entities: row['entities'] as number });
      }
    }
    const nearest = [...found].sort(([, a], [, b]) => a.distance - b.distance || b.entities - a.entities);
    return new Map(nearest.slice(0, MAX_NEAR).map(([other, { distance }]) => [other, distance]));
  }

  /** How many have a word that begins so: at most this many, or a few. */
  function bearersOfBeginning(prefix: string): number {
    const letters = Array.from(prefix).slice(0, COUNTED_BEGINNING).join('');
    return (select.counted.get(letters)?.['entities'] as number | undefined) ?? COUNTED_ENTITIES;
  }

  return {
    /** How many entities bear a word of a query, at most; 0 only if none does. */
    bearersOf({ forms, prefix }: QueryWord): number {
      const sum = forms.reduce((total, form) => total + bearers(form), 0);
      return prefix === undefined ? sum : sum + bearersOfBeginning(prefix);
    },
    beginningWith(prefix: string): { words: string[]; complete: boolean } {
      const rows = select.beginning.all(prefix, `${prefix}\u{10FFFF}`, MAX_BEGINNINGS + 1);
      const words = rows.map((row) => row['word'] as string);
      return { words: words.slice(0, MAX_BEGINNINGS), complete: words.length <= MAX_BEGINNINGS };
    },
    /** The query with near spellings beside each word that few entities bear. */
    withNearSpellings(query: QueryWords): QueryWords {
      const words = query.words.map((word, index): QueryWord => {
        const [first = ''] = word.forms;
        if (index >= MAX_MISSPELT || bearers(first) >= COMMON) return word;
        const distances = near(first);
        return { ...word, forms: [...new Set([...word.forms, ...distances.keys()])], distances };
      });
      return { ...query, words };
    },
  };
}
