/** Resolves identifiers of merged records: follows chains to their end, breaks loops, detects splits. */
import type { DatabaseSync } from 'node:sqlite';
import { countRows } from '../../../core/sqlite/row-statement.ts';
import { unpackGndId } from '../../../core/model/gnd-id.ts';
import { REDIRECT_EVIDENCE } from '../../sources/readers/reader.ts';
import { NAME_RANK } from './merge-records.ts';

/** Largest number of steps from one identifier. Real chains have two or three. */
const MAX_STEPS = 32;

/**
 * Fills the table `redirect` from the claims and completes `deletion`. All rows stay in the database. Leaves the temporary
 * tables `reach` (each step from an identifier) and `ending`.
 */
export function resolveRedirects(database: DatabaseSync) {
  const count = (rows: string): number => countRows(database, rows);
  const list = REDIRECT_EVIDENCE.indexOf('list');
  const living = `SELECT id FROM name WHERE rank = ${NAME_RANK.record}`;

  const deletedButPresent = count(`deletion WHERE id IN (SELECT id FROM name WHERE rank <= ${NAME_RANK.supplement})`);
  database.exec(`DELETE FROM name WHERE rank <= ${NAME_RANK.supplement} AND id IN (SELECT id FROM deletion)`);

  const contradicted = `claim WHERE evidence <> ${list} AND old IN (${living})`;
  const ofLivingRecord = count(`(SELECT DISTINCT old FROM ${contradicted})`);
  database.exec(`DELETE FROM ${contradicted};
    DELETE FROM claim WHERE EXISTS (SELECT 1 FROM claim AS better WHERE better.old = claim.old AND better.evidence < claim.evidence)`);

  const namedIds = `SELECT id FROM name WHERE rank <= ${NAME_RANK.supplement}`;
  followClaims(database, namedIds);
  const splits = resolveSplits(database, namedIds);
  // Other records may still mention the name of a deleted entity.
  database.exec("DELETE FROM name WHERE id IN (SELECT id FROM deletion WHERE successors = '[]')");
  const lost = `(SELECT DISTINCT old FROM ending) WHERE old NOT IN (SELECT old FROM redirect) AND old NOT IN (SELECT id FROM deletion)`;
  return {
    /** Number of redirects that lead to an entity. */
    redirects: count('redirect'),
    deletions: count('deletion'),
    /** Number of identifiers in circles and of those with too long chains; none is redirected. */
    unended: count('(SELECT DISTINCT old FROM claim) WHERE old NOT IN (SELECT old FROM ending)'),
    /** Number of records that were split into several; they are answered as deleted, with their successors. */
    splits,
    /** Number of existing records that another record claims to have absorbed; they are kept. */
    ofLivingRecord,
    /** Number of redirects whose target is not in the data. */
    targetMissing: count(lost),
    /** Number of records in a dump that are listed as deleted; they are treated as deleted. */
    deletedButPresent,
  };
}

/**
 * Follows the claims of each identifier, target by target, to their ends. A single end that is an entity makes a
 * redirect; an end that was deleted makes a deletion. A circle has no end.
 */
function followClaims(database: DatabaseSync, namedIds: string): void {
  database.exec(`
    CREATE TEMP TABLE reach AS
      WITH RECURSIVE walk (old, at, steps) AS (
        SELECT old, target, 1 FROM claim
        UNION SELECT walk.old, claim.target, walk.steps + 1 FROM walk JOIN claim ON claim.old = walk.at
          WHERE walk.steps < ${MAX_STEPS})
      SELECT old, at, steps FROM walk;
    CREATE TEMP TABLE ending AS SELECT DISTINCT old, at FROM reach WHERE at NOT IN (SELECT old FROM claim);
    INSERT INTO redirect SELECT old, min(at) FROM ending WHERE at IN (${namedIds}) GROUP BY old HAVING count(*) = 1;
    INSERT OR IGNORE INTO deletion (id) SELECT old FROM ending
      WHERE at IN (SELECT id FROM deletion) AND old NOT IN (SELECT old FROM redirect);
    DELETE FROM deletion WHERE id IN (SELECT old FROM redirect)`);
}

/** An identifier with several ends that are entities was split: it becomes a deletion with successors. */
function resolveSplits(database: DatabaseSync, namedIds: string): number {
  const split = database.prepare('INSERT OR REPLACE INTO deletion VALUES (?, ?)');
  const rows = database
    .prepare(
      `SELECT old, json_group_array(at) AS ends FROM ending
      WHERE at IN (${namedIds}) AND old NOT IN (${namedIds}) GROUP BY old HAVING count(*) > 1 ORDER BY old`,
    )
    .all();
  for (const row of rows) {
    const ends = (JSON.parse(row['ends'] as string) as number[]).sort((a, b) => a - b);
    split.run(row['old'] as number, JSON.stringify(ends.map(unpackGndId)));
  }
  return rows.length;
}
