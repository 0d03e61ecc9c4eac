/** One word is split into several: "Photoarchiv" for names with its parts side by side, "stefangrossmann" for a person. */
import type { IndexedCandidate, SearchEngine } from '../engine.ts';
import { wordsOfFolded } from '../names/folded-name.ts';
import { type Fit, rankCandidate } from '../names/ranking.ts';
import { contract, isParticle } from '../names/search-text.ts';
import type { QueryWords } from '../query/query-words.ts';
import type { Query } from '../query/query.ts';
import { LIMITS } from '../tuning.ts';
import { type AttemptContext, byFit, NOTHING, type Ranked, type RankedEntity, type Wanted } from './attempt.ts';

type Parts = readonly string[];

/** Whether the query is a single word that may consist of several. */
export function mayBeRunTogether(words: QueryWords): boolean {
  return joinedWord(words) !== undefined;
}

/** Finds the most prominent entities; a part may itself be two words that a hyphen joins. */
export async function findRunTogether(query: Query, context: AttemptContext): Promise<Ranked> {
  const { types, to } = query;
  const { engine, budget } = context;
  const word = joinedWord(query.readings().repaired) ?? '';
  const partings = await frequentPartings(word, engine);
  if (partings.length === 0) return NOTHING;
  const limit = LIMITS.candidates.value;
  const queries = partings.map((parts): QueryWords => ({ words: parts.map((part) => ({ typed: word, spelled: part, forms: [part] })), years: [] })); // prettier-ignore
  const results = await engine.find(queries.map(({ words }) => ({ by: 'words', words, types, limit, budget })));
  const found = new Map<number, RankedEntity>();
  queries.forEach((words, place) => {
    const letters = Array.from(partings[place]?.join('') ?? '');
    const sideBySide = new RegExp(`(?:^| )${letters.join(' ?')}(?: |$)`, 'u');
    for (const candidate of results[place]?.candidates ?? []) {
      if (found.has(candidate.rank)) continue;
      const fit = rankCandidate(candidate, words);
      const mayBeWithin = initialsIn(partings[place] ?? []) === 0;
      if (isPerson(candidate, fit) || (mayBeWithin && hasSideBySide(candidate, sideBySide)))
        found.set(candidate.rank, { candidate, fit });
    }
  });
  const sorted = [...found.values()].sort(byFit);
  const isExact = results.every(({ candidates }) => candidates.length < limit);
  const total = async () => ({ value: sorted.length, isExact });
  const narrow = (wanted: Wanted) => findRunTogether({ ...query, ...wanted }, context);
  return { entries: sorted.slice(0, to), best: sorted[0], narrow, total };
}

/** The only word of a query, folded, if it may consist of several words. */
function joinedWord({ words, years }: QueryWords): string | undefined {
  const [only] = words;
  if (only === undefined || words.length > 1 || years.length > 0) return undefined;
  const isLong = only.spelled.length >= 2 * LIMITS.shortWord.value;
  return isLong && /^\p{L}+$/u.test(only.spelled) ? only.spelled : undefined;
}

/** All texts within a word that may be one of its parts; the whole word is not among them. */
function partsOf(word: string): string[] {
  const parts = new Set<string>();
  for (let from = 0; from < word.length; from += 1)
    for (const to of endsOf(word, from)) if (from > 0 || to < word.length) parts.add(contract(word.slice(from, to)));
  return [...parts];
}

/**
 * Positions where a part that begins at `from` may end. A part is a word; an initial or a particle needs a word after
 * it.
 */
function* endsOf(word: string, from: number): Generator<number> {
  const least = LIMITS.shortWord.value;
  for (let to = from + 1; to <= word.length; to += 1) {
    const isRest = to === word.length || to + least <= word.length;
    const isBetween = from > 0 && to < word.length && isParticle(word.slice(from, to));
    const isInitial = to === from + 1 && to < word.length;
    if (isRest && (to - from >= least || isBetween || isInitial)) yield to;
  }
}

/**
 * Splits into known words: those with fewer parts and initials first; among equals, the one whose rarest part is the
 * most frequent.
 */
async function frequentPartings(word: string, engine: SearchEngine): Promise<readonly Parts[]> {
  const words = partsOf(word);
  const counted = words.length === 0 ? [] : await engine.documentFrequencies(words);
  const entities = new Map(words.map((part, place) => [part, counted[place] ?? 0]));
  return partingsOf(word, entities, LIMITS.parts.value)
    .map((parts) => ({
      parts,
      places: parts.length + initialsIn(parts),
      rarest: Math.min(...parts.map((part) => entities.get(part) ?? 0)),
    }))
    .sort((a, b) => a.places - b.places || b.rarest - a.rarest)
    .filter(({ places }, place, all) => place - all.findIndex((one) => one.places === places) < LIMITS.shortWord.value)
    .map(({ parts }) => parts);
}

/** Number of parts that are single letters: only the full name of a person is found by them. */
function initialsIn(parts: Parts): number {
  return parts.filter(({ length }) => length === 1).length;
}

/** Every way to split a word into two or more known words. */
function partingsOf(word: string, entities: ReadonlyMap<string, number>, most: number): readonly Parts[] {
  const found: Parts[] = [];
  const part = (from: number, parts: Parts) => {
    for (const to of endsOf(word, from)) {
      const one = contract(word.slice(from, to));
      if (found.length >= MAX_PARTINGS || (entities.get(one) ?? 0) === 0) continue;
      if (to === word.length) found.push([...parts, one]);
      else if (parts.length + 1 < most) part(to, [...parts, one]);
    }
  };
  part(0, []);
  return found.filter(({ length }) => length > 1);
}

/** Largest number of splits, for long words that contain many short ones. */
const MAX_PARTINGS = 500;

/** Whether the parts are the whole name of a person. */
function isPerson({ type }: IndexedCandidate, { match }: Fit): boolean {
  return type === 'Person' && (match === 'fullName' || match === 'fullVariant');
}

function hasSideBySide(candidate: IndexedCandidate, parted: RegExp): boolean {
  return `${candidate.names}\n${candidate.variants()}`.split('\n').some((line) => parted.test(wordsOfFolded(line)));
}
