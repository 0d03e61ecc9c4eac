/** One word is split into several: "Photoarchiv" for names with its parts side by side, "stefangrossmann" for a person. */
import type { IndexedCandidate, SearchEngine } from '../engine.ts';
import { needlesOf } from '../names/compare-name.ts';
import { wordsOfFolded } from '../names/folded-name.ts';
import { type Fit, rankCandidate } from '../names/ranking.ts';
import { contract, isParticle } from '../names/search-text.ts';
import type { Query, QueryWords } from '../query/query.ts';
import { LIMITS } from '../tuning.ts';
import { type AttemptContext, byFit, NOTHING, type Ranked, type RankedEntity, type Wanted } from './attempt.ts';

type Parts = readonly string[];

/** Finds the most prominent entities; a part may itself be two words that a hyphen joins. */
export async function findRunTogether(query: Query, context: AttemptContext): Promise<Ranked> {
  const { types, to } = query;
  const { engine, budget } = context;
  const word = onlyWord(query.readings().repaired);
  const partings = word === undefined ? [] : await frequentPartings(word, engine);
  const queries = partings.map((parts): QueryWords => ({
    words: parts.map((part) => ({ typed: word ?? '', spelled: part, forms: [part] })),
    years: [],
  }));
  if (queries.length === 0) return NOTHING;
  const limit = LIMITS.candidates.value;
  const results = await engine.find(queries.map(({ words }) => ({ by: 'words', words, types, limit, budget })));
  const found = new Map<number, RankedEntity>();
  queries.forEach((words, place) => {
    const parts = partings[place] ?? [];
    const needles = needlesOf(words);
    const sideBySide = new RegExp(`(?:^| )${Array.from(parts.join('')).join(' ?')}(?: |$)`, 'u');
    for (const candidate of results[place]?.candidates ?? []) {
      const fit = rankCandidate(candidate, words, undefined, needles);
      const isFound =
        isPerson(candidate, fit) ||
        (initialsIn(parts) === 0 && candidate.names.split('\n').some((line) => sideBySide.test(wordsOfFolded(line))));
      if (isFound && !found.has(candidate.rank)) found.set(candidate.rank, { candidate, fit });
    }
  });
  const sorted = [...found.values()].sort(byFit);
  const isExact = results.every(({ candidates }) => candidates.length < limit);
  const total = async () => ({ value: sorted.length, isExact });
  const narrow = (wanted: Wanted) => findRunTogether({ ...query, ...wanted }, context);
  return { entries: sorted.slice(0, to), best: sorted[0], narrow, total };
}

/** The only word of a query, folded, if it may consist of several words. */
function onlyWord({ words: [only, ...others], years }: QueryWords): string | undefined {
  if (only === undefined || others.length > 0 || years.length > 0) return undefined;
  return only.spelled.length >= 2 * LIMITS.shortWord.value && /^\p{L}+$/u.test(only.spelled) ? only.spelled : undefined;
}

/**
 * Positions where a part that begins at `from` may end. A part is a word; an initial or a particle needs a word after
 * it.
 */
function endsOf(word: string, from: number): readonly number[] {
  const least = LIMITS.shortWord.value;
  return Array.from({ length: word.length - from }, (_, letters) => from + letters + 1).filter((to) => {
    const isLast = to === word.length;
    const isBetween = from > 0 && !isLast && isParticle(word.slice(from, to));
    const isInitial = to === from + 1 && !isLast;
    return (isLast || to + least <= word.length) && (to - from >= least || isBetween || isInitial);
  });
}

/**
 * Splits into known words: those with fewer parts and initials first; among equals, the one whose rarest part is the
 * most frequent.
 */
async function frequentPartings(word: string, engine: SearchEngine): Promise<readonly Parts[]> {
  const texts = Array.from(word, (_, from) => endsOf(word, from).map((to) => contract(word.slice(from, to)))).flat();
  const counted = await engine.documentFrequencies(texts);
  const entities = new Map(texts.map((part, place) => [part, counted[place] ?? 0]));
  return partingsOf(word, entities)
    .map((parts) => ({
      parts,
      places: parts.length + initialsIn(parts),
      rarest: Math.min(...parts.map((part) => entities.get(part) ?? 0)),
    }))
    .sort((a, b) => a.places - b.places || b.rarest - a.rarest)
    .filter(({ places }, place, all) => place - all.findIndex((one) => one.places === places) < MOST_ALIKE)
    .map(({ parts }) => parts);
}

/** Ways to split a word that are tried for each number of parts. */
const MOST_ALIKE = 3;
/** Largest number of splits, for long words that contain many short ones. */
const MAX_PARTINGS = 500;

/** Every way to split a word into two or more known words. */
function partingsOf(word: string, entities: ReadonlyMap<string, number>): readonly Parts[] {
  const found: Parts[] = [];
  const part = (from: number, parts: Parts) => {
    for (const to of endsOf(word, from)) {
      const one = contract(word.slice(from, to));
      if (found.length >= MAX_PARTINGS || (entities.get(one) ?? 0) === 0) continue;
      if (to === word.length) found.push([...parts, one]);
      else if (parts.length + 1 < LIMITS.parts.value) part(to, [...parts, one]);
    }
  };
  part(0, []);
  return found.filter(({ length }) => length > 1);
}

/** Number of parts that are single letters: only the full name of a person is found by them. */
function initialsIn(parts: Parts): number {
  return parts.filter(({ length }) => length === 1).length;
}

/** Whether the parts are the whole name of a person. */
function isPerson({ type }: IndexedCandidate, { match }: Fit): boolean {
  return type === 'Person' && (match === 'fullName' || match === 'fullVariant');
}
