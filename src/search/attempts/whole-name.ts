/** Attempt: the query begins or ends with a whole name; the words beside it are known ones, perhaps of a place or a profession. */
import type { Question } from '../engine.ts';
import { fullNameKey } from '../names/search-text.ts';
import { describedQuery, type QueryWord, type QueryWords } from '../query/query-words.ts';
import type { Query } from '../query/query.ts';
import { LIMITS } from '../tuning.ts';
import { type Attempt, type AttemptContext, isPartlyDescribed, NOTHING } from './attempt.ts';
import { ignoredWords } from './left-out-words.ts';
import { findByWords } from './word-search.ts';

interface Run {
  readonly words: QueryWords;
  readonly key: number;
}

export const wholeName: Attempt = {
  name: 'wholeName',
  meaning:
    'the longest whole name with which the query begins or ends, the words beside it left out: `Johann Grunert Halle`',
  applies: ({ plain }, soFar) => plain.words.length > 1 && isPartlyDescribed(soFar),
  async find(query, context) {
    const { plain } = query;
    const run = await longestRun(query, context);
    if (run === undefined || !(await areKnown(run, query, context))) return NOTHING;
    const found = await findByWords(run.words, query, context, {
      whole: plain,
      nameKeys: [run.key],
      isWholeName: true,
    });
    const ignored = await ignoredWords(found, plain, context);
    return { ...found, approximate: ignored.length > 0, ignored };
  },
};

/** The longest run of words, at the beginning or the end, that is the full name of an entity. A single word must be the first. */
async function longestRun({ plain, types }: Query, { engine }: AttemptContext): Promise<Run | undefined> {
  const runs = runsOf(plain);
  const questions = runs.map(({ key }): Question => ({ by: 'fullName', key, types, limit: 1 }));
  const results = questions.length === 0 ? [] : await engine.find(questions);
  const found = runs.filter((_, place) => (results[place]?.candidates.length ?? 0) > 0);
  const [longest] = found;
  if (longest === undefined || isBeginning(longest.words.words, plain.words)) return longest;
  // Where one name follows another, people begin with the name of the entity they look for.
  const before = plain.words.slice(0, -longest.words.words.length);
  return found.find(({ words: { words } }) => words.length === before.length && isBeginning(words, before)) ?? longest;
}

function isBeginning(words: readonly QueryWord[], query: readonly QueryWord[]): boolean {
  return words.every(({ spelled }, place) => spelled === query[place]?.spelled);
}

/** Runs of words, the longest first; of two equally long ones, the one that begins the query. */
function runsOf(query: QueryWords): readonly Run[] {
  const { words } = query;
  const runs: Run[] = [];
  for (let length = words.length - 1; length > 0 && words.length - length <= LIMITS.besideWords.value; length -= 1) {
    const ends = length === 1 ? [words.slice(0, 1)] : [words.slice(0, length), words.slice(-length)];
    for (const some of ends) {
      const key = fullNameKey(some.map(({ forms: [word = ''] }) => word));
      runs.push({ words: { ...query, words: some.map(finished) }, key });
    }
  }
  return runs;
}

/** The word without its prefix: even the last word counts as finished. */
function finished({ typed, spelled, forms }: QueryWord): QueryWord {
  return { typed, spelled, forms };
}

/** Whether all words beside the name are known: an unknown word is more likely misspelt. */
async function areKnown({ words }: Run, { plain }: Query, { engine }: AttemptContext): Promise<boolean> {
  const others = plain.words.filter(({ spelled }) => !words.words.some((word) => word.spelled === spelled));
  const described = describedQuery({ ...plain, words: others }).words;
  const counted = await engine.documentFrequencies(described.flatMap(({ forms }) => forms));
  let at = 0;
  return described.every(({ forms }) => counted.slice(at, (at += forms.length)).some((entities) => entities > 0));
}
