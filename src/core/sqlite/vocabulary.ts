/** The words of the index: their frequencies, the words with a prefix, and words with a near spelling or sound. */
import type { DatabaseSync } from 'node:sqlite';
import { COUNTED_PREFIX, INDEXED_PREFIX } from '../search/index-fields.ts';
import { DELETION_PREFIX } from '../search/query/near-spelling.ts';
import { LIMITS } from '../search/tuning.ts';
import type { NearQuestion, NearWords, VocabularyWord } from '../search/engine.ts';
import { isParticle } from '../search/names/search-text.ts';
import type { QueryWord } from '../search/query/query.ts';
import { memoize } from '../model/memo.ts';
import { prepareRows } from './row-statement.ts';
import { ALL_TYPES } from './schema.ts';

const MAX_WORDS_OF_PREFIX = LIMITS.begunWords.value;

/** Upper bounds: the number of entities, and their types as bits. */
interface Frequency {
  readonly entities: number;
  readonly types: number;
}
const NONE: Frequency = { entities: 0, types: 0 };
/** Number of cached frequencies, which take some four megabytes. */
const CACHED_FREQUENCIES = 20_000;
/** Number of beginnings whose words are cached: one query asks for the same ones several times. */
const CACHED_BEGINNINGS = 64;

/** Most words of one question whose frequencies are cached. */
const CACHED_AT_ONCE = 2 * LIMITS.words.value;

/** A word of a query as an expression of FTS5, with bounds of its frequency. */
export interface Term extends Frequency {
  /** Words of letters and digits only, each quoted, so that nothing in a query can be an operator. */
  readonly text: string;
  /** Lower bound of the number of entities. */
  readonly least: number;
  /** Number of lists that the expression reads. */
  readonly lists: number;
  /** Whether the expression covers every word that the word of the query stands for. */
  readonly isComplete: boolean;
}

function prepareStatements(search: DatabaseSync) {
  return {
    word: prepareRows<Counts>(search, 'SELECT entities, types FROM vocabulary WHERE word = ?'),
    prefix: prepareRows<Counts>(search, 'SELECT entities, types FROM prefix WHERE prefix = ?'),
    begunWords: prepareRows<[string, ...Counts]>(
      search,
      `SELECT * FROM (SELECT word, entities, types FROM vocabulary WHERE word >= ? AND word < ? LIMIT ${LIMITS.scanned.value})
        ORDER BY entities DESC, word LIMIT CAST(? AS INTEGER)`,
    ),
    someCounts: prepareRows<Counts>(
      search,
      'SELECT entities, types FROM vocabulary WHERE word >= ? AND word < ? LIMIT CAST(? AS INTEGER)',
    ),
    spelled: prepareRows<Counted>(
      search,
      // A list for IN would be sorted first, which takes longer than all look-ups.
      'SELECT word, entities FROM json_each(?) CROSS JOIN vocabulary ON word = value',
    ),
    alike: prepareRows<Counted>(
      search,
      'SELECT word, entities FROM vocabulary WHERE sound = ? ORDER BY entities DESC, word LIMIT CAST(? AS INTEGER)',
    ),
    // A shorter prefix is a whole word: the range contains this word only.
    deleted: prepareRows<Counted>(
      search,
      `WITH shared AS (SELECT DISTINCT prefix FROM symmetric_delete WHERE key IN (SELECT value FROM json_each(?1)))
      SELECT * FROM (SELECT word, entities FROM shared JOIN vocabulary ON word >= prefix
        AND word < prefix || iif(length(prefix) < ${DELETION_PREFIX}, ' ', char(1114111)) LIMIT CAST(?4 AS INTEGER))
      WHERE length(word) BETWEEN ?2 AND ?3`,
    ),
  };
}

export function openVocabulary(search: DatabaseSync) {
  const select = prepareStatements(search);
  const ofWord = memoize(CACHED_FREQUENCIES, (word: string) => frequency(select.word.get(word)));
  /** Frequency of a prefix that has an index of its own. */
  const ofPrefix = memoize(CACHED_FREQUENCIES, (prefix: string): Frequency => {
    const first = Array.from(prefix).slice(0, COUNTED_PREFIX).join('');
    const counts = select.prefix.get(first);
    if (counts !== undefined) return frequency(counts);
    const all = select.someCounts.all(prefix, endOf(prefix), MAX_WORDS_OF_PREFIX + 1);
    return all.length <= MAX_WORDS_OF_PREFIX
      ? sum(all.map(frequency))
      : { entities: LIMITS.countLimit.value, types: ALL_TYPES };
  });
  const begunWords = memoize(CACHED_BEGINNINGS, (prefix: string) =>
    select.begunWords.all(prefix, endOf(prefix), MAX_WORDS_OF_PREFIX + 1),
  );

  return {
    /** Numbers of entities. Many words, of which few are in the index, are looked up at once, and not cached. */
    frequenciesOf(words: readonly string[]): readonly number[] {
      if (words.length <= CACHED_AT_ONCE) return words.map((word) => ofWord(word).entities);
      const frequencies = new Map(select.spelled.all(JSON.stringify(words)));
      return words.map((word) => frequencies.get(word) ?? 0);
    },
    /** Number of entities with a query word, for a single whole word and a frequent short prefix; otherwise undefined. */
    exactFrequencyOf({ forms, prefix }: QueryWord): number | undefined {
      const [form = ''] = forms;
      if (prefix === undefined) return forms.length === 1 ? ofWord(form).entities : undefined;
      const isAll = forms.every((one) => one.startsWith(prefix)) && Array.from(prefix).length <= COUNTED_PREFIX;
      return isAll ? select.prefix.get(prefix)?.[0] : undefined;
    },
    /** Bits of the types of which entities have each of the words in a name; particles may be missing. */
    typesOf: (words: readonly string[]) =>
      words.reduce((types, word) => (isParticle(word) ? types : types & ofWord(word).types), ALL_TYPES),
    termOf({ forms, prefix }: Pick<QueryWord, 'forms' | 'prefix'>): Term {
      // Short prefixes have an index. Any other costs as much as the lists of all its words, so only those of the most frequent ones are read.
      const begun = prefix !== undefined && isIndexed(prefix) ? prefix : undefined;
      const rows = prefix === undefined || begun !== undefined ? [] : begunWords(prefix);
      const longer = rows.slice(0, MAX_WORDS_OF_PREFIX).filter(([word]) => !forms.includes(word));
      const words = [
        ...forms.map((form) => ({ word: form, ...ofWord(form) })),
        ...longer.map(([word, ...counts]) => ({ word, ...frequency(counts) })),
      ];
      // Left out: words that no entity has, such as most compounds of two neighbours, and words that the index of the prefix covers.
      const read = words.filter(({ word, entities }) => entities > 0 && (begun === undefined || !word.startsWith(begun))); // prettier-ignore
      const texts = [...(begun === undefined ? [] : [`"${begun}" *`]), ...read.map(({ word }) => `"${word}"`)];
      return {
        text: texts.length > 1 ? `(${texts.join(' OR ')})` : (texts[0] ?? ''),
        isComplete: rows.length <= MAX_WORDS_OF_PREFIX,
        least: Math.max(0, ...words.map(({ entities }) => entities)),
        lists: texts.length,
        ...sum(begun === undefined ? read : [ofPrefix(begun), ...read]),
      };
    },
    near({ spellings, sound, deletions, scanned }: NearQuestion): NearWords {
      const { keys = [], from = 0, to = 0 } = deletions ?? {};
      return {
        spelled: select.spelled.all(JSON.stringify(spellings)).map(vocabularyWord),
        alike: sound === undefined ? [] : select.alike.all(sound, LIMITS.begunWords.value).map(vocabularyWord),
        deleted: select.deleted.all(JSON.stringify(keys), from, to, scanned).map(vocabularyWord),
      };
    },
  };
}

/** Whether the index has the entities of a prefix. */
function isIndexed(prefix: string): boolean {
  return prefix.length <= INDEXED_PREFIX || Array.from(prefix).length <= INDEXED_PREFIX;
}

type Counts = readonly [entities: number, types: number];
type Counted = readonly [word: string, entities: number];

function frequency([entities, types]: Counts | undefined = [0, 0]): Frequency {
  return entities === 0 ? NONE : { entities, types };
}

function vocabularyWord([word, entities]: Counted): VocabularyWord {
  return { word, entities };
}

function sum(frequencies: readonly Frequency[]): Frequency {
  return frequencies.reduce(
    (all, { entities, types }) => ({ entities: all.entities + entities, types: all.types | types }),
    NONE,
  );
}

/** A text that sorts after every word with this prefix. */
function endOf(prefix: string): string {
  return `${prefix}\u{10FFFF}`;
}
