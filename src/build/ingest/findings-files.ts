/** Findings of a build about lists: merged, deleted and unknown numbers, and repaired lists. */

/** Folder of the findings in the directory of a snapshot; the header has no hashes of these files. */
export const FINDINGS_FOLDER = 'findings';
/** Table of the outdated and wrong numbers of all lists. */
export const NUMBERS_FILE = 'numbers.tsv.gz';
/** A list in which numbers of merged records are replaced and numbers of deleted records are left out. */
export const repairedFile = (key: string): string => `${key}.beacon.txt.gz`;

/** Kinds of outdated or wrong numbers. */
export const NUMBER_FINDINGS = ['merged', 'deleted', 'unknown'] as const;
export type NumberFinding = (typeof NUMBER_FINDINGS)[number];

/**
 * Columns of {@link NUMBERS_FILE}, one line per number, source and collection. `collection` is empty for unknown
 * numbers, `successors` are separated by blanks, `links` counts the links that the source states under the number.
 */
export const NUMBERS_COLUMNS = ['gnd', 'finding', 'successors', 'source', 'collection', 'links'] as const;
