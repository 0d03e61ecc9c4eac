/** A cheap test before names are compared: texts that a folded name must contain to match the words of a query. */
import type { QueryWords } from '../query/query-words.ts';
import { contract } from './search-text.ts';

/** For each word of a query, as few texts as possible, of which every name with the word contains one. */
export function needlesOf(query: QueryWords): readonly (readonly string[])[] {
  const known = knownNeedles.get(query);
  if (known !== undefined) return known;
  const needles = query.words.map(({ forms, prefix }) => {
    const texts = prefix === undefined ? forms : [prefix, ...forms];
    return texts.filter(
      (text, place) =>
        !texts.some((other, at) => at !== place && text.includes(other) && (other !== text || at < place)),
    );
  });
  knownNeedles.set(query, needles);
  return needles;
}

const knownNeedles = new WeakMap<QueryWords, readonly (readonly string[])[]>();

/** Whether a name may match; false is always right, and rules out most variant names of famous entities. */
export function couldMatch(
  line: string,
  needles: readonly (readonly string[])[],
  mayLackAt: (word: number) => boolean,
): boolean {
  let joined: string | undefined;
  for (let at = 0; at < needles.length; at += 1) {
    const some = needles[at] as readonly string[];
    if (hasAny(line, some)) continue;
    joined ??= hasCompounds(line) ? contract(line.replaceAll(HYPHENATED, '')) : '';
    if (!hasAny(joined, some) && !mayLackAt(at)) return false;
  }
  return true;
}

/** Mark between the words of a compound in lines of `writeFoldedName`. */
const HYPHENATED = ' - ';

export function hasCompounds(text: string): boolean {
  return text.includes(HYPHENATED);
}

export function hasAny(text: string, needles: readonly string[]): boolean {
  for (const needle of needles) if (text.includes(needle)) return true;
  return false;
}

/** Calls a function for each line with a text, or for all lines if there is none. */
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
