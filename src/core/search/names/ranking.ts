/** Ranking: the best matching name of an entity, its match class and its score. `docs/search.md` explains it. */
import type { EntityType } from '../../model/entity.ts';
import { LIMITS, MATCH_CLASSES, type MatchClass, SIGNALS } from '../tuning.ts';
import { type FoldedName, readFoldedName } from './folded-name.ts';
import { isOfPeriod } from '../query/query-dates.ts';
import type { QueryWord, QueryWords } from '../query/query.ts';
import { compareName, couldMatch, forEachLine, hasCompounds, hasText, type Needle, needlesOf } from './compare-name.ts';
import { isDispensable, isLegalForm, isParticle } from './search-text.ts';

/** The parts of an entity that the ranking reads. */
export interface Candidate {
  readonly type: EntityType;
  /** Prominence in thousandths of a point. */
  readonly prominence: number;
  /** Folded names (`foldName`), one per line: preferred name, display name or nothing, variants. */
  readonly names: string;
  /** Whether one of the names is known to consist of the words of the query. */
  readonly isNamed?: boolean;
  readonly years?: { readonly start?: number; readonly end?: number };
}

export interface Fit {
  readonly match: MatchClass | 'identifier';
  readonly tier: number;
  /** Weight of the prominence within the tier. */
  readonly weight: number;
  /** Agreement of the query and the best name, from 0 to 1. */
  readonly score: number;
  /** Index of the name that matches best: 0 preferred name, 1 display name, from 2 on the variants. */
  readonly line: number;
  /** Whether a word matches only as the beginning of another. */
  readonly isPrefix: boolean;
  /** Whether some words occur only in the description. */
  readonly isDescribed: boolean;
  /** Whether the name has a qualifier that was not asked for. */
  readonly isQualified: boolean;
  /** Whether neither names nor years of the entity have the years of the query. */
  readonly isOfOtherYear: boolean;
  /** Number of wrong letters; other forms of a word count less than one. */
  readonly distance: number;
  /** Words of the query that the name covers, as they were typed, where it does not cover all. */
  readonly covered?: readonly string[];
}

/** The words of a description, folded. */
export type Description = ReadonlySet<string>;
const NO_DESCRIPTION: Description = new Set();

/** Ranks an entity that is known to match all words, by the name that fits best. @param needles made once for many candidates */
export function fitOf(
  candidate: Candidate,
  query: QueryWords,
  description = NO_DESCRIPTION,
  needles = needlesOf(query),
): Fit {
  const fit = fitOfName(candidate, query, description, needles);
  if (fit !== undefined) return fit;
  // Which near spelling matched is unknown here, so the farthest one counts.
  const distance = query.words.reduce((sum, { distances }) => sum + Math.max(0, ...(distances?.values() ?? [])), 0);
  const inDescription = query.words.filter((word) => isDescribedBy(word, description)).length;
  const score = SIGNALS.wrongLetter.score ** distance * SIGNALS.described.score ** inDescription;
  const across = { match: 'acrossNames', weight: 1, score, distance, described: inDescription, isPrefix: false, isQualified: false, isNumberDescribed: false, years: NO_YEARS } as const; // prettier-ignore
  return fitFrom(across, isOfYears(candidate, query, NO_YEARS), 0, candidate);
}

/** Words that are numbers of volumes, parts or conferences. */
const NUMBER = /^(?:\d{1,2}|[ivx])$/;

const NO_YEARS: ReadonlySet<number> = new Set();

/** Whether all years of the query are in the name or among the years of the entity. */
function isOfYears({ years }: Candidate, query: QueryWords, named: ReadonlySet<number>): boolean {
  for (const year of query.years) if (!named.has(year) && years?.start !== year && years?.end !== year) return false;
  return query.periods?.every((period) => isOfPeriod(period, years?.start, years?.end)) ?? true;
}

/** The lines of the names; the variants are one text, because most of it is never divided. */
function partsOf({ names }: Pick<Candidate, 'names'>) {
  const first = names.indexOf('\n');
  if (first < 0) return { preferred: names, display: '', variants: '' };
  const second = names.indexOf('\n', first + 1);
  const end = second < 0 ? names.length : second;
  return { preferred: names.slice(0, first), display: names.slice(first + 1, end), variants: names.slice(end + 1) };
}

/** The best fit of a single name, with the description; undefined when no name has all words. This runs for every candidate. */
export function fitOfName(
  candidate: Candidate,
  query: QueryWords,
  description = NO_DESCRIPTION,
  needles = needlesOf(query),
): Fit | undefined {
  const { preferred, display, variants } = partsOf(candidate);
  let best: Fit | undefined;
  let isMatched = false;
  const mayLackWord = (word: QueryWord) => mayLack(word, candidate, description);
  const consider = (text: string, line: number) => {
    const match = matchName(readFoldedName(text), query, { candidate, description, line, mayLack: mayLackWord });
    if (match === undefined) return;
    const ofYears = isOfYears(candidate, query, match.years);
    const other = fitFrom(match, ofYears, line, candidate);
    if (best === undefined || isBetter(other, best)) best = other;
    if (match.distance === 0 && match.described === 0 && ofYears) isMatched = true;
  };
  if (couldMatch(preferred, needles, mayLackWord)) consider(preferred, 0);
  // The same words in natural order fit equally well.
  const isSame = best !== undefined && isInverted(preferred, display);
  if (display !== '' && !isSame && couldMatch(display, needles, mayLackWord)) consider(display, 1);
  // Where a name has all words, only a variant that consists of just these words is better, unless the name itself does.
  if (isMatched && (candidate.isNamed !== true || (best?.match === 'fullName' && !best.isPrefix))) return best;
  const mayBeJoined = hasCompounds(variants);
  // Return if no variant has one of the words; compounds are compared line by line.
  const mayHave = ({ word, beginnings }: Needle) => hasText(variants, beginnings) || mayLackWord(word);
  if (!mayBeJoined && !needles.every(mayHave)) return best;
  // Most names are ruled out by the lack of the longest word alone.
  const longest = mayBeJoined ? undefined : longestOf(needles, mayLackWord);
  forEachLine(variants, longest, (text, line) => {
    if (couldMatch(text, needles, mayLackWord)) consider(text, line + 2);
  });
  return best;
}

/** The longest text that a name with all words must have; a word with several beginnings, or that may lack, gives none. */
function longestOf(needles: readonly Needle[], mayLackWord: (word: QueryWord) => boolean): string | undefined {
  let longest = '';
  for (const { word, beginnings } of needles) {
    const text = beginnings.length === 1 ? (beginnings[0]?.text ?? '') : '';
    if (text.length > longest.length && !mayLackWord(word)) longest = text;
  }
  return longest === '' ? undefined : longest;
}

/** "hoffmann , ernst theodor" and "ernst theodor hoffmann". */
function isInverted(preferred: string, display: string): boolean {
  const comma = preferred.indexOf(' , ');
  if (comma < 0 || display.length !== preferred.length - 2) return false;
  return display.endsWith(preferred.slice(0, comma)) && display.startsWith(preferred.slice(comma + 3));
}

function isBetter(a: Fit, b: Fit): boolean {
  return a.tier < b.tier || (a.tier === b.tier && a.score > b.score);
}

function fitFrom(name: NameMatch, ofYears: boolean, line: number, { prominence }: Candidate): Fit {
  const { match, distance, isPrefix, isQualified } = name;
  const { tier, weight, begun, score } = MATCH_CLASSES[match];
  const year = ofYears ? { tier: 0, weight: 1, score: 1 } : SIGNALS.otherYear;
  // A surname alone means a famous entity.
  const isFamous = tier < 1 && prominence >= LIMITS.famous.value * 1000;
  const base = isPrefix ? Math.max(tier, SIGNALS.prefix.tier) : isFamous ? 0 : tier;
  const described = name.described > 0 ? SIGNALS.described.tier : 0;
  // "Faust 2" does not mean a work whose description speaks of two parts.
  const numbered = name.isNumberDescribed ? SIGNALS.describedNumber.tier : 0;
  return {
    match,
    tier: base + distance * SIGNALS.wrongLetter.tier + year.tier + described + numbered,
    weight: (isPrefix ? begun : weight) * name.weight * year.weight,
    score: Math.round(score * name.score * year.score * 1000) / 1000,
    line,
    isPrefix,
    isDescribed: name.described > 0,
    isQualified,
    isOfOtherYear: !ofYears,
    distance,
  };
}

/** Whether a name may lack a word: a particle, a title, or a word of the description. */
function mayLack(word: QueryWord, candidate: Candidate, description: Description): boolean {
  return isParticle(word.forms[0] ?? '') || isDescribedBy(word, description) || hasTitle(word, candidate);
}

/** Whether a word is a title in the preferred name, which variants leave out: “Georg, Heiliger”, “George”. */
function hasTitle({ forms }: QueryWord, candidate: Candidate): boolean {
  if (!isDispensable(forms[0] ?? '')) return false;
  const words = partsOf(candidate).preferred.split(' ');
  return forms.some((form) => words.includes(form));
}

/** Whether a description has a word of the query. */
export function isDescribedBy({ forms, prefix }: QueryWord, description: Description): boolean {
  if (description.size === 0) return false;
  if (forms.some((form) => description.has(form))) return true;
  return prefix !== undefined && prefix.length > 1 && [...description].some((word) => word.startsWith(prefix));
}

interface NameMatch {
  readonly match: MatchClass;
  /** Product of the weights of all signals. */
  readonly weight: number;
  readonly score: number;
  /** Number of wrong letters. */
  readonly distance: number;
  /** Number of words that only the description has. */
  readonly described: number;
  /** Whether one of these words is a number. */
  readonly isNumberDescribed: boolean;
  readonly isPrefix: boolean;
  readonly isQualified: boolean;
  /** Years of the query that are in the name. */
  readonly years: ReadonlySet<number>;
}

interface NameContext {
  readonly candidate: Candidate;
  readonly description: Description;
  /** As in {@link Fit}. */
  readonly line: number;
  readonly mayLack: (word: QueryWord) => boolean;
}

function matchName(name: FoldedName, query: QueryWords, context: NameContext): NameMatch | undefined {
  const { words, bare, surname } = name;
  const { candidate, description, line } = context;
  const compared = compareName(query.words, name, context);
  if (compared === undefined) return undefined;
  const { matches, placed } = compared;
  let [weight, score, distance, described, isPrefix, isNumberDescribed] = [1, 1, 0, 0, false, false];
  const apply = (signal: { readonly weight: number; readonly score: number }) => {
    weight *= signal.weight;
    score *= signal.score;
  };
  for (let at = 0; at < matches.length; at += 1) {
    const match = matches[at];
    if (match === undefined) {
      const word = query.words[at] as QueryWord;
      const isInDescription = isDescribedBy(word, description);
      apply(isInDescription ? SIGNALS.described : SIGNALS.otherParticles);
      if (isInDescription) described += 1;
      if (isInDescription && NUMBER.test(word.forms[0] ?? '')) isNumberDescribed = true;
      continue;
    }
    distance += match.distance;
    if (match.isPrefix) apply(SIGNALS.prefix);
    isPrefix ||= match.isPrefix;
  }
  weight *= SIGNALS.wrongLetter.weight ** distance;
  score *= SIGNALS.wrongLetter.score ** distance;
  if (placed.length === 0) return undefined;
  const years = yearsIn(words, query);
  const isMatched = (place: number) =>
    placed[place] !== undefined || (years.size > 0 && years.has(Number(words[place])));
  const places = countPlaces(words, 0, words.length, isMatched);
  const made = (match: MatchClass, isQualified = false): NameMatch => ({
    match, weight, score, distance, described, isPrefix, isQualified, isNumberDescribed, years,
  }); // prettier-ignore
  const inBare = bare === words.length ? places : countPlaces(words, 0, bare, isMatched);
  const isAllOfIt = inBare.matched === bare;
  if (inBare.isEssential && (isAllOfIt || places.hasEssential)) {
    if (!isAllOfIt) apply(SIGNALS.otherParticles);
    const isUnasked = places.matched - inBare.matched < words.length - bare;
    if (isUnasked) apply(SIGNALS.unaskedQualifier);
    // "Bach (Familie)" and "Bach, Familie" are the same surname.
    if (isUnasked && candidate.type === 'Family') return made('surname');
    const lacksLegalForm = !isAllOfIt && words.some((word, place) => !isMatched(place) && isLegalForm(word));
    return made(line > 1 || lacksLegalForm ? 'fullVariant' : 'fullName', isUnasked);
  }
  const hasSurname = line === 0 && surname > 0 && (candidate.type === 'Person' || candidate.type === 'Family');
  if (hasSurname && places.matched <= surname && countPlaces(words, 0, surname, isMatched).isEssential)
    return made('surname');
  const share = places.matched / words.length;
  weight *= 1 - SIGNALS.share.weight * (1 - share);
  score *= 1 - SIGNALS.share.score * (1 - share);
  return made(line > 1 ? 'withinVariant' : 'withinName');
}

/** Years of the query that are words of the name. */
function yearsIn(words: readonly string[], { years }: QueryWords): ReadonlySet<number> {
  return years.length === 0 ? NO_YEARS : new Set(years.filter((year) => words.includes(String(year))));
}

function isNeedless(word: string): boolean {
  return isParticle(word) || isLegalForm(word);
}

/**
 * Number of matched words in a part of a name, whether all its words except particles are matched, and whether any of
 * these is.
 */
function countPlaces(words: readonly string[], from: number, to: number, isMatched: (place: number) => boolean) {
  let [matched, isEssential, hasEssential] = [0, true, false];
  for (let place = from; place < to; place += 1) {
    const isOf = isMatched(place);
    if (isOf) matched += 1;
    if ((isOf ? hasEssential : !isEssential) || isNeedless(words[place] as string)) continue;
    if (isOf) hasEssential = true;
    else isEssential = false;
  }
  return { matched, isEssential, hasEssential };
}
