/** Names as ranking reads them: folded when the index is written, so that queries need not fold them. */
import { contract, searchWords, withoutQualifier, wordsAndHyphens } from './search-text.ts';

export interface FoldedName {
  readonly words: readonly string[];
  /** Number of words before the first comma; 0 without one, or when nothing follows it. */
  readonly surname: number;
  /** Number of words before a qualifier in brackets or behind a slash or colon; all words without one. */
  readonly bare: number;
  /** Positions of the words that a hyphen joins to the word before. */
  readonly hyphens: readonly number[];
}

/** Marks behind a surname, before a qualifier and within a compound; none can be part of a word. */
const COMMA = ',';
const QUALIFIER = '(';
const HYPHEN = '-';
const NONE: readonly number[] = [];

/** "Müller, Hans (Maler)" → `muller hans maler`, surname 1, bare 2. */
export function foldName(name: string): FoldedName {
  const { words: spelled, hyphens } = wordsAndHyphens(name);
  const words = spelled.map(contract);
  const plain = withoutQualifier(name);
  const bare = plain === name ? words.length : searchWords(plain).length || words.length;
  const comma = plain.indexOf(',');
  const surname = comma < 0 ? 0 : searchWords(plain.slice(0, comma)).length;
  return { words, surname: surname < bare ? surname : 0, bare, hyphens };
}

/** Writes a name as one line of text: `muller , hans ( maler`. */
export function writeFoldedName({ words, surname, bare, hyphens }: FoldedName): string {
  let line = '';
  words.forEach((word, place) => {
    if (place > 0) line += ' ';
    if (place > 0 && place === surname) line += `${COMMA} `;
    if (place > 0 && place === bare) line += `${QUALIFIER} `;
    if (hyphens.includes(place)) line += `${HYPHEN} `;
    line += word;
  });
  return line;
}

/** Reads a line that {@link writeFoldedName} wrote. */
export function readFoldedName(line: string): FoldedName {
  if (line === '') return { words: [], surname: 0, bare: 0, hyphens: NONE };
  const words: string[] = [];
  let surname = 0;
  let bare: number | undefined;
  let hyphens: number[] | undefined;
  for (const word of line.split(' ')) {
    if (word === COMMA) surname = words.length;
    else if (word === QUALIFIER) bare = words.length;
    else if (word === HYPHEN) (hyphens ??= []).push(words.length);
    else words.push(word);
  }
  return { words, surname, bare: bare ?? words.length, hyphens: hyphens ?? NONE };
}

/** The words of a line that {@link writeFoldedName} wrote, without marks. */
export function wordsOfFolded(line: string): string {
  return line.replace(/ [,(-](?= )/g, '');
}

/** The compounds of a name without their hyphens: "Marshall-Plan" → `marshallplan`; each pair of neighbours in longer ones. */
export function compoundsOf({ words, hyphens }: FoldedName): string[] {
  return hyphens.map((place) => contract(`${words[place - 1]}${words[place]}`));
}
