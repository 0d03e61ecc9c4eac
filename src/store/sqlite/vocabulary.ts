/** The words that entities bear: what a beginning may become, and what a word that nobody bears may have meant. */
import type { DatabaseSync } from 'node:sqlite';
import { soundOf, spellingDistance, spellingsOneAway } from '../near-spelling.ts';
import type { QueryWord, QueryWords } from '../query-words.ts';
import { ALL_TYPES, COUNTED_BEGINNING, COUNTED_ENTITIES } from './schema.ts';

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

export interface Bearers {
  readonly entities: number;
  /** Bits of their types. */
  readonly types: number;
}
const NOBODY: Bearers = { entities: 0, types: 0 };

export type Vocabulary = ReturnType<typeof openVocabulary>;

export function openVocabulary(search: DatabaseSync) {
  const select = {
    beginning: search.prepare(`SELECT word FROM vocabulary WHERE word >= ? AND word < ?
      ORDER BY entities DESC, word LIMIT ?`),
    among: search.prepare('SELECT word, entities FROM vocabulary WHERE word IN (SELECT value FROM json_each(?))'),
    bearers: search.prepare('SELECT entities, types FROM vocabulary WHERE word = ?'),
    bearersOfBeginning: search.prepare('SELECT entities, types FROM beginning WHERE letters = ?'),
    alike: search.prepare('SELECT word, entities FROM vocabulary WHERE sound = ? ORDER BY entities DESC LIMIT ?'),
  };

  const bearers = (word: string) => (select.bearers.get(word) as unknown as Bearers | undefined) ?? NOBODY;

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

  function bearersOfBeginning(prefix: string): Bearers {
    const letters = Array.from(prefix).slice(0, COUNTED_BEGINNING).join('');
    const found = select.bearersOfBeginning.get(letters) as unknown as Bearers | undefined;
    return found ?? { entities: COUNTED_ENTITIES, types: ALL_TYPES };
  }

  return {
    /** Who bears a word of a query: at most so many, of at most these types. */
    bearersOf({ forms, prefix }: QueryWord): Bearers {
      const all = forms.map(bearers);
      if (prefix !== undefined) all.push(bearersOfBeginning(prefix));
      return all.reduce((sum, { entities, types }) => ({
        entities: sum.entities + entities,
        types: sum.types | types,
      }));
    },
    /** How many bear a word of a query, if it takes no counting: a whole word, or a frequent beginning of few letters. */
    countOf({ forms, prefix }: QueryWord): number | undefined {
      const [form = ''] = forms;
      if (prefix === undefined) return forms.length === 1 ? bearers(form).entities : undefined;
      const isAll = forms.every((one) => one.startsWith(prefix)) && Array.from(prefix).length <= COUNTED_BEGINNING;
      return isAll ? (select.bearersOfBeginning.get(prefix)?.['entities'] as number | undefined) : undefined;
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
        if (index >= MAX_MISSPELT || bearers(first).entities >= COMMON) return word;
        const distances = near(first);
        return { ...word, forms: [...new Set([...word.forms, ...distances.keys()])], distances };
      });
      return { ...query, words };
    },
  };
}
