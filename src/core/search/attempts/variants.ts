/** Attempt: the query rewritten, by one list of rewritings. */
import { contract, fullNameKey } from '../names/search-text.ts';
import { firstForms, initialsQuery, type Query, type QueryWord, type QueryWords } from '../query/query.ts';
import { otherEndings, withForms } from '../query/word-forms.ts';
import { LIMITS, MATCH_CLASSES } from '../tuning.ts';
import { type Attempt, type AttemptContext, isBetter, isPoor, lacksFullName, NOTHING, type Ranked } from './attempt.ts';
import { findRunTogether } from './run-together.ts';
import { findByWords } from './word-search.ts';

export interface Rewriting {
  readonly name: string;
  /** A sentence for the table of docs/search.md. */
  readonly meaning: string;
  /** Whether it is worthwhile after the best result so far. */
  readonly isWanted: (soFar: Ranked) => boolean;
  /** @returns the changed words; undefined where there is nothing to change */
  readonly change: (readings: ReturnType<Query['readings']>) => QueryWords | undefined;
}

export const REWRITINGS: readonly Rewriting[] = [
  {
    name: 'particles',
    meaning: 'articles and particles are left out: `Die Fugger`',
    isWanted: ({ best }) => best === undefined || best.fit.tier >= MATCH_CLASSES.acrossNames.tier,
    change: ({ repaired: words, plain }) => (plain === words ? undefined : plain),
  },
  {
    name: 'initials',
    meaning: 'initials that were written together are words of their own: `ETA Hoffmann`',
    isWanted: lacksFullName,
    change: ({ repaired: words }) => initialsQuery(words),
  },
  {
    name: 'abbreviations',
    meaning: 'capital letters with stops are one word: `A.E.G. Kraftwerk`',
    isWanted: isPoor,
    change: ({ repaired: words }) => abbreviationsJoined(words),
  },
  {
    name: 'compounds',
    meaning: 'three or four words are one compound word of a name, as dictation separates them: `Rinder Band Wurm`',
    isWanted: isPoor,
    change: ({ repaired: words }) => compound(words),
  },
];

/** A rewriting into several queries at once, which is tried last. */
export const RUN_TOGETHER: Pick<Rewriting, 'name' | 'meaning'> = {
  name: 'words run together',
  meaning:
    'a single word is split into known words, for names that have them side by side (`Photoarchiv`) and for persons whose name consists of them in any order, with initials or without (`stefangrossmann`)',
};

export const variants: Attempt = {
  name: 'variants',
  meaning:
    'the words rewritten: without particles, initials and compounds joined or separated, [other forms](#rewritings) of words: `Die Fugger`, `ETA Hoffmann`, `Aktien`, `Photoarchiv`',
  applies: (query, soFar) => lacksFullName(soFar) && query.words.words.length > 0,
  async find(query, context) {
    const readings = query.readings();
    let best = context.soFar;
    const consider = (found: Ranked) => {
      if (isBetter(found, best)) best = found;
    };
    for (const { isWanted, change } of REWRITINGS) {
      const words = isWanted(best) ? change(readings) : undefined;
      if (words !== undefined && (await isInUse(words, readings.repaired, context)))
        consider(await findByWords(words, query, context, { nameKeys: [fullNameKey(firstForms(words.words))] }));
    }
    const isBegun = isBegunOnly(best, readings.plain.words);
    if (isPoor(best) || isBegun) consider(await findOtherForms(query, context, isBegun));
    if (best.best === undefined) consider(await findRunTogether(query, context));
    return best === context.soFar ? NOTHING : best;
  },
};

/** Whether a compound of the words is in the index; no name has most of them. */
async function isInUse({ words }: QueryWords, repaired: QueryWords, { engine }: AttemptContext): Promise<boolean> {
  if (words.length >= repaired.words.length || words.length > 1) return true;
  const counted = await engine.documentFrequencies(firstForms(words));
  return counted.some((entities) => entities > 0);
}

/** @param isBegun whether the last word is only begun, so that it has another ending at most */
async function findOtherForms(query: Query, context: AttemptContext, isBegun: boolean): Promise<Ranked> {
  const { plain } = query.readings();
  const forms = await (isBegun ? otherEndings(plain.words, context.engine) : context.otherForms());
  const words = plain.words.map((word) => withForms(word, forms.get(word.spelled)));
  if (words.every(({ distances }) => distances === undefined)) return NOTHING;
  const first = firstForms(words);
  const nameKeys = words.flatMap(({ distances }, place) =>
    [...(distances?.keys() ?? [])].map((form) => fullNameKey(first.with(place, form))),
  );
  return { ...(await findByWords({ ...plain, words }, query, context, { nameKeys })), isWider: true };
}

/** Whether the best entity has the query only as the beginning of a longer word; a short last word of several may be unfinished. */
function isBegunOnly({ best }: Ranked, words: readonly QueryWord[]): boolean {
  if (best === undefined || !best.fit.isPrefix) return false;
  const isWithin = best.fit.match.startsWith('within') || best.fit.match === 'acrossNames';
  return words.length === 1 || (isWithin && (words.at(-1)?.spelled.length ?? 0) >= LIMITS.stem.value);
}

/** The query as one compound; undefined for two words, which have their compound among their forms. */
function compound({ words, years }: QueryWords): QueryWords | undefined {
  const isWord = ({ spelled }: QueryWord) => /^\p{L}{2,}$/u.test(spelled);
  if (words.length < 3 || words.length > LIMITS.parts.value || years.length > 0 || !words.every(isWord))
    return undefined;
  return { words: [joinedWord(words)], years: [] };
}

/** The query with each run of single letters as one word. */
function abbreviationsJoined(query: QueryWords): QueryWords | undefined {
  const runs: QueryWord[][] = [];
  for (const word of query.words) {
    const last = runs.at(-1);
    if (isLetter(word) && last?.every(isLetter) === true) last.push(word);
    else runs.push([word]);
  }
  if (runs.length === query.words.length) return undefined;
  return { ...query, words: runs.map((run) => (run.length === 1 ? (run[0] as QueryWord) : joinedWord(run))) };
}

function isLetter({ spelled }: QueryWord): boolean {
  return /^[a-z]$/u.test(spelled);
}

function joinedWord(words: readonly QueryWord[]): QueryWord {
  const spelled = words.map((word) => word.spelled).join('');
  return { typed: words.map(({ typed }) => typed).join(' '), spelled, forms: [contract(spelled)] };
}
