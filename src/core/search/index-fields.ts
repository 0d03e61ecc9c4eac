/** The indexed fields of an entity, the same for every engine. They are folded when the index is written. */
import type { EntityCard } from './engine.ts';
import { compoundsOf, type FoldedName, foldName, writeFoldedName } from './names/folded-name.ts';
import { describedWord, fullNameKey, romanNumeral, searchWords, textKey } from './names/search-text.ts';

/** Letters of a beginning up to which an engine lists its entities, and up to which it has their number. */
export const [INDEXED_PREFIX, COUNTED_PREFIX] = [8, 5];

/**
 * @param identifiers folded link addresses and identifiers, `scheme:value`
 * @param relations `inboundKeys`
 */
export function indexFields(
  card: EntityCard,
  variantNames: readonly string[],
  identifiers: readonly string[],
  relations: readonly number[],
) {
  const { preferredName, displayName = '', isReferenceRecord = false } = card;
  const folded = isReferenceRecord ? [] : [preferredName, displayName, ...variantNames].map(foldName);
  return {
    /** Folded names, one per line: preferred name; display name or nothing; variant names. */
    names: folded.map(writeFoldedName).join('\n'),
    words: indexedWords(folded, card),
    fullNameKeys: nameKeys(folded),
    /** `textKey` of each identifier, never negative, and the negative keys of relations (`inbound.ts`). */
    identifierKeys: [...[...new Set(identifiers)].filter((text) => text !== '').map(textKey), ...relations],
  };
}

/** The distinct words of all names (numbers also as roman numerals, compounds also in one word) and of the description. */
export function indexedWords(
  names: readonly FoldedName[],
  { description = '', isReferenceRecord = false }: Pick<EntityCard, 'description' | 'isReferenceRecord'> = {},
): Set<string> {
  const words = new Set<string>();
  // A reference record is no entity, so search by words must not find it.
  if (isReferenceRecord) return words;
  for (const name of names) {
    for (const word of name.words) {
      words.add(word);
      const numeral = romanNumeral(word);
      if (numeral !== undefined) words.add(numeral);
    }
    for (const word of compoundsOf(name)) words.add(word);
  }
  for (const word of searchWords(description)) words.add(describedWord(word));
  return words;
}

/** Keys of full names: each name as a whole, and without its qualifier. */
function nameKeys(names: readonly FoldedName[]): Set<number> {
  const keys = new Set<number>();
  for (const { words, bare } of names) {
    if (words.length === 0) continue;
    keys.add(fullNameKey(words));
    if (bare < words.length) keys.add(fullNameKey(words.slice(0, bare)));
  }
  return keys;
}
