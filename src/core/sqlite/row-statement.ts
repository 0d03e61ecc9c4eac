/** Statements whose rows are lists of values, because making an object of a row takes longer than reading the row. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

interface RowStatement<Row extends readonly unknown[]> {
  get(...parameters: SQLInputValue[]): Row | undefined;
  all(...parameters: SQLInputValue[]): readonly Row[];
}

export function prepareRows<Row extends readonly unknown[]>(database: DatabaseSync, sql: string): RowStatement<Row> {
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  return statement as unknown as RowStatement<Row>;
}

/** @param rows name of a table, optionally with a WHERE clause */
export function countRows(database: DatabaseSync, rows: string): number {
  return database.prepare(`SELECT count(*) AS n FROM ${rows}`).get()?.['n'] as number;
}
