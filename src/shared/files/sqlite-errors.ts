/** Kinds of SQLite's errors, by the primary result code (https://www.sqlite.org/rescode.html). Messages are for people. */

/** SQLITE_ERROR (a table is missing), SQLITE_CORRUPT, SQLITE_NOTADB */
const DAMAGED: ReadonlySet<number> = new Set([1, 11, 26]);
/** SQLITE_CANTOPEN */
const UNOPENABLE: ReadonlySet<number> = new Set([14]);

const isOneOf = (error: unknown, codes: ReadonlySet<number>) =>
  codes.has(((error as { errcode?: number }).errcode ?? 0) % 256);

/** Whether the file is damaged, or is not a database of this program. */
export const isDamaged = (error: unknown): boolean => isOneOf(error, DAMAGED);
/** Whether the file is missing or must not be opened. */
export const isUnopenable = (error: unknown): boolean => isOneOf(error, UNOPENABLE);
