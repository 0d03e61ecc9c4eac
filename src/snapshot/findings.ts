/** Findings of a build about lists: the numbers in them that are merged, deleted or unknown, and each list repaired. */

/** Folder in the directory of a snapshot; not part of its claims. */
export const FINDINGS_FOLDER = 'findings';
/** The numbers of all lists. */
export const NUMBERS_FILE = 'numbers.tsv.gz';
/** A list with the numbers of merged records replaced and those of deleted records left out. */
export const repairedFile = (key: string): string => `${key}.beacon.txt.gz`;

/** How a number is outdated or wrong. */
export const NUMBER_FINDINGS = ['merged', 'deleted', 'unknown'] as const;
export type NumberFinding = (typeof NUMBER_FINDINGS)[number];

/**
 * Columns of {@link NUMBERS_FILE}, a line for each number, source and collection, which is empty
 * where the number is unknown. `successors` are separated by blanks,
 * `links` is the number of links that the source states under the number.
 */
export const NUMBERS_COLUMNS = ['gnd', 'finding', 'successors', 'source', 'collection', 'links'] as const;
