/** How well an entity matches a query: by which of its names, in which class, with which score. `docs/search.md` explains it. */
import type { EntityType } from '../model/entity.ts';
import { LIMITS, MATCH_CLASSES, type MatchClass, SIGNALS } from './dials.ts';
import { type FoldedName, readFoldedName } from './folded-name.ts';
import type { QueryWord, QueryWords } from './query-words.ts';
import { contract, isParticle } from './search-text.ts';

/** What the ranking reads of an entity. */
export interface Candidate {
  readonly type: EntityType;
  /** In thousandths of a point. */
  readonly prominence: number;
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
  /** A word is matched only as the beginning of another. */
  readonly isPrefix: boolean;
  /** Some of the words stand only in the description. */
  readonly isDescribed: boolean;
}

/** The words of a description, folded. */
export type Description = ReadonlySet<string>;
const NO_DESCRIPTION: Description = new Set();

/** Ranks one entity, of which all words are known to be matched, by the name that fits best. */
export function rankCandidate(candidate: Candidate, query: QueryWords, description = NO_DESCRIPTION): Ranked {
  const fit = fitCandidate(candidate, query, description);
  if (fit !== undefined) return fit;
  // Which of the near spellings matched is not known here: as if it were the farthest.
  const distance = query.words.reduce((sum, { distances }) => sum + Math.max(0, ...(distances?.values() ?? [])), 0);
  const inDescription = query.words.filter((word) => isDescribedBy(word, description)).length;
  const found = { match: 'acrossNames', distance, described: inDescription, isPrefix: false, years: NO_YEARS } as const;
  const score = SIGNALS.wrongLetter.score ** distance * SIGNALS.described.score ** inDescription;
  return ranked({ ...found, weight: 1, score }, isOfYears(candidate, query, NO_YEARS), 0, candidate);
}

const NO_YEARS: ReadonlySet<number> = new Set();

/** A year counts as matched by the name or by the entity's years. */
function isOfYears({ years }: Candidate, query: QueryWords, named: ReadonlySet<number>): boolean {
  return query.years.every((year) => named.has(year) || years?.start === year || years?.end === year);
}

/** The best fit of any one name, with the description; undefined when none has all words. */
export function fitCandidate(
  candidate: Candidate,
  query: QueryWords,
  description = NO_DESCRIPTION,
): Ranked | undefined {
  let best: Ranked | undefined;
  let isMatched = false;
  const consider = (text: string, line: number) => {
    if (!couldMatch(text, query.words, description)) return;
    const found = matchName(readFoldedName(text), query, candidate, line, description);
    if (found === undefined) return;
    const ofYears = isOfYears(candidate, query, found.years);
    const other = ranked(found, ofYears, line, candidate);
    if (best === undefined || isBetter(other, best)) best = other;
    if (found.distance === 0 && found.described === 0 && ofYears) isMatched = true;
  };
  candidate.names.split('\n').forEach(consider);
  // Where the name itself has all words, a variant is better only if it has no other.
  if (isMatched && candidate.isNamed !== true) return best;
  const variants = candidate.variants();
  // Words that are in none of them; those of compounds are told line by line.
  if (variants === '' || !(variants.includes(' - ') || couldMatch(variants, query.words, description))) return best;
  variants.split('\n').forEach((text, index) => consider(text, index + 2));
  return best;
}

function isBetter(a: Ranked, b: Ranked): boolean {
  return a.tier < b.tier || (a.tier === b.tier && a.score > b.score);
}

function ranked(found: NameMatch, ofYears: boolean, line: number, { prominence }: Candidate): Ranked {
  const { tier, weight, score } = MATCH_CLASSES[found.match];
  const year = ofYears ? { tier: 0, weight: 1, score: 1 } : SIGNALS.otherYear;
  // Who is famous is meant by the surname alone.
  const isFamous = tier < 1 && prominence >= LIMITS.famous.value * 1000;
  const base = found.isPrefix ? Math.max(tier, SIGNALS.prefix.tier) : isFamous ? 0 : tier;
  const described = found.described > 0 ? SIGNALS.described.tier : 0;
  return {
    match: found.match,
    tier: base + found.distance * SIGNALS.wrongLetter.tier + year.tier + described,
    weight: weight * found.weight * year.weight,
    score: Math.round(score * found.score * year.score * 1000) / 1000,
    line,
    isPrefix: found.isPrefix,
    isDescribed: found.described > 0,
  };
}

/** Cheap and never wrongly false: most variant names of the famous end here. */
function couldMatch(line: string, words: readonly QueryWord[], description: Description): boolean {
  const whole = line.includes(' - ') ? `${line} ${contract(line.replaceAll(' - ', ''))}` : line;
  return words.every(
    (word) =>
      (word.prefix !== undefined && whole.includes(word.prefix)) ||
      word.forms.some((form) => whole.includes(form)) ||
      isParticle(word.forms[0] ?? '') ||
      isDescribedBy(word, description),
  );
}

function isDescribedBy({ forms, prefix }: QueryWord, description: Description): boolean {
  if (description.size === 0) return false;
  if (forms.some((form) => description.has(form))) return true;
  return prefix !== undefined && prefix.length > 1 && [...description].some((word) => word.startsWith(prefix));
}

interface NameMatch {
  readonly match: MatchClass;
  /** All signals multiplied. */
  readonly weight: number;
  readonly score: number;
  /** Wrong letters. */
  readonly distance: number;
  /** Words that only the description has. */
  readonly described: number;
  readonly isPrefix: boolean;
  /** Years of the query that are in the name. */
  readonly years: ReadonlySet<number>;
}

function matchName(
  name: FoldedName,
  query: QueryWords,
  { type }: Candidate,
  line: number,
  description: Description,
): NameMatch | undefined {
  const { words, bare, surname } = name;
  /** Places of the name's words that are matched; each word of the query matches another. */
  const matched = new Set<number>();
  let [weight, score, distance, described, isPrefix] = [1, 1, 0, 0, false];
  const apply = (signal: { readonly weight: number; readonly score: number }, times = 1) => {
    weight *= signal.weight ** times;
    score *= signal.score ** times;
  };
  for (const word of query.words) {
    const found = matchToken(word, name, matched);
    if (found === undefined) {
      const isInDescription = isDescribedBy(word, description);
      if (!isInDescription && !isParticle(word.forms[0] ?? '')) return undefined;
      apply(isInDescription ? SIGNALS.described : SIGNALS.otherParticles);
      if (isInDescription) described += 1;
      continue;
    }
    for (const place of found.places) matched.add(place);
    distance += found.distance;
    apply(SIGNALS.wrongLetter, found.distance);
    if (found.isPrefix) apply(SIGNALS.prefix);
    isPrefix ||= found.isPrefix;
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
  const made = (match: MatchClass): NameMatch => ({ match, weight, score, distance, described, isPrefix, years });
  if (areMatched(0, bare, isEssential) && !(isParticleOnly(name, matched) && !areMatched(0, bare, every))) {
    if (!areMatched(0, bare, every)) apply(SIGNALS.otherParticles);
    const isUnasked = !areMatched(bare, words.length, every);
    if (isUnasked) apply(SIGNALS.unaskedQualifier);
    // "Bach (Familie)" and "Bach, Familie" are the same surname.
    if (isUnasked && type === 'Family') return made('surname');
    return made(line > 1 ? 'fullVariant' : 'fullName');
  }
  const hasSurname = line === 0 && surname > 0 && (type === 'Person' || type === 'Family');
  if (hasSurname && matched.size <= surname && areMatched(0, surname, isEssential)) return made('surname');
  const share = matched.size / words.length;
  weight *= 1 - SIGNALS.share.weight * (1 - share);
  score *= 1 - SIGNALS.share.score * (1 - share);
  return made(line > 1 ? 'withinVariant' : 'withinName');
}

const every = (): boolean => true;
const isEssential = (word: string): boolean => !isParticle(word);

/** Only articles were matched: that is the whole of "Das", but not of "Das Boot". */
function isParticleOnly({ words }: FoldedName, matched: ReadonlySet<number>): boolean {
  for (const place of matched) if (isEssential(words[place] as string)) return false;
  return true;
}

interface TokenMatch {
  readonly places: readonly number[];
  readonly distance: number;
  readonly isPrefix: boolean;
}

/** What of a name, not matched before, matches a word of the query best: a word or a compound; undefined when nothing does. */
function matchToken(
  word: QueryWord,
  { words, hyphens }: FoldedName,
  matched: ReadonlySet<number>,
): TokenMatch | undefined {
  let best: TokenMatch | undefined;
  const consider = (text: string, places: readonly number[]) => {
    // The neighbour has matched the compound already.
    if (places.some((place) => matched.has(place)) && word.compounds?.includes(text) !== true) return;
    const isForm = word.forms.includes(text);
    const isPrefix = word.prefix !== undefined && text.startsWith(word.prefix) && text !== word.forms[0];
    if (!isForm && !isPrefix) return;
    const distance = isForm ? (word.distances?.get(text) ?? 0) : 0;
    const found = { places, distance: isPrefix ? 0 : distance, isPrefix: isPrefix && !(isForm && distance === 0) };
    const nearer =
      best === undefined ? -1 : found.distance - best.distance || Number(found.isPrefix) - Number(best.isPrefix);
    if (nearer < 0) best = found;
  };
  for (let place = 0; place < words.length; place += 1) consider(words[place] as string, [place]);
  for (const place of hyphens) consider(contract(`${words[place - 1]}${words[place]}`), [place - 1, place]);
  return best;
}
