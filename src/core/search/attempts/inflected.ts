/** Attempt: a word has another ending in the data, as in the plural or the genitive: "Aktien" for "Aktie". */
import { firstForms, type QueryWord, type QueryWords } from '../query/query-words.ts';
import { LIMITS, SIGNALS } from '../tuning.ts';
import { fullNameKey } from '../names/search-text.ts';
import { type Attempt, type AttemptContext, isPoor, NOTHING, type Ranked } from './attempt.ts';
import { findByWords } from './word-search.ts';

/** Endings of German nouns and adjectives, with the endings that may replace them; the umlaut of a plural is folded. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  '': ['e', 'en', 'n', 's', 'er', 'es'],
  e: ['', 'en', 'er', 'es'],
  en: ['', 'e', 'er', 'es', 'um', 'a', 'us', 'on'],
  n: [''],
  s: [''],
  es: ['', 'e', 'er', 'en'],
  er: ['', 'e', 'es', 'en'],
  ern: ['', 'er'],
  em: ['', 'e', 'er', 'es'],
  ien: ['ium', 'ie'],
  innen: ['in', 'er'],
  a: ['um', 'on'],
  i: ['us', 'o'],
};

export const inflected: Attempt = {
  name: 'inflected',
  meaning: 'a word that no name has as it was typed may have another ending: `Aktien`, `Bühnenmanuskripte`',
  applies: ({ plain: { words } }, soFar) =>
    words.length <= LIMITS.inflectedWords.value && (isPoor(soFar) || isBegunOnly(soFar, words)),
  async find(query, context) {
    const words = await withEndings(query.plain, context);
    if (words === query.plain) return NOTHING;
    return { ...(await findByWords(words, query, context, { nameKeys: nameKeys(words) })), isWider: true };
  },
};

/** Whether the best entity has the query only as the beginning of a longer word; a short last word of several may be unfinished. */
function isBegunOnly({ best }: Ranked, words: readonly QueryWord[]): boolean {
  if (best === undefined || !best.fit.isPrefix) return false;
  const isWithin = best.fit.match.startsWith('within') || best.fit.match === 'acrossNames';
  return words.length === 1 || (isWithin && (words.at(-1)?.spelled.length ?? 0) >= LIMITS.inflectedLetters.value);
}

async function withEndings(query: QueryWords, { engine }: AttemptContext): Promise<QueryWords> {
  const found = query.words.map(otherEndings);
  const all = found.flat();
  if (all.length === 0) return query;
  const counted = await engine.documentFrequencies(all);
  const entities = new Map(all.map((form, place) => [form, counted[place] ?? 0]));
  const words = query.words.map((word, place): QueryWord => {
    const forms = (found[place] ?? [])
      .filter((form) => (entities.get(form) ?? 0) > 0)
      .sort((a, b) => (entities.get(b) ?? 0) - (entities.get(a) ?? 0))
      .slice(0, LIMITS.inflections.value);
    if (forms.length === 0) return word;
    const distances = new Map(forms.map((form) => [form, SIGNALS.inflected.tier / SIGNALS.wrongLetter.tier]));
    return { ...word, forms: [...word.forms, ...forms], distances };
  });
  return words.every(({ distances }) => distances === undefined) ? query : { ...query, words };
}

function otherEndings({ forms: [word = ''] }: QueryWord): readonly string[] {
  if (word.length < LIMITS.inflectedLetters.value || !/^[a-z]+$/u.test(word)) return [];
  const others = Object.entries(ENDINGS).flatMap(([ending, instead]) =>
    word.endsWith(ending) ? instead.map((other) => word.slice(0, word.length - ending.length) + other) : [],
  );
  return [...new Set(others)].filter((other) => other !== word && other.length > 2);
}

/** Keys of the names with each other ending of one of the words. */
function nameKeys({ words }: QueryWords): readonly number[] {
  const first = firstForms(words);
  return words.flatMap(({ distances }, place) =>
    [...(distances?.keys() ?? [])].map((form) => fullNameKey(first.with(place, form))),
  );
}
