/** Attempts: a part of the query is a whole name; the words beside it are perhaps a place, a profession or a question. */
import type { Question } from '../engine.ts';
import { fullNameKey, isDispensable } from '../names/search-text.ts';
import { describedQuery, firstForms, type QueryWord, type QueryWords } from '../query/query-words.ts';
import type { Query } from '../query/query.ts';
import { LIMITS } from '../tuning.ts';
import { type Attempt, type AttemptContext, isPartlyDescribed, NOTHING, type Ranked } from './attempt.ts';
import { ignoredWords } from './left-out-words.ts';
import { findByWords } from './word-search.ts';

/** Words of the query that stand side by side. */
interface WordRun {
  readonly words: QueryWords;
  /** Number of words before it. */
  readonly from: number;
  /** Key of the full name that consists of these words. */
  readonly key: number;
}

export const wholeName: Attempt = {
  name: 'wholeName',
  meaning:
    'the longest whole name in the query, the words beside it left out if any record has them: `Johann Grunert Halle`',
  applies: ({ plain }, soFar) => plain.words.length > 1 && isPartlyDescribed(soFar),
  async find(query, context) {
    const run = await longestRun(query, context);
    return run !== undefined && (await areOthersKnown(run, query, context)) ? findRun(run, query, context) : NOTHING;
  },
};

export const nameAlone: Attempt = {
  name: 'nameAlone',
  meaning:
    'the same where the words beside the name are in no record, if the name has several words: `wer war Olga Graf`',
  applies: (_, { best }) => best === undefined,
  async find(query, context) {
    const run = await longestRun(query, context);
    return run !== undefined && run.words.words.length > 1 ? findRun(run, query, context) : NOTHING;
  },
};

async function findRun({ words, key }: WordRun, query: Query, context: AttemptContext): Promise<Ranked> {
  const { plain } = query;
  const found = await findByWords(words, query, context, { whole: plain, nameKeys: [key], isWholeName: true });
  const ignored = await ignoredWords(found, plain, context);
  return { ...found, approximate: ignored.length > 0, ignored };
}

/** The longest run of words that is the full name of an entity. */
async function longestRun({ plain, types }: Query, { engine }: AttemptContext): Promise<WordRun | undefined> {
  const runs = runsOf(plain);
  const questions = runs.map(({ key }): Question => ({ by: 'fullName', key, types, limit: 1 }));
  const results = questions.length === 0 ? [] : await engine.find(questions);
  const found = runs.filter((_, place) => (results[place]?.candidates.length ?? 0) > 0);
  const [longest] = found;
  // Where two names follow each other, the first one is more likely the wanted entity.
  return found.find(({ from, words }) => from === 0 && words.words.length === longest?.from) ?? longest;
}

/**
 * Runs of words, the longest first; among equally long ones the one that begins the query, then the one that ends it. A
 * single word must be the first of the query, and no title.
 */
function runsOf(query: QueryWords): readonly WordRun[] {
  const { words } = query;
  const runs: WordRun[] = [];
  for (let length = words.length - 1; length > 0 && words.length - length <= LIMITS.besideWords.value; length -= 1) {
    const last = words.length - length;
    const between = Array.from({ length: last - 1 }, (_, place) => place + 1);
    for (const from of length === 1 ? [0] : [0, last, ...between]) {
      const some = words.slice(from, from + length);
      const names = firstForms(some);
      if (length === 1 && isDispensable(names[0] ?? '')) continue;
      runs.push({ words: { ...query, words: some.map(finished) }, from, key: fullNameKey(names) });
    }
  }
  return runs;
}

/** The word without its prefix: even the last word counts as finished. */
function finished({ typed, spelled, forms }: QueryWord): QueryWord {
  return { typed, spelled, forms };
}

/** Whether all words beside the name are known: an unknown word is more likely misspelt. */
async function areOthersKnown({ words }: WordRun, { plain }: Query, { engine }: AttemptContext): Promise<boolean> {
  const others = plain.words.filter(({ spelled }) => !words.words.some((word) => word.spelled === spelled));
  const described = describedQuery({ ...plain, words: others }).words;
  const counted = await engine.documentFrequencies(described.flatMap(({ forms }) => forms));
  let at = 0;
  return described.every(({ forms }) => counted.slice(at, (at += forms.length)).some((entities) => entities > 0));
}
