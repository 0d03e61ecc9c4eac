/** Names as ranking reads them: folded when the index is written, so that no query has to fold what it compares. */
import { searchWords, withoutQualifier } from './search-text.ts';

export interface FoldedName {
  readonly words: readonly string[];
  /** How many words stand before the first comma; 0 without one, or when nothing follows it. */
  readonly surname: number;
  /** How many words stand before a qualifier in brackets or behind a slash or colon; all of them without one. */
  readonly bare: number;
}

/** Behind a surname and before a qualifier; neither can be part of a word. */
const COMMA = ',';
const QUALIFIER = '(';

/** "Müller, Hans (Maler)" → `muller hans maler`, surname 1, bare 2. */
export function foldName(name: string): FoldedName {
  const words = searchWords(name);
  const plain = withoutQualifier(name);
  const bare = plain === name ? words.length : searchWords(plain).length || words.length;
  const comma = plain.indexOf(',');
  const surname = comma < 0 ? 0 : searchWords(plain.slice(0, comma)).length;
  return { words, surname: surname < bare ? surname : 0, bare };
}

/** One line of text: `muller , hans ( maler`. */
export function writeFoldedName({ words, surname, bare }: FoldedName): string {
  let line = '';
  words.forEach((word, place) => {
    if (place > 0) line += ' ';
    if (place > 0 && place === surname) line += `${COMMA} `;
    if (place > 0 && place === bare) line += `${QUALIFIER} `;
    line += word;
  });
  return line;
}

/** Reads what {@link writeFoldedName} wrote. */
export function readFoldedName(line: string): FoldedName {
  if (line === '') return { words: [], surname: 0, bare: 0 };
  const words: string[] = [];
  let surname = 0;
  let bare: number | undefined;
  for (const word of line.split(' ')) {
    if (word === COMMA) surname = words.length;
    else if (word === QUALIFIER) bare = words.length;
    else words.push(word);
  }
  return { words, surname, bare: bare ?? words.length };
}
