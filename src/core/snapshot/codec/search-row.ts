/** The search row of an entity: its names, words, keys and card in the forms that search reads. */
import { ENTITY_TYPES } from '../../model/entity.ts';
import type { IndexedCandidate } from '../../search/engine.ts';
import { indexFields } from '../../search/index-fields.ts';
import { describedWord } from '../../search/names/search-text.ts';
import type { SnapshotEntity } from '../store.ts';
import { encodeCard, yearsOf } from './card.ts';

/** Values in the order in which they are written. */
export type SearchRow = readonly [
  type: number,
  prominence: number,
  firstYear: number | null,
  lastYear: number | null,
  /** Folded, one per line: preferred name, display name, variants. */
  names: string,
  card: string,
  /** One per line. */
  variants: string,
  /** Separated by blanks. */
  words: string,
  fullNameKeys: readonly number[],
  identifierKeys: readonly number[],
];

export function encodeSearchRow({ card, variantNames, prominence, identifiers, relations }: SnapshotEntity): Buffer {
  const fields = indexFields(card, variantNames, identifiers, relations);
  const { start = null, end = null } = (!card.isReferenceRecord && card.years) || {};
  const row: SearchRow = [
    ENTITY_TYPES.indexOf(card.type),
    prominence,
    start,
    end,
    fields.names,
    encodeCard(card),
    variantNames.join('\n'),
    [...fields.words.union(yearWords([start, end]))].join(' '),
    [...fields.fullNameKeys],
    fields.identifierKeys,
  ];
  return Buffer.from(JSON.stringify(row));
}

export function decodeSearchRow(row: Uint8Array): SearchRow {
  return JSON.parse(Buffer.from(row.buffer, row.byteOffset, row.byteLength).toString()) as SearchRow;
}

interface CandidateRow extends Pick<IndexedCandidate, 'rank' | 'type' | 'prominence'> {
  readonly years: readonly [start: number | null, end: number | null];
  /** As in {@link SearchRow}. */
  readonly names: string;
}

export function candidateOf({ rank, type, prominence, years: [start, end], names }: CandidateRow): IndexedCandidate {
  return { rank, type, prominence, names, years: yearsOf(start, end) };
}

/** Index words of years. */
export function yearWords(years: readonly (number | null)[]): Set<string> {
  return new Set(years.flatMap((year) => (year === null ? [] : yearWord(year))));
}

/** Written like a word of a description, because most descriptions contain the years. */
export function yearWord(year: number): string {
  return describedWord(year < 0 ? `bc${-year}` : String(year));
}
