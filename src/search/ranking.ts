/** How well an entity matches a query: by which of its names, in which class, with which score. `docs/search.md` explains it. */
import type { EntityType } from '../model/entity.ts';
import { type FoldedName, readFoldedName } from './folded-name.ts';
import type { QueryWord, QueryWords } from './query-words.ts';
import { isParticle } from './search-text.ts';

/**
 * Match classes in descending order. Entities are ordered by tier, and within a tier by prominence times weight: who bears a full
 * name comes first unless somebody far better known bears it as a surname.
 */
export const MATCH_CLASSES = {
  fullName: { meaning: 'the words of the preferred or display name, and no other', tier: 0, weight: 1, score: 1 },
  fullVariant: { meaning: 'the words of a variant name, and no other', tier: 0, weight: 0.4, score: 0.85 },
  surname: { meaning: 'the words of a person’s name before the comma', tier: 0, weight: 0.25, score: 0.9 },
  withinName: { meaning: 'all words in the preferred or display name', tier: 1, weight: 1, score: 0.7 },
  withinVariant: { meaning: 'all words in one variant name', tier: 1, weight: 0.7, score: 0.6 },
  acrossNames: { meaning: 'all words, spread over several names', tier: 2, weight: 1, score: 0.3 },
} as const;
export type MatchClass = keyof typeof MATCH_CLASSES;

/** What makes a match less than perfect: a factor of the weight within the tier, and one of the score. */
export const SIGNALS = {
  unaskedQualifier: {
    meaning: 'the name has a qualifier that was not asked for: “Köln (Motiv)”',
    weight: 0.8,
    score: 0.95,
  },
  otherParticles: {
    meaning: 'name and query differ in particles or articles: “von”, “Die”',
    weight: 0.9,
    score: 0.95,
  },
  prefix: { meaning: 'a word was matched only as the prefix of a longer one', weight: 0.15, score: 0.9 },
  share: {
    meaning: 'words of the name that were not asked for: their share of its words, times this, is taken off',
    weight: 0.4,
    score: 0.4,
  },
  wrongLetter: { meaning: 'each letter in which a word differs; also a tier back for each', weight: 1, score: 0.7 },
  otherYear: { meaning: 'not of the year asked for; also half a tier back', weight: 1, score: 0.85 },
} as const;

/** What the ranking reads of an entity. */
export interface Candidate {
  readonly type: EntityType;
  /** Two lines, folded (`foldName`): preferred name, display name or nothing. */
  readonly names: string;
  /** Folded variant names, one per line. Asked for only when they can matter. */
  variants(): string;
  /** One of its names is known to be made of the query's words, whichever. */
  readonly isNamed?: boolean;
  readonly years?: { readonly start?: number; readonly end?: number };
}

export interface Ranked {
  readonly match: MatchClass;
  readonly tier: number;
  /** What the prominence counts for within the tier. */
  readonly weight: number;
  /** 0–1: how well the query and the best name agree. */
  readonly score: number;
  /** Which name matches best: 0 preferred, 1 display, from 2 on the variants. */
  readonly line: number;
}

/** Ranks one entity by the name that matches best. A year counts as matched by the name or by the entity's years. */
export function rankCandidate(candidate: Candidate, query: QueryWords): Ranked {
  const isOf = (year: number) => candidate.years?.start === year || candidate.years?.end === year;
  // Which of the near spellings matched is not known here: as if it were the farthest.
  const distance = query.words.reduce((sum, { distances }) => sum + Math.max(0, ...(distances?.values() ?? [])), 0);
  const across = { match: 'acrossNames', weight: 1, score: SIGNALS.wrongLetter.score ** distance, distance } as const;
  let best = ranked({ ...across, years: new Set() }, query.years.every(isOf), 0);
  let isMatched = false;
  const consider = (text: string, line: number) => {
    if (!couldMatch(text, query.words)) return;
    const found = matchName(readFoldedName(text), query, line > 1, line === 0 && candidate.type === 'Person');
    if (found === undefined) return;
    const ofYear = query.years.every((year) => found.years.has(year) || isOf(year));
    const other = ranked(found, ofYear, line);
    if (best.match === 'acrossNames' || isBetter(other, best)) best = other;
    if (found.distance === 0 && ofYear) isMatched = true;
  };
  candidate.names.split('\n').forEach(consider);
  // Where the name itself has all words, a variant is better only if it has no other.
  if (isMatched && candidate.isNamed !== true) return best;
  const variants = candidate.variants();
  if (variants !== '') variants.split('\n').forEach((text, index) => consider(text, index + 2));
  return best;
}

function isBetter(a: Ranked, b: Ranked): boolean {
  return a.tier < b.tier || (a.tier === b.tier && a.score > b.score);
}

function ranked(found: NameMatch, ofYear: boolean, line: number): Ranked {
  const { tier, weight, score } = MATCH_CLASSES[found.match];
  const year = ofYear ? { weight: 1, score: 1 } : SIGNALS.otherYear;
  return {
    match: found.match,
    tier: tier + found.distance + (ofYear ? 0 : 0.5),
    weight: weight * found.weight * year.weight,
    score: Math.round(score * found.score * year.score * 1000) / 1000,
    line,
  };
}

/** Cheap and never wrongly false: most variant names of the famous end here. */
function couldMatch(line: string, words: readonly QueryWord[]): boolean {
  return words.every(
    ({ forms, prefix }) =>
      (prefix !== undefined && line.includes(prefix)) ||
      forms.some((form) => line.includes(form)) ||
      isParticle(forms[0] ?? ''),
  );
}

interface NameMatch {
  readonly match: MatchClass;
  /** All signals multiplied. */
  readonly weight: number;
  readonly score: number;
  /** Wrong letters. */
  readonly distance: number;
  /** Years of the query that are in the name. */
  readonly years: ReadonlySet<number>;
}

function matchName(
  name: FoldedName,
  query: QueryWords,
  isVariant: boolean,
  hasSurname: boolean,
): NameMatch | undefined {
  const { words, bare, surname } = name;
  /** Places of the name's words that are matched; each word of the query matches another. */
  const matched = new Set<number>();
  let [weight, score, distance] = [1, 1, 0];
  const apply = (signal: { readonly weight: number; readonly score: number }, times = 1) => {
    weight *= signal.weight ** times;
    score *= signal.score ** times;
  };
  for (const word of query.words) {
    const found = matchToken(word, words, matched);
    if (found === undefined && isParticle(word.forms[0] ?? '')) {
      apply(SIGNALS.otherParticles);
      continue;
    }
    if (found === undefined) return undefined;
    matched.add(found.place);
    distance += found.distance;
    apply(SIGNALS.wrongLetter, found.distance);
    if (found.isPrefix) apply(SIGNALS.prefix);
  }
  if (matched.size === 0) return undefined;
  const years = new Set<number>();
  for (const year of query.years) {
    const place = words.indexOf(String(year));
    if (place < 0) continue;
    matched.add(place);
    years.add(year);
  }
  const areMatched = (from: number, to: number, counts: (word: string) => boolean) =>
    words.every((word, place) => place < from || place >= to || matched.has(place) || !counts(word));
  const made = (match: MatchClass): NameMatch => ({ match, weight, score, distance, years });
  if (areMatched(0, bare, isEssential) && !(isParticleOnly(name, matched) && !areMatched(0, bare, every))) {
    if (!areMatched(0, bare, every)) apply(SIGNALS.otherParticles);
    if (!areMatched(bare, words.length, every)) apply(SIGNALS.unaskedQualifier);
    return made(isVariant ? 'fullVariant' : 'fullName');
  }
  if (hasSurname && surname > 0 && matched.size <= surname && areMatched(0, surname, isEssential))
    return made('surname');
  const share = matched.size / words.length;
  weight *= 1 - SIGNALS.share.weight * (1 - share);
  score *= 1 - SIGNALS.share.score * (1 - share);
  return made(isVariant ? 'withinVariant' : 'withinName');
}

const every = (): boolean => true;
const isEssential = (word: string): boolean => !isParticle(word);

/** Only articles were matched: that is the whole of "Das", but not of "Das Boot". */
function isParticleOnly({ words }: FoldedName, matched: ReadonlySet<number>): boolean {
  for (const place of matched) if (isEssential(words[place] as string)) return false;
  return true;
}

interface TokenMatch {
  readonly place: number;
  readonly distance: number;
  readonly isPrefix: boolean;
}

/** The word of a name, not matched before, that matches a word of the query best; undefined when none does. */
function matchToken(
  { forms, prefix, distances }: QueryWord,
  words: readonly string[],
  matched: ReadonlySet<number>,
): TokenMatch | undefined {
  let best: TokenMatch | undefined;
  for (let place = 0; place < words.length; place += 1) {
    if (matched.has(place)) continue;
    const word = words[place] as string;
    const isForm = forms.includes(word);
    const isPrefix = prefix !== undefined && word.startsWith(prefix) && word !== forms[0];
    if (!isForm && !isPrefix) continue;
    const distance = isForm ? (distances?.get(word) ?? 0) : 0;
    const found = {
      place,
      distance: isPrefix ? 0 : distance,
      isPrefix: isPrefix && !(isForm && distance === 0),
    };
    if (best === undefined || isNearer(found, best)) best = found;
  }
  return best;
}

function isNearer(a: TokenMatch, b: TokenMatch): boolean {
  return a.distance < b.distance || (a.distance === b.distance && !a.isPrefix && b.isPrefix);
}
