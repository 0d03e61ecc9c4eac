/** A query as the attempts read it: its words, each with all forms that count as the same, and the years, which are preferences. */
import type { EntityType } from '../../model/entity.ts';
import { isAddress } from '../../model/identifier-text.ts';
import { LIMITS } from '../tuning.ts';
import { type Period, readDates } from './query-dates.ts';
import { repairText } from './repair.ts';
import { requestWords } from './text-parts.ts';
import {
  asYear,
  contract,
  describedWord,
  isDispensable,
  isParticle,
  isUnspaced,
  mayBeSurname,
  numbersWithPrefix,
  romanNumeral,
  matches,
  spelledWords,
} from '../names/search-text.ts';

export interface QueryWord {
  /** The word as it was typed. */
  readonly typed: string;
  /** The word folded. */
  readonly spelled: string;
  /** Words of the index that the word stands for, itself first. */
  readonly forms: readonly string[];
  /** Beginning of further words that the word stands for. */
  readonly prefix?: string | undefined;
  /** Similar forms, with their distance from the word: 1 is one wrong letter. */
  readonly distances?: ReadonlyMap<string, number>;
  /** A hyphen, a slash or a bracket joins it to the word before. */
  readonly isJoined?: boolean;
  /** Forms that stand for the word and its neighbour together: `nahostkonflikt` for "Nahost Konflikt". */
  readonly compounds?: readonly string[] | undefined;
}

export interface QueryWords {
  /** Words that must all be matched. */
  readonly words: readonly QueryWord[];
  /** Years as preferences, not conditions: entities of these years come first. */
  readonly years: readonly number[];
  /** Centuries and eras as preferences. */
  readonly periods?: readonly Period[];
}

export interface Query {
  readonly text: string;
  /** Words of the text as it was typed. */
  readonly words: QueryWords;
  /** Other readings, which most queries do not need; they are made once. */
  readonly readings: () => Readings;
  /** Types of the entities; undefined means all. */
  readonly types: readonly EntityType[] | undefined;
  readonly from: number;
  readonly to: number;
}

interface Readings {
  /** The text repaired, with dates read as years. */
  readonly text: string;
  /** Words of this text; the words of the query where it is the same. */
  readonly repaired: QueryWords;
  /** The repaired words without particles and articles; `repaired` itself where there are none. */
  readonly plain: QueryWords;
  /** The plain words without titles and without a question or label before a name; `plain` itself where there are none. */
  readonly essential: QueryWords;
}

/** Spellings of the same word that no rule of folding makes equal. */
const ABBREVIATIONS: readonly (readonly string[])[] = [
  // Saints of the GND are “Georg, Heiliger”, churches “Sankt Georg”.
  ['st', 'sankt', 'saint', 'sanct', 'sanctus', 'sancta', 'hl', 'heilig', 'heilige', 'heiliger'],
  ['dr', 'doktor'],
  ['prof', 'professor'],
  ['str', 'strasse'],
];

/** "Glückaufstr." */
const ABBREVIATED_STREET = /^[a-z]{3,}str$/;

/** A word of the text. */
interface Typed {
  readonly typed: string;
  readonly spelled: string;
  /** The word as the index has it. */
  readonly word: string;
  /** Whether the word is an abbreviation: short, with a full stop behind it. */
  readonly isShortened: boolean;
  /** A hyphen, a slash or a bracket joins it to the word before. */
  readonly isJoined: boolean;
}

/**
 * @param q any text; nothing in it is an operator
 * @param lastWord `unfinished` where the last word may be the beginning of a longer one
 */
export function readQuery(q: string, lastWord: 'finished' | 'unfinished' = 'unfinished'): QueryWords {
  const all = typedWords(q);
  const different = new Map<string, Typed>();
  all.forEach((one, place) => {
    const { word: key, isJoined } = one;
    if (!different.has(key)) different.set(key, one);
    // "II/2" has the same number twice.
    else if (isJoined && /^\d{1,2}$/.test(key)) different.set(`${key} ${place}`, one);
  });
  const typed = [...different.values()].slice(0, LIMITS.words.value);
  const years = typed.length > 1 ? typed.flatMap(({ spelled }) => asYear(spelled) ?? []) : [];
  const names = typed.filter(({ spelled }) => asYear(spelled) === undefined);
  // One or two years beside a name say which bearer is meant; other numbers are words like any others.
  const isPreference = years.length > 0 && years.length <= 2 && names.length > 0;
  const words = isPreference ? names : typed;
  // A year behind an unfinished word leaves it unfinished, so that it only changes the order.
  const isName = ({ spelled }: Typed) => !isPreference || asYear(spelled) === undefined;
  const last = lastWord === 'unfinished' ? all.findLast(isName)?.word : undefined;
  const initials = words.filter(({ spelled }) => /^\p{L}$/u.test(spelled) && !isUnspaced(spelled));
  const shortened = words.filter(({ isShortened }) => isShortened);
  const begun = new Set([...initials.slice(0, LIMITS.begun.value), ...shortened.slice(0, LIMITS.begun.value)]);
  // "Nahost-Konflikt" and "Nahost Konflikt" may be written in one word.
  const joined = words.map((one, place) => joinedForm(words[place - 1], one));
  const read = words.map((one, place) => {
    const compounds = [joined[place], joined[place + 1]].filter((form) => form !== undefined);
    return queryWord(one, one.word === last, begun.has(one), compounds);
  });
  return { words: read, years: isPreference ? years : [] };
}

/** The words of a query, separated by blanks and marks. Where folding splits a piece further, the folded words count as typed. */
function typedWords(q: string): Typed[] {
  return matches(CHUNK, q).flatMap(([, joint, chunk = '']): Typed[] => {
    const words = spelledWords(chunk);
    const isAlone = words.length === 1;
    const isShortened = isAlone && chunk.endsWith('.') && /^\p{L}{2,}\.$/u.test(chunk) && isShort(words[0] as string);
    const isJoined = joint !== undefined;
    return words.map((spelled) => {
      const typed = isAlone ? chunk.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$/gu, '') : spelled;
      return { typed, spelled, word: contract(spelled), isShortened, isJoined };
    });
  });
}

/** A piece between blanks and marks, with the hyphen, slash or bracket that joins it to the word before. */
const CHUNK = /(?:(?<=[^\s,;:()/\p{Pd}])([\p{Pd}/]|\s*\())?([^\s,;:()/\p{Pd}]+)/gu;

function isShort(word: string): boolean {
  return word.length <= LIMITS.twoWrong.value && !ABBREVIATIONS.some((group) => group.includes(word));
}

/**
 * @param isUnfinished whether it may be the beginning of a longer word
 * @param isBegun whether it stands for the words that begin with it, like an initial
 */
function queryWord(
  { typed, spelled, word, isJoined }: Typed,
  isUnfinished: boolean,
  isBegun: boolean,
  compounds: readonly string[],
): QueryWord {
  const forms = new Set([word]);
  const numeral = romanNumeral(word);
  // The numerals I, V and X are not folded in names, because they may be initials.
  if (numeral?.length === 1) forms.add(numeral);
  for (const group of ABBREVIATIONS) if (group.includes(word)) for (const other of group) forms.add(other);
  if (ABBREVIATED_STREET.test(word)) forms.add(`${word}asse`);
  if (isUnfinished && /^[ivx]+$/.test(spelled)) for (const number of numbersWithPrefix(spelled)) forms.add(number);
  const prefixed = /^\d+$/.test(word) ? spelled : word;
  // Five digits are part of an identifier, not the beginning of a name.
  const isWhole = asYear(word) !== undefined || isUnspaced(spelled) || /^\d+\D|\d{5}/.test(spelled);
  const prefix = (isUnfinished || isBegun) && !isWhole ? prefixed : undefined;
  for (const compound of compounds) forms.add(compound);
  return { typed, spelled, forms: [...forms], prefix, isJoined, compounds };
}

function joinedForm(first: Typed | undefined, second: Typed): string | undefined {
  const isWord = ({ spelled }: Typed) => /^\p{L}{2,30}$/u.test(spelled) && !isUnspaced(spelled);
  return first !== undefined && isWord(first) && isWord(second) ? contract(first.spelled + second.spelled) : undefined;
}

/** The words as names have them, without other forms. */
export function firstForms(words: readonly QueryWord[]): readonly string[] {
  return words.map(({ forms: [word = ''] }) => word);
}

/** The query with the forms that index words of descriptions, so that names and descriptions are searched. */
export function describedQuery(query: QueryWords): QueryWords {
  return { ...query, words: query.words.map((word) => ({ ...word, forms: [...word.forms, ...word.forms.map(describedWord)] })) }; // prettier-ignore
}

/**
 * The query without titles, as long as something is left. "König" is a title before a name and a surname behind it, unless
 * a particle follows: "Otto Graf von Bismarck".
 */
function withoutTitles(query: QueryWords): QueryWords {
  const { words } = query;
  const isTitle = words.map(({ forms: [word = ''] }) => isDispensable(word) && !isParticle(word));
  const leading = isTitle.indexOf(false);
  const kept = words.filter(({ forms: [word = ''] }, place) => {
    const next = words[place + 1]?.forms[0] ?? '';
    return !(isTitle[place] === true && (place < leading || !mayBeSurname(word) || isParticle(next)));
  });
  return leading < 0 || kept.length === words.length ? query : { ...query, words: kept };
}

/** The query of a match, which is a name without a question or label before it. */
export function withoutTitlesAndParticles(query: QueryWords): QueryWords {
  return without(withoutTitles(query), isParticle);
}

/** The query with joined initials as separate words ("ETA Hoffmann"); undefined where there are none. */
export function initialsQuery(query: QueryWords): QueryWords | undefined {
  const initials = query.words.filter(({ typed }) => typed.length <= MAX_INITIALS && INITIALS.test(typed));
  if (initials.length !== 1 || !query.words.some(({ spelled }) => spelled.length > MAX_INITIALS)) return undefined;
  if (query.words.every(({ typed }) => typed === typed.toUpperCase())) return undefined;
  const words = query.words.flatMap((word): readonly QueryWord[] => {
    if (word !== initials[0]) return [word];
    const letters = new Set(word.spelled);
    return Array.from(letters, (letter) => ({ typed: word.typed, spelled: letter, forms: [letter], prefix: letter }));
  });
  return { ...query, words };
}

const MAX_INITIALS = LIMITS.begun.value;
const INITIALS = new RegExp(`^\\p{Lu}{2,${MAX_INITIALS}}$`, 'u');

/** The query without needless words, as long as something is left. */
function without(query: QueryWords, isNeedless: (word: string) => boolean): QueryWords {
  const words = query.words.filter(({ forms: [word = ''] }) => !isNeedless(word));
  return words.length === 0 || words.length === query.words.length ? query : { ...query, words };
}

export function createQuery(text: string, wanted: Pick<Query, 'types' | 'from' | 'to'>): Query {
  // The words of an address are no names.
  const words = readQuery(isAddress(text) ? '' : text);
  return { text, words, readings: once(() => readingsOf(text, words)), ...wanted };
}

function readingsOf(typed: string, words: QueryWords): Readings {
  const { text, periods } = readDates(repairText(typed));
  const repaired =
    words.words.length === 0 || text === typed ? words : { ...readQuery(text), ...(periods.length > 0 && { periods }) };
  const plain = without(repaired, isParticle);
  const needless = requestWords(text);
  const subject = without(plain, (word) => needless.includes(word));
  const untitled = withoutTitles(subject === plain ? repaired : subject);
  return { text, repaired, plain, essential: untitled === repaired ? plain : without(untitled, isParticle) };
}

/** A function that makes its value at the first call. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
