/** What is indexed of an entity, the same for every engine: what is folded when it is written must not be folded by queries. */
import type { EntityCard } from './engine.ts';
import { type FoldedName, foldName, writeFoldedName } from './folded-name.ts';
import { fullNameKey, romanNumeral, textKey } from './search-text.ts';

export interface IndexFields {
  /** Two lines, folded: preferred name; display name or nothing. */
  readonly names: string;
  /** Folded variant names, one per line. */
  readonly variants: string;
  readonly words: ReadonlySet<string>;
  readonly fullNameKeys: ReadonlySet<number>;
  readonly identifierKeys: readonly number[];
}

/** @param identifiers folded link addresses and identifiers, `scheme:value` */
export function indexFields(
  { preferredName, displayName = '' }: EntityCard,
  variantNames: readonly string[],
  identifiers: readonly string[],
): IndexFields {
  const folded = [preferredName, displayName, ...variantNames].map(foldName);
  const lines = folded.map(writeFoldedName);
  return {
    names: lines.slice(0, 2).join('\n'),
    variants: lines.slice(2).join('\n'),
    words: indexedWords(folded),
    fullNameKeys: nameKeys(folded),
    identifierKeys: [...new Set(identifiers)].filter((text) => text !== '').map(textKey),
  };
}

/** The different words of all names, and numbers as roman numerals too. */
export function indexedWords(names: readonly FoldedName[]): Set<string> {
  const words = new Set<string>();
  for (const word of names.flatMap((name) => name.words)) {
    words.add(word);
    const numeral = romanNumeral(word);
    if (numeral !== undefined) words.add(numeral);
  }
  return words;
}

/** A name counts as a whole, and again without its qualifier. */
function nameKeys(names: readonly FoldedName[]): Set<number> {
  const keys = new Set<number>();
  for (const { words, bare } of names) {
    if (words.length === 0) continue;
    keys.add(fullNameKey(words));
    if (bare < words.length) keys.add(fullNameKey(words.slice(0, bare)));
  }
  return keys;
}
