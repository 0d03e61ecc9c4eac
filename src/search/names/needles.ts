/** A cheap look at folded names before they are compared: texts that a name must have somewhere to match the words of a query. */
import type { QueryWords } from '../query/query-words.ts';
import { contract } from './search-text.ts';

/** For each word of a query the texts of which a name with the word has one, as few as will do. */
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

/** Cheap and never wrongly false: most variant names of the famous end here. */
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

/** Between the words of a compound, as `writeFoldedName` has it. */
const HYPHENATED = ' - ';

export function hasCompounds(text: string): boolean {
  return text.includes(HYPHENATED);
}

export function hasAny(text: string, needles: readonly string[]): boolean {
  for (const needle of needles) if (text.includes(needle)) return true;
  return false;
}

/** The lines with a text, all of them without it. */
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
