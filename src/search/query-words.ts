/** What a query asks for: its words in every form that counts as the same, and years as wishes. */
import { LIMITS } from './dials.ts';
import {
  asYear,
  contract,
  contractAll,
  describedWord,
  isDispensable,
  isParticle,
  isUnspaced,
  numbersWithPrefix,
  romanNumeral,
  spelledWords,
} from './search-text.ts';

export interface QueryWord {
  /** As it was typed. */
  readonly typed: string;
  /** The same, folded. */
  readonly spelled: string;
  /** Words of the index that it stands for, itself first. */
  readonly forms: readonly string[];
  /** It also stands for every word that begins like this. */
  readonly prefix?: string;
  /** Forms that are only similar, and how far they are from it: 1 is one letter wrong. */
  readonly distances?: ReadonlyMap<string, number>;
  /** Forms that stand for it and its neighbour together: of "Nahost Konflikt", `nahostkonflikt`. */
  readonly compounds?: readonly string[];
}

export interface QueryWords {
  /** All of them must be matched. */
  readonly words: readonly QueryWord[];
  /** Wishes, not conditions: entities of these years come first. */
  readonly years: readonly number[];
}

/** Spellings of one word that no letter by letter rule makes equal. */
const ABBREVIATIONS: readonly (readonly string[])[] = [
  ['st', 'sankt', 'saint', 'sanct'],
  ['dr', 'doktor'],
  ['prof', 'professor'],
  ['hl', 'heilig', 'heilige', 'heiliger'],
];

/** A word of the text. */
interface Typed {
  readonly typed: string;
  readonly spelled: string;
  /** Short, with a point behind it. */
  readonly isShortened: boolean;
}

/**
 * @param q any text; nothing in it is an operator
 * @param lastWord whether the last word may be the beginning of one, whatever mark stands behind it
 */
export function readQuery(q: string, lastWord: 'finished' | 'unfinished' = 'unfinished'): QueryWords {
  const all = typedWords(q);
  const different = new Map<string, Typed>();
  for (const word of all) {
    const key = contract(word.spelled);
    if (!different.has(key)) different.set(key, word);
  }
  const typed = [...different.values()].slice(0, LIMITS.words.value);
  const years = typed.length > 1 ? typed.flatMap(({ spelled }) => asYear(spelled) ?? []) : [];
  const names = typed.filter(({ spelled }) => asYear(spelled) === undefined);
  // Years alone, or far too many, are words like others.
  const isWish = years.length > 0 && years.length <= 2 && names.length > 0;
  const asked = isWish ? names : typed;
  const last = lastWord === 'unfinished' ? all.at(-1)?.spelled : undefined;
  const initials = asked.filter(({ spelled }) => /^\p{L}$/u.test(spelled) && !isUnspaced(spelled));
  const shortened = asked.filter(({ isShortened }) => isShortened);
  const begun = new Set([...initials.slice(0, LIMITS.initials.value), ...shortened.slice(0, LIMITS.shortened.value)]);
  const words = asked.map((word) =>
    queryWord(word, last !== undefined && contract(last) === contract(word.spelled), begun.has(word)),
  );
  return { words: withCompounds(words), years: isWish ? years : [] };
}

/** A blank or a hyphen parts what was typed; what makes several words even then is told folded. */
function typedWords(q: string): Typed[] {
  return q.split(/[\s,;:()/\p{Pd}]+/u).flatMap((chunk): Typed[] => {
    const words = spelledWords(chunk);
    const typed = chunk.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$/gu, '');
    const isShortened =
      words.length === 1 && chunk.endsWith('.') && /^\p{L}{2,}\.$/u.test(chunk) && isShort(words[0] as string);
    return words.map((spelled) => ({ typed: words.length === 1 ? typed : spelled, spelled, isShortened }));
  });
}

function isShort(word: string): boolean {
  return word.length <= LIMITS.shortenedLetters.value && !ABBREVIATIONS.some((group) => group.includes(word));
}

function queryWord({ typed, spelled }: Typed, isUnfinished: boolean, isBegun: boolean): QueryWord {
  const word = contract(spelled);
  const forms = new Set([word]);
  const numeral = romanNumeral(word);
  // In names the numerals I, V and X stay letters, because they may be initials.
  if (numeral?.length === 1) forms.add(numeral);
  for (const group of ABBREVIATIONS) if (group.includes(word)) for (const other of group) forms.add(other);
  if (isUnfinished && /^[ivx]+$/.test(spelled)) for (const number of numbersWithPrefix(spelled)) forms.add(number);
  const prefixed = /^\d+$/.test(word) ? spelled : word;
  const isWhole = asYear(word) !== undefined || isUnspaced(spelled) || /^\d+\D/.test(spelled);
  const prefix = (isUnfinished || isBegun) && !isWhole;
  return { typed, spelled, forms: [...forms], ...(prefix && { prefix: prefixed }) };
}

/** "Nahost-Konflikt" and "Nahost Konflikt" may be written in one word. */
function withCompounds(words: readonly QueryWord[]): QueryWord[] {
  const joined = words.slice(1).map((word, place) => joinedForm(words[place] as QueryWord, word));
  return words.map((word, place) => {
    const compounds = [joined[place - 1], joined[place]].flatMap((form) => form ?? []);
    return compounds.length === 0 ? word : { ...word, forms: [...word.forms, ...compounds], compounds };
  });
}

function joinedForm(first: QueryWord, second: QueryWord): string | undefined {
  const isWord = ({ spelled }: QueryWord) => /^\p{L}{2,30}$/u.test(spelled) && !isUnspaced(spelled);
  return isWord(first) && isWord(second) ? contract(first.spelled + second.spelled) : undefined;
}

/** The same query with every spelled-out umlaut contracted; undefined when there is none left. */
export function contractedQuery(query: QueryWords): QueryWords | undefined {
  const words = query.words.map(({ typed, spelled, prefix }) => {
    const word = contractAll(spelled);
    return { typed, spelled, forms: [word], ...(prefix !== undefined && { prefix: word }) };
  });
  const isSame = words.every(({ forms }, index) => forms[0] === query.words[index]?.forms[0]);
  return isSame ? undefined : { ...query, words };
}

/** The query whose words may also stand in the description; a number of three digits is a decade there. */
export function describedQuery(query: QueryWords): QueryWords {
  const words = query.words.map((word) => {
    const decade = /^(?:1\d\d|20\d)$/.test(word.prefix ?? '')
      ? Array.from('0123456789', (digit) => word.prefix + digit)
      : [];
    return { ...word, forms: [...word.forms, ...[...word.forms, ...decade].map(describedWord)] };
  });
  return { ...query, words };
}

/** The query without particles and articles, as long as something is left. */
export function withoutParticles(query: QueryWords): QueryWords {
  return without(query, isParticle);
}

/** The query without words that people add to names, such as titles, as long as something is left. */
export function essentialQuery(query: QueryWords): QueryWords {
  return without(query, isDispensable);
}

function without(query: QueryWords, isNeedless: (word: string) => boolean): QueryWords {
  const words = query.words.filter(({ forms: [word = ''] }) => !isNeedless(word));
  return words.length === 0 || words.length === query.words.length ? query : { ...query, words };
}
