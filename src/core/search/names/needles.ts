/** A cheap test before names are compared: how a word of a folded name must begin to match a word of the query. */
import type { QueryWord, QueryWords } from '../query/query-words.ts';
import { contract } from './search-text.ts';

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

/** All candidates of a query are compared with the same needles. */
const kept = new WeakMap<QueryWords, readonly Needle[]>();

export function needlesOf(query: QueryWords): readonly Needle[] {
  const known = kept.get(query);
  if (known !== undefined) return known;
  const needles = query.words.map((word): Needle => {
    const texts = [...new Set(word.prefix === undefined ? word.forms : [word.prefix, ...word.forms])];
    const fewest = texts.filter((text) => !texts.some((other) => other !== text && text.startsWith(other)));
    return { word, beginnings: fewest.map((text) => ({ text, behindBlank: ` ${text}` })) };
  });
  kept.set(query, needles);
  return needles;
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
