/** The words that entities bear: what a beginning may become, and what a word that nobody bears may have meant. */
import type { DatabaseSync } from 'node:sqlite';
import {
  DELETION_BEGINNING,
  deletionKeys,
  DELETIONS,
  soundOf,
  spellingDistance,
  spellingsOneAway,
} from '../../search/near-spelling.ts';
import type { QueryWord, QueryWords } from '../../search/query-words.ts';
import { ALL_TYPES, COUNTED_BEGINNING, COUNTED_ENTITIES } from './schema.ts';

/** So many words a beginning stands for, the most frequent ones. */
const MAX_BEGINNINGS = 64;
/** So many near spellings are tried for a word, the nearest and most frequent ones. */
const MAX_NEAR = 16;
/** So many words that sound alike are compared letter by letter. */
const MAX_ALIKE = 200;
/** Shorter words are near to too many others; longer ones are no names, and cost. */
const NEAR_LENGTH = { minimum: 4, maximum: 24 } as const;
/** Words of so many letters may have two that are wrong anywhere … */
const TWO_ERRORS = 6;
/** … and of so many three, if they sound alike. */
const LONG = 8;
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
    // A beginning of fewer letters is a whole word.
    twoAway: search.prepare(`WITH begun AS (SELECT DISTINCT beginning FROM shortened
        WHERE key IN (SELECT value FROM json_each(?1)))
      SELECT word, entities FROM begun JOIN vocabulary ON word = beginning
        WHERE length(beginning) < ${DELETION_BEGINNING} AND length(word) BETWEEN ?2 AND ?3
      UNION ALL SELECT word, entities FROM begun JOIN vocabulary ON word >= beginning AND word < beginning || char(1114111)
        WHERE length(beginning) = ${DELETION_BEGINNING} AND length(word) BETWEEN ?2 AND ?3`),
    alike: search.prepare('SELECT word, entities FROM vocabulary WHERE sound = ? ORDER BY entities DESC LIMIT ?'),
  };

  const bearers = (word: string) => (select.bearers.get(word) as unknown as Bearers | undefined) ?? NOBODY;

  /** Words near to one, with the number of letters in which they differ. */
  function near(word: string): Map<string, number> {
    const length = Array.from(word).length;
    if (length < NEAR_LENGTH.minimum || length > NEAR_LENGTH.maximum || /\d/.test(word)) return new Map();
    const found = new Map<string, { readonly distance: number; readonly entities: number }>();
    const consider = (rows: readonly Record<string, unknown>[], limit: number) => {
      for (const row of rows) {
        const other = row['word'] as string;
        const distance = found.has(other) ? 0 : spellingDistance(word, other, limit);
        if (distance > 0 && distance <= limit) found.set(other, { distance, entities: row['entities'] as number });
      }
    };
    consider(select.among.all(JSON.stringify([...spellingsOneAway(word)])), 1);
    const sound = soundOf(word);
    if (sound !== undefined) consider(select.alike.all(sound, MAX_ALIKE), length < LONG ? 2 : 3);
    if (length >= TWO_ERRORS) {
      const keys = JSON.stringify([...deletionKeys(word.slice(0, DELETION_BEGINNING))]);
      consider(select.twoAway.all(keys, word.length - DELETIONS, word.length + DELETIONS), DELETIONS);
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
