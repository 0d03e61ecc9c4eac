/** How well an entity fits a query: which of its names is meant, and where it stands among the others. `docs/search.md` explains it. */
import type { EntityType } from '../model/entity.ts';
import { type FoldedName, readFoldedName } from './folded-name.ts';
import type { QueryWord, QueryWords } from './query-words.ts';
import { isParticle } from './search-text.ts';

/**
 * Fits in descending order. Entities are ordered by tier, and within a tier by prominence times weight: who bears a full
 * name comes first unless somebody far better known bears it as a surname.
 */
export const FITS = {
  fullName: { meaning: 'the words of the preferred or display name, and no other', tier: 0, weight: 1, score: 1 },
  fullVariant: { meaning: 'the words of a variant name, and no other', tier: 0, weight: 0.4, score: 0.85 },
  surname: { meaning: 'the words of a person’s name before the comma', tier: 0, weight: 0.25, score: 0.9 },
  withinName: { meaning: 'all words in the preferred or display name', tier: 1, weight: 1, score: 0.7 },
  withinVariant: { meaning: 'all words in one variant name', tier: 1, weight: 0.7, score: 0.6 },
  acrossNames: { meaning: 'all words, spread over several names', tier: 2, weight: 1, score: 0.3 },
} as const;
export type Fit = keyof typeof FITS;

/** What makes a fit less than perfect: a factor of the standing within the tier, and one of the score. */
export const SIGNALS = {
  unaskedQualifier: {
    meaning: 'the name has a qualifier that was not asked for: “Köln (Motiv)”',
    standing: 0.8,
    score: 0.95,
  },
  otherParticles: {
    meaning: 'name and query differ in particles or articles: “von”, “Die”',
    standing: 0.9,
    score: 0.95,
  },
  beginning: { meaning: 'a word was met only as the beginning of a longer one', standing: 0.15, score: 0.9 },
  share: {
    meaning: 'words of the name that were not asked for: their share of its words, times this, is taken off',
    standing: 0.4,
    score: 0.4,
  },
  wrongLetter: { meaning: 'each letter in which a word differs; also a tier back for each', standing: 1, score: 0.7 },
  otherYear: { meaning: 'not of the year asked for; also half a tier back', standing: 1, score: 0.85 },
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
  readonly fit: Fit;
  readonly tier: number;
  /** What the prominence counts for within the tier. */
  readonly weight: number;
  /** 0–1: how well the query and the best name agree. */
  readonly score: number;
  /** Which name fits best: 0 preferred, 1 display, from 2 on the variants. */
  readonly line: number;
}

/** Judges one entity by the name that fits best. A year counts as met by the name or by the entity's years. */
export function rankCandidate(candidate: Candidate, query: QueryWords): Ranked {
  const isOf = (year: number) => candidate.years?.start === year || candidate.years?.end === year;
  // Which of the near spellings met is not known here: as if it were the farthest.
  const distance = query.words.reduce((sum, { distances }) => sum + Math.max(0, ...(distances?.values() ?? [])), 0);
  const across = { fit: 'acrossNames', standing: 1, score: SIGNALS.wrongLetter.score ** distance, distance } as const;
  let best = ranked({ ...across, years: new Set() }, query.years.every(isOf), 0);
  let isMet = false;
  const consider = (text: string, line: number) => {
    if (!couldMatch(text, query.words)) return;
    const found = fitOf(readFoldedName(text), query, line > 1, line === 0 && candidate.type === 'Person');
    if (found === undefined) return;
    const ofYear = query.years.every((year) => found.years.has(year) || isOf(year));
    const judged = ranked(found, ofYear, line);
    if (best.fit === 'acrossNames' || isBetter(judged, best)) best = judged;
    if (found.distance === 0 && ofYear) isMet = true;
  };
  candidate.names.split('\n').forEach(consider);
  // Where the name itself has all words, a variant is better only if it has no other.
  if (isMet && candidate.isNamed !== true) return best;
  const variants = candidate.variants();
  if (variants !== '') variants.split('\n').forEach((text, index) => consider(text, index + 2));
  return best;
}

function isBetter(a: Ranked, b: Ranked): boolean {
  return a.tier < b.tier || (a.tier === b.tier && a.score > b.score);
}

function ranked(found: NameFit, ofYear: boolean, line: number): Ranked {
  const { tier, weight, score } = FITS[found.fit];
  const year = ofYear ? { standing: 1, score: 1 } : SIGNALS.otherYear;
  return {
    fit: found.fit,
    tier: tier + found.distance + (ofYear ? 0 : 0.5),
    weight: weight * found.standing * year.standing,
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

interface NameFit {
  readonly fit: Fit;
  /** All signals multiplied. */
  readonly standing: number;
  readonly score: number;
  /** Wrong letters. */
  readonly distance: number;
  /** Years of the query that the name bears. */
  readonly years: ReadonlySet<number>;
}

function fitOf(name: FoldedName, query: QueryWords, isVariant: boolean, hasSurname: boolean): NameFit | undefined {
  const { words, bare, surname } = name;
  /** Places of the name's words that the query's words have met; each word meets another. */
  const met = new Set<number>();
  let [standing, score, distance] = [1, 1, 0];
  const apply = (signal: { readonly standing: number; readonly score: number }, times = 1) => {
    standing *= signal.standing ** times;
    score *= signal.score ** times;
  };
  for (const word of query.words) {
    const found = meet(word, words, met);
    if (found === undefined && isParticle(word.forms[0] ?? '')) {
      apply(SIGNALS.otherParticles);
      continue;
    }
    if (found === undefined) return undefined;
    met.add(found.place);
    distance += found.distance;
    apply(SIGNALS.wrongLetter, found.distance);
    if (found.isBeginning) apply(SIGNALS.beginning);
  }
  if (met.size === 0) return undefined;
  const years = new Set<number>();
  for (const year of query.years) {
    const place = words.indexOf(String(year));
    if (place < 0) continue;
    met.add(place);
    years.add(year);
  }
  const isMet = (from: number, to: number, counts: (word: string) => boolean) =>
    words.every((word, place) => place < from || place >= to || met.has(place) || !counts(word));
  const made = (fit: Fit): NameFit => ({ fit, standing, score, distance, years });
  if (isMet(0, bare, isEssential) && !(isParticleOnly(name, met) && !isMet(0, bare, every))) {
    if (!isMet(0, bare, every)) apply(SIGNALS.otherParticles);
    if (!isMet(bare, words.length, every)) apply(SIGNALS.unaskedQualifier);
    return made(isVariant ? 'fullVariant' : 'fullName');
  }
  if (hasSurname && surname > 0 && met.size <= surname && isMet(0, surname, isEssential)) return made('surname');
  const share = met.size / words.length;
  standing *= 1 - SIGNALS.share.standing * (1 - share);
  score *= 1 - SIGNALS.share.score * (1 - share);
  return made(isVariant ? 'withinVariant' : 'withinName');
}

const every = (): boolean => true;
const isEssential = (word: string): boolean => !isParticle(word);

/** Only articles were met: that is the whole of "Das", but not of "Das Boot". */
function isParticleOnly({ words }: FoldedName, met: ReadonlySet<number>): boolean {
  for (const place of met) if (isEssential(words[place] as string)) return false;
  return true;
}

interface Meeting {
  readonly place: number;
  readonly distance: number;
  readonly isBeginning: boolean;
}

/** The word of a name, not met before, that meets a word of the query best; undefined when none does. */
function meet(
  { forms, prefix, distances }: QueryWord,
  words: readonly string[],
  met: Set<number>,
): Meeting | undefined {
  let best: Meeting | undefined;
  for (let place = 0; place < words.length; place += 1) {
    if (met.has(place)) continue;
    const word = words[place] as string;
    const isForm = forms.includes(word);
    const isBeginning = prefix !== undefined && word.startsWith(prefix) && word !== forms[0];
    if (!isForm && !isBeginning) continue;
    const distance = isForm ? (distances?.get(word) ?? 0) : 0;
    const found = {
      place,
      distance: isBeginning ? 0 : distance,
      isBeginning: isBeginning && !(isForm && distance === 0),
    };
    if (best === undefined || isNearer(found, best)) best = found;
  }
  return best;
}

function isNearer(a: Meeting, b: Meeting): boolean {
  return a.distance < b.distance || (a.distance === b.distance && !a.isBeginning && b.isBeginning);
}
