/** Findings of a build about lists: merged, deleted and unknown numbers, and repaired lists. */

/** Folder of the findings in the directory of a snapshot; the header claims nothing about it. */
export const FINDINGS_FOLDER = 'findings';
/** Table of the outdated and wrong numbers of all lists. */
export const NUMBERS_FILE = 'numbers.tsv.gz';
/** A list in which numbers of merged records are replaced and numbers of deleted records are left out. */
export const repairedFile = (key: string): string => `${key}.beacon.txt.gz`;

/** Kinds of outdated or wrong numbers. */
export const NUMBER_FINDINGS = ['merged', 'deleted', 'unknown'] as const;
export type NumberFinding = (typeof NUMBER_FINDINGS)[number];

/**
 * Columns of {@link NUMBERS_FILE}, a line for each number, source and collection, which is empty
 * where the number is unknown. `successors` are separated by blanks,
 * `links` is the number of links that the source states under the number.
 */
export const NUMBERS_COLUMNS = ['gnd', 'finding', 'successors', 'source', 'collection', 'links'] as const;
