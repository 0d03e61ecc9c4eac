/** Attempt: variants of the query, not of names, by one list of rewritings; a word that was run together is split last. */
import type { SearchEngine } from '../engine.ts';
import { wordsOfFolded } from '../names/folded-name.ts';
import { fitOf } from '../names/ranking.ts';
import { contract, isParticle } from '../names/search-text.ts';
import { firstForms, initialsQuery, type Query, type QueryWord, type QueryWords } from '../query/query.ts';
import { otherEndings, withForms } from '../query/word-forms.ts';
import { LIMITS, MATCH_CLASSES } from '../tuning.ts';
import { type Attempt, type AttemptContext, isBetter, isPoor, lacksFullName, NOTHING, type Ranked, type FittedEntity, sortedByFit, type Wanted } from './attempt.ts'; // prettier-ignore
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
    meaning: 'initials that were written together become separate words: `ETA Hoffmann`',
    isWanted: lacksFullName,
    change: ({ repaired: words }) => initialsQuery(words),
  },
  {
    name: 'abbreviations',
    meaning: 'capital letters with full stops become one word: `A.E.G. Kraftwerk`',
    isWanted: isPoor,
    change: ({ repaired: words }) => abbreviationsJoined(words),
  },
  {
    name: 'compounds',
    meaning:
      'three or four words are joined, because dictation may have separated a compound word of a name: `Rinder Band Wurm`',
    isWanted: isPoor,
    change: ({ repaired: words }) => compound(words),
  },
];

/** A rewriting into several queries at once, which is tried last. */
export const RUN_TOGETHER: Pick<Rewriting, 'name' | 'meaning'> = {
  name: 'words run together',
  meaning:
    'a single word is split into known words and initials, for names that have them side by side (`Photoarchiv`) and for persons whose name consists of them in any order (`stefangrossmann`)',
};

export const variants: Attempt = {
  name: 'variants',
  meaning:
    'the words are rewritten: without particles, with initials and compounds joined or separated, or in [other forms](#rewritings): `Die Fugger`, `ETA Hoffmann`, `Aktien`, `Photoarchiv`',
  applies: (query, found) => lacksFullName(found) && query.words.words.length > 0,
  async find(query, context) {
    const readings = query.readings();
    let best = context.soFar;
    const consider = (result: Ranked) => {
      if (isBetter(result, best)) best = result;
    };
    for (const { isWanted, change } of REWRITINGS) {
      const words = isWanted(best) ? change(readings) : undefined;
      if (words !== undefined) consider(await findByWords(words, query, context));
    }
    const isBegun = isBegunOnly(best, readings.plain.words);
    if (isPoor(best) || isBegun) consider(await findOtherForms(query, context, isBegun));
    if (best.best === undefined) consider(await findRunTogether(query, context));
    return best === context.soFar ? NOTHING : best;
  },
};

/** @param isBegun whether the last word is only begun, so that it has another ending at most */
async function findOtherForms(query: Query, context: AttemptContext, isBegun: boolean): Promise<Ranked> {
  const { plain } = query.readings();
  const forms = await (isBegun ? otherEndings(plain.words, context.engine) : context.otherForms());
  const words = plain.words.map((word) => withForms(word, forms.get(word.spelled)));
  if (words.every(({ distances }) => distances === undefined)) return NOTHING;
  const first = firstForms(words);
  const names = words.flatMap(({ distances }, place) =>
    [...(distances?.keys() ?? [])].map((form) => first.with(place, form)),
  );
  return findByWords({ ...plain, words }, query, context, { names });
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

/** The most prominent entities with a name that has all parts of the only word of the query side by side, or consists of them. */
async function findRunTogether(query: Query, context: AttemptContext): Promise<Ranked> {
  const { types, to } = query;
  const { engine, budget } = context;
  const { words: [only, ...others], years } = query.readings().repaired; // prettier-ignore
  if (only === undefined || others.length > 0 || years.length > 0 || !/^\p{L}+$/u.test(only.spelled)) return NOTHING;
  const partings = await partingsOf(only.spelled, engine);
  const queries = partings.map((parts): QueryWords => ({
    words: parts.map((part) => ({ typed: only.typed, spelled: part, forms: [part] })),
    years: [],
  }));
  if (queries.length === 0) return NOTHING;
  const limit = LIMITS.candidates.value;
  const results = await engine.find(queries.map(({ words }) => ({ by: 'words', words, types, limit, budget })));
  const entities = new Map<number, FittedEntity>();
  for (const [place, words] of queries.entries()) {
    const parts = ` ${firstForms(words.words).join(' ')} `;
    for (const candidate of results[place]?.candidates ?? []) {
      const fit = fitOf(candidate, words);
      const isPerson = candidate.type === 'Person' && fit.match.startsWith('full');
      const isSideBySide = () => candidate.names.split('\n').some((line) => ` ${wordsOfFolded(line)} `.includes(parts));
      if ((isPerson || isSideBySide()) && !entities.has(candidate.rank))
        entities.set(candidate.rank, { candidate, fit });
    }
  }
  const sorted = sortedByFit([...entities.values()]);
  const isExact = results.every(({ candidates }) => candidates.length < limit);
  const total = async () => ({ value: sorted.length, isExact });
  const narrow = (wanted: Wanted) => findRunTogether({ ...query, ...wanted }, context);
  return { entries: sorted.slice(0, to), best: sorted[0], narrow, total };
}

/** Positions where a part that begins at `from` may end; a short one only if it is an initial, or a particle between others. */
function endsOf(word: string, from: number): readonly number[] {
  const least = LIMITS.shortWord.value;
  return Array.from({ length: word.length - from }, (_, letters) => from + letters + 1).filter((to) => {
    const isLast = to === word.length;
    const isBetween = from > 0 && !isLast && isParticle(word.slice(from, to));
    const isInitial = to === from + 1 && !isLast;
    return (isLast || to + least <= word.length) && (to - from >= least || isBetween || isInitial);
  });
}

interface Parting {
  readonly parts: readonly string[];
  /** Position behind the last part. */
  readonly to: number;
  /** Number of entities with the rarest part. */
  readonly rarest: number;
}

/** The splits into two known words or more, part by part: those with the fewest parts, and with the most frequent ones, first. */
async function partingsOf(word: string, engine: SearchEngine): Promise<readonly (readonly string[])[]> {
  const whole: Parting[] = [];
  let begun: readonly Parting[] = [{ parts: [], to: 0, rarest: Infinity }];
  for (let n = 0; n < LIMITS.parts.value && begun.length > 0; n += 1) {
    const longer = begun.flatMap(({ parts, to: from, rarest }) =>
      endsOf(word, from).map((to) => ({ parts: [...parts, contract(word.slice(from, to))], to, rarest })),
    );
    const counted = await engine.documentFrequencies(longer.map(({ parts }) => parts.at(-1) ?? ''));
    const partings = longer
      .map((one, place) => ({ ...one, rarest: Math.min(one.rarest, counted[place] ?? 0) }))
      .filter(({ rarest }) => rarest > 0)
      .toSorted((a, b) => b.rarest - a.rarest);
    whole.push(...partings.filter(({ to, parts }) => to === word.length && parts.length > 1));
    begun = partings.filter(({ to }) => to < word.length).slice(0, LIMITS.forms.value);
  }
  return whole.slice(0, LIMITS.parts.value).map(({ parts }) => parts);
}
