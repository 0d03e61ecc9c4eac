/** An entity on its way into `search.sqlite`: everything that must be computed of it, so that writing is only writing. */
import { ENTITY_TYPES } from '../../model/entity.ts';
import { type FoldedName, foldName, writeFoldedName } from '../../search/folded-name.ts';
import { fullNameKey, romanNumeral, textKey } from '../../search/search-text.ts';
import type { SnapshotEntity } from '../store.ts';
import { encodeCard } from './card.ts';
import { yearWord } from './schema.ts';

/** Values in the order in which they are written. */
export type SearchRow = readonly [
  type: number,
  prominence: number,
  firstYear: number | null,
  lastYear: number | null,
  /** Two lines, folded: preferred name and display name. */
  names: string,
  card: string,
  /** One per line. */
  variants: string,
  foldedVariants: string,
  /** Separated by blanks. */
  words: string,
  fullNameKeys: readonly number[],
  identifierKeys: readonly number[],
];

export function encodeSearchRow({ card, variantNames, prominence, identifiers }: SnapshotEntity): Buffer {
  const names = [card.preferredName, card.displayName ?? '', ...variantNames];
  const folded = names.map(foldName);
  const { start = null, end = null } = card.years ?? {};
  const lines = folded.map(writeFoldedName);
  const row: SearchRow = [
    ENTITY_TYPES.indexOf(card.type),
    prominence,
    start,
    end,
    lines.slice(0, 2).join('\n'),
    encodeCard(card),
    variantNames.join('\n'),
    lines.slice(2).join('\n'),
    [...indexedWords(folded, [start, end])].join(' '),
    [...nameKeys(folded)],
    [...new Set(identifiers)].filter((text) => text !== '').map(textKey),
  ];
  return Buffer.from(JSON.stringify(row));
}

export function decodeSearchRow(row: Uint8Array): SearchRow {
  return JSON.parse(Buffer.from(row.buffer, row.byteOffset, row.byteLength).toString()) as SearchRow;
}

/** The different words under which an entity is indexed: those of its names, numbers as roman numerals too, its years. */
export function indexedWords(names: readonly FoldedName[], years: readonly (number | null)[]): Set<string> {
  const words = new Set<string>();
  for (const name of names) {
    for (const word of name.words) {
      words.add(word);
      const numeral = romanNumeral(word);
      if (numeral !== undefined) words.add(numeral);
    }
  }
  for (const year of years) if (year !== null) words.add(yearWord(year));
  return words;
}

function nameKeys(names: readonly FoldedName[]): Set<number> {
  const keys = new Set<number>();
  for (const { words, bare } of names) {
    if (words.length === 0) continue;
    keys.add(fullNameKey(words));
    if (bare < words.length) keys.add(fullNameKey(words.slice(0, bare)));
  }
  return keys;
}
