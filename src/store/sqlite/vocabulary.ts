/** The words of the index: how many entities have them, what a prefix may become, which words may be near to one. */
import type { DatabaseSync } from 'node:sqlite';
import type { NearQuestion, NearWords, VocabularyWord } from '../../search/engine.ts';
import { DELETION_PREFIX } from '../../search/near-spelling.ts';
import type { QueryWord } from '../../search/query-words.ts';
import { createBoundedCache } from './bounded-cache.ts';
import { ALL_TYPES, COUNTED_ENTITIES, COUNTED_PREFIX, INDEXED_PREFIX } from './schema.ts';

/** So many words a long prefix stands for, the most frequent ones. */
const MAX_WORDS_OF_PREFIX = 64;
/** So many words that sound alike are compared letter by letter. */
const MAX_ALIKE = 200;

export interface Frequency {
  readonly entities: number;
  /** Bits of their types. */
  readonly types: number;
}
const NONE: Frequency = { entities: 0, types: 0 };
/** Words whose frequencies are kept, some four megabytes. */
const KEPT_WORDS = 20_000;

export function openVocabulary(search: DatabaseSync) {
  const select = {
    word: search.prepare('SELECT entities, types FROM vocabulary WHERE word = ?'),
    prefix: search.prepare('SELECT entities, types FROM prefix WHERE prefix = ?'),
    wordsOfPrefix: search.prepare(`SELECT word FROM vocabulary WHERE word >= ? AND word < ?
      ORDER BY entities DESC, word LIMIT CAST(? AS INTEGER)`),
    spelled: search.prepare('SELECT word, entities FROM vocabulary WHERE word IN (SELECT value FROM json_each(?))'),
    alike: search.prepare(
      'SELECT word, entities FROM vocabulary WHERE sound = ? ORDER BY entities DESC LIMIT CAST(? AS INTEGER)',
    ),
    // A prefix of fewer letters is a whole word.
    deleted: search.prepare(`WITH shared AS (SELECT DISTINCT prefix FROM symmetric_delete
        WHERE key IN (SELECT value FROM json_each(?1)))
      SELECT word, entities FROM shared JOIN vocabulary ON word = prefix
        WHERE length(prefix) < ${DELETION_PREFIX} AND length(word) BETWEEN ?2 AND ?3
      UNION ALL SELECT word, entities FROM shared JOIN vocabulary ON word >= prefix AND word < prefix || char(1114111)
        WHERE length(prefix) = ${DELETION_PREFIX} AND length(word) BETWEEN ?2 AND ?3`),
  };
  const read = (rows: readonly object[]) => rows as readonly VocabularyWord[];
  const kept = createBoundedCache<string, Frequency>(KEPT_WORDS, () => 1);
  const readWord = (word: string) => (select.word.get(word) as unknown as Frequency | undefined) ?? NONE;
  const ofWord = (word: string): Frequency => kept(word, () => readWord(word));
  const ofPrefix = (prefix: string) => select.prefix.get(prefix) as unknown as Frequency | undefined;

  return {
    entitiesOf: (word: string): number => ofWord(word).entities,
    /** At most so many entities have a word of a query, of at most these types. */
    frequencyOf({ forms, prefix }: QueryWord): Frequency {
      const all = forms.map(ofWord);
      if (prefix !== undefined) {
        const counted = Array.from(prefix).slice(0, COUNTED_PREFIX).join('');
        all.push(ofPrefix(counted) ?? { entities: COUNTED_ENTITIES, types: ALL_TYPES });
      }
      return all.reduce((sum, { entities, types }) => ({
        entities: sum.entities + entities,
        types: sum.types | types,
      }));
    },
    /** How many entities have a word of a query, if it takes no counting: a whole word, or a frequent prefix of few letters. */
    exactFrequencyOf({ forms, prefix }: QueryWord): number | undefined {
      const [form = ''] = forms;
      if (prefix === undefined) return forms.length === 1 ? ofWord(form).entities : undefined;
      const isAll = forms.every((one) => one.startsWith(prefix)) && Array.from(prefix).length <= COUNTED_PREFIX;
      return isAll ? ofPrefix(prefix)?.entities : undefined;
    },
    /** In the language of FTS5: words of letters and digits only, each quoted, so that nothing in a query can be an operator. */
    termOf({ forms, prefix }: QueryWord): { readonly text: string; readonly isComplete: boolean } {
      // What nobody has, such as most compounds of two neighbours, need not be looked for.
      const words = new Set(forms.filter((form, place) => place === 0 || ofWord(form).entities > 0));
      let isComplete = true;
      const parts: string[] = [];
      if (prefix !== undefined && Array.from(prefix).length > INDEXED_PREFIX) {
        // Without an index of its own a prefix costs as much as all its words have entities; the frequent ones will do.
        const rows = select.wordsOfPrefix.all(prefix, `${prefix}\u{10FFFF}`, MAX_WORDS_OF_PREFIX + 1);
        for (const row of rows.slice(0, MAX_WORDS_OF_PREFIX)) words.add(row['word'] as string);
        isComplete = rows.length <= MAX_WORDS_OF_PREFIX;
      } else if (prefix !== undefined) {
        for (const word of words) if (word.startsWith(prefix)) words.delete(word);
        parts.push(`"${prefix}" *`);
      }
      parts.push(...[...words].map((word) => `"${word}"`));
      return { text: parts.length > 1 ? `(${parts.join(' OR ')})` : (parts[0] ?? ''), isComplete };
    },
    near({ spellings, sound, deletions }: NearQuestion): NearWords {
      return {
        spelled: read(select.spelled.all(JSON.stringify(spellings))),
        alike: sound === undefined ? [] : read(select.alike.all(sound, MAX_ALIKE)),
        deleted:
          deletions === undefined
            ? []
            : read(select.deleted.all(JSON.stringify(deletions.keys), deletions.from, deletions.to)),
      };
    },
  };
}
