/** Attempt: the words of a query, as dictation separates them, are one compound word of a name. */
import { contract, fullNameKey } from '../names/search-text.ts';
import type { QueryWord, QueryWords } from '../query/query-words.ts';
import { LIMITS } from '../tuning.ts';
import { type Attempt, isPoor, NOTHING } from './attempt.ts';
import { findByWords } from './word-search.ts';

export const compounded: Attempt = {
  name: 'compounded',
  meaning: 'three or four words are one compound word of a name, as dictation separates them: `Rinder Band Wurm`',
  applies: ({ repaired }, soFar) => isPoor(soFar) && compound(repaired) !== undefined,
  prefetch: ({ repaired }) => ({ words: compound(repaired)?.forms ?? [] }),
  async find(query, context) {
    const word = compound(query.repaired);
    const [entities = 0] = word === undefined ? [] : await context.engine.documentFrequencies(word.forms);
    if (word === undefined || entities === 0) return NOTHING;
    return findByWords({ words: [word], years: [] }, query, context, { nameKeys: [fullNameKey(word.forms)] });
  },
};

/** The query as one compound; undefined for two words, which have their compound among their forms. */
function compound({ words, years }: QueryWords): QueryWord | undefined {
  const isWord = ({ spelled }: QueryWord) => /^\p{L}{2,}$/u.test(spelled);
  if (words.length < 3 || words.length > LIMITS.nameParts.value || years.length > 0 || !words.every(isWord))
    return undefined;
  const spelled = words.map((word) => word.spelled).join('');
  return { typed: words.map(({ typed }) => typed).join(' '), spelled, forms: [contract(spelled)] };
}
