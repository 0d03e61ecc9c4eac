/** Shorthands for the SQL of the record store. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

export function createSql(db: DatabaseSync) {
  return {
    run: (sql: string, ...given: SQLInputValue[]) => db.prepare(sql).run(...given),
    rows: <Row>(sql: string, ...given: SQLInputValue[]) => db.prepare(sql).all(...given) as unknown as readonly Row[],
    /** The value in the first column of the first row; undefined for NULL and without a row. */
    value: <Value>(sql: string, ...given: SQLInputValue[]) =>
      (Object.values(db.prepare(sql).get(...given) ?? {})[0] ?? undefined) as Value | undefined,
    /** Does the work in one transaction. */
    inTransaction: (work: () => void): void => {
      db.exec('BEGIN IMMEDIATE');
      try {
        work();
        db.exec('COMMIT');
      } catch (error) {
        if (db.isTransaction) db.exec('ROLLBACK');
        throw error;
      }
    },
  };
}
