/** Compares a name with the words of a query, for search and matching: finds the word of the name that each of them matches. */
import type { QueryWord, QueryWords } from '../query/query.ts';
import type { FoldedName } from './folded-name.ts';
import { contract } from './search-text.ts';

export interface WordMatch {
  /** Positions of the words of the name, `from` ≤ position < `to`; several where a hyphen joins them. */
  readonly from: number;
  readonly to: number;
  /** Number of wrong letters. */
  readonly distance: number;
  /** Whether one word is only the beginning of the other. */
  readonly isPrefix: boolean;
}

interface NameComparison {
  /** Matches of the words of the query, in their order; undefined for words that the name lacks. */
  readonly matches: readonly (WordMatch | undefined)[];
  /** For each position in the name, the word of the query that matches there; shorter than the name where its end is not matched. */
  readonly placed: readonly (QueryWord | undefined)[];
}

interface CompareOptions {
  /** Whether the name may lack a word of the query; at any other missing word the comparison ends with undefined. */
  readonly mayLack: (word: QueryWord) => boolean;
  /** Whether a single letter of the name matches a word that begins with it. */
  readonly withInitials?: boolean;
}

/** Compares a name; no two words of the query match the same word of the name. */
export function compareName(
  words: readonly QueryWord[],
  name: FoldedName,
  { mayLack, withInitials = false }: CompareOptions,
): NameComparison | undefined {
  const placed: (QueryWord | undefined)[] = [];
  const matches: (WordMatch | undefined)[] = [];
  const comparison = { words, placed, withInitials };
  for (const word of words) {
    const match = matchWord(word, name, comparison);
    if (match === undefined && !mayLack(word)) return undefined;
    if (match !== undefined) for (let place = match.from; place < match.to; place += 1) placed[place] = word;
    matches.push(match);
  }
  return { matches, placed };
}

interface Comparison {
  readonly words: readonly QueryWord[];
  readonly placed: readonly (QueryWord | undefined)[];
  readonly withInitials: boolean;
}

/** The word or compound of the name, not matched before, that matches best. This runs for every word of every name. */
function matchWord(
  word: QueryWord,
  { words, hyphens }: FoldedName,
  { words: asked, placed, withInitials }: Comparison,
): WordMatch | undefined {
  let best: WordMatch | undefined;
  for (let place = 0; place < words.length; place += 1) {
    const text = words[place] as string;
    // The neighbour has matched the compound already.
    if (placed[place] !== undefined && word.compounds?.includes(text) !== true) continue;
    const match = matchText(word, text, place, place + 1, withInitials);
    // An initial does not stand for a word that the query has in full: "Johannes V. von Jerusalem".
    if (match?.isPrefix === true && word.prefix?.length === 1 && asked.some(({ spelled }) => spelled === text))
      continue;
    best = nearer(best, match);
    if (best?.distance === 0 && !best.isPrefix) return best;
  }
  for (const place of hyphens) {
    const text = contract(`${words[place - 1]}${words[place]}`);
    const isTaken = placed[place - 1] !== undefined || placed[place] !== undefined;
    if (isTaken && word.compounds?.includes(text) !== true) continue;
    best = nearer(best, matchText(word, text, place - 1, place + 1, withInitials));
  }
  return best;
}

function matchText(
  { forms, prefix, distances }: QueryWord,
  text: string,
  from: number,
  to: number,
  withInitials: boolean,
): WordMatch | undefined {
  const isForm = text === forms[0] || (forms.length > 1 && forms.includes(text));
  const own = isForm ? (distances?.get(text) ?? 0) : 0;
  if (isForm && own === 0) return { from, to, distance: 0, isPrefix: false };
  const isBegun = prefix !== undefined && text.startsWith(prefix) && text !== forms[0];
  if (isBegun) return { from, to, distance: 0, isPrefix: true };
  if (isForm) return { from, to, distance: own, isPrefix: false };
  const isInitial = withInitials && text.length === 1 && forms[0]?.startsWith(text) === true;
  return isInitial ? { from, to, distance: 0, isPrefix: true } : undefined;
}

/** The nearer of two matches; the first if both are equally near. */
function nearer(a: WordMatch | undefined, b: WordMatch | undefined): WordMatch | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return (b.distance - a.distance || Number(b.isPrefix) - Number(a.isPrefix)) < 0 ? b : a;
}

/** A word of a query with the fewest beginnings of which every name with the word has one. */
export interface Needle {
  readonly word: QueryWord;
  readonly beginnings: readonly Beginning[];
}

interface Beginning {
  readonly text: string;
  /** The text behind the blank that stands before every word but the first. */
  readonly behindBlank: string;
}

export function needlesOf({ words }: Pick<QueryWords, 'words'>): readonly Needle[] {
  return words.map((word) => {
    const texts = [...new Set(word.prefix === undefined ? word.forms : [word.prefix, ...word.forms])];
    const fewest = texts.filter((text) => !texts.some((other) => other !== text && text.startsWith(other)));
    return { word, beginnings: fewest.map((text) => ({ text, behindBlank: ` ${text}` })) };
  });
}

/** Whether a name may match. False is always right, and is the answer for most variant names of famous entities. */
export function couldMatch(line: string, needles: readonly Needle[], mayLack: (word: QueryWord) => boolean): boolean {
  let joined: string | undefined;
  for (const { word, beginnings } of needles) {
    if (hasWord(line, beginnings)) continue;
    joined ??= hasCompounds(line) ? contract(line.replaceAll(HYPHENATED, '')) : '';
    if (!hasText(joined, beginnings) && !mayLack(word)) return false;
  }
  return true;
}

/** Mark between the words of a compound in lines of `writeFoldedName`. */
const HYPHENATED = ' - ';

export function hasCompounds(text: string): boolean {
  return text.includes(HYPHENATED);
}

function hasWord(line: string, beginnings: readonly Beginning[]): boolean {
  for (const { text, behindBlank } of beginnings) if (line.startsWith(text) || line.includes(behindBlank)) return true;
  return false;
}

/** Whether one of the beginnings is anywhere in a text. */
export function hasText(line: string, beginnings: readonly Beginning[]): boolean {
  for (const { text } of beginnings) if (line.includes(text)) return true;
  return false;
}

/** Calls a function for each line that has a text, or for every line where the text is undefined. */
export function forEachLine(
  lines: string,
  having: string | undefined,
  visit: (line: string, place: number) => void,
): void {
  let next = -1;
  for (let from = 0, place = 0; from < lines.length; place += 1) {
    const end = lines.indexOf('\n', from);
    const to = end < 0 ? lines.length : end;
    if (having !== undefined && next < from) next = lines.indexOf(having, from);
    if (having !== undefined && next < 0) return;
    if (next < to && to > from) visit(lines.slice(from, to), place);
    from = to + 1;
  }
}
