/** What a query asks for: its words in every form that counts as the same, and years as wishes. */
import {
  asYear,
  contract,
  contractAll,
  isDispensable,
  isUnspaced,
  numbersWithPrefix,
  romanNumeral,
  spelledWords,
} from './search-text.ts';

export interface QueryWord {
  /** As it was typed, folded. */
  readonly spelled: string;
  /** Words of the index that it stands for, itself first. */
  readonly forms: readonly string[];
  /** It also stands for every word that begins like this. */
  readonly prefix?: string;
  /** Forms that are only similar, and how far they are from it: 1 is one letter wrong. */
  readonly distances?: ReadonlyMap<string, number>;
}

export interface QueryWords {
  /** All of them must be matched. */
  readonly words: readonly QueryWord[];
  /** Wishes, not conditions: entities of these years come first. */
  readonly years: readonly number[];
}

/** Further words of a query are not looked at: each costs, none helps. */
const MAX_WORDS = 12;
/** So many single letters stand for the words that begin with them; more are plain words. */
const MAX_INITIALS = 3;
/** Spellings of one word that no letter by letter rule makes equal. */
const ABBREVIATIONS: readonly (readonly string[])[] = [
  ['st', 'sankt', 'saint', 'sanct'],
  ['dr', 'doktor'],
  ['prof', 'professor'],
  ['hl', 'heilig', 'heilige', 'heiliger'],
];

/** @param q any text; nothing in it is an operator */
export function readQuery(q: string): QueryWords {
  const all = spelledWords(q);
  const different = new Map(all.map((word) => [contract(word), word]));
  const spelled = [...different.values()].slice(0, MAX_WORDS);
  const years = spelled.length > 1 ? spelled.flatMap((word) => asYear(word) ?? []) : [];
  const names = spelled.filter((word) => asYear(word) === undefined);
  // Years alone, or far too many, are words like others.
  const isWish = years.length > 0 && years.length <= 2 && names.length > 0;
  const asked = isWish ? names : spelled;
  // A last word that a point or comma follows is finished; quotation marks and brackets only stand around.
  const unfinished = /[\p{L}\p{N}\p{M}][\p{Pf}\p{Pi}\p{Pe}"'’”]*$/u.test(q) ? all.at(-1) : undefined;
  const initials = asked.filter((word) => /^\p{L}$/u.test(word) && !isUnspaced(word)).slice(0, MAX_INITIALS);
  return {
    words: asked.map((word) => queryWord(word, word === unfinished, initials.includes(word))),
    years: isWish ? years : [],
  };
}

function queryWord(spelled: string, isUnfinished: boolean, isInitial: boolean): QueryWord {
  const word = contract(spelled);
  const forms = new Set([word]);
  const numeral = romanNumeral(word);
  // In names the numerals I, V and X stay letters, because they may be initials.
  if (numeral?.length === 1) forms.add(numeral);
  for (const group of ABBREVIATIONS) if (group.includes(word)) for (const other of group) forms.add(other);
  if (isUnfinished && /^[ivx]+$/.test(spelled)) for (const number of numbersWithPrefix(spelled)) forms.add(number);
  const prefixed = /^\d+$/.test(word) ? spelled : word;
  const isWhole = asYear(word) !== undefined || isNumber(word, spelled) || isUnspaced(spelled);
  const prefix = (isUnfinished || isInitial) && !isWhole;
  return { spelled, forms: [...forms], ...(prefix && { prefix: prefixed }) };
}

/** A number is finished: "opus 4" does not mean opus 47. */
function isNumber(word: string, spelled: string): boolean {
  return /^\d+$/.test(word) && word === spelled;
}

/** The same query with every spelled-out umlaut contracted; undefined when there is none left. */
export function contractedQuery(query: QueryWords): QueryWords | undefined {
  const words = query.words.map(({ spelled, prefix }) => {
    const word = contractAll(spelled);
    return { spelled, forms: [word], ...(prefix !== undefined && { prefix: word }) };
  });
  const isSame = words.every(({ forms }, index) => forms[0] === query.words[index]?.forms[0]);
  return isSame ? undefined : { ...query, words };
}

/** The query without words that people add to names, such as titles, as long as something is left. */
export function essentialQuery(query: QueryWords): QueryWords {
  const words = query.words.filter(({ forms: [word = ''] }) => !isDispensable(word));
  return words.length === 0 ? query : { ...query, words };
}
