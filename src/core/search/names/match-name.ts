/** Names in matching: the ways to read a name of a query, and the fit of a name of a record. */
import { NAME_POINTS, type Weight, WORD_SHARES } from '../tuning.ts';
import { compareName, type WordMatch } from './compare-name.ts';
import type { FoldedName } from './folded-name.ts';
import type { YearRange } from '../query/constraints.ts';
import { type QueryWord, type QueryWords, readQuery } from '../query/query.ts';
import { isDispensable, isParticle, isUnspaced, searchWords } from './search-text.ts';

/** One way to read the text. */
export interface NameReading {
  readonly query: QueryWords;
  /** All words, also those beyond the limit of a query. */
  readonly all: ReadonlySet<string>;
  /** Number of words before the first comma; 0 without one. */
  readonly surname: number;
  /** Words beside the name, which must be found elsewhere in the record. */
  readonly beside: readonly string[];
  /** Years behind the name. */
  readonly years?: YearRange;
}

export interface NameFit {
  readonly points: number;
  readonly isWhole: boolean;
  readonly weights: readonly Weight[];
}

/** Characters of a name that are read. */
const MAX_LENGTH = 300;
const LIFE_YEARS = /[\s,(]+(\d{3,4})?\s*[-–—]\s*(\d{3,4})?\)?$/u;
const BIRTH_NAME = /[\s,(]+(?:geb\.?|geborene?r?|née|nee|verh\.?|verheiratete)\s+([^()]+)\)?$/iu;

/** At most a dozen readings, the whole text first. @param text any text */
export function readNames(text: string): NameReading[] {
  const whole = text.slice(0, MAX_LENGTH).normalize('NFC').replace(/\s+/gu, ' ').trim();
  const readings = [readName(whole)];
  const [behind = '', ...ends] = LIFE_YEARS.exec(whole) ?? [];
  const [start, end] = ends.map((year) => (year === undefined ? undefined : Number(year)));
  const years = start === undefined && end === undefined ? undefined : ([start, end] as const);
  const name = years === undefined ? whole : whole.slice(0, -behind.length);
  const offer = (of = '', beside = '') => {
    if (of !== '' && of !== whole) readings.push({ ...readName(of, beside), ...(years && { years }) });
  };
  offer(name);
  const born = BIRTH_NAME.exec(name);
  const [, title, inBrackets] = /^(.+?)\s*\(([^()]+)\)$/u.exec(name) ?? [];
  const [, author, work] = /^([^:]{3,}?)\s*:\s+(.+)$/u.exec(name) ?? [];
  const [, forename = '', ...surnames] = /^([^,]+\s)(\p{Lu}[^\s-]+)-(\p{Lu}[^\s-]+)$/u.exec(name) ?? [];
  offer(title, inBrackets);
  offer(work, author);
  if (born !== null) {
    const married = name.slice(0, born.index);
    offer(married, born[1]);
    offer(married.replace(/^[^,]+(?=,)|[^\s,]+$/u, born[1] ?? ''));
  }
  surnames.forEach((surname, place) => offer(forename + surname, surnames[1 - place]));
  return readings.filter(({ query }) => query.words.length > 0);
}

function readName(text: string, beside = ''): NameReading {
  const comma = text.indexOf(',');
  return {
    query: readQuery(text, 'finished'),
    all: new Set(searchWords(text)),
    surname: comma < 0 ? 0 : searchWords(text.slice(0, comma)).length,
    beside: searchWords(beside).filter((word) => !isDispensable(word)),
  };
}

/** The full names that a reading may mean: with and without years and titles. */
export function namesOf({ query, all }: NameReading): readonly (readonly string[])[] {
  const plain = query.words.map(formOf);
  const lists = [[...all], plain, plain.filter((word) => !isDispensable(word))];
  return lists.filter((list) => list.length > 0);
}

/** @param isPerson the surname stands before the comma */
export function fitName(
  { query, all, surname }: NameReading,
  name: FoldedName,
  isVariant: boolean,
  isPerson: boolean,
): NameFit | undefined {
  const { words, bare, surname: nameSurname } = name;
  const compared = compareName(query.words, name, { mayLack: () => true, withInitials: true });
  const matched = new Map<number, QueryWord | undefined>();
  compared?.placed.forEach((word, place) => matched.set(place, word));
  let [share, isExact, differs] = [0, query.words.length >= all.size - query.years.length, false];
  if (!isExact) isExact = [...all].every((word) => words.includes(word) || isDispensable(word));
  for (const [place, word] of query.words.entries()) {
    const match = compared?.matches[place];
    const own = match === undefined ? 0 : shareOf(match);
    share += own;
    if (match === undefined && isDispensable(formOf(word))) differs = true;
    else if (own < 1) isExact = false;
  }
  if (share === 0) return undefined;
  // Repeated words of the name, and years, which are no words of the query, count as matched.
  words.forEach((word, place) => !matched.has(place) && all.has(word) && matched.set(place, undefined));
  const missing = words.map((_, place) => place).filter((place) => !matched.has(place));
  const isLacking = (place: number) => place < bare && !isParticle(words[place] as string);
  if (!isExact || missing.some(isLacking)) {
    const essential = words.filter((word, place) => place < bare && !isParticle(word)).length;
    const wanted = query.words.filter((word) => !isDispensable(formOf(word))).length;
    const common = Math.min(1, (2 * share) / Math.max(1, wanted + essential));
    return { points: NAME_POINTS.partial.value * common, isWhole: false, weights: [] };
  }
  const order = isPerson && nameSurname > 0 ? orderOf(query, surname, nameSurname, matched) : undefined;
  const weights: (Weight | false | undefined)[] = [
    (differs || missing.some((place) => place < bare)) && 'otherParticles',
    missing.some((place) => place >= bare) && 'unaskedQualifier',
    isPerson && isVariant && isBrief(all) && 'briefVariant',
    order,
  ];
  const points = NAME_POINTS[isVariant ? 'variant' : 'preferred'].value;
  return { points, isWhole: true, weights: weights.filter((weight) => weight !== undefined && weight !== false) };
}

/** Whether the surname of the query is the surname of the name. */
function orderOf(
  { words }: QueryWords,
  surname: number,
  nameSurname: number,
  matched: ReadonlyMap<number, QueryWord | undefined>,
): Weight | undefined {
  const inSurname = new Set([...matched].filter(([place]) => place < nameSurname).map(([, word]) => word));
  const isSurname = (word: QueryWord | undefined) => inSurname.has(word);
  const isEssential = (word: QueryWord) => !isDispensable(formOf(word));
  const essential = words.filter(isEssential);
  if (surname === 0 && isSurname(essential.at(-1))) return undefined;
  if (surname === 0) return isSurname(essential[0]) ? 'inverted' : 'otherSurname';
  const [before, behind] = [words.slice(0, surname).filter(isEssential), words.slice(surname).filter(isEssential)];
  const isSame = behind.length === 0 || (before.every(isSurname) && !behind.some(isSurname));
  return isSame ? undefined : 'otherSurname';
}

/** Share with which a matched word counts. */
function shareOf({ isPrefix, distance }: WordMatch): number {
  return isPrefix ? WORD_SHARES.initial : 1 - WORD_SHARES.wrongLetter * distance;
}

/** Whether a name is one word, not counting initials; characters of scripts without blanks are words. */
function isBrief(words: ReadonlySet<string>): boolean {
  return [...words].filter((word) => word.length > 1 || isUnspaced(word)).length < 2;
}

function formOf({ forms: [word = ''] }: QueryWord): string {
  return word;
}
